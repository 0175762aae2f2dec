// SPDX-License-Identifier: MIT
#include "arena/match/redeal_worker.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/bot/dummy_player.h"
#include "arena/bot/own_clock.h"
#include "arena/match/worker_table.h"
#include "arena/sandbox/no_writing.h"

/* The process, in its own memory. */
struct redeal_worker {
    const struct config *config;
    struct redeal_worker_shm *shared;
    struct worker_bots bots;
    struct worker_table table;
    struct player dummies[SKAT_PLAYERS]; /* one of them stands for the player of a case */
    struct bid_scout *scout;             /* NULL: not open */
};

/* What bots print in re-deals is not shown: they print the same in the deal itself. */
static void set_up_process(struct redeal_worker *worker, const struct redeal_worker_start *start)
{
    const struct rlimit none = {0, 0};
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    int kept[3 + MODULE_FILES_MAX] = {start->orders, start->replies, start->no_writing};

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &none);
    child_set_streams(nowhere, nowhere);
    child_close_others(kept, 3 + module_files_descriptors(worker->config->modules, kept + 3));
    worker_bots_open_groups(&worker->bots, worker->config, start->groups, start->name,
                            WORKER_ANY_PLACE);
    no_writing_begin(start->no_writing);
    own_clock_watch();
}

static void open_table(struct redeal_worker *worker)
{
    struct worker_shm *shm = &worker->shared->shm;
    char reason[200];

    worker_bots_open(&worker->bots, worker->config, shm, WORKER_ANY_PLACE);
    worker_table_open(&worker->table, &worker->bots, &shm->game, &shm->id, shm->illegal);
    if (!dummy_players_open(worker->dummies, &shm->times[0], &shm->mark, reason, sizeof reason))
        _exit(EXIT_INTERNAL);
}

static void seat_bots(struct redeal_worker *worker)
{
    const struct redeal_worker_shm *shared = worker->shared;

    worker->shared->shm.id = shared->id;
    worker->table.seated = shared->bots;
    atomic_store(&worker->shared->shm.phase, WORKER_STARTING);
    for (unsigned seat = 0; seat < (unsigned)worker->config->rules.seats; seat++)
        worker_table_open_player(&worker->table, shared->bots[seat], (int)seat, NULL, false);
    atomic_store(&worker->shared->shm.phase, WORKER_WORKING);
}

static void play(struct redeal_worker *worker)
{
    struct redeal_worker_shm *shared = worker->shared;
    struct worker_table *table = &worker->table;

    seat_bots(worker);
    worker_table_prepare(table, &shared->dealt);
    worker_table_begin(table);
    const enum game_status fault =
        players_play(table->at, worker_table_stand_ins(table), table->game, &table->key,
                     table->illegal, &shared->shm.mark);
    played_moves_of(&shared->moves, table->game);
    shared->end = fault == GAME_OK ? REDEAL_DONE : REDEAL_FAULT;
}

/* ---- tries ---- */

enum try_answer { AS_BEFORE, OTHERWISE, FAULT };

/* Has the next decision answered: by the player of the case as before, by others if they would. */
static enum try_answer answer_next(struct redeal_worker *worker, struct play *play,
                                   const struct game_trace_step *step)
{
    const unsigned position = worker->shared->of.position;
    const union player_action before = {.engine = step->action};
    union player_decision decision;
    union player_action action;

    if (!play_pending(play, &decision))
        return FAULT;
    if (decision.engine.position != step->position)
        return OTHERWISE;
    if (step->position != position) {
        play_ask(play, &decision, &action);
        worker->shared->answers++;
        if (play->players[step->position]->host->failed != GAME_OK)
            return FAULT;
        if (!skat_action_same(&action.engine, &step->action))
            return OTHERWISE;
    }
    return play_apply(play, &decision, &before) ? AS_BEFORE : FAULT;
}

static enum try_answer try_deal(struct redeal_worker *worker, uint32_t number)
{
    struct redeal_worker_shm *shared = worker->shared;
    struct worker_table *table = &worker->table;
    const struct redeal_game *game = &shared->game;
    struct dealt dealt = {.key = shared->dealt.key};
    enum try_answer answer = AS_BEFORE;

    redeal_cards(&dealt.deal, &shared->of, game, &dealt.key, shared->id.arrangement, number);
    worker_table_prepare(table, &dealt);
    table->at[shared->of.position] = &worker->dummies[0];
    worker_table_begin(table);
    struct play play = {.players = table->at,
                        .game = table->game,
                        .illegal = table->illegal,
                        .mark = &shared->shm.mark,
                        .stand_ins = worker_table_stand_ins(table)};
    play_begin(&play, &table->key);
    for (int i = 0; i < shared->of.steps && answer == AS_BEFORE; i++)
        answer = answer_next(worker, &play, &game->trace.steps[i]);
    play_end(&play);
    return answer;
}

static void try_deals(struct redeal_worker *worker)
{
    struct redeal_worker_shm *shared = worker->shared;
    enum try_answer answer = AS_BEFORE;

    shared->game.trace.rules = &worker->config->rules;
    seat_bots(worker);
    shared->tries = shared->answers = shared->found_count = 0;
    while (shared->found_count < shared->wanted && shared->tries < REDEAL_TRIES_MOST &&
           answer != FAULT) {
        answer = try_deal(worker, shared->tries);
        if (answer == AS_BEFORE)
            shared->found[shared->found_count++] = shared->tries;
        shared->tries++;
    }
    shared->end = answer == FAULT ? REDEAL_FAULT : REDEAL_DONE;
}

/* ---- scouting ---- */

static void scout_deals(struct redeal_worker *worker)
{
    struct scouted_deals *deals = &worker->shared->scouted;
    const struct comparison_plan *compared = &worker->config->compared;

    if (!worker->scout) {
        worker->scout = xcalloc(1, sizeof *worker->scout);
        atomic_store(&worker->shared->shm.phase, WORKER_STARTING);
        bid_scout_open(worker->scout, &worker->bots, compared->a, compared->b);
        atomic_store(&worker->shared->shm.phase, WORKER_WORKING);
    }
    for (; deals->done < deals->count; deals->done++)
        deals->bids[deals->done] =
            bid_scout_ask(worker->scout, deals->first + deals->done, &deals->dealt[deals->done]);
    worker->shared->end = REDEAL_DONE;
}

static void do_task(struct redeal_worker *worker)
{
    switch ((enum redeal_task)worker->shared->task) {
    case REDEAL_PLAY:
        play(worker);
        break;
    case REDEAL_TRY:
        try_deals(worker);
        break;
    case REDEAL_SCOUT:
        scout_deals(worker);
        break;
    }
}

void redeal_worker_run(const struct redeal_worker_start *start, struct redeal_worker_shm *shared)
{
    static struct redeal_worker worker; /* too large for a stack */
    char byte = 0;

    worker = (struct redeal_worker){.config = start->config, .shared = shared};
    atomic_store(&shared->shm.phase, WORKER_STARTING);
    set_up_process(&worker, start);
    open_table(&worker);
    atomic_store(&shared->shm.phase, WORKER_WORKING);
    while (read(start->orders, &byte, 1) == 1) {
        do_task(&worker);
        fflush(NULL);
        if (write(start->replies, &byte, 1) != 1)
            _exit(WORKER_LOST_PIPES);
    }
    if (worker.scout)
        bid_scout_close(worker.scout);
    worker_table_close(&worker.table);
    worker_bots_close(&worker.bots);
    _exit(0);
}
