// SPDX-License-Identifier: MIT
/* arena/config/largest_difference.h - how far apart two bots can be on a deal.
 *
 * What a test may conclude from deals that went well depends on what a deal could cost that has not
 * been seen yet. It is assumed that at most one hand of a deal is thrown away: one bot loses with
 * it the dearest game that the rules have, overbid and with every kontra in a round of bock, where
 * the other one wins it, in all games of the deal. Under the official rules that is 268 points a
 * deal between two bots: with a hand that bids 264, one loses 540 in diamonds in one of three
 * games, while the other one wins 264 with it and a partner who shares it in the other two.
 *
 * A bot that throws away several hands of a deal can be worse than that; then the difference that
 * was seen says that the assumption is wrong.
 *
 * A fault can cost more than any game, since a penalty comes on top (rules.md 8.3), and a bot that
 * crashes with certain cards does so in every game of a deal. So there is a second bound, which
 * assumes nothing: in each game of the deal, the dearest end of all, with or without a fault, goes
 * against the same bot. No deal can exceed it. */
#ifndef ARENA_CONFIG_LARGEST_DIFFERENCE_H
#define ARENA_CONFIG_LARGEST_DIFFERENCE_H

#include "arena/config/schedule.h"
#include "arena/record/game_stats.h"

/* The largest difference of a unit in points a deal, above 0, between bots number `a` and `b` of
 * the schedule; rules are prepared. Both sit together at the same number of tables of each deal. */
double largest_difference(const struct skat_rules *rules, const struct schedule *schedule, int a,
                          int b, enum stats_scoring scoring);

/* The same where bots may commit faults, the two or others at their tables: no deal is beyond it,
 * whatever is played and whoever is at fault. At least largest_difference(). */
double largest_difference_with_faults(const struct skat_rules *rules,
                                      const struct schedule *schedule, int a, int b,
                                      enum stats_scoring scoring);

/* Between what the points of a game lie, whatever is made of the decisive hand: those of the player
 * who has it, and of the others with it or against it. 0 is between them. */
struct hand_range {
    double lowest, highest;
};
struct hand_range largest_hand_range(const struct skat_rules *rules, enum stats_scoring scoring);

/* The highest value that can be bid, or that a game can have where nobody bids. */
int largest_bid(const struct skat_rules *rules);

/* What a game counts at most as a multiple of its value: kontra and bock. */
double largest_factor(const struct skat_rules *rules);

#endif
