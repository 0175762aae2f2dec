// SPDX-License-Identifier: MIT
#include "arena/match/bid_scout.h"

#include <string.h>

static void open_players(struct worker_table *table, const struct worker_bots *bots)
{
    for (int seat = 0; seat < bots->config->rules.seats; seat++)
        worker_table_open_player(table, table->seated[seat], seat, NULL, false);
}

void bid_scout_open(struct bid_scout *scout, const struct worker_bots *bots, int one, int other)
{
    struct worker_table *const tables[] = {&scout->deciding, &scout->silent};

    scout->bots = bots;
    memset(scout->seated[0], one, sizeof scout->seated[0]);
    memset(scout->seated[1], other, sizeof scout->seated[1]);
    for (int i = 0; i < 2; i++) {
        worker_table_open(tables[i], bots, &scout->games[i], &scout->ids[i], scout->illegal[i]);
        tables[i]->seated = scout->seated[i];
        open_players(tables[i], bots);
    }
}

void bid_scout_close(struct bid_scout *scout)
{
    worker_table_close(&scout->deciding);
    worker_table_close(&scout->silent);
}

/* Begins the deal at a table. */
static struct play begin(struct worker_table *table, const struct game_id *id)
{
    *table->id = *id;
    worker_table_prepare(table);
    worker_table_begin(table);
    struct play play = {.players = table->at,
                        .game = table->game,
                        .illegal = table->illegal,
                        .mark = &table->bots->shm->mark,
                        .stand_ins = worker_table_stand_ins(table)};
    play_begin(&play, &table->key);
    return play;
}

/* Asks the player whose decision it is. False if it fails. */
static bool ask(struct play *play, const union player_decision *decision,
                union player_action *action)
{
    play_ask(play, decision, action);
    return play->players[decision->engine.position]->host->failed == GAME_OK;
}

/* Goes through the bids, up to the first card. */
static bool bid_alike(struct play *deciding, struct play *silent, uint16_t *answers)
{
    union player_decision decision, same;
    union player_action action, other;

    for (; play_pending(deciding, &decision) && decision.engine.kind != SKAT_DECIDE_CARD;
         *answers += 2)
        if (!play_pending(silent, &same) || !ask(deciding, &decision, &action) ||
            !ask(silent, &same, &other) || !skat_action_same(&action.engine, &other.engine) ||
            !play_apply(deciding, &decision, &action) || !play_apply(silent, &same, &other))
            return false;
    return true;
}

struct deal_bids bid_scout_ask(struct bid_scout *scout, uint64_t number)
{
    struct deal_bids bids = {STATS_BIDS_DIFFER, 0};
    const struct game_id id = schedule_game(&scout->bots->config->schedule, number, 0);
    struct play deciding = begin(&scout->deciding, &id), silent = begin(&scout->silent, &id);
    const bool alike = bid_alike(&deciding, &silent, &bids.answers);
    const enum game_status one = play_end(&deciding), other = play_end(&silent);

    if (one != GAME_OK || other != GAME_OK)
        bids.answers = 0; /* as if the process had ended by it */
    else if (alike)
        bids.known = STATS_BIDS_ALIKE;
    else
        bids.answers += 2; /* the last ones */
    return bids;
}
