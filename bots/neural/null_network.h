// SPDX-License-Identifier: MIT
/* bots/neural/null_network.h - the networks that say what the cards of a null are worth: those of
 * network.h, with other inputs and features. */
#ifndef NEURAL_NULL_NETWORK_H
#define NEURAL_NULL_NETWORK_H

#include "bots/neural/network.h"

/* What is seen of a card. "Lower" and "higher": than the card, in its suit. */
enum null_feature {
    NULL_LEAD,                /* how stammtisch scores it, less the best score, if it is led, */
    NULL_FOLLOW,              /* if it follows suit, */
    NULL_THROW,               /* or is thrown away */
    NULL_CLUBS,               /* stammtisch would play it */
    NULL_RANK,                /* one each for 7 8 9 T J Q K A */
    NULL_OWN = NULL_RANK + 8, /* own cards of the suit, */
    NULL_OWN_LOWER,           /* lower ones, */
    NULL_SINGLE,              /* no other */
    NULL_HIDDEN,              /* unseen cards of the suit, */
    NULL_HIDDEN_LOWER,        /* lower, */
    NULL_HIDDEN_HIGHER,       /* and higher ones */
    NULL_GONE,                /* played cards of the suit */
    NULL_OVER,                /* it beats the trick */
    NULL_HIS,                 /* a defender's: cards of the suit that the declarer may have, */
    NULL_HIS_LOWER,           /* lower, */
    NULL_HIS_HIGHER,          /* and higher ones; */
    NULL_NOT_LOWER,           /* it can have no lower one */
    NULL_PARTNER_OUT,         /* the partner is out of the suit */
    NULL_DANGER,              /* the declarer's: how dangerous the suit is, */
    NULL_LESS_DANGER,         /* how much less without the card; */
    NULL_EVEN,                /* not less */
    NULL_FEATURES_USED
};
_Static_assert((int)NULL_FEATURES_USED <= (int)CARD_FEATURES, "a network has more features");

extern const struct network_sides null_weights;

/* What the networks see of the legal cards of a decision in a null: their features and places, in
 * the order of the cards. Returns their number. */
int null_look(const struct null_scene *scene, cards legal, struct scene_inputs *inputs,
              int16_t x[][CARD_FEATURES], uint8_t *slots);

/* The worth of each card of `legal`, at least one, in thousandths of a game won, more or less than
 * their mean. In a null of Skat. */
void null_values(const struct skat_bot_view *view, cards legal, const struct memory *memory,
                 int values[CARD_CODES]);

/* The card that is worth most; `legal` is not empty. In a null of Skat. */
card null_card(const struct skat_bot_view *view, cards legal, const struct memory *memory);

#endif
