// SPDX-License-Identifier: MIT
/* bots/neural/network.h - the networks that say what cards are worth, in whole numbers, so that
 * they say the same on every machine; and those of suit games and grands (null_network.h has those
 * of null).
 *
 *   worth of a card = line . features  +  output . h2
 *   h2 = clamp(bias2 + scene . h1 + features . w + what the card's place brings)   (48 units)
 *   h1 = clamp(bias1 + what each input of the scene that is on brings)             (160 units)
 *
 * h1 is the same for all cards of a decision. The first term, which null has not, is the linear
 * function that pimc plays games out by (pimc/rollout.h), as it was when the network was trained:
 * the rest is what the network adds to it. */
#ifndef NEURAL_NETWORK_H
#define NEURAL_NETWORK_H

#include "bots/neural/scene.h"

/* ---- the network ---- */

enum { HIDDEN_1 = 160, HIDDEN_2 = 48 };

/* No weight of an input is larger, so that four add up to 16 bits. */
enum { NETWORK_INPUT_MOST = 8191 };

struct network {
    int16_t input[SCENE_INPUTS][HIDDEN_1];
    int16_t bias_1[HIDDEN_1];
    int16_t scene[HIDDEN_2][HIDDEN_1];
    int16_t features[CARD_FEATURES][HIDDEN_2];
    int16_t slot[SLOTS][HIDDEN_2];
    int16_t bias_2[HIDDEN_2];
    int16_t output[HIDDEN_2];
};
/* A declarer has another network than defenders have. */
struct network_sides {
    struct network declarer, defender;
};
struct network_weights {
    int16_t line[CARD_CONTEXTS][CARD_FEATURES];
    struct network_sides sides;
};
extern const struct network_weights network_weights;

static inline int network_clamped(int value, int least, int most)
{
    value = value < least ? least : value;
    return value > most ? most : value;
}

/* A feature, clamped to eight bits. */
static inline int16_t network_byte(int value)
{
    return (int16_t)network_clamped(value, INT8_MIN, INT8_MAX);
}

/* What the network of a side makes of the cards of a decision: adds to their worth, in 64ths
 * (NETWORK_UNIT) of a thousandth of a game, give or take something that they have in common. `x`
 * are their features, that fit into eight bits, and `slots` their places. */
enum { NETWORK_UNIT = 64 };
void network_add(const struct network_sides *sides, int declares, const struct scene_inputs *inputs,
                 int number, int16_t x[][CARD_FEATURES], const uint8_t *slots, int *worth);

/* ---- suit games and grands ---- */

/* The features of a card as the network gets them: shifted, so that they fit into eight bits. */
void network_features(const int16_t x[CARD_FEATURES], int16_t shifted[CARD_FEATURES]);

/* What the cards are worth, as network_add() has it. `x` are their features (card_features()). */
void network_worth(const struct network_weights *weights, int context, int declares,
                   const struct scene_inputs *inputs, int number, int16_t x[][CARD_FEATURES],
                   const uint8_t *slots, int *worth);

/* The worth of each card of `legal`, at least one, in thousandths of a game won, more or less than
 * their mean. In a suit game or grand of Skat. */
void network_values(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                    int values[CARD_CODES]);

/* The card that is worth most; `legal` is not empty. In a suit game or grand of Skat. */
card network_card(const struct skat_bot_view *view, cards legal, const struct memory *memory);

#endif
