// SPDX-License-Identifier: MIT
/* arena/match/worker_process.h - the process of a worker as the supervisor knows it: starts it,
 * watches over it, and says who is at fault when it dies or hangs. */
#ifndef ARENA_MATCH_WORKER_PROCESS_H
#define ARENA_MATCH_WORKER_PROCESS_H

#include "arena/bot/watched_process.h"
#include "arena/match/worker_pool.h"

/* What has gone wrong in a run outside of its games. */
struct run_failures {
    struct errors *errors;
    bool failed; /* the run ends, with an error */
    char
        shortage[200]; /* of what the machine is short: the run ends, and can be continued; or "" */
    uint64_t units_again;         /* were played side by side, and then again one game at a time */
    uint64_t faults_without_game; /* at the end of sessions, in destroy, or between games */
    char first_without_game[200]; /* which bot, how and where; the first of them */
    uint64_t kills;               /* from outside: games were played again, uncharged */
    const char *first_killed;     /* the first bot whose process or call was ended so; or NULL */
};

/* Why a unit is played again. Each is counted for itself: that a worker was killed between calls
 * says nothing about a bot in whose call it is killed next. */
enum again_reason {
    AGAIN_CRASHED, /* between calls: a thread of a bot, or what a bot has overwritten */
    AGAIN_IN_CALL, /* it was killed in a call of a bot, which may have done it */
    AGAIN_KILLED,  /* it or a process of a bot was killed from outside */
    AGAIN_REASONS
};

struct worker_process {
    struct worker_pool *pool;
    int index; /* in the pool */
    struct worker_shm *shm;
    struct run_failures *failures;
    struct watched_process watched;
    int orders, reports;       /* our ends of the pipes */
    int unheard;               /* units that it was told of and has not reported */
    int next_slot;             /* the slot for the next unit */
    bool assigned[WORK_SLOTS]; /* slots that have a unit */
    bool pipe_closed;          /* its report pipe is closed: it is dead, or a bot closed it */
    struct {
        uint64_t unit; /* 1 + that of the unit that was last played again, */
        int count;     /* so many times in a row */
    } again[AGAIN_REASONS];
    int starts_killed;             /* in a row, from outside, while it created bots */
    uint64_t games_before;         /* shm->games when it was started */
    int restarts_without_progress; /* restarts in a row without a finished game */
};

/* Tells a worker that it has one more unit in a slot, and starts it if it does not run. A failure
 * is in failures->failed or failures->shortage. */
void worker_process_order(struct worker_process *worker);
/* How many of its units are not finished. */
int worker_process_unfinished(const struct worker_process *worker);

/* Takes note of what its pipe of reports has. */
void worker_process_hear(struct worker_process *worker);
/* Shows what its bots have printed; with `all`, of a dead worker, also what it has not read. */
void worker_process_show_output(const struct worker_process *worker, bool all);
/* It has ended: charges the bot at fault, if any, and starts a new process. */
void worker_process_gone(struct worker_process *worker);
/* Ends a call that has taken too long. */
void worker_process_watch(struct worker_process *worker);

/* After its orders were closed: waits until it has ended, and kills it at the time `until`. A
 * failure of a bot is only counted, unless `killed`: then nobody waits for it. */
void worker_process_end(struct worker_process *worker, int64_t until, bool killed);

#endif
