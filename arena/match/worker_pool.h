// SPDX-License-Identifier: MIT
/* arena/match/worker_pool.h - what the supervisor and its workers share, and a worker's life.
 *
 * The supervisor splits the run into numbered units of whole deals (whole sessions when rules or
 * bots carry state from deal to deal; at the end of a run of slow bots a few seatings of a deal),
 * and puts them into the slots of the workers. A worker plays a unit, leaves the lines and the
 * tally in the slot, and reports through a pipe. The supervisor takes finished units in the order
 * of their numbers, so the log is in schedule order whatever the workers do.
 *
 * The shared memory of a worker also holds the game in progress and the mark of the running bot
 * call. After a crash, the worker's next process charges the bot that was running, finishes the
 * record of that game and continues with the next game of the unit.
 *
 * A bot in a worker can write to all of this. So the supervisor keeps what it has handed out in its
 * own memory, and checks what it takes (unit_result.h): a worker whose memory was overwritten is
 * replaced, and its units are played again. */
#ifndef ARENA_MATCH_WORKER_POOL_H
#define ARENA_MATCH_WORKER_POOL_H

#include <stdatomic.h>

#include "arena/bot/call_mark.h"
#include "arena/config/config.h"
#include "arena/match/bot_output.h"
#include "arena/match/fault_report.h"
#include "arena/match/slot_buffers.h"
#include "arena/record/game_outcome.h"
#include "arena/record/tally.h"
#include "arena/stats/latency_histogram.h"

enum {
    WORK_SLOTS = 4,   /* units a worker may have at once, so that it rarely waits */
    UNIT_GAMES = 512, /* most games of a unit, if sessions can be split */
    UNIT_ROUNDS = 4   /* and at least so many for each table, where games are played side by side:
                         when the last ones have begun, there are fewer and fewer to ask about */
};

enum work_slot_state { WORK_SLOT_FREE, WORK_SLOT_ASSIGNED, WORK_SLOT_DONE };

struct work_slot {
    _Atomic uint8_t state; /* enum work_slot_state */
    uint64_t number;       /* of the unit */
    uint64_t first_deal;   /* counted over all sessions */
    uint32_t deals;
    uint32_t skip;   /* games of the first deal that belong to other units */
    uint32_t games;  /* of the unit */
    uint8_t alone;   /* its games are not played side by side: they were, and a bot failed */
    uint32_t played; /* finished games; they are in the text and the tally */
    uint32_t text_length;
    uint32_t fault_report_length; /* of the lines about its faults */
    struct tally tally;
};

/* Drops what was played of a unit. */
static inline void work_slot_clear(struct work_slot *slot, int bots)
{
    slot->played = slot->text_length = slot->fault_report_length = 0;
    tally_clear(&slot->tally, bots);
}

/* What a worker is doing. Memory that was overwritten rarely has one of these values. */
enum worker_phase { WORKER_STARTING = 0xa5, WORKER_WORKING = 0x96 };

/* Exit status of a worker */
enum {
    WORKER_LOST_PIPES = 99,         /* some bot closed its descriptors */
    WORKER_BOT_PROCESS_KILLED = 98, /* from outside, as the worker itself may be */
    WORKER_SPOILT = 97,             /* the game in progress is none: a bot has overwritten it */
    WORKER_PLAY_ALONE = 96 /* a fault in games side by side: they are to be played one at a time */
};

/* Calls in which a bot answered many games, and those answers. */
struct batch_count {
    uint64_t calls, answers;
};

struct worker_shm {
    struct call_mark mark;
    _Atomic uint8_t phase;  /* enum worker_phase */
    _Atomic uint64_t games; /* finished by this worker, for progress */
    uint8_t starting_bot;   /* the bot whose instance is being created */
    uint8_t in_game;        /* a game is in progress: a fault now costs that game */
    uint8_t side_by_side;   /* many are: a fault now makes it play them one at a time */
    uint32_t next_slot;     /* the slot whose unit is being played, or is played next */
    uint8_t recover;        /* enum game_status: charge the game in progress with it; or 0 */
    uint8_t recover_position;
    struct latency_histogram times[BOTS_MAX]; /* of decisions */
    uint64_t kept[BOTS_MAX];                  /* answers of other games: kept_answers.h */
    struct batch_count batches[BOTS_MAX];
    char how[80];       /* how the previous process ended, for the fault report */
    struct crash crash; /* where it crashed */
    struct game_id id;  /* the game in progress */
    char illegal[SKAT_TOKEN_SIZE];
    struct skat_game game;
    struct skat_session session; /* of the game, if the rules have sessions */
    struct work_slot slots[WORK_SLOTS];
};

/* Ending early: units that no worker has begun are dropped, except those before one that has begun,
 * so that the log has no gap. */
struct worker_pool_stop {
    _Atomic bool stop;
};
struct worker_pool_begun {
    _Atomic uint64_t units; /* 1 + the highest number of a unit that was begun */
};

/* The memory that a worker shares with the supervisor, and with no other worker. */
struct worker_area {
    struct worker_shm *shm;
    struct slot_buffers buffers; /* of all slots, one after another */
};

struct worker_pool {
    const struct config *config;
    uint32_t unit_games_max;
    struct slot_sizes sizes;         /* of the buffers of a slot */
    struct worker_pool_stop *stop;   /* shared; workers can only read it */
    struct worker_pool_begun *begun; /* shared */
    struct worker_area *areas;       /* one for each worker */
    /* Two pipes for each worker. The worker and its bots print to the first; the worker moves that
     * to the second, and the supervisor prints it from there. So a worker has no descriptors of the
     * run's own for a bot's child to keep open forever. What exceeds the pipes is lost. */
    int (*outputs)[2], (*passed)[2];
    struct bot_output *printed; /* by each worker, in the supervisor */
};

/* Maps the shared memory. `game_stats`: they are wanted. False with an error if that fails. */
bool worker_pool_open(struct worker_pool *pool, const struct config *config, bool game_stats,
                      struct errors *errors);
void worker_pool_close(struct worker_pool *pool);

/* In a worker: gives up what it shares with no supervisor: the areas of other workers, and writing
 * to `stop`. */
void worker_pool_keep(const struct worker_pool *pool, int worker);

struct slot_buffers worker_pool_buffers(const struct worker_pool *pool, int worker, int slot);

/* In the worker: moves on what was printed since the last call, and leaves its end in `last`. */
void worker_pool_pass_output(const struct worker_pool *pool, int worker,
                             char last[FAULT_REPORT_OUTPUT + 1]);
/* In the supervisor: prints what was moved on; with `all`, for a dead worker, also what was not. */
void worker_pool_print_output(const struct worker_pool *pool, int worker, bool all);

/* The worker's process: plays the units assigned to worker `worker` until `orders` is closed. A
 * byte on `orders` is one more unit, a byte on `reports` one finished unit. Never returns. */
__attribute__((noreturn)) void worker_run(struct worker_pool *pool, int worker, int orders,
                                          int reports);

#endif
