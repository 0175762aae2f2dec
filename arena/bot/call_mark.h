// SPDX-License-Identifier: MIT
/* arena/bot/call_mark.h - which call of a bot is in progress. */
#ifndef ARENA_BOT_CALL_MARK_H
#define ARENA_BOT_CALL_MARK_H

#include <stdatomic.h>
#include <stdint.h>

#include "arena/base/float_control.h"
#include "bots/skat_bot.h"

/* The functions of a module (skat_bot.h). */
#define CALLS(X)                                                                                   \
    X(create)                                                                                      \
    X(destroy)                                                                                     \
    X(session_begin)                                                                               \
    X(session_end) X(deal_begin) X(observe) X(game_begin) X(act) X(game_end) X(deal_end)

enum call_function {
    CALL_NONE,
#define CALL_NUMBER(function) CALL_##function,
    CALLS(CALL_NUMBER)
#undef CALL_NUMBER
        CALL_FUNCTIONS
};

/* The functions that a module has: bits 1 << enum call_function. */
static inline uint32_t call_functions_of(const struct skat_bot_module *module)
{
#define CALL_BIT(function) (module->function ? 1u << CALL_##function : 0u) |
    return CALLS(CALL_BIT) 0u;
#undef CALL_BIT
}

/* Which call of a bot is in progress, in memory shared with the supervisor. The bot can write
 * there, too: who reads it checks what it reads, and follows no pointer. */
struct call_mark {
    _Atomic uint32_t calls; /* odd while a bot's code runs; each call changes it */
    _Atomic uint8_t seat;
    _Atomic uint8_t function;      /* enum call_function */
    _Atomic uint8_t failed;        /* how the game has ended by what a bot reported (enum
                                      game_status); 0: it has not */
    _Atomic uint32_t bank_left_ms; /* of the seat whose call is running */
    /* The bot's name: to be compared with the names of the config, never to be read. */
    _Atomic(const char *) bot;
};

/* Marks the begin of a call for `seat`; `bank_left_ms` is the rest of its time bank. There is one
 * writer: plain increments, visible to the supervisor, without a locked instruction. */
static inline void call_mark_enter(struct call_mark *mark, uint8_t seat, uint32_t bank_left_ms,
                                   enum call_function function)
{
    atomic_store_explicit(&mark->bank_left_ms, bank_left_ms, memory_order_relaxed);
    atomic_store_explicit(&mark->seat, seat, memory_order_relaxed);
    atomic_store_explicit(&mark->function, (uint8_t)function, memory_order_relaxed);
    uint32_t calls = atomic_load_explicit(&mark->calls, memory_order_relaxed);
    atomic_store_explicit(&mark->calls, calls + 1, memory_order_release);
}
/* Marks its end, and puts back what it may have changed of how this process computes. */
static inline void call_mark_leave(struct call_mark *mark)
{
    float_control_put_back();
    uint32_t calls = atomic_load_explicit(&mark->calls, memory_order_relaxed);
    atomic_store_explicit(&mark->calls, calls + 1, memory_order_release);
}

/* The name of the function of the current or last call; "" for a value that is none. */
static inline const char *call_mark_function(const struct call_mark *mark)
{
#define CALL_NAME(function) [CALL_##function] = #function,
    static const char *const names[CALL_FUNCTIONS] = {[CALL_NONE] = "", CALLS(CALL_NAME)};
#undef CALL_NAME
    uint8_t function = atomic_load(&mark->function);
    return function < CALL_FUNCTIONS ? names[function] : "";
}

#endif
