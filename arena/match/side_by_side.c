// SPDX-License-Identifier: MIT
#include "arena/match/side_by_side.h"

#include <stdlib.h>
#include <time.h>

#include "arena/base/machine.h"
#include "arena/base/memory.h"

struct side_table {
    struct worker_table table;
    uint32_t next, end; /* of the deals that are played here */
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
    uint32_t place;
    int tables, most;        /* how many are open, and may be */
    double opening, playing; /* seconds that it took so far */
    int batch_count;
    struct side_table *at;
    struct batch *batches; /* one for each leader */
    struct side_table **answered;
    /* The games of a unit at a place. */
    const struct side_games *games;
    uint32_t ended; /* of its games */
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

static void open_table(struct side_by_side *all)
{
    struct side_table *side = &all->at[all->tables++];

    worker_table_open(&side->table, all->bots, &side->game, &side->id, side->illegal);
    worker_table_open_players(&side->table, all->place, all->leaders, false);
}

/* With isolation: more instances take longer to create, and fit into no cache. Two copies of
 * stammtisch, 7,200 deals: 2.2 s of processor time, 2.1 with 128 tables, 2.5 with 32 or 256. */
enum { ISOLATED_TABLES = 64 };

/* Opens more tables. With isolation, where each table has instances of its own, twice as many again
 * and again, as long as that takes no more than a part of the time in which games were played: so
 * many tables are worth their instances in a long run only. False: one cannot start. */
static bool open_tables(struct side_by_side *all)
{
    const bool isolated = all->bots->config->isolates;
    const double PART = 0.25, AT_FIRST = 0.02; /* seconds */

    while (all->tables < all->most &&
           (!isolated || all->opening < AT_FIRST + PART * all->playing)) {
        const double began = clock_seconds(CLOCK_MONOTONIC);
        const int twice = !isolated ? all->most : all->tables ? 2 * all->tables : 4;
        while (all->tables < (twice < all->most ? twice : all->most))
            open_table(all);
        if (isolated && !worker_table_flush(all->leaders))
            return false;
        all->opening += clock_seconds(CLOCK_MONOTONIC) - began;
    }
    return true;
}

struct side_by_side *side_by_side_open(const struct worker_bots *bots,
                                       const struct worker_table *leaders, uint32_t place,
                                       int tables)
{
    struct side_by_side *all = xcalloc(1, sizeof *all);

    all->bots = bots;
    all->leaders = leaders;
    all->place = place;
    all->most = bots->config->isolates && tables > ISOLATED_TABLES ? ISOLATED_TABLES : tables;
    all->at = xcalloc((size_t)tables, sizeof *all->at);
    all->answered = xcalloc((size_t)tables, sizeof(struct side_table *));
    all->batches = xcalloc((size_t)bots->config->bot_count * SKAT_SEATS_MAX * PLAYER_PARTS,
                           sizeof *all->batches);
    if (!bots->config->isolates)
        open_tables(all); /* what cannot start ends the process before the first game */
    return all;
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
    batch->questions = xcalloc((size_t)all->most, sizeof *batch->questions);
    batch->from = xcalloc((size_t)all->most, sizeof(struct side_table *));
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

/* Deals the unit out. A table plays deals that follow each other, which are of few sessions. */
static void share_deals(struct side_by_side *all)
{
    const uint64_t deals = all->games->unit->deals, tables = (uint64_t)all->tables;

    for (uint64_t i = 0; i < tables; i++) {
        all->at[i].next = (uint32_t)(i * deals / tables);
        all->at[i].end = (uint32_t)((i + 1) * deals / tables);
    }
}

/* Whether a game is left to begin. */
static bool has_next(struct side_by_side *all, struct side_table *side)
{
    const struct side_games *games = all->games;

    for (; side->next < side->end && games->is_skipped(games->context, side->next); side->next++)
        all->ended++;
    return side->next < side->end;
}

static void begin_next(struct side_by_side *all, struct side_table *side)
{
    side->id = schedule_game(&all->bots->config->schedule,
                             all->games->unit->first_deal + side->next++, all->games->place);
    worker_table_prepare(&side->table);
    side->play = worker_table_play(&side->table);
}

/* Plays at a table until it waits, or no game is left to begin. False: a fault. */
static bool play_on(struct side_by_side *all, struct side_table *side, bool in_game)
{
    bool answered = in_game;

    for (;;) {
        if (!in_game && !has_next(all, side))
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
    all->ended = 0;
    share_deals(all);
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
    const double began = clock_seconds(CLOCK_MONOTONIC), opening = all->opening;

    if (!open_tables(all) || !play_all(all, games) || !worker_table_flush(all->leaders))
        return false;
    all->playing += clock_seconds(CLOCK_MONOTONIC) - began - (all->opening - opening);
    return true;
}
