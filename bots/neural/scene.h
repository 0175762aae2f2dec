// SPDX-License-Identifier: MIT
/* bots/neural/scene.h - what the networks for cards see of a decision, as inputs that are on or
 * off: all that is public, and the player's own cards.
 *
 * The names of suits that are not trumps mean nothing to a game, so suits are put in an order
 * first: the trump suit, then the others by the player's own cards of them. */
#ifndef NEURAL_SCENE_H
#define NEURAL_SCENE_H

#include "bots/neural/card_features.h"

/* Places of cards: the jacks of diamonds, hearts, spades, clubs, then 7 8 9 Q K T A of each suit in
 * order. In null, 7 8 9 T J Q K A of each suit in order. */
enum { SLOTS = 32, PLAINS = 7, NULL_RANKS = 8, BID_STEPS = 10, POINT_STEPS = 12 };

/* Others are counted from the player: the next one is 1, the last one 2, the player 0. */
enum scene_input {
    OWN_CARD,                          /* in hand */
    HIDDEN_CARD = OWN_CARD + SLOTS,    /* in another hand or the skat */
    DISCARDED = HIDDEN_CARD + SLOTS,   /* by this player; in null ouvert, declarer's open cards */
    OPEN_CARD = DISCARDED + SLOTS,     /* in the open trick, of the next player, the last */
    PLAYED_BY = OPEN_CARD + 2 * SLOTS, /* in an earlier trick, by each of the three */
    LED_CLASS = PLAYED_BY + 3 * SLOTS, /* who has led which suit, or trumps */
    OUT_OF = LED_CLASS + 3 * CLASSES,  /* of what the next player is out, and the last */
    ROLE = OUT_OF + 2 * CLASSES,       /* declarer, a defender before the declarer, after */
    PLACE = ROLE + 3,                  /* cards in the open trick */
    TRICK = PLACE + 3,                 /* tricks finished */
    PLAYS_GRAND = TRICK + SKAT_HAND,   /* the contract; of nulls, null ouvert */
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
    uint8_t null;        /* the cards have the places of null */
    int number;          /* of inputs that are on: */
    uint16_t on[SCENE_INPUTS_ON];
};

/* Fills in the inputs of a scene of a suit game or grand; memory is the table's. */
void scene_inputs_of(const struct card_scene *scene, struct scene_inputs *inputs);

/* Fills in those of a null. Points and trumps have none in it. */
void scene_inputs_of_null(const struct null_scene *scene, struct scene_inputs *inputs);

/* The place of a card. */
static inline int scene_slot(const struct scene_inputs *inputs, card c)
{
    const int rank = c & 15, suit = c >> 4;

    if (inputs->null)
        return NULL_RANKS * inputs->lane[suit] + null_rank_of(c);
    return rank == SKAT_BOT_JACK ? suit
                                 : SUITS + PLAINS * inputs->lane[suit] + rank - SKAT_BOT_SEVEN;
}

#endif
