// SPDX-License-Identifier: MIT
/* bots/pimc/ramsch_judge.h - the worth of cards in ramsch: a world is played to its end, everybody
 * as stammtisch would by what they see, and counted by the rules in force. */
#ifndef PIMC_RAMSCH_JUDGE_H
#define PIMC_RAMSCH_JUDGE_H

#include "bots/pimc/judge.h"
#include "bots/stammtisch/stakes.h"
#include "engine/rules.h"

/* The rules by which ramsch counts. */
struct skat_rules ramsch_judge_rules(const struct skat_bot_rules *rules);

/* What is needed to play a ramsch out and to count it; both have to outlive it. */
struct ramsch_judge {
    const struct rules *played;      /* by which stammtisch plays */
    const struct skat_rules *counts; /* of ramsch_judge_rules() */
};

/* How many utilities a point of the score is: the player's, less the mean of the others'. A
 * difference of less than one point is negligible (verdict.c). */
enum { RAMSCH_POINT = WON / 100 };

/* Judges the cards that are still in question in one more world. Returns 0 if the budget was used
 * up and the world was not judged. */
int ramsch_judge_cards(struct judge *judge, const struct ramsch_judge *ramsch,
                       const struct skat_bot_view *view, const struct world *world,
                       struct verdict *verdict);

#endif
