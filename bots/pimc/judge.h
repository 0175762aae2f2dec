/* bots/pimc/judge.h - what an outcome is worth to declarer, and cards judged in sampled worlds. */
#ifndef PIMC_JUDGE_H
#define PIMC_JUDGE_H

#include "engine/solver/solver.h"

#include "bots/pimc/verdict.h"
#include "bots/pimc/worlds.h"

struct judge {
    struct skat_solver *solver;
    struct skat_random random;
    uint64_t budget; /* nodes that are left for this decision */
    int exact_cards; /* with so many cards in hand or fewer, exact points are found */
};

/* One world more. Returns 0 when the budget was used up and the world was not judged. */
int judge_cards(struct judge *judge, const struct skat_bot_view *view, const struct world *world,
                struct verdict *verdict);

/* Defenders who see all cards are better than real ones: of 279 suit games and grands that stammtisch
 * announced it won 77 %; against such defenders 61 points are there in 69 %, 56 points in 78 %. So this is
 * what is asked for when a chance of winning is wanted. */
enum { JUDGE_ENOUGH = 56 };

/* Does declarer win the game that is announced, from the moment of the view on, in that world? 1, 0, or -1
 * when the budget was used up. Of suit games and grands without announcements. */
int judge_game(struct judge *judge, const struct skat_bot_view *view, const struct world *world);

/* The same from the first card on of a deal (solver.h), suit game, grand or null; `aside` are the points of
 * the discards. */
int judge_deal(struct judge *judge, const struct skat_solver_deal *deal, int aside);

#endif
