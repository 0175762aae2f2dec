// SPDX-License-Identifier: MIT
/* bots/pimc/rollout.h - plays a game to its end in a world that is possible: suit games and grands
 * by the fitted worth of cards (card_values.h), null as stammtisch would.
 *
 * Each player decides by what that player would see. So nobody profits from hidden cards, as the
 * players of the solver do, though they play less well. A game takes some ten microseconds, a
 * thousandth of what the solver needs. */
#ifndef PIMC_ROLLOUT_H
#define PIMC_ROLLOUT_H

#include "bots/pimc/card_values.h"
#include "bots/pimc/worlds.h"
#include "bots/stammtisch/cards.h"

/* A table where a suit game, grand or null is played. */
struct rollout {
    struct skat_bot_view
        view; /* of the player whose turn it is; not the hand, which is the world's */
    struct memory memory;
    const struct card_weights *weights; /* by which cards are chosen; NULL: as stammtisch does */
};

/* What the declarer of null has to show at the end, as card points: all or none. */
enum { ROLLOUT_NULL_WON = 120, ROLLOUT_NULL_LOST = 0 };

/* The table of this view, after the announcement; played by the usual weights. */
struct rollout rollout_at(const struct skat_bot_view *view);

/* The table before the first card of a game that `declarer` announces; `view` is any player's
 * before it, `ten` are the declarer's cards, which are shown in ouvert games. */
struct rollout rollout_announced(const struct skat_bot_view *view, int declarer,
                                 struct skat_bot_contract contract, cards ten);

/* The cards of view->hand that the player may play, in a suit game, grand or null; `trumps` of the
 * game. */
cards rollout_legal(const struct skat_bot_view *view, cards trumps);

/* The steps of a game. Whose turn it is, with the hand and the skat that this player sees: false if
 * no cards are left. The card that the player chooses of these, at least one. Then puts the card on
 * the table; the world's hands lose it. */
int rollout_turn(struct rollout *table, const struct world *world);
card rollout_choose(const struct rollout *table, cards legal);
void rollout_put(struct rollout *table, struct world *world, card c);

/* Plays what is left of a game in a world, of which `hands` are the cards still held and `skat` the
 * discards, or the skat. `first` is played first, unless it is SKAT_BOT_NO_CARD. Returns the
 * declarer's card points with the skat, in null one of the constants above. */
int rollout_play(struct rollout table, const struct world *world, card first);

#endif
