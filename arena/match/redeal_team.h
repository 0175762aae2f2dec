// SPDX-License-Identifier: MIT
/* arena/match/redeal_team.h - a process that has the re-deals of a deal played, or deals scouted,
 * and its lives.
 *
 * The supervisor has some teams, each of which takes a deal that the two bots played differently,
 * finds its cases (arena/compare/redeal_case.h), has them tried and played by its lives
 * (redeal_life.h), and leaves the line of redeals.jsonl in shared memory. Or it takes some deals
 * and has a scout asked which of them the two bid alike (bid_scout.h). The team's own process
 * runs no bot: it watches over its lives, ends those that take too long, and replays what they have
 * played. A life is started when it is first needed. */
#ifndef ARENA_MATCH_REDEAL_TEAM_H
#define ARENA_MATCH_REDEAL_TEAM_H

#include <sys/types.h>

#include "arena/compare/redeals.h"
#include "arena/config/config.h"
#include "arena/match/redeal_life.h"
#include "arena/record/played_moves.h"
#include "arena/record/table_limits.h"
#include "arena/stats/latency_histogram.h"

/* Exit status of a team. */
enum { REDEAL_TEAM_SHORTAGE = 95 }; /* the machine is short of something: redeal_team_shm */

enum redeal_order { ORDER_REDEALS, ORDER_SCOUT };

struct redeal_team_shm {
    uint8_t order;                /* enum redeal_order */
    struct scouted_deals scouted; /* ORDER_SCOUT: and what came of it */
    /* ORDER_REDEALS */
    uint64_t deal;      /* counted over all sessions */
    struct dealt dealt; /* its cards and its key */
    /* What came of it. */
    struct redeal_change change;
    uint32_t text_length;
    char shortage[200];                       /* REDEAL_TEAM_SHORTAGE: of what, and for which bot */
    struct latency_histogram times[BOTS_MAX]; /* of decisions in re-deals; set at its end */
};

struct redeal_team {
    const struct config *config;
    const struct cgroup_tree *groups; /* in which its lives make their own */
    int number;                       /* by which they are named */
    pid_t pid;                        /* 0: not started */
    int orders, replies;
    struct redeal_team_shm *shared;
    struct played_moves *moves; /* of the deal, by place: shared, to be set before an order */
    char *text;                 /* the line, shared */
    size_t size;                /* of all that is shared */
};

/* Maps its memory. `groups` must outlive it; `number` is unique in the run. False, and errno. */
bool redeal_team_open(struct redeal_team *team, const struct config *config,
                      const struct cgroup_tree *groups, int number);
void redeal_team_close(struct redeal_team *team);

/* Forks it; what the calling process maps and nobody else may see is unmapped by `forget` there.
 * False, and errno. */
bool redeal_team_start(struct redeal_team *team, void (*forget)(void *context), void *context);

/* Has it do what was put into its memory. One byte comes on `replies` when it is done.
 */
void redeal_team_order(struct redeal_team *team);

/* Ends it and its lives; waits for `patience_ms` first. Returns its status, as waitpid(). */
int redeal_team_end(struct redeal_team *team, int64_t patience_ms);

#endif
