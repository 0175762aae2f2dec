// SPDX-License-Identifier: MIT
/* arena/match/redeal_runner.h - a process that has the re-deals of a deal played, or deals scouted,
 * and its workers.
 *
 * The supervisor has some runners, each of which takes a deal that the two bots played
 * differently, finds its cases (arena/compare/redeal_case.h), has them tried and played by its
 * workers (redeal_worker.h), and leaves the line of redeals.jsonl in shared memory. Or it takes
 * some deals and has a scout asked which of them the two bid alike (bid_scout.h). The runner's
 * own process runs no bot: it watches over its workers, ends those that take too long, and
 * replays what they have played. A worker is started when it is first needed. */
#ifndef ARENA_MATCH_REDEAL_RUNNER_H
#define ARENA_MATCH_REDEAL_RUNNER_H

#include <sys/types.h>

#include "arena/compare/redeals.h"
#include "arena/config/config.h"
#include "arena/match/redeal_worker.h"
#include "arena/record/played_moves.h"
#include "arena/record/table_limits.h"
#include "arena/stats/latency_histogram.h"

/* Exit status of a runner. */
enum { REDEAL_RUNNER_SHORTAGE = 95 }; /* the machine is short of something: redeal_runner_shm */

enum redeal_order { ORDER_REDEALS, ORDER_SCOUT };

struct redeal_runner_shm {
    uint8_t order;                /* enum redeal_order */
    struct scouted_deals scouted; /* ORDER_SCOUT: and what came of it */
    /* ORDER_REDEALS */
    uint64_t deal;      /* counted over all sessions */
    struct dealt dealt; /* its cards and its key */
    /* What came of it. */
    struct redeal_change change;
    uint32_t text_length;
    char shortage[200]; /* REDEAL_RUNNER_SHORTAGE: of what, and for which bot */
    struct latency_histogram times[BOTS_MAX]; /* of decisions in re-deals; set at its end */
};

struct redeal_runner {
    const struct config *config;
    const struct cgroup_tree *groups; /* in which its workers make their own */
    int number;                       /* by which they are named */
    pid_t pid;                        /* 0: not started */
    int orders, replies;
    struct redeal_runner_shm *shared;
    struct played_moves *moves; /* of the deal, by place: shared, to be set before an order */
    char *text;                 /* the line, shared */
    size_t size;                /* of all that is shared */
};

/* Maps its memory. `groups` must outlive it; `number` is unique in the run. False, and errno. */
bool redeal_runner_open(struct redeal_runner *runner, const struct config *config,
                        const struct cgroup_tree *groups, int number);
void redeal_runner_close(struct redeal_runner *runner);

/* Forks it; what the calling process maps and nobody else may see is unmapped by `forget` there.
 * False, and errno. */
bool redeal_runner_start(struct redeal_runner *runner, void (*forget)(void *context),
                         void *context);

/* Has it do what was put into its memory. One byte comes on `replies` when it is done.
 */
void redeal_runner_order(struct redeal_runner *runner);

/* Ends it and its workers; waits for `patience_ms` first. Returns its status, as waitpid(). */
int redeal_runner_end(struct redeal_runner *runner, int64_t patience_ms);

#endif
