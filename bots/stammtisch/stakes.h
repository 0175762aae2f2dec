// SPDX-License-Identifier: MIT
/* bots/stammtisch/stakes.h - what a game brings and what it costs under the scoring in force.
 *
 * Points are those of the player less the mean of the others': that is what players compete for,
 * and it makes all scorings alike (docs/rules.md, scoring). `minus` and `opponents` move points
 * from one side to the other and keep the difference of classic. */
#ifndef STAMMTISCH_STAKES_H
#define STAMMTISCH_STAKES_H

#include "bots/stammtisch/rules.h"

/* The points of a game of this value, won or lost; `times`: how often its value is charged if lost.
 * Bock multiplies the value, and in Bierlachs a round that it ends counts. */
int stakes_won(const struct rules *rules, int value);
int stakes_lost(const struct rules *rules, int value, int times);

/* How often the value of a lost game is charged. */
int stakes_times(const struct rules *rules, int by_hand);

/* Expected points, in thousandths, of a game that is won with this chance (in thousandths). */
int stakes_expected(const struct rules *rules, int chance, int value, int times);

/* What the deal is worth if another player declares, in points: an average game, of either of them.
 */
int stakes_elsewhere(const struct rules *rules);

/* The chance, in thousandths, from which a game of this value is better than what the deal is worth
 * otherwise, in points: stakes_elsewhere(), less what passing costs because of ramsch. */
int stakes_break_even(const struct rules *rules, int value, int otherwise);

#endif
