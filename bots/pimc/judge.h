/* bots/pimc/judge.h - the worth of outcomes to the declarer; judges cards in sampled worlds. */
#ifndef PIMC_JUDGE_H
#define PIMC_JUDGE_H

#include "engine/solver/solver.h"

#include "bots/pimc/verdict.h"
#include "bots/pimc/worlds.h"

struct judge {
    struct skat_solver *solver;
    struct skat_random random;
    uint64_t budget; /* nodes left for this decision */
    int exact_cards; /* finds exact points with at most so many cards in hand */
};

/* Judges one more world. Returns 0 if the budget was used up and the world was not judged. */
int judge_cards(struct judge *judge, const struct skat_bot_view *view, const struct world *world,
                struct verdict *verdict);

/* Defenders who see all cards are better than real ones. Stammtisch won 77 % of 279 suit games and
 * grands that it announced; against such defenders 61 points are possible in 69 %, 56 points in 78
 * %. So the chance of winning is estimated as the chance of reaching this. */
enum { JUDGE_ENOUGH = 56 };

/* Does the declarer win the announced game in this world, from the view on? 1, 0, or -1 if the
 * budget was used up. For suit games and grands without announcements. */
int judge_game(struct judge *judge, const struct skat_bot_view *view, const struct world *world);

/* The same from the first card of a deal (solver.h) in a suit game, grand or null; `aside` is the
 * points of the discards. */
int judge_deal(struct judge *judge, const struct skat_solver_deal *deal, int aside);

#endif
