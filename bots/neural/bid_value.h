// SPDX-License-Identifier: MIT
/* bots/neural/bid_value.h - what winning the auction is worth, more than losing it, by a network.
 */
#ifndef NEURAL_BID_VALUE_H
#define NEURAL_BID_VALUE_H

#include "bots/neural/hand_network.h"
#include "bots/stammtisch/player.h"

/* Do games bring what they do by the official rules, and can nothing else come of passing? Only
 * these stakes has the network learned. */
int bid_value_knows(const struct rules *rules);

/* What the network sees of a hand of ten whose player would declare at this bid. */
void bid_value_inputs(const struct club_player *club, const struct skat_bot_view *view, int bid,
                      struct hand_inputs *inputs);

/* Is declaring at this bid better than letting the others have it? */
int bid_value_pays(const struct hand_network *net, const struct club_player *club,
                   const struct skat_bot_view *view, int bid);

/* Answers a question for a bid, or whether to hold one, by that. */
void bid_value_answer(const struct hand_network *net, const struct club_player *club,
                      const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                      struct skat_bot_action *out);

#endif
