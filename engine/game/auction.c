// SPDX-License-Identifier: MIT
#include "engine/game/auction.h"

#include "engine/declarations.h"
#include "engine/game/declaring.h"
#include "engine/game/schieben.h"
#include "engine/game/steps.h"

void skat_auction_start(struct skat_game *game)
{
    bool dummy = game->two.dummy != SKAT_NOBODY;

    if (dummy)
        game->table.passed |= (uint8_t)(1u << game->two.dummy);
    game->speaker = dummy ? REARHAND : MIDDLEHAND;
    game->hearer = FOREHAND;
    ask(game, SKAT_PHASE_BID, game->speaker);
}

/* Two players have passed without a bid: the third may still bid the lowest value; forehand, or
 * rearhand, whom the survivor has asked for nothing. */
static bool last_chance(const struct skat_game *game) { return game->speaker == game->hearer; }

/* The survivor of the first two and rearhand, who is asked or asks (rules.md 3, auction). */
static void second_pair(struct skat_game *game, unsigned survivor)
{
    bool survivor_asks = game->rules->auction == SKAT_AUCTION_SURVIVOR_ASKS;

    game->rearhand_met = game->table.bid;
    game->speaker = (uint8_t)(survivor_asks ? survivor : REARHAND);
    game->hearer = (uint8_t)(survivor_asks ? REARHAND : survivor);
    ask(game, SKAT_PHASE_BID, game->speaker);
}

void skat_bid_offer(const struct skat_game *game, struct skat_decision *decision)
{
    decision->bids = game->rules->derived.ladder + game->rung;
    decision->bid_count = (uint32_t)(game->rules->derived.ladder_count - game->rung);
    if (last_chance(game))
        decision->bid_count = 1;
}

static enum skat_refusal pass(struct skat_game *game)
{
    unsigned loser = game->table.turn;
    unsigned survivor = loser == game->speaker ? game->hearer : game->speaker;
    bool first_pair = game->speaker == MIDDLEHAND && game->hearer == FOREHAND;

    record(game, loser, SKAT_ACTION_PASS, 0);
    game->table.passed |= (uint8_t)(1u << loser);
    if (last_chance(game)) {
        skat_passed_in(game);
    } else if (first_pair) {
        second_pair(game, survivor);
    } else if (game->table.bid == 0) {
        game->speaker = game->hearer = (uint8_t)survivor;
        ask(game, SKAT_PHASE_BID, survivor);
    } else {
        skat_declaring_start(game, survivor);
    }
    return SKAT_ACCEPTED;
}

static enum skat_refusal bid(struct skat_game *game, unsigned value)
{
    const struct skat_rules *rules = game->rules;
    int rung = game->rung; /* where the bid is: most bids are the next one */

    if (rung == rules->derived.ladder_count || rules->derived.ladder[rung] != value)
        rung = skat_ladder_above(rules, (int)value - 1);
    bool is_value = rung < rules->derived.ladder_count && rules->derived.ladder[rung] == value;
    if (!is_value || rung < game->rung || (last_chance(game) && rung > 0))
        return SKAT_REFUSED_BID;
    record(game, game->table.turn, SKAT_ACTION_BID, value);
    game->table.bid = (uint16_t)value;
    game->rung = (uint16_t)(rung + 1);
    game->table.highest[game->speaker] = (uint16_t)value;
    if (game->hearer == REARHAND && !game->table.highest[REARHAND])
        game->rearhand_met = (uint16_t)value; /* asked for the first time */
    if (last_chance(game))
        skat_declaring_start(game, game->speaker);
    else
        ask(game, SKAT_PHASE_HOLD, game->hearer);
    return SKAT_ACCEPTED;
}

enum skat_refusal skat_bid_answer(struct skat_game *game, const struct skat_action *action)
{
    return action->kind == SKAT_ACTION_BID ? bid(game, action->bid) : pass(game);
}

enum skat_refusal skat_hold_answer(struct skat_game *game, const struct skat_action *action)
{
    if (action->kind == SKAT_ACTION_PASS)
        return pass(game);
    record(game, game->table.turn, SKAT_ACTION_HOLD, 0);
    game->table.highest[game->hearer] = game->table.bid;
    ask(game, SKAT_PHASE_BID, game->speaker);
    return SKAT_ACCEPTED;
}
