// SPDX-License-Identifier: MIT
/* arena/match/supervisor_state.h - a run in progress, shared by the supervisor*.c files. */
#ifndef ARENA_MATCH_SUPERVISOR_STATE_H
#define ARENA_MATCH_SUPERVISOR_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "arena/bot/call_timer.h"
#include "arena/match/unit_result.h"
#include "arena/match/supervisor_outputs.h"

/* A worker's process as the supervisor knows it. */
struct worker_handle {
    pid_t pid;                     /* 0: none */
    int orders, reports;           /* our ends of the pipes */
    int next_slot;                 /* the slot for the next unit */
    struct unit units[WORK_SLOTS]; /* what it has to play, by slot */
    uint32_t calls_seen;           /* the call count at the last look */
    struct call_timer timer;       /* since that count was first seen */
    bool had_work, was_starting;   /* at that time */
    bool timed_out;                /* we killed it for taking too long */
    uint64_t again;                /* 1 + the number of the unit that was last played again, */
    int again_count;               /* so many times in a row */
    bool pipe_closed;              /* its report pipe is closed: it is dead, or a bot closed it */
    uint64_t games_before;         /* worker_shm.games when it was started */
    int restarts_without_progress; /* restarts in a row without a finished game */
};

struct supervisor {
    struct worker_pool pool;
    const struct config *config;
    struct unit_result taken;      /* the unit that was taken last */
    struct worker_handle *handles; /* one for each worker */
    const struct supervisor_outputs *outputs;
    struct supervisor_result *result;
    struct errors *errors;
    uint64_t deals; /* end of the run, counted like assigned_deals: over all sessions */
    uint64_t assigned_deals;
    uint32_t assigned_games; /* of the deal after these, which is split into several units */
    uint64_t next_unit;      /* number of the next unit to assign, and of the next to take */
    uint64_t next_taken;
    uint64_t units_together,
        units_again;               /* played side by side; and of these, again one at a time */
    uint64_t faults_without_game;  /* in session callbacks and destroy, or descriptors closed */
    char first_without_game[200];  /* which bot, how and where; the first of them */
    double started, shown, synced; /* times, in seconds */
    bool failed, gap, decided;     /* no more units are taken */
    bool stopping;                 /* workers need not finish their units */
    FILE *faults;                  /* NULL until the first fault */
};

#endif
