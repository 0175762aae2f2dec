// SPDX-License-Identifier: MIT
/* bots/neural/network.h - the network that says what the cards of a suit game or grand are worth,
 * in whole numbers, so that it says the same on every machine.
 *
 *   worth of a card = line . features  +  output . h2
 *   h2 = clamp(bias2 + scene . h1 + features . w + what the card's place brings)   (48 units)
 *   h1 = clamp(bias1 + what each input of the scene that is on brings)             (160 units)
 *
 * h1 is the same for all cards of a decision. The first term is the linear function that pimc plays
 * games out by (pimc/rollout.h), as it was when the network was trained: the rest is what the
 * network adds to it. */
#ifndef NEURAL_NETWORK_H
#define NEURAL_NETWORK_H

#include "bots/neural/card_features.h"

/* ---- what the network sees ---- */

/* All that is public and the player's own cards, as inputs that are on or off.
 *
 * The names of plain suits mean nothing to a game, so suits are put in an order first: the trump
 * suit, then the others by the player's own cards of them. */

/* Places of cards: the jacks of diamonds, hearts, spades, clubs, then 7 8 9 Q K T A of each suit in
 * order. Others are counted from the player: the next one is 1, the last one 2, the player 0. */
enum { SLOTS = 32, PLAINS = 7, BID_STEPS = 10, POINT_STEPS = 12 };

enum scene_input {
    OWN_CARD,                          /* in hand */
    HIDDEN_CARD = OWN_CARD + SLOTS,    /* in another hand or the skat */
    DISCARDED = HIDDEN_CARD + SLOTS,   /* by this player */
    OPEN_CARD = DISCARDED + SLOTS,     /* in the open trick, of the next player, the last */
    PLAYED_BY = OPEN_CARD + 2 * SLOTS, /* in an earlier trick, by each of the three */
    LED_CLASS = PLAYED_BY + 3 * SLOTS, /* who has led which suit, or trumps */
    OUT_OF = LED_CLASS + 3 * CLASSES,  /* of what the next player is out, and the last */
    ROLE = OUT_OF + 2 * CLASSES,       /* declarer, a defender before the declarer, after */
    PLACE = ROLE + 3,                  /* cards in the open trick */
    TRICK = PLACE + 3,                 /* tricks finished */
    PLAYS_GRAND = TRICK + SKAT_HAND,   /* the contract */
    PLAYS_HAND,                        /* declarer did not pick up the skat */
    NEEDS,                             /* a step for 10, 20 ... points that decide the game */
    OTHERS_NEED = NEEDS + POINT_STEPS, /* and that decide it for the others */
    BID = OTHERS_NEED + POINT_STEPS,   /* steps that each of the three has bid */
    BID_ON = BID + 3 * BID_STEPS,      /* the suit whose value each has bid last */
    SCENE_INPUTS_USED = BID_ON + 3 * SUITS,
    SCENE_INPUTS = (SCENE_INPUTS_USED + 7) / 8 * 8,
    SCENE_INPUTS_ON = 160 /* at most so many are on */
};

struct scene_inputs {
    uint8_t lane[SUITS]; /* by suit: its place in the order */
    int number;          /* of inputs that are on: */
    uint16_t on[SCENE_INPUTS_ON];
};

/* Fills in the inputs of a scene; memory is the table's. */
void scene_inputs_of(const struct card_scene *scene, struct scene_inputs *inputs);

/* The place of a card. */
static inline int scene_slot(const struct scene_inputs *inputs, card c)
{
    const int rank = c & 15, suit = c >> 4;

    return rank == SKAT_BOT_JACK ? suit
                                 : SUITS + PLAINS * inputs->lane[suit] + rank - SKAT_BOT_SEVEN;
}

/* ---- the network ---- */

enum { HIDDEN_1 = 160, HIDDEN_2 = 48 };

/* No weight of an input is larger, so that four add up to 16 bits. */
enum { NETWORK_INPUT_MOST = 8191 };

/* A declarer has another network than defenders have. */
struct network {
    int16_t input[SCENE_INPUTS][HIDDEN_1];
    int16_t bias_1[HIDDEN_1];
    int16_t scene[HIDDEN_2][HIDDEN_1];
    int16_t features[CARD_FEATURES][HIDDEN_2];
    int16_t slot[SLOTS][HIDDEN_2];
    int16_t bias_2[HIDDEN_2];
    int16_t output[HIDDEN_2];
};
struct network_weights {
    int16_t line[CARD_CONTEXTS][CARD_FEATURES];
    struct network declarer, defender;
};
extern const struct network_weights network_weights;

/* The features of a card as the network gets them: shifted, so that none exceeds seven bits. */
void network_features(const int16_t x[CARD_FEATURES], int16_t shifted[CARD_FEATURES]);

/* What the cards are worth, in 64ths of a thousandth of a game, give or take something that they
 * have in common. `x` are their features (card_features()), `slots` their places. */
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
