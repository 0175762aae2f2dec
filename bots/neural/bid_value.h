// SPDX-License-Identifier: MIT
/* bots/neural/bid_value.h - what winning the auction is worth, more than losing it, by a network.
 */
#ifndef NEURAL_BID_VALUE_H
#define NEURAL_BID_VALUE_H

#include "bots/neural/hand_network.h"
#include "bots/stammtisch/player.h"

/* What the network sees of a hand of ten whose player would declare at this bid. */
void bid_value_inputs(const struct club_player *club, const struct skat_bot_view *view, int bid,
                      struct hand_inputs *inputs);

/* Is declaring at this bid better than letting the others have it? */
int bid_value_pays(const struct hand_network *net, const struct club_player *club,
                   const struct skat_bot_view *view, int bid);

#endif
