// SPDX-License-Identifier: MIT
/* bots/neural/hand_network.h - the networks that judge hands, for announcements and bids, in whole
 * numbers. Two layers of units between inputs that are on or off and two outputs. */
#ifndef NEURAL_HAND_NETWORK_H
#define NEURAL_HAND_NETWORK_H

#include "bots/stammtisch/bidding.h"
#include "bots/stammtisch/player.h"

enum { HAND_INPUTS = 128, HAND_HIDDEN_1 = 64, HAND_HIDDEN_2 = 16, HAND_OUTPUTS = 2 };

struct hand_network {
    int16_t input[HAND_INPUTS][HAND_HIDDEN_1];
    int16_t bias_1[HAND_HIDDEN_1];
    int16_t second[HAND_HIDDEN_2][HAND_HIDDEN_1];
    int16_t bias_2[HAND_HIDDEN_2];
    int16_t output[HAND_OUTPUTS][HAND_HIDDEN_2];
    int16_t bias_3[HAND_OUTPUTS];
};
extern const struct hand_networks {
    struct hand_network announcements, bids;
} hand_networks;

/* The inputs that are on. */
struct hand_inputs {
    int number;
    uint8_t on[HAND_INPUTS];
};

/* Both outputs, in 256ths. */
void hand_network_outputs(const struct hand_network *net, const struct hand_inputs *inputs,
                          int outputs[HAND_OUTPUTS]);

/* Suits in order, since their names mean nothing to the cards: the trump suit of a suit game first,
 * then those of which the set has many cards before those of which it has few. */
struct suit_order {
    uint8_t lane[SUITS]; /* the place of each suit in it */
};
struct suit_order suit_order_of(cards set, int game);

/* ---- announcements ----
 *
 * After the pick-up: which game, and which two cards put aside, by the chance that a network gives
 * them. */

/* What the network sees of a suit game or grand of the player who has these twelve cards in
 * view->hand, two of them put aside. `order` is that of the twelve in this game. */
void announcement_inputs(const struct skat_bot_view *view, int game, const struct suit_order *order,
                         cards aside, struct hand_inputs *inputs);

/* Keeps the best discards of a suit game or grand, if they are worth more than what is kept. */
void announcement_try_game(const struct hand_network *net, const struct club_player *club,
                           const struct skat_bot_view *view, int game, struct best_game *best);

/* The best game that is allowed, and its discards: a suit game or grand by the network, null by the
 * tables. view->hand has twelve cards of the usual 32. */
void announcement_choose(const struct hand_network *net, const struct club_player *club,
                         const struct skat_bot_view *view, struct skat_bot_contract *contract,
                         cards *aside);

/* Chooses the announcement that `out` has by stammtisch's tables anew, unless it is one that only
 * variants have. */
void announcement_answer(const struct hand_network *net, const struct club_player *club,
                         const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                         struct skat_bot_action *out);

/* ---- bids: what winning the auction is worth, more than losing it ---- */

/* Do games bring what they do by the official rules, and can nothing else come of passing? Only
 * these stakes has the network learned. */
int bid_value_knows(const struct rules *rules);

/* What the network sees of a hand of ten whose player would declare at this bid. */
void bid_value_inputs(const struct club_player *club, const struct skat_bot_view *view, int bid,
                      struct hand_inputs *inputs);

/* What declaring at this bid brings more than letting the others have it, in quarters of a point.
 */
int bid_value(const struct hand_network *net, const struct club_player *club,
              const struct skat_bot_view *view, int bid);

/* Answers a question for a bid, or whether to hold one, by that. */
void bid_value_answer(const struct hand_network *net, const struct club_player *club,
                      const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                      struct skat_bot_action *out);

#endif
