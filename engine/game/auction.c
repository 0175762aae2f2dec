// SPDX-License-Identifier: MIT
#include "engine/game/auction.h"

#include "engine/declarations.h"
#include "engine/game/phases.h"

enum { EIGHTEEN = 18 }; /* what each game that is named is worth at least (rules.md 7.1) */

/* What is bid in an auction: values, or games. Both are a ladder, whose rungs a row knows; who
 * speaks, who answers and who is left is the same in all (rules.md 3). */
struct auction_row {
    uint8_t speak, answer; /* enum skat_phase: a rung is named, and held */
    /* How many rungs there are. */
    int (*rungs)(const struct skat_rules *rules);
    /* The rung that an action of the speaker names, or -1: none. */
    int (*named)(const struct skat_game *game, const struct skat_action *action);
    /* Records that the speaker has named it, and makes public what stands now. */
    void (*stand)(struct skat_game *game, int rung);
    /* Offers the rungs from game->rung on, so many. */
    void (*offer)(const struct skat_game *game, int count, struct skat_decision *decision);
};

/* ---- values ---- */

static int values(const struct skat_rules *rules) { return rules->derived.ladder_count; }

static int value_named(const struct skat_game *game, const struct skat_action *action)
{
    const struct skat_rules *rules = game->rules;
    int rung = game->rung; /* where the bid is: most bids are the next one */

    if (rung == rules->derived.ladder_count || rules->derived.ladder[rung] != action->bid)
        rung = skat_ladder_above(rules, (int)action->bid - 1);
    return rung < rules->derived.ladder_count && rules->derived.ladder[rung] == action->bid ? rung
                                                                                            : -1;
}

static void value_stands(struct skat_game *game, int rung)
{
    skat_auction_bid_value(game, (unsigned)rung);
}

static void offer_values(const struct skat_game *game, int count, struct skat_decision *decision)
{
    decision->bids = game->rules->derived.ladder + game->rung;
    decision->bid_count = (uint32_t)count;
}

/* ---- games (rules.md 3.1) ---- */

static int games(const struct skat_rules *rules) { return rules->derived.call_count; }

static int game_named(const struct skat_game *game, const struct skat_action *action)
{
    struct skat_contract contract = action->contract;

    if (contract.type >= SKAT_GAME_DECLARED)
        return -1;
    if (contract.with & SKAT_WITH_OUVERT)
        contract.with |= SKAT_WITH_HAND; /* codes omit it */
    return skat_call_place(game->rules, skat_rules_complete(game->rules, contract));
}

static void game_stands(struct skat_game *game, int rung)
{
    struct skat_contract called = game->rules->derived.calls[rung];

    game->calls.called = called;
    game->calls.called_rank = (uint8_t)skat_call_rank(called);
    game->calls.highest_call[game->speaker] = game->calls.called_rank;
    record_contract(game, game->speaker, SKAT_ACTION_CALL, called);
}

static void offer_games(const struct skat_game *game, int count, struct skat_decision *decision)
{
    decision->declarations = game->rules->derived.calls + game->rung;
    decision->declaration_count = (uint32_t)count;
}

static const struct auction_row auction_of_values = {SKAT_PHASE_BID, SKAT_PHASE_HOLD, values,
                                                     value_named,    value_stands,    offer_values};
static const struct auction_row auction_of_games = {
    SKAT_PHASE_CALL, SKAT_PHASE_HOLD_CALL, games, game_named, game_stands, offer_games};

static const struct auction_row *row_of(const struct skat_game *game)
{
    return game->rules->auction == SKAT_AUCTION_SUITS ? &auction_of_games : &auction_of_values;
}

/* ---- who speaks, who answers, who is left ---- */

static void let_speak(struct skat_game *game, unsigned speaker, unsigned hearer)
{
    game->speaker = (uint8_t)speaker;
    game->hearer = (uint8_t)hearer;
    ask(game, (enum skat_phase)row_of(game)->speak, speaker);
}

void skat_auction_start(struct skat_game *game)
{
    bool dummy = game->dummy != SKAT_NOBODY;

    if (dummy)
        game->table.passed |= (uint8_t)(1u << game->dummy);
    let_speak(game, dummy ? REARHAND : MIDDLEHAND, FOREHAND);
}

/* What rearhand meets at its first turn. */
static uint16_t standing_value(const struct skat_game *game)
{
    return game->calls.called_rank ? EIGHTEEN : game->table.bid;
}

/* The survivor of the first two and rearhand, who is asked or asks (rules.md 3, auction). */
static void second_pair(struct skat_game *game, unsigned survivor)
{
    bool survivor_asks = game->rules->auction == SKAT_AUCTION_SURVIVOR_ASKS;

    game->rearhand_met = standing_value(game);
    let_speak(game, survivor_asks ? survivor : REARHAND, survivor_asks ? REARHAND : survivor);
}

void skat_bid_offer(const struct skat_game *game, struct skat_decision *decision)
{
    const struct auction_row *row = row_of(game);
    int count = row->rungs(game->rules) - game->rung;

    row->offer(game, skat_auction_last_chance(game) ? 1 : count, decision);
}

static enum skat_refusal pass(struct skat_game *game)
{
    unsigned loser = game->table.turn;
    unsigned survivor = loser == game->speaker ? game->hearer : game->speaker;
    bool first_pair = game->speaker == MIDDLEHAND && game->hearer == FOREHAND;

    skat_game_record(game, loser, SKAT_ACTION_PASS, 0);
    game->table.passed |= (uint8_t)(1u << loser);
    if (skat_auction_last_chance(game))
        skat_passed_in(game);
    else if (first_pair)
        second_pair(game, survivor);
    else if (game->rung == 0)
        let_speak(game, survivor, survivor);
    else
        skat_declaring_start(game, survivor);
    return SKAT_ACCEPTED;
}

static enum skat_refusal bid(struct skat_game *game, const struct skat_action *action)
{
    const struct auction_row *row = row_of(game);
    int rung = row->named(game, action);

    if (rung < game->rung || (skat_auction_last_chance(game) && rung > 0))
        return SKAT_REFUSED_BID;
    row->stand(game, rung);
    skat_auction_note_rung(game, (unsigned)rung, standing_value(game));
    if (skat_auction_last_chance(game))
        skat_declaring_start(game, game->speaker);
    else
        ask(game, (enum skat_phase)row->answer, game->hearer);
    return SKAT_ACCEPTED;
}

enum skat_refusal skat_bid_answer(struct skat_game *game, const struct skat_action *action)
{
    return action->kind == SKAT_ACTION_PASS ? pass(game) : bid(game, action);
}

enum skat_refusal skat_hold_answer(struct skat_game *game, const struct skat_action *action)
{
    if (action->kind == SKAT_ACTION_PASS)
        return pass(game);
    skat_auction_hold(game);
    let_speak(game, game->speaker, game->hearer);
    return SKAT_ACCEPTED;
}
