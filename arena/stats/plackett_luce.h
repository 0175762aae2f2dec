// SPDX-License-Identifier: MIT
/* arena/stats/plackett_luce.h - ratings of three or more bots from placings at tables.
 *
 * Model (Luce 1959, Individual Choice Behavior; Plackett 1975, Applied Statistics 24, "The analysis
 * of permutations"): bot i has a strength w_i > 0; the first place of a table goes to i with
 * probability w_i / sum of the table's strengths, the next one likewise among the rest. Tied bots
 * share their places: the log-likelihood of a tie is the mean over all orders of the tied bots.
 * Fitted by maximum likelihood with the minorise-maximise steps of Hunter (2004, Annals of
 * Statistics 32, "MM algorithms for generalized Bradley-Terry models"). Every pair of bots that met
 * at a table gets one extra two-bot game, half won by each, so that a bot that is always first has
 * a finite rating: two bots have the strengths (wins + 1/2) : (losses + 1/2).
 *
 * Errors are those of a delete-a-group jackknife over the units (unit number modulo
 * PLACINGS_GROUPS): placings of one unit share its cards and are never treated as independent. The
 * extra games stay in each time. */
#ifndef ARENA_STATS_PLACKETT_LUCE_H
#define ARENA_STATS_PLACKETT_LUCE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PLACINGS_BOTS_MAX = 64, /* of a rating */
    PLACINGS_TABLE_MAX = 5, /* bots at a table */
    PLACINGS_GROUPS = 100
};

/* A table: distinct bots that are placed together. */
struct placings_table {
    uint8_t count;                    /* 2..PLACINGS_TABLE_MAX */
    uint8_t bots[PLACINGS_TABLE_MAX]; /* each < bots of the rating */
};

/* Counts, per group of units, how often each set of a table's bots remained for the last places.
 * The likelihood needs nothing else, and the counts are integers, so that the order of units does
 * not matter. 25 kB per table, whatever the number of units. `tables` is copied. Aborts when out of
 * memory. */
struct placings *placings_new(int bots, const struct placings_table *tables, int count);
void placings_free(struct placings *placings); /* NULL is allowed */

/* One placing: the `merit` of each bot of the table, in table order; more is better, equal is a
 * tie. `unit` is the number of the unit. */
void placings_add(struct placings *placings, int table, uint64_t unit, const double *merit);

/* 400 log10 of the strengths, as in chess ratings, centred so that the bots that met others have
 * mean 0. `error` is the jackknife's standard error, NaN if fewer than two groups have placings; a
 * bot that met no other has NaN for both. Ratings are comparable only between bots that a chain of
 * meetings connects. `between`, unless it is NULL, gets the errors of the differences, [a * bots +
 * b]: ratings of bots that meet are correlated, so these do not follow from their own errors.
 * Returns false if there are no placings. */
bool placings_fit(const struct placings *placings, double *rating, double *error, double *between);

/* Whether the placings bound the strengths: false if the bots that met can be parted into two sets
 * of which one was ahead of the other in all placings, as where one bot always won. The likelihood
 * then grows without end, and only the extra games hold the ratings (Hunter, assumption 1). */
bool placings_are_bounded(const struct placings *placings);

#endif
