// SPDX-License-Identifier: MIT
/* arena/match/redeal_worker.h - a process whose bots play re-deals (arena/compare/redeal_case.h),
 * or say what they would bid (bid_scout.h).
 *
 * A worker is what a bot can write to. So that no bot sees a deal twice, nor the hand of a case,
 * each worker does one thing of a case: it plays the counterpart of the deal, tries other deals
 * up to the difference, or plays the one or the other way of re-deal number so and so. Or it is
 * a scout, who is asked for the bids of deals that are played elsewhere. It lasts for many
 * cases. Bots in it can spoil its memory: what comes of it is copied and checked by
 * redeal_runner.h. */
#ifndef ARENA_MATCH_REDEAL_WORKER_H
#define ARENA_MATCH_REDEAL_WORKER_H

#include "arena/compare/redeal_case.h"
#include "arena/match/bid_scout.h"
#include "arena/match/worker_pool.h"

enum redeal_task {
    REDEAL_PLAY, /* play `dealt` with these bots */
    REDEAL_TRY,  /* find deals in which all others than the player of the case answer as before */
    REDEAL_SCOUT /* which deals the two bots bid alike */
};

/* How a task ended; 0: not at all. */
enum redeal_end {
    REDEAL_DONE = 1,
    REDEAL_FAULT, /* an illegal action, or a failure that a bot reported */
};

/* Deals to ask for, and how they are bid: STATS_BIDS_ALIKE or STATS_BIDS_DIFFER. */
struct scouted_deals {
    uint64_t first; /* number of the first one, over all sessions */
    uint32_t count, done;
    struct dealt dealt[PART_GAMES];
    struct deal_bids bids[PART_GAMES];
};

struct redeal_worker_shm {
    struct worker_shm shm; /* as of a worker: mark, times, game in progress */
    /* The task. */
    uint8_t task;                 /* enum redeal_task */
    uint8_t bots[SKAT_SEATS_MAX]; /* by seat */
    uint8_t wanted;               /* TRY: deals, at most REDEALS_MOST */
    struct game_id id;            /* of the deal's game at the table of the case */
    struct dealt dealt;           /* PLAY: the cards; the key is the deal's, whatever the cards */
    struct redeal_case of;        /* TRY; its table is none */
    struct redeal_game game;      /* TRY: the game at the table of the case */
    struct scouted_deals scouted; /* SCOUT: and what came of it */
    /* What came of it. */
    uint8_t end;                  /* enum redeal_end */
    struct played_moves moves;    /* PLAY */
    uint32_t tries, answers;      /* TRY */
    uint32_t found[REDEALS_MOST]; /* TRY: their numbers, ascending */
    uint8_t found_count;
};

/* What a worker is started with. */
struct redeal_worker_start {
    const struct config *config;
    const struct cgroup_tree *groups; /* in which it makes its own, */
    const char *name;                 /* by this name (cgroup_set_open()) */
    int orders, replies;              /* pipes */
    int no_writing;                   /* rules (sandbox/no_writing.h), or -1 */
};

/* The worker's process: does a task for each byte on `orders`, and says so with one on `replies`,
 * until `orders` is closed. Never returns. */
__attribute__((noreturn)) void redeal_worker_run(const struct redeal_worker_start *start,
                                                 struct redeal_worker_shm *worker);

#endif
