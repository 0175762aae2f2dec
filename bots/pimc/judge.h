// SPDX-License-Identifier: MIT
/* bots/pimc/judge.h - the worth of outcomes to the declarer; judges cards in sampled worlds. */
#ifndef PIMC_JUDGE_H
#define PIMC_JUDGE_H

#include "engine/solver/solver.h"

#include "bots/pimc/rollout.h"
#include "bots/pimc/verdict.h"
#include "bots/pimc/worlds.h"

struct judge {
    struct skat_solver *solver;
    uint64_t seed;   /* of the worlds of this decision */
    uint64_t budget; /* nodes left for this decision */
    int exact_cards; /* exact points with at most so many cards in hand */
};

/* What it is worth to the declarer to end a suit game or grand with so many card points, WON for a
 * game that is won. */
int judge_utility(const struct skat_bot_view *view, int points);

/* Judges the cards that are still in question in one more world: by solving it, as if everybody saw
 * all cards from then on, and by playing it out (rollout.h). The solver's judgement counts as so
 * many parts of JUDGE_PARTS, the other one as the rest; what would not count is not computed.
 * Returns 0 if the budget was used up and the world was not judged. */
enum { JUDGE_PARTS = 8 };
int judge_cards(struct judge *judge, const struct skat_bot_view *view, const struct world *world,
                int solvers, struct verdict *verdict);

/* The parts that are right. The fewer cards are left, the more is what the solver says worth
 * (README.md). */
int judge_solvers_part(const struct skat_bot_view *view);

/* Plays a game to its end, from the table on. Returns what rollout_play() returns, or -1 if the
 * budget was used up. */
int judge_rollout(struct judge *judge, const struct rollout *table, const struct world *world);

/* The same from the first card of a game that `declarer` announces with these twelve cards, two of
 * them put aside; the others' cards are those of the world. `view` is any player's before the
 * announcement. */
int judge_announced(struct judge *judge, const struct skat_bot_view *view,
                    const struct world *world, int declarer, cards twelve, cards aside,
                    struct skat_bot_contract contract);

#endif
