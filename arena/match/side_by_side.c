// SPDX-License-Identifier: MIT
#include "arena/match/side_by_side.h"

#include <stdlib.h>
#include <time.h>

#include "arena/base/clock.h"
#include "arena/base/memory.h"

struct side_table {
    struct worker_table table;
    struct skat_game game;
    struct game_id id;
    char illegal[SKAT_TOKEN_SIZE];
    struct play play;
    union player_decision decision; /* for which it waits */
    union player_action action;
};

/* The questions to a bot that answers many, or to a bot process. */
struct batch {
    struct batch_leader leader;
    struct batch_count *counted;
    int count;
    struct skat_bot_question *questions;
    struct side_table **from; /* the table of each question */
};

struct side_by_side {
    const struct worker_bots *bots;
    const struct worker_table *leaders;
    int tables, batch_count;

    struct side_table *at;
    struct batch *batches; /* one for each leader */
    struct side_table **answered;
    /* The games of a unit at a place. */
    const struct side_games *games;
    uint32_t begun, ended; /* of its games */
};

void side_by_side_close(struct side_by_side *all)
{
    if (!all)
        return;
    for (int i = 0; i < all->tables; i++)
        worker_table_close(&all->at[i].table);
    for (int i = 0; i < all->batch_count; i++) {
        free(all->batches[i].questions);
        free(all->batches[i].from);
    }
    free(all->batches);
    free(all->answered);
    free(all->at);
    free(all);
}

/* Opens the tables; of isolated bots so many that their instances, which join in larger and larger
 * groups, do not take long to start: one that loads much gains less from them than they cost.
 * False: one cannot start. */
static bool open_tables(struct side_by_side *all, uint32_t place, int tables)
{
    const bool isolated = all->bots->config->isolation == ISOLATION_PROCESS;
    const double LONG = 0.1, began = clock_seconds(CLOCK_MONOTONIC); /* seconds */
    int group = 1;

    while (all->tables < tables) {
        struct side_table *side = &all->at[all->tables++];
        worker_table_open(&side->table, all->bots, &side->game, &side->id, side->illegal);
        worker_table_open_players(&side->table, place, all->leaders, false);
        if (!isolated || all->tables < group)
            continue;
        if (!worker_table_flush(all->leaders))
            return false;
        if (clock_seconds(CLOCK_MONOTONIC) - began > LONG)
            return true;
        group *= 4;
    }
    return !isolated || worker_table_flush(all->leaders);
}

struct side_by_side *side_by_side_open(const struct worker_bots *bots,
                                       const struct worker_table *leaders, uint32_t place,
                                       int tables)
{
    struct side_by_side *all = xcalloc(1, sizeof *all);

    all->bots = bots;
    all->leaders = leaders;
    all->at = xcalloc((size_t)tables, sizeof *all->at);
    all->answered = xcalloc((size_t)tables, sizeof(struct side_table *));
    all->batches = xcalloc((size_t)bots->config->bot_count * SKAT_SEATS_MAX * PLAYER_PARTS,
                           sizeof *all->batches);
    if (open_tables(all, place, tables))
        return all;
    side_by_side_close(all);
    return NULL;
}

/* ---- questions ---- */

static struct batch *batch_of(struct side_by_side *all, const struct batch_leader *leader)
{
    struct batch *batch = all->batches;

    for (int i = 0; i < all->batch_count; i++, batch++)
        if (batch->leader.instance == leader->instance)
            return batch;
    all->batch_count++;
    *batch = (struct batch){
        .leader = *leader,
        .counted = &all->bots->shm->batches[leader->player->times - all->bots->shm->times],
    };
    batch->questions = xcalloc((size_t)all->tables, sizeof *batch->questions);
    batch->from = xcalloc((size_t)all->tables, sizeof(struct side_table *));
    return batch;
}

/* False: the bot says that it cannot continue. */
static bool ask(const struct side_by_side *all, struct batch *batch)
{
    const uint32_t calls = play_ask_many(&batch->leader, batch->questions, (uint32_t)batch->count,
                                         &all->bots->shm->mark);

    batch->counted->calls += calls;
    batch->counted->answers += (uint32_t)batch->count;
    return calls > 0;
}

/* The bot that has most to answer; NULL: no game waits. */
static struct batch *fullest(struct side_by_side *all)
{
    struct batch *fullest = NULL;

    for (int i = 0; i < all->batch_count; i++)
        if (all->batches[i].count > (fullest ? fullest->count : 0))
            fullest = &all->batches[i];
    return fullest;
}

/* ---- games ---- */

enum progress { PROGRESS_WAITS, PROGRESS_OVER, PROGRESS_FAULT };

/* Asks the bot whose decision it is, or puts the question to the others for its bot. True: it is
 * answered. */
static bool decide(struct side_by_side *all, struct side_table *side)
{
    struct batch_leader leader;
    struct skat_bot_question question;

    if (!play_batch(&side->play, &side->decision, &leader)) {
        play_ask(&side->play, &side->decision, &side->action);
        return true;
    }
    if (!play_prepare(&side->play, &side->decision, &side->action, &question))
        return true;
    struct batch *batch = batch_of(all, &leader);
    batch->questions[batch->count] = question;
    batch->from[batch->count++] = side;
    return false;
}

/* Plays on from an answer, or from the begin of the game, until it waits for one that is asked with
 * others. */
static enum progress advance(struct side_by_side *all, struct side_table *side, bool answered)
{
    for (;;) {
        if (answered && !play_apply(&side->play, &side->decision, &side->action))
            break;
        if (!play_pending(&side->play, &side->decision))
            break;
        answered = decide(all, side);
        if (!answered)
            return PROGRESS_WAITS;
    }
    return play_end(&side->play) == GAME_OK ? PROGRESS_OVER : PROGRESS_FAULT;
}

/* Whether a game is left to begin. */
static bool has_next(struct side_by_side *all)
{
    const struct side_games *games = all->games;

    for (; all->begun < games->unit->deals && games->is_skipped(games->context, all->begun);
         all->begun++)
        all->ended++;
    return all->begun < games->unit->deals;
}

static void begin_next(struct side_by_side *all, struct side_table *side)
{
    struct worker_table *table = &side->table;

    side->id = schedule_game(&all->bots->config->schedule,
                             all->games->unit->first_deal + all->begun++, all->games->place);
    worker_table_prepare(table);
    worker_table_begin(table);
    side->play = (struct play){.players = table->at,
                               .game = &side->game,
                               .illegal = side->illegal,
                               .mark = &all->bots->shm->mark,
                               .stand_ins = worker_table_stand_ins(table)};
    play_begin(&side->play, &table->key);
}

/* Plays at a table until it waits, or no game is left to begin. False: a fault. */
static bool play_on(struct side_by_side *all, struct side_table *side, bool in_game)
{
    bool answered = in_game;

    for (;;) {
        if (!in_game && !has_next(all))
            return true;
        if (!in_game)
            begin_next(all, side);
        switch (advance(all, side, answered)) {
        case PROGRESS_WAITS:
            return true;
        case PROGRESS_FAULT:
            return false;
        case PROGRESS_OVER:
            break;
        }
        all->games->finished(all->games->context, &side->table);
        all->ended++;
        in_game = answered = false;
    }
}

/* The answers of a batch. The games that got one may put new questions to the same bot. */
static bool take_answers(struct side_by_side *all, struct batch *batch)
{
    const int count = batch->count;

    for (int i = 0; i < count; i++)
        all->answered[i] = batch->from[i];
    batch->count = 0;
    for (int i = 0; i < count; i++)
        if (!play_on(all, all->answered[i], true))
            return false;
    return true;
}

/* Plays all games; false: a fault. */
static bool play_all(struct side_by_side *all, const struct side_games *games)
{
    struct batch *batch;

    all->games = games;
    all->begun = all->ended = 0;
    for (int i = 0; i < all->tables; i++)
        if (!play_on(all, &all->at[i], false))
            return false;
    while ((batch = fullest(all))) {
        if (!ask(all, batch) || !take_answers(all, batch))
            return false;
    }
    return all->ended == games->unit->deals;
}

/* Bot processes have not been told of the last ends of deals when the last game is over. */
bool side_by_side_play(struct side_by_side *all, const struct side_games *games)
{
    return play_all(all, games) && worker_table_flush(all->leaders);
}
