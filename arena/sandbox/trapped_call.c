// SPDX-License-Identifier: MIT
#include "arena/sandbox/trapped_call.h"

#include <ucontext.h>

#if defined(__x86_64__)
enum { KNOWN = true, RESULT = REG_RAX };
static const int places[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9};
static greg_t *register_of(ucontext_t *context, int place)
{
    return &context->uc_mcontext.gregs[place];
}
#elif defined(__aarch64__)
enum { KNOWN = true, RESULT = 0 };
static const int places[] = {0, 1, 2, 3, 4, 5};
static unsigned long long *register_of(ucontext_t *context, int place)
{
    return &context->uc_mcontext.regs[place];
}
#else
enum { KNOWN = false, RESULT = 0 };
static const int places[6];
static long *register_of(ucontext_t *context, int place)
{
    (void)context, (void)place;
    static long none;
    return &none;
}
#endif

bool trapped_call_known(void) { return KNOWN; }

long trapped_call_argument(void *context, int number)
{
    return (long)*register_of(context, places[number]);
}

void trapped_call_return(void *context, long result) { *register_of(context, RESULT) = result; }
