// SPDX-License-Identifier: MIT
/* engine/game/auction.h - the auction (rules.md 3): phases BID and HOLD.
 *
 * The steps that most auctions consist of, the next value bid or held, are inline, for the state
 * machine itself and for loops that play many games (arena/bot/deal_play.c), as in card_play.h. */
#ifndef SKAT_ENGINE_GAME_AUCTION_H
#define SKAT_ENGINE_GAME_AUCTION_H

#include <stddef.h>

#include "engine/game/state.h"

/* Is the speaker the only one left, who has yet to bid? Two players have passed without a bid: the
 * third may still bid the lowest; forehand, or rearhand, whom the survivor has asked for nothing.
 */
static inline bool skat_auction_last_chance(const struct skat_game *game)
{
    return game->speaker == game->hearer;
}

/* Notes that the speaker has named a rung of the ladder, of which `value` is public. */
static inline void skat_auction_note_rung(struct skat_game *game, unsigned rung, uint16_t value)
{
    const unsigned rearhand = SKAT_PLAYERS - 1;

    game->rung = (uint16_t)(rung + 1);
    if (game->hearer == rearhand && !skat_game_has_bid(game, rearhand))
        game->rearhand_met = value; /* asked for the first time */
}

/* Records that the speaker has bid the value at this rung, and makes it public. */
static inline void skat_auction_bid_value(struct skat_game *game, unsigned rung)
{
    const uint16_t value = game->rules->derived.ladder[rung];

    game->table.bid = value;
    game->table.highest[game->speaker] = value;
    skat_game_record(game, game->speaker, SKAT_ACTION_BID, value);
}

/* Records that the hearer holds what stands. */
static inline void skat_auction_hold(struct skat_game *game)
{
    skat_game_record(game, game->table.turn, SKAT_ACTION_HOLD, 0);
    game->table.highest[game->hearer] = game->table.bid;
    game->calls.highest_call[game->hearer] = game->calls.called_rank;
}

/* If the pending decision is to bid or to hold a value, fills in *decision, which must be empty or
 * what this function left there before, and returns true. Otherwise changes nothing; then
 * skat_game_pending() knows. */
static inline bool skat_auction_next_again(const struct skat_game *game,
                                           struct skat_decision *decision)
{
    if (game->phase > SKAT_PHASE_HOLD)
        return false;
    const bool bid = game->phase == SKAT_PHASE_BID;
    const uint32_t left = (uint32_t)(game->rules->derived.ladder_count - game->rung);

    decision->kind = bid ? SKAT_DECIDE_BID : SKAT_DECIDE_HOLD;
    decision->position = game->table.turn;
    decision->bids = bid ? game->rules->derived.ladder + game->rung : NULL;
    decision->bid_count = !bid ? 0 : skat_auction_last_chance(game) ? 1 : left;
    return true;
}

/* If the answer to that is the next value, or to hold, does what skat_game_apply() does, and
 * returns true. Otherwise changes nothing. */
static inline bool skat_auction_goes_on(struct skat_game *game, const struct skat_action *action)
{
    const unsigned rung = game->rung;

    if (game->phase == SKAT_PHASE_HOLD && action->kind == SKAT_ACTION_HOLD) {
        skat_auction_hold(game);
        game->phase = SKAT_PHASE_BID;
        game->table.turn = game->speaker;
        return true;
    }
    if (game->phase != SKAT_PHASE_BID || action->kind != SKAT_ACTION_BID ||
        skat_auction_last_chance(game) || (int)rung == game->rules->derived.ladder_count ||
        game->rules->derived.ladder[rung] != action->bid)
        return false;
    skat_auction_bid_value(game, rung);
    skat_auction_note_rung(game, rung, action->bid);
    game->phase = SKAT_PHASE_HOLD;
    game->table.turn = game->hearer;
    return true;
}

#endif
