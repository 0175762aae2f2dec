// SPDX-License-Identifier: MIT
/* arena/match/worker_pool.h - what the supervisor and its workers share, and a worker's life.
 *
 * The supervisor splits the run into numbered units of whole deals (whole sessions when rules or
 * bots carry state from deal to deal), and puts units into the slots of workers. A worker plays all
 * games of a unit: the places (schedule.h) one after the other, so what the bots answered at one
 * place is known at the next (kept_answers.h), and nobody plays a deal while it is played
 * elsewhere. Then it plays the re-deals of the unit. It leaves lines, statistics and the tally in
 * the slot, and reports through a pipe. Units are taken in the order of their numbers, so the log
 * is in schedule order whatever the workers do.
 *
 * The shared memory of a worker also holds what it is doing, the game in progress and the mark of
 * the running bot call. After a crash, the worker's next process charges the bot that was running,
 * finishes the record of that game and goes on with the next one.
 *
 * Bots that run in a worker can write to all of this; they are trusted not to (docs/security.md).
 * What isolated bots get is in processes of their own, for each place. */
#ifndef ARENA_MATCH_WORKER_POOL_H
#define ARENA_MATCH_WORKER_POOL_H

#include <stdatomic.h>

#include "arena/bot/call_mark.h"
#include "arena/compare/redeals.h"
#include "arena/record/game_stats.h"
#include "arena/record/game_trace.h"
#include "arena/config/config.h"
#include "arena/match/bot_output.h"
#include "arena/match/fault_report.h"
#include "arena/record/game_outcome.h"
#include "arena/record/tally.h"
#include "arena/sandbox/cgroup.h"
#include "arena/stats/latency_histogram.h"

enum {
    WORK_SLOTS = 4,    /* units a worker may have at once, so that it rarely waits */
    UNIT_DEALS = 512,  /* most deals of a unit, if sessions can be split; */
    UNIT_GAMES = 2048, /* and most games, unless a deal has more */
    UNIT_ROUNDS = 4,   /* and so many for each table, if games are played side by side: fewer and
                          fewer are asked about when the last ones have begun */
    TASKS_FAILED = 256 /* of the re-deals of a deal, that are remembered */
};

/* The places whose isolated players a worker keeps for the next unit; the processes of others end
 * when a unit is played there, so that a schedule with many places has not too many of them. */
enum { WORKER_PLACES_KEPT = 32 };

/* Consecutive deals of the run, with all their games. */
struct unit {
    uint64_t number;
    uint64_t first_deal; /* counted over all sessions */
    uint32_t deals;
    bool one_by_one; /* its games are not played side by side: a bot has failed, and this shows
                        which */
};

/* Whether games are played side by side, which a single deal has none of. */
static inline bool unit_is_together(const struct config *config, const struct unit *unit)
{
    return config->tables > 1 && unit->deals > 1 && !unit->one_by_one;
}

/* Whether a unit is left after the game in progress when the run is interrupted: then its games are
 * played again. */
static inline bool unit_is_left(const struct config *config, const struct unit *unit)
{
    return unit->one_by_one || (unit->deals == 1 && !config->schedule.whole_sessions);
}

enum work_slot_state { WORK_SLOT_FREE, WORK_SLOT_ASSIGNED, WORK_SLOT_DONE };

struct work_slot {
    _Atomic uint8_t state; /* enum work_slot_state */
    struct unit unit;
    /* How far it is: deals whose bids are known, places that are finished, games of the next one,
     * and deals whose re-deals are played. */
    uint32_t scouted, places, played, redealt;
    uint32_t text_length;
    uint32_t reports_length; /* of the lines about faults */
    uint32_t redeals_length; /* of the lines of redeals.jsonl */
    struct tally tally;
};

/* Drops what was played of a unit. */
static inline void work_slot_clear(struct work_slot *slot, int bots)
{
    slot->scouted = slot->places = slot->played = slot->redealt = 0;
    slot->text_length = slot->reports_length = slot->redeals_length = 0;
    tally_clear(&slot->tally, bots);
}

/* ---- what a worker leaves of a unit ---- */

/* Where the texts of a game begin and end: its line, and the line about its fault, which is empty
 * for a game without one. */
struct game_lines {
    uint32_t begin, end;
    uint32_t report_begin, report_end;
};

/* Games are in schedule order: those of a deal, by place, after those of the deal before. What is
 * not wanted is NULL. */
struct slot_buffers {
    char *text;               /* the games' lines, in the order of play */
    struct game_lines *lines; /* of each game */
    struct game_stats *stats;
    struct played_moves *moves;
    char *reports;                 /* the lines about faults, in the order of play */
    struct deal_bids *bids;        /* of each deal, where bids alone are compared */
    struct redeal_change *changes; /* what the re-deals of each deal change, */
    char *redeals;                 /* and their lines */
};

/* ---- what it does ---- */

enum worker_phase { WORKER_STARTING, WORKER_WORKING };

/* What a fault of a bot costs now. */
enum worker_activity {
    WORKER_BETWEEN,      /* nothing: no game is in progress */
    WORKER_GAME,         /* the game in progress */
    WORKER_SIDE_BY_SIDE, /* many are, and all of them are played again, one at a time */
    WORKER_SCOUTING,     /* the deal that is asked about counts as bid differently */
    WORKER_REDEALS       /* the case whose task it is */
};

/* Exit status of a worker. In a call of a bot that is not isolated, any status is that of the bot.
 */
enum {
    WORKER_SHORTAGE = 95,           /* the machine has no process for a bot */
    WORKER_PLAY_ALONE = 96,         /* a fault in games side by side */
    WORKER_BOT_PROCESS_KILLED = 98, /* from outside, as the worker itself may be */
    WORKER_LOST_PIPES = 99          /* some bot closed its descriptors */
};

/* Calls in which a bot answered many games, and those answers. */
struct batch_count {
    uint64_t calls, answers;
};

/* The re-deals of the deal at hand, in tasks that are counted in the order in which they are done:
 * one that fails its process fails again, without being begun, when the next process plays the deal
 * anew. */
struct redeal_tasks {
    uint32_t number; /* of the task at hand, from 1; 0: none */
    uint32_t failed_count;
    uint32_t failed[TASKS_FAILED];
};

struct worker_shm {
    struct call_mark mark;
    _Atomic uint8_t phase;    /* enum worker_phase */
    _Atomic uint8_t activity; /* enum worker_activity */
    _Atomic uint64_t games;   /* finished by this worker, for progress */
    uint8_t starting_bot;     /* the bot whose instance is being created */
    uint32_t next_slot;       /* the slot whose unit is being played, or is played next */
    uint8_t recover;          /* enum game_status: charge the game in progress with it; or 0 */
    uint8_t recover_position;
    struct latency_histogram times[BOTS_MAX]; /* of decisions */
    uint64_t kept[BOTS_MAX];                  /* answers of other games: kept_answers.h */
    uint32_t in_vain[BOTS_MAX];               /* sessions at whose end a bot failed */
    struct batch_count batches[BOTS_MAX];
    char how[80];                /* how the previous process ended, for the fault report */
    struct crash crash;          /* where it crashed */
    struct printed_ring printed; /* by it and its bots */
    struct game_id id;           /* the game in progress */
    char illegal[SKAT_TOKEN_SIZE];
    struct skat_game game;
    struct skat_session session; /* of the game, if the rules have sessions */
    struct redeal_tasks tasks;
    struct work_slot slots[WORK_SLOTS];
};

/* Ending early. */
struct worker_pool_stop {
    _Atomic bool stop;     /* units that take long are not finished */
    _Atomic bool drop_all; /* nothing is begun any more */
};

struct worker_pool {
    const struct config *config;
    int count, places; /* workers; and games of each deal */
    uint32_t unit_deals_max;
    bool game_stats, moves;        /* are wanted of each game */
    struct worker_pool_stop *stop; /* shared; workers can only read it */
    struct cgroup_tree groups;     /* of bot processes */
    /* The memory that each worker shares with the supervisor, and with no other worker. */
    char *areas;
    size_t area_size, slot_size; /* of which each slot has its buffers */
    struct bot_output *outputs;  /* of each worker */
};

/* Maps the shared memory. `game_stats`, `moves`: they are wanted of each game. False with an error
 * if that fails. */
bool worker_pool_open(struct worker_pool *pool, const struct config *config, bool game_stats,
                      bool moves, struct errors *errors);
void worker_pool_close(struct worker_pool *pool);

static inline struct worker_shm *worker_pool_shm(const struct worker_pool *pool, int worker)
{
    return (struct worker_shm *)(void *)(pool->areas + (size_t)worker * pool->area_size);
}
/* In the worker: from now on, or no longer, a fault of a bot is one at its start, and it has other
 * limits: what follows counts as another call. */
static inline void worker_shm_starting(struct worker_shm *shm, bool starts)
{
    atomic_store(&shm->phase, starts ? WORKER_STARTING : WORKER_WORKING);
    atomic_fetch_add(&shm->mark.calls, 2);
}
struct slot_buffers worker_pool_buffers(const struct worker_pool *pool, int worker, int slot);

/* In a worker: gives up what is not its own: the areas of other workers, writing to `stop`, and all
 * descriptors but the standard ones, its output, `orders`, `reports` and those of the module files.
 */
void worker_pool_keep(const struct worker_pool *pool, int worker, int orders, int reports);

/* The worker's process: plays the units assigned to worker `worker` until `orders` is closed. A
 * byte on `orders` is one more unit, a byte on `reports` one finished unit. Never returns. */
__attribute__((noreturn)) void worker_run(struct worker_pool *pool, int worker, int orders,
                                          int reports);

#endif
