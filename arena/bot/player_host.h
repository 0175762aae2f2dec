// SPDX-License-Identifier: MIT
/* arena/bot/player_host.h - the host functions that a bot may call, and their state. */
#ifndef ARENA_BOT_PLAYER_HOST_H
#define ARENA_BOT_PLAYER_HOST_H

#include <stdbool.h>

#include "arena/bot/call_mark.h"
#include "arena/bot/call_timer.h"
#include "arena/record/game_outcome.h"
#include "arena/sandbox/cgroup.h"
#include "bots/skat_bot.h"
#include "engine/random.h"

enum player_part { PLAYER_PART_BID, PLAYER_PART_PLAY, PLAYER_PARTS };

enum { SKAT_FAILURE_SIZE = 200 };

enum { PLAYER_START_MS = 60000 }; /* unless a config says otherwise */

/* Milliseconds that a call may take with the whole of the time bank; 0: no limit. */
static inline uint32_t player_call_ms(const struct skat_bot_limits *limits)
{
    return limits->time_ms ? limits->time_ms + limits->bank_ms : 0;
}

/* ---- for a module that starts programs ("pipe"): the host extension "skat.programs/1" ----
 *
 * Each program has a control group of its own (cgroup.h), where those can be had. What the machine
 * is short of when it is started, and the system's ending it because the machine has no more
 * memory, are not the bot's fault. */

/* Processes and threads that a program may have where it has a control group: many more than any
 * needs, and not all that the machine has. */
enum { PROGRAM_PROCESSES = 1024 };

/* What all programs of a process have in common. It must outlive their hosts. */
struct program_plan {
    struct cgroup_set *groups; /* from which each program takes its own */
    uint64_t memory;           /* bytes that a group allows, 0: no limit */
    /* As in struct bot_process_spec; they must not return. */
    void (*killed)(void);
    void (*shortage)(int error);
};

/* One program at a time. Zero: none may be started. */
struct player_program {
    const struct program_plan *plan;
    struct call_mark *mark;           /* of the calls of its bot */
    struct call_timer timer;          /* of the question that the program answers */
    int group;                        /* or -1 */
    uint64_t own_kills, system_kills; /* when they were last looked at */
    char why[80];                     /* it was ended */
};

/* ---- the state of the host functions for the instance that calls them ---- */

struct player_host {
    struct skat_bot_host api;
    struct skat_random streams[PLAYER_PARTS]; /* of this deal and seat */
    bool started[PLAYER_PARTS];               /* a stream starts when first used */
    uint8_t part;                             /* whose stream random() reads */
    uint8_t seat;
    struct skat_random_key key; /* of the deal, for its streams */
    uint32_t streams_begun;     /* how often the streams began anew */
    const char *name;           /* of the bot, for its log lines */
    int logged;
    enum game_status failed; /* the bot has called fail() in this deal; or GAME_OK */
    uint8_t failed_part;
    uint32_t failures_in_vain;       /* sessions at whose end it failed, to no effect */
    uint32_t bank_ms;                /* left in this deal */
    char failure[SKAT_FAILURE_SIZE]; /* its message when it failed, or "" */
    struct player_program programs[PLAYER_PARTS]; /* of modules that start programs */
};

/* Creates the host of the bot `name` in a seat; player_host_free() at the end. */
struct player_host *player_host_new(const char *name, int seat,
                                    const struct skat_bot_limits *limits);
void player_host_free(struct player_host *host);
/* Its part may start programs: takes a group. `mark`, of the calls of the bot, must outlive it. */
void player_host_take_program(struct player_host *host, enum player_part part,
                              const struct program_plan *plan, struct call_mark *mark);
/* Marks the begin of a call of the bot for its seat. */
static inline void player_host_enter(const struct player_host *host, struct call_mark *mark,
                                     enum call_function function)
{
    atomic_store_explicit(&mark->bot, host->name, memory_order_relaxed);
    call_mark_enter(mark, host->seat, host->bank_ms, function);
}
/* From now on random numbers are those of the deal or session with this key. */
void player_host_start_streams(struct player_host *host, const struct skat_random_key *key);

#endif
