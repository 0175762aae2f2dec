// SPDX-License-Identifier: MIT
/* arena/match/worker_pool.h - what the supervisor and its workers share, and a worker's life.
 *
 * No bot sees a deal twice. A deal is played at as many places as it has seatings (schedule.h), and
 * a worker, with all that its bots can write to, belongs to one place: of each deal it plays one
 * game. So there are at least as many workers as places, of which no more than `workers` of the
 * config play at a time; each is started when it is first needed.
 *
 * The supervisor splits the run into numbered units of whole deals (whole sessions when rules or
 * bots carry state from deal to deal). A unit has a part for each place: a game of each of its
 * deals. The supervisor puts parts into the slots of workers. A worker plays a part, leaves the
 * lines and the tally in the slot, and reports through a pipe. When all parts of a unit are
 * finished it is taken, in the order of the units' numbers, so the log is in schedule order
 * whatever the workers do.
 *
 * The shared memory of a worker also holds the game in progress and the mark of the running bot
 * call. After a crash, the worker's next process charges the bot that was running, finishes the
 * record of that game and continues with the next game of the part.
 *
 * A bot in a worker can write to all of this. So the supervisor keeps what it has handed out in its
 * own memory, and checks what it takes (unit_result.h): a worker whose memory was overwritten is
 * replaced, and its parts are played again. */
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
#include "arena/sandbox/cgroup.h"
#include "arena/stats/latency_histogram.h"

enum {
    WORK_SLOTS = 4,    /* parts a worker may have at once, so that it rarely waits */
    PART_GAMES = 512,  /* most games of a part, if sessions can be split */
    UNIT_GAMES = 4096, /* most games of a unit then, unless a deal has more */
    PART_ROUNDS = 4    /* and at least so many for each table, where games are played side by side:
                          when the last ones have begun, there are fewer and fewer to ask about */
};

enum work_slot_state { WORK_SLOT_FREE, WORK_SLOT_ASSIGNED, WORK_SLOT_DONE };

struct work_slot {
    _Atomic uint8_t state; /* enum work_slot_state */
    uint64_t number;       /* of the unit */
    uint64_t first_deal;   /* counted over all sessions */
    uint32_t deals;        /* and games: one of each */
    uint8_t one_by_one;    /* its games are not played side by side, and descriptors are watched: a
                              bot has failed, and this shows which */
    uint8_t known;         /* games of each deal in slot_buffers.before */
    uint16_t processor;    /* which of those that this run may use, for isolated bots */
    uint32_t played;       /* finished games; they are in the text and the tally */
    uint32_t text_length;
    uint32_t fault_report_length; /* of the lines about its faults */
    struct tally tally;
};

/* Drops what was played of a part. */
static inline void work_slot_clear(struct work_slot *slot, int bots)
{
    slot->played = slot->text_length = slot->fault_report_length = 0;
    tally_clear(&slot->tally, bots);
}

/* What a worker is doing. Memory that was overwritten rarely has one of these values. */
enum worker_phase { WORKER_STARTING = 0xa5, WORKER_WORKING = 0x96 };

/* Exit status of a worker: worker_shm_exit() */
enum {
    WORKER_LOST_PIPES = CALL_MARK_CLOSED, /* some bot closed its descriptors */
    WORKER_BOT_PROCESS_KILLED = 98,       /* from outside, as the worker itself may be */
    WORKER_SHORTAGE = 95,                 /* the machine has no process for a bot */
    WORKER_SPOILT = 97,    /* the game in progress is none: a bot has overwritten it */
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
    uint32_t next_slot;     /* the slot whose part is being played, or is played next */
    uint8_t recover;        /* enum game_status: charge the game in progress with it; or 0 */
    uint8_t recover_position;
    struct latency_histogram times[BOTS_MAX]; /* of decisions */
    uint64_t kept[BOTS_MAX];                  /* answers of other games: kept_answers.h */
    uint32_t in_vain[BOTS_MAX];               /* sessions at whose end a bot failed */
    struct batch_count batches[BOTS_MAX];
    char how[80];       /* how the previous process ended, for the fault report */
    struct crash crash; /* where it crashed */
    struct game_id id;  /* the game in progress */
    char illegal[SKAT_TOKEN_SIZE];
    struct skat_game game;
    struct skat_session session; /* of the game, if the rules have sessions */
    struct work_slot slots[WORK_SLOTS];
};

/* Ending early. */
struct worker_pool_stop {
    _Atomic bool stop;     /* games that had to be played again one at a time are not finished */
    _Atomic bool drop_all; /* no part is begun any more */
};

struct worker_pool {
    const struct config *config;
    int count, places; /* workers; and places, one for each `count / places` of them */
    /* Of a run with isolated bots: how many units are played at a time, each in a lane, which has a
     * processor of its own. The parts of a unit are played one after the other in its lane, so
     * nobody plays a deal while it is played elsewhere. Otherwise a bot could tell its process of
     * another seating something by how long it computes: that slows others down, and decides which
     * processor is free for them, and any process can find out where it runs. 0: any worker plays
     * any part when it can, on any processor. */
    int lanes;
    uint32_t part_games_max;
    struct slot_sizes sizes;       /* of the buffers of a slot */
    struct worker_pool_stop *stop; /* shared; workers can only read it */
    struct cgroup_tree groups;     /* of bot processes */
    int no_writing;                /* rules for workers (sandbox/no_writing.h), or -1 */
    /* The memory that each worker shares with the supervisor, and with no other worker. */
    char *areas;
    size_t area_size;
    struct worker_pipes *pipes; /* of each worker */
    struct bot_output *printed; /* by each worker, in the supervisor */
};

/* Two pipes of a worker. The worker and its bots print to the first; the worker moves that to the
 * second, and the supervisor prints it from there. So a worker has no descriptors of the run's own
 * for a bot's child to keep open forever. What exceeds the pipes is lost. */
struct worker_pipes {
    int output[2], passed[2]; /* -1: not open */
};

/* How many workers a run has. */
int worker_pool_workers(const struct config *config);

/* Maps the shared memory. `game_stats`, `moves`: they are wanted of each game. False with an error
 * if that fails. */
bool worker_pool_open(struct worker_pool *pool, const struct config *config, bool game_stats,
                      bool moves, struct errors *errors);
void worker_pool_close(struct worker_pool *pool);

/* The place at which a worker plays: 0..places - 1. */
static inline uint32_t worker_pool_place(const struct worker_pool *pool, int worker)
{
    return (uint32_t)(worker % pool->places);
}

/* Game `number` (0..) of a worker's part of a unit that begins with deal `first_deal`. */
static inline struct game_id worker_pool_game(const struct worker_pool *pool, int worker,
                                              uint64_t first_deal, uint32_t number)
{
    return schedule_game(&pool->config->schedule, first_deal + number,
                         worker_pool_place(pool, worker));
}

static inline struct worker_shm *worker_pool_shm(const struct worker_pool *pool, int worker)
{
    return (struct worker_shm *)(void *)(pool->areas + (size_t)worker * pool->area_size);
}
/* The bot whose code runs there, or is about to, by name; "a bot" if what is there is none. Follows
 * no pointer: a bot may have written it. */
const struct bot *worker_shm_bot(const struct worker_shm *shm, const struct config *config);
/* Its name, or "a bot". */
const char *worker_shm_bot_name(const struct worker_shm *shm, const struct config *config);

/* The exit status by which the code of a worker, or of another process with such memory, ended it:
 * WORKER_...; 0 if it ended otherwise. In a call of a bot that is not isolated, any status is that
 * of the bot. `status` as waitpid() gives it. */
int worker_shm_exit(const struct worker_shm *shm, const struct config *config, int status);

struct slot_buffers worker_pool_buffers(const struct worker_pool *pool, int worker, int slot);

/* Before a worker is started: opens its pipes, unless they are. False, and errno. */
bool worker_pool_open_pipes(struct worker_pool *pool, int worker);

/* In a worker: gives up all that others can see: the areas of other workers, writing to `stop`, and
 * all descriptors but the standard ones, its pipes, `orders`, `reports` and those of the module
 * files. What its bots remember stays in it. */
void worker_pool_keep(const struct worker_pool *pool, int worker, int orders, int reports);

/* In the worker: moves on what was printed since the last call, and leaves its end in `last`. */
void worker_pool_pass_output(const struct worker_pool *pool, int worker,
                             char last[FAULT_REPORT_OUTPUT + 1]);
/* In the supervisor: prints what was moved on; with `all`, for a dead worker, also what was not. */
void worker_pool_print_output(const struct worker_pool *pool, int worker, bool all);

/* The worker's process: plays the parts assigned to worker `worker` until `orders` is closed. A
 * byte on `orders` is one more part, a byte on `reports` one finished part. Never returns. */
__attribute__((noreturn)) void worker_run(struct worker_pool *pool, int worker, int orders,
                                          int reports);

#endif
