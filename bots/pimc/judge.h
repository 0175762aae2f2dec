/* bots/pimc/judge.h - the worth of outcomes to the declarer; judges cards in sampled worlds. */
#ifndef PIMC_JUDGE_H
#define PIMC_JUDGE_H

#include "engine/solver/solver.h"

#include "bots/pimc/rollout.h"
#include "bots/pimc/verdict.h"
#include "bots/pimc/worlds.h"

struct judge {
    struct skat_solver *solver;
    struct skat_random random;
    uint64_t budget; /* nodes left for this decision */
    int exact_cards; /* exact points with at most so many cards in hand */
};

/* What it is worth to the declarer to end a suit game or grand with so many card points, WON for a game that is won. */
int judge_utility(const struct skat_bot_view *view, int points);

/* Solves one more world: what each card that is still in question is worth if everybody saw all cards from then on.
 * Returns 0 if the budget was used up and the world was not judged. */
int judge_cards(struct judge *judge, const struct skat_bot_view *view, const struct world *world,
                struct verdict *verdict);

/* The same if it is played out from then on (rollout.h). */
int judge_rollouts(struct judge *judge, const struct skat_bot_view *view, const struct world *world,
                   struct verdict *verdict);

/* Plays a game to its end, from the table on. Returns what rollout_play() returns, or -1 if the budget
 * was used up. */
int judge_rollout(struct judge *judge, const struct rollout *table, const struct world *world);

/* The same from the first card of a game that `declarer` announces with these twelve cards, two of them put aside; the
 * others' cards are those of the world. `view` is any player's before the announcement. */
int judge_announced(struct judge *judge, const struct skat_bot_view *view,
                    const struct world *world, int declarer, cards twelve, cards aside,
                    struct skat_bot_contract contract);

#endif
