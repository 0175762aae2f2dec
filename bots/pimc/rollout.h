// SPDX-License-Identifier: MIT
/* bots/pimc/rollout.h - playing without a search: what the cards of a suit game or grand are worth
 * to the player to move, which of them a player is likely to play, and whole games, played to their
 * end in a world that is possible.
 *
 * The worth is a linear function of what the player sees (card_features.h), fitted to what playing
 * on after each card brought in games of these players with themselves (fit/README.md). It takes
 * half a microsecond, and plays 7.6 Seeger points a deal better than stammtisch 1.3 with the same
 * bids (docs/research/neural.md).
 *
 * In a game that is played out, each player decides by what that player would see, so nobody
 * profits from hidden cards, as the players of the solver do, though they play less well: suit
 * games and grands by the worth of cards, null as stammtisch would. A game takes some ten
 * microseconds, a thousandth of what the solver needs. */
#ifndef PIMC_ROLLOUT_H
#define PIMC_ROLLOUT_H

#include "bots/neural/card_features.h"

/* ---- the worth of cards ---- */

/* Weights of the features by context, in 64ths of a thousandth of a game. */
enum { CARD_WEIGHT_UNIT = 64 };
struct card_weights {
    int16_t of[CARD_CONTEXTS][CARD_FEATURES];
};
extern const struct card_weights usual_card_weights;

/* The worth of each card of `legal`, at least one, in thousandths of a game won, more or less than
 * their mean. */
void card_values(const struct card_weights *weights, const struct skat_bot_view *view, cards legal,
                 const struct memory *memory, int values[CARD_CODES]);

/* The card with the highest worth; `legal` is not empty. */
card card_values_best(const struct card_weights *weights, const struct skat_bot_view *view,
                      cards legal, const struct memory *memory);

/* ---- the chances of cards ---- */

/* A multinomial logit: the odds of a card are a linear function of what the player sees, fitted to
 * the cards that this bot played in games with itself (fit/README.md). Chances are doubles that are
 * only added, multiplied and divided: they are the same everywhere. */

/* The weights of the features are in units of the logarithm of the odds. */
enum { CARD_ODDS_UNIT = 4096 };
extern const struct card_weights usual_card_odds;

/* The cards among which a player chooses; of equal ones, one (play_distinct()). */
struct card_choices {
    int context, number;
    int most_worth, clubs; /* which is worth most, and which stammtisch scores highest */
    cards hand;
    struct weighed weighed[SKAT_BOT_HAND_MAX]; /* by worth: `score` is that */
    int16_t features[SKAT_BOT_HAND_MAX][CARD_FEATURES];
};

/* Looks at the cards of `legal`, at least one, of the player to move; view->hand is that player's.
 */
void card_choices_look(struct card_choices *choices, const struct skat_bot_view *view, cards legal,
                       const struct memory *memory);

/* The choice that stands for a card of `legal`. */
int card_choices_of(const struct card_choices *choices, card c);

/* How likely this choice is by the weights. */
double card_chance(const struct card_weights *odds, const struct card_choices *choices, int chosen);

/* ---- games ---- */

/* A possible layout of all cards. */
struct world {
    cards hands[3];
    cards skat; /* or the discards */
};

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
 * no cards are left or a null is lost. The card that the player chooses of these, at least one.
 * Then puts the card on the table; the world's hands lose it. */
int rollout_turn(struct rollout *table, const struct world *world);
card rollout_choose(const struct rollout *table, cards legal);
void rollout_put(struct rollout *table, struct world *world, card c);

/* After it: the declarer's card points with the skat, in null one of the constants above. */
int rollout_outcome(const struct rollout *table, cards skat);

/* Plays what is left of a game in a world, of which `hands` are the cards still held and `skat` the
 * discards, or the skat. `first` is played first, unless it is SKAT_BOT_NO_CARD. Returns its
 * rollout_outcome(). */
int rollout_play(struct rollout table, const struct world *world, card first);

#endif
