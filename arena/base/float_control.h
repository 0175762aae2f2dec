// SPDX-License-Identifier: MIT
/* arena/base/float_control.h - how this thread computes with floating point numbers: rounding,
 * denormal numbers, traps. A library that is linked with -ffast-math changes that for the whole
 * process when it is loaded, and a bot may in any call: then others would compute differently with
 * it, or be ended by its traps. */
#ifndef ARENA_BASE_FLOAT_CONTROL_H
#define ARENA_BASE_FLOAT_CONTROL_H

#include <fenv.h>
#include <stdbool.h>
#include <stdint.h>

/* Whether it is as a program begins. Where nothing is known of the processor, it may always have
 * changed. */
static inline bool float_control_is_usual(void)
{
#if defined __x86_64__
    enum { SSE = 0xffc0, SSE_USUAL = 0x1f80, X87 = 0x0f3f, X87_USUAL = 0x033f };
    uint16_t x87;

    __asm__ volatile("fnstcw %0" : "=m"(x87));
    return (__builtin_ia32_stmxcsr() & SSE) == SSE_USUAL && (x87 & X87) == X87_USUAL;
#elif defined __aarch64__
    uint64_t control;

    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control == 0;
#else
    return false;
#endif
}

/* After code of a bot. */
static inline void float_control_put_back(void)
{
    if (!float_control_is_usual())
        fesetenv(FE_DFL_ENV);
}

#endif
