/* bots/pimc/verdict.h - the cards that may be played, compared over the worlds they were judged in. */
#ifndef PIMC_VERDICT_H
#define PIMC_VERDICT_H

#include "engine/card.h"

#include "bots/stammtisch/cards.h"

/* What a card that wins the game is worth more than one that loses it. */
enum { WON = 1000 };

/* Utilities are those of the player who decides: the higher, the better for him. */
struct verdict {
    int worlds; /* that were judged; 0: nothing is known */
    int number;
    card open[SKAT_BOT_HAND_MAX]; /* cards that are not known yet to be worse than another */
    int64_t utility[SKAT_BOT_HAND_MAX]; /* of each of them, summed over the worlds */
    /* The squares of how much two of them differed in each world, summed. */
    int64_t apart[SKAT_BOT_HAND_MAX][SKAT_BOT_HAND_MAX];
};

void verdict_begin(struct verdict *verdict, cards legal);

/* The cards about which more worlds should be asked. */
cards verdict_open(const struct verdict *verdict);

/* One world more, with the utility of each open card. */
void verdict_add(struct verdict *verdict, const int utility[SKAT_CARD_CODES]);

/* Closes the cards that are further behind the best than chance would bring them. Returns whether the rest
 * is clear: one is left, or all have been as good all the time. */
int verdict_narrow(struct verdict *verdict);

/* The card with the best utility; of those that are as good, `preferred`, if it is among them. At least one
 * world. */
card verdict_card(const struct verdict *verdict, card preferred);

#endif
