// SPDX-License-Identifier: MIT
/* arena/match/supervisor_state.h - a run in progress, shared by the supervisor*.c files. */
#ifndef ARENA_MATCH_SUPERVISOR_STATE_H
#define ARENA_MATCH_SUPERVISOR_STATE_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "arena/bot/watched_process.h"
#include "arena/match/supervisor.h"
#include "arena/match/worker_pool.h"
#include "arena/record/tally.h"

/* Why a unit is played again. Each is counted for itself: that a worker was killed between calls
 * says nothing about a bot in whose call it is killed next. */
enum again_reason {
    AGAIN_CRASHED, /* between calls: a thread of a bot, or what a bot has overwritten */
    AGAIN_IN_CALL, /* it was killed in a call of a bot, which may have done it */
    AGAIN_KILLED,  /* it or a process of a bot was killed from outside */
    AGAIN_REASONS
};

/* A worker's process as the supervisor knows it. */
struct worker_handle {
    struct watched_process process;
    int orders, reports;       /* our ends of the pipes */
    int unheard;               /* units that it was told of and has not reported */
    int next_slot;             /* the slot for the next unit */
    bool assigned[WORK_SLOTS]; /* slots that have a unit */
    bool was_started;          /* once, at least */
    bool pipe_closed;          /* its report pipe is closed: it is dead, or a bot closed it */
    struct {
        uint64_t unit; /* 1 + that of the unit that was last played again, */
        int count;     /* so many times in a row */
    } again[AGAIN_REASONS];
    int starts_killed;             /* in a row, from outside, while it created bots */
    uint64_t games_before;         /* worker_shm.games when it was started */
    int restarts_without_progress; /* restarts in a row without a finished game */
};

/* Where a unit that is begun and not taken yet is played. */
struct open_unit {
    int worker, slot;
};

/* A file beside the log, created with its first line. */
struct grown_file {
    const char *path; /* NULL: it is not wanted */
    FILE *file;       /* NULL until then */
};

/* The unit that is being taken. */
struct taken_unit {
    const struct work_slot *slot;
    struct slot_buffers buffers;
    uint32_t games;
    bool complete; /* all of it was played: not after an interruption, or a decision */
};

struct supervisor {
    struct worker_pool pool;
    const struct config *config;
    struct taken_unit taken;
    struct worker_handle *handles; /* one for each worker */
    struct pollfd *polled;
    const struct supervisor_outputs *outputs;
    struct supervisor_result *result;
    struct errors *errors;
    uint64_t deals; /* end of the run, counted like assigned_deals: over all sessions */
    uint64_t assigned_deals;
    uint64_t next_unit; /* number of the next unit to open, and of the next to take */
    uint64_t next_taken;
    struct open_unit *open; /* those between them, each at its number modulo `window` */
    int window;
    uint64_t units_together,
        units_again;               /* played side by side; and of these, again one at a time */
    uint64_t faults_without_game;  /* at the end of sessions, in destroy, or between games */
    char first_without_game[200];  /* which bot, how and where; the first of them */
    uint64_t kills;                /* from outside: games were played again, uncharged */
    const char *first_killed;      /* the first bot whose process or call was ended so; or NULL */
    uint64_t games_before;         /* that were played before this run went on */
    uint64_t first_games;          /* the same when the first unit was taken */
    double started, shown, synced; /* times, in seconds */
    double first_taken;            /* when the first unit was, with the start of its bots */
    uint64_t synced_games;         /* that are on the disk */
    bool failed, gap, decided;     /* no more units are taken */
    char
        shortage[200]; /* of what the machine is short: the run ends, and can be continued; or "" */
    bool stopping;     /* no more units are opened */
    bool told_interrupted; /* what is waited for after a signal */
    struct grown_file faults, redeals;
};

static inline struct open_unit *supervisor_open_unit(const struct supervisor *run, uint64_t number)
{
    return &run->open[number % (uint64_t)run->window];
}

static inline struct work_slot *supervisor_slot(const struct supervisor *run,
                                                const struct open_unit *open)
{
    return &worker_pool_shm(&run->pool, open->worker)->slots[open->slot];
}

/* ---- supervisor_units.c ---- */

/* Gives units to workers that have nothing to do, and starts those that are needed. A failure is in
 * run->failed or run->shortage. */
void supervisor_give_units(struct supervisor *run);

/* Whether units that were begun are not taken yet. */
bool supervisor_has_units(const struct supervisor *run);
/* Whether the next unit is finished: then run->taken is what the worker has left of it. */
bool supervisor_next_unit(struct supervisor *run);
/* It was taken: its slot is free again. */
void supervisor_close_unit(struct supervisor *run);

/* ---- supervisor_workers.c ---- */

/* Forks worker `index`. When that fails, false; run->failed with an error, or run->shortage. */
bool supervisor_start_worker(struct supervisor *run, int index);
/* Tells a worker that it has one more unit. */
void supervisor_order_unit(struct worker_handle *handle);

/* Counts a failure of worker `index` that costs no game; `in_bot`: a bot's code was running. */
void supervisor_uncharged(struct supervisor *run, int index, bool in_bot, const char *how,
                          const char *where);
/* Worker `index` has ended: charges the bot at fault, if any, and starts a new process. */
void supervisor_worker_gone(struct supervisor *run, int index);
/* Ends calls that have taken too long. */
void supervisor_watch_calls(struct supervisor *run);

/* ---- supervisor_progress.c ---- */

/* The faults of all bots in the games that were taken. */
struct fault_counts supervisor_faults(const struct supervisor *run);

/* If progress is wanted, one line: on a terminal it is renewed in place, elsewhere it is written
 * each minute. `last`: at the end of the run. */
void supervisor_show_progress(struct supervisor *run, bool last);

/* After the first signal, once: what is waited for, about how long, and what a second one does. */
void supervisor_say_interrupted(struct supervisor *run);

#endif
