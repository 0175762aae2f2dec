// SPDX-License-Identifier: MIT
/* bots/neural/hand_network.h - the networks that judge hands, for announcements and bids, in whole
 * numbers. Two layers of units between inputs that are on or off and two outputs. */
#ifndef NEURAL_HAND_NETWORK_H
#define NEURAL_HAND_NETWORK_H

#include "bots/stammtisch/cards.h"

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
enum { HAND_SLOTS = 32 };
struct suit_order {
    uint8_t lane[SUITS]; /* the place of each suit in it */
};
struct suit_order suit_order_of(cards set, int game);

/* Turns on an input for each card of the set: the jacks first, then 7 8 9 Q K T A of each suit in
 * order. And one for each of the steps that a bid reaches. */
void hand_inputs_cards(struct hand_inputs *inputs, int first_input, const struct suit_order *order,
                       cards set);
enum { HAND_BID_STEPS = 12 };
void hand_inputs_bid(struct hand_inputs *inputs, int first_input, int bid);

static inline void hand_inputs_put(struct hand_inputs *inputs, int input)
{
    inputs->on[inputs->number++] = (uint8_t)input;
}

#endif
