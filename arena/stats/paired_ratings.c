// SPDX-License-Identifier: MIT
#include "arena/stats/paired_ratings.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "arena/base/memory.h"

struct paired_ratings {
    int bots, count, groups;
    const struct paired_difference *pairs;
    double *inverse; /* [bots][bots]: of the normal equations for points with the sum 0 */
};

/* Inverts a symmetric, positive definite matrix in place (Gauss and Jordan; no pivots needed). */
static void invert(double *matrix, int size)
{
    for (int k = 0; k < size; k++) {
        double *row = matrix + (size_t)k * (size_t)size;
        const double pivot = row[k];
        row[k] = 1;
        for (int j = 0; j < size; j++)
            row[j] /= pivot;
        for (int i = 0; i < size; i++) {
            double *other = matrix + (size_t)i * (size_t)size;
            const double factor = other[k];
            if (i == k)
                continue;
            other[k] = 0;
            for (int j = 0; j < size; j++)
                other[j] -= factor * row[j];
        }
    }
}

struct paired_ratings *paired_ratings_new(int bots, const struct paired_difference *pairs,
                                          int count, int groups)
{
    struct paired_ratings *ratings = xcalloc(1, sizeof *ratings);
    const size_t size = (size_t)bots;
    double *matrix = xcalloc(size * size, sizeof *matrix);

    for (size_t i = 0; i < size * size; i++)
        matrix[i] = 1; /* that points have the sum 0 makes the equations definite */
    for (int i = 0; i < count; i++) {
        const size_t a = (size_t)pairs[i].a, b = (size_t)pairs[i].b;
        matrix[a * size + a] += pairs[i].weight;
        matrix[b * size + b] += pairs[i].weight;
        matrix[a * size + b] -= pairs[i].weight;
        matrix[b * size + a] -= pairs[i].weight;
    }
    invert(matrix, bots);
    *ratings = (struct paired_ratings){bots, count, groups, pairs, matrix};
    return ratings;
}

void paired_ratings_free(struct paired_ratings *ratings)
{
    if (!ratings)
        return;
    free(ratings->inverse);
    free(ratings);
}

/* ---- sums of differences, each times its coefficient ---- */

struct group_error {
    double error;
    int64_t units; /* the fewest of its pairs */
};

/* *units (out): one more than the degrees of freedom, which are Welch's and Satterthwaite's. */
static struct estimate combine(const struct paired_ratings *ratings, const double *coefficients,
                               int64_t *units)
{
    struct group_error *groups = xcalloc((size_t)ratings->groups, sizeof *groups);
    double mean = 0, variance = 0, squares = 0;

    for (int i = 0; i < ratings->count; i++) {
        const struct paired_difference *pair = &ratings->pairs[i];
        struct group_error *group = &groups[pair->group];
        const double error = fabs(coefficients[i]) * pair->error;
        mean += coefficients[i] * pair->mean;
        group->error += error;
        if (error > 0 && (!group->units || pair->units < group->units))
            group->units = pair->units;
    }
    for (int i = 0; i < ratings->groups; i++) {
        const double of_group = groups[i].error * groups[i].error;
        variance += of_group;
        if (of_group > 0)
            squares += of_group * of_group / (double)(groups[i].units - 1);
    }
    free(groups);
    *units = (squares > 0 ? (int64_t)fmin(variance * variance / squares, 1e9) : 1) + 1;
    return estimate_of(mean, sqrt(variance), *units);
}

/* Adds the coefficients of the points of a bot, `times` of them. */
static void add_points(const struct paired_ratings *ratings, int bot, double times,
                       double *coefficients)
{
    const double *row = ratings->inverse + (size_t)bot * (size_t)ratings->bots;

    for (int i = 0; i < ratings->count; i++) {
        const struct paired_difference *pair = &ratings->pairs[i];
        coefficients[i] += times * pair->weight * (row[pair->a] - row[pair->b]);
    }
}

/* Points of bot a; less those of bot b, unless that is -1. */
static struct estimate points_of(const struct paired_ratings *ratings, int a, int b)
{
    double *coefficients = xcalloc((size_t)ratings->count, sizeof *coefficients);
    int64_t units;

    add_points(ratings, a, 1, coefficients);
    if (b >= 0)
        add_points(ratings, b, -1, coefficients);
    const struct estimate points = combine(ratings, coefficients, &units);
    free(coefficients);
    return points;
}

struct estimate paired_ratings_of(const struct paired_ratings *ratings, int bot)
{
    return points_of(ratings, bot, -1);
}

struct estimate paired_ratings_between(const struct paired_ratings *ratings, int a, int b)
{
    return points_of(ratings, a, b);
}

/* ---- do they add up? ---- */

/* The sign with which a pair measures a - b; 0: it is of other bots. */
static int sign_of(const struct paired_difference *pair, int a, int b)
{
    return pair->a == a && pair->b == b ? 1 : pair->a == b && pair->b == a ? -1 : 0;
}

/* The p value of what two bots that met differ by in their own games, less what they differ by in
 * the list. 1: it is the same. */
static double disagreement(const struct paired_ratings *ratings, int a, int b)
{
    double *coefficients = xcalloc((size_t)ratings->count, sizeof *coefficients), weight = 0,
           largest = 0;
    int64_t units;

    for (int i = 0; i < ratings->count; i++)
        weight += sign_of(&ratings->pairs[i], a, b) ? ratings->pairs[i].weight : 0;
    for (int i = 0; i < ratings->count; i++)
        coefficients[i] = sign_of(&ratings->pairs[i], a, b) * ratings->pairs[i].weight / weight;
    add_points(ratings, a, -1, coefficients);
    add_points(ratings, b, 1, coefficients);
    for (int i = 0; i < ratings->count; i++)
        largest = fmax(largest, fabs(coefficients[i]));
    const struct estimate estimate = combine(ratings, coefficients, &units);
    free(coefficients);
    return largest < 1e-9 || !(estimate.error > 0) ? 1 : estimate_p(estimate, units);
}

static bool met_before(const struct paired_ratings *ratings, int pair)
{
    for (int i = 0; i < pair; i++)
        if (sign_of(&ratings->pairs[i], ratings->pairs[pair].a, ratings->pairs[pair].b))
            return true;
    return false;
}

double paired_ratings_worst(const struct paired_ratings *ratings, int *a, int *b)
{
    double worst = 1;
    int tested = 0;

    for (int i = 0; i < ratings->count; i++) {
        const struct paired_difference *pair = &ratings->pairs[i];
        const double p = met_before(ratings, i) ? 1 : disagreement(ratings, pair->a, pair->b);
        tested += p < 1;
        if (p < worst) {
            worst = p;
            *a = pair->a;
            *b = pair->b;
        }
    }
    return tested ? fmin(1, worst * tested) : 1;
}
