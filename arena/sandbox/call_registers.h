// SPDX-License-Identifier: MIT
/* arena/sandbox/call_registers.h - where a system call has its arguments and its result, for
 * handlers of SIGSYS that answer it in the kernel's place. */
#ifndef ARENA_SANDBOX_CALL_REGISTERS_H
#define ARENA_SANDBOX_CALL_REGISTERS_H

#include <ucontext.h>

/* CALL_REGISTERS_KNOWN: whether this program knows them on this processor. */
#if defined(__x86_64__)
enum { CALL_REGISTERS_KNOWN = 1, CALL_RESULT = REG_RAX };
static const int call_arguments[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9};
static inline greg_t *call_register(ucontext_t *context, int place)
{
    return &context->uc_mcontext.gregs[place];
}
#elif defined(__aarch64__)
enum { CALL_REGISTERS_KNOWN = 1, CALL_RESULT = 0 };
static const int call_arguments[] = {0, 1, 2, 3, 4, 5};
static inline unsigned long long *call_register(ucontext_t *context, int place)
{
    return &context->uc_mcontext.regs[place];
}
#else
enum { CALL_REGISTERS_KNOWN = 0, CALL_RESULT = 0 };
static const int call_arguments[6];
static inline long *call_register(ucontext_t *context, int place)
{
    (void)context, (void)place;
    static long none;
    return &none;
}
#endif

/* Argument `number`, 0..5, of the call that the signal stopped. */
static inline long call_argument(ucontext_t *context, int number)
{
    return (long)*call_register(context, call_arguments[number]);
}

/* What the call returns, once the handler has: as from the kernel, an error is -errno. */
static inline void call_answer(ucontext_t *context, long result)
{
    *call_register(context, CALL_RESULT) = result;
}

#endif
