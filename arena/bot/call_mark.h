/* arena/bot/call_mark.h - which call of a bot is in progress. */
#ifndef ARENA_BOT_CALL_MARK_H
#define ARENA_BOT_CALL_MARK_H

#include <stdatomic.h>
#include <stdint.h>

/* Which call of a bot is in progress, in memory shared with the supervisor. */
struct call_mark {
    _Atomic uint32_t calls; /* odd while a bot's code runs; each call changes it */
    _Atomic uint8_t seat;
    _Atomic uint32_t bank_left_ms; /* of the seat whose call is running */
    /* "act": a string of this program, so valid in all processes that were forked from it. */
    _Atomic(const char *) function;
    /* The bot's name: to be compared with the names of the config, never to be read. */
    _Atomic(const char *) bot;
};

/* Marks the begin of a call for `seat`: `function` is a string of this program, `bank_left_ms` the
 * rest of the seat's time bank. There is one writer: plain increments, visible to the supervisor,
 * without a locked instruction. */
static inline void call_mark_enter(struct call_mark *mark, uint8_t seat, uint32_t bank_left_ms,
                                   const char *function)
{
    atomic_store_explicit(&mark->seat, seat, memory_order_relaxed);
    atomic_store_explicit(&mark->bank_left_ms, bank_left_ms, memory_order_relaxed);
    atomic_store_explicit(&mark->function, function, memory_order_relaxed);
    uint32_t calls = atomic_load_explicit(&mark->calls, memory_order_relaxed);
    atomic_store_explicit(&mark->calls, calls + 1, memory_order_release);
}
/* Marks its end. */
static inline void call_mark_leave(struct call_mark *mark)
{
    uint32_t calls = atomic_load_explicit(&mark->calls, memory_order_relaxed);
    atomic_store_explicit(&mark->calls, calls + 1, memory_order_release);
}

#endif
