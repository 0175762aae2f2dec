// SPDX-License-Identifier: MIT
/* arena/config/hand_cost.h - what one hand that is thrown away can cost, between two bots.
 *
 * What may be concluded from deals that went well depends on what a deal could cost that has not
 * been seen yet. It is assumed that at most one hand of a deal is thrown away: one bot loses with
 * it the dearest game that the rules have, overbid and with every kontra in a round of bock, where
 * the other one wins it, in all games of the deal. Under the official rules that is 268 points a
 * deal between two bots: with a hand that bids 264, one loses 540 in diamonds in one of three
 * games, while the other one wins 264 with it and a partner who shares it in the other two. */
#ifndef ARENA_CONFIG_HAND_COST_H
#define ARENA_CONFIG_HAND_COST_H

#include "arena/config/schedule.h"
#include "arena/record/game_stats.h"

/* By how many points a deal the difference of bots number `a` and `b` of the schedule changes at
 * most in the deal of such a hand; at least 1. Rules are prepared. Both sit together at the same
 * number of tables of each deal. */
double hand_cost(const struct skat_rules *rules, const struct schedule *schedule, int a, int b,
                 enum stats_scoring scoring);

/* Between what the points of a game lie, whatever is made of the decisive hand: those of the player
 * who has it, and of the others with it or against it. 0 is between them. */
struct hand_range {
    double lowest, highest;
};
struct hand_range hand_range_of(const struct skat_rules *rules, enum stats_scoring scoring);

/* What a game counts at most as a multiple of its value: kontra and bock. */
double largest_factor(const struct skat_rules *rules);

#endif
