/* arena/match/supervisor_state.h - a run in progress, as the files of the supervisor see it: run.c and run_faults.c. */
#ifndef ARENA_MATCH_SUPERVISOR_STATE_H
#define ARENA_MATCH_SUPERVISOR_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "arena/match/worker_pool.h"
#include "arena/match/supervisor_outputs.h"

/* A worker's process as the supervisor knows it. */
struct worker_handle {
    pid_t pid;           /* 0: none */
    int orders, reports; /* our ends of the pipes */
    int next_slot;       /* where the next unit is put */
    int assigned;        /* slots that are not free */
    uint32_t calls_seen; /* the call that was running when last looked at, and since when */
    double calls_since, cpu_since; /* on the wall, and the worker's processor time then */
    bool timed_out;                /* killed by us for taking too long */
    bool pipe_closed;                     /* its report pipe is closed; it is dead, or a bot closed it */
    uint64_t games_before;         /* of its worker when it was started */
    int restarts_without_progress;                 /* restarts in a row without a finished game */
};

struct supervisor {
    struct worker_pool pool;
    const struct config *config;
    struct worker_handle *handles; /* one for each worker */
    const struct supervisor_outputs *outputs;
    struct supervisor_result *result;
    struct errors *errors;
    uint64_t deals; /* where it ends, counted like assigned_deals: over all sessions */
    uint64_t assigned_deals;
    uint64_t next_unit; /* number of the next unit to assign, and to take */
    uint64_t next_taken;
    uint64_t faults_without_game; /* in session callbacks and destroy, or descriptors closed */
    double started, shown, looked, synced; /* when */
    bool failed, gap, decided;             /* no more units are taken */
    FILE *faults;                          /* NULL as long as there is none */
};

#endif
