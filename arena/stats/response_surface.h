// SPDX-License-Identifier: MIT
/* arena/stats/response_surface.h - finds the best of a few numbers by playing pairs of them against
 * each other: what `tune` searches with.
 *
 * Each round plays two points of the box 0..1, which lie opposite each other around the centre, on
 * the same deals. The difference of their results is that of a quadratic function, which is fitted
 * to all rounds (least squares, rounds far from the centre count less, a weak pull towards 0); the
 * centre moves to its maximum as far as half of the radius, and the radius shrinks. So every game
 * tells something until the end, and not only about the direction of one step, as in stochastic
 * approximation (Spall 1992, IEEE Transactions on Automatic Control 37, "Multivariate stochastic
 * approximation using a simultaneous perturbation gradient approximation"), which is what others
 * tune with.
 *
 * Mean loss against the best point, in units of the error of one round's difference, in 40 rounds,
 * when the result falls by K times the squared distance; 400 runs each (SIMULATED_RUNS=400 with
 * tests/unit/test_response_surface.c; SPSA simulated in the same way, with
 * steps of a constant share of the range that were tried beforehand):
 *
 *     numbers  K/error   SPSA   this
 *        1       2.0     0.06   0.02
 *        1       7.5     0.02   0.01
 *        2       2.0     0.12   0.07
 *        2       7.5     0.05   0.02
 *        4       2.0     0.26   0.33
 *        4       7.5     0.11   0.08
 *
 * With four numbers and hardly any signal, fourteen terms are many for forty rounds: then play more
 * deals a round, or search two numbers at a time.
 *
 * For one thread; no allocation after surface_open(). */
#ifndef ARENA_STATS_RESPONSE_SURFACE_H
#define ARENA_STATS_RESPONSE_SURFACE_H

enum { SURFACE_MAX = 6 /* numbers that are searched at once */ };

struct surface_point {
    double at[SURFACE_MAX]; /* 0..1 */
};

struct surface_round {
    struct surface_point plus, minus;
    double difference, error; /* of the results, plus - minus */
};

struct surface {
    int numbers, planned, rounds;
    double first_radius;
    struct surface_point centre;
    struct surface_round *round; /* `planned` of them */
};

/* Begins at `start` with 1..SURFACE_MAX numbers and `planned` rounds, 1..; first_radius: 0..1, how
 * far the first points lie from it. surface_close() frees. */
void surface_open(struct surface *surface, int numbers, const struct surface_point *start,
                  int planned, double first_radius);
void surface_close(struct surface *surface);

/* The two points of the next round. `draw` gives uniform numbers in 0..1. */
void surface_pair(const struct surface *surface, double (*draw)(void *), void *context,
                  struct surface_point *plus, struct surface_point *minus);

/* Adds the result of a round that played these points, and moves the centre. `error` is the
 * standard error of the difference; a difference that is certain, as if no game differed, has error
 * 0. At most `planned` rounds. */
void surface_add(struct surface *surface, const struct surface_round *round);

/* A linear and a quadratic term of each number, and products of two. */
enum { SURFACE_TERMS = SURFACE_MAX + SURFACE_MAX * (SURFACE_MAX + 1) / 2 };

/* The quadratic function that fits the rounds so far. */
struct surface_fit {
    int numbers;
    double term[SURFACE_TERMS];
    double unit; /* of the terms, in that of the differences */
};

/* Without rounds the function is 0 everywhere. */
void surface_fit(const struct surface *surface, struct surface_fit *fit);
/* How much better the function is at `one` than at `other`, in the unit of the differences. */
double surface_fit_difference(const struct surface_fit *fit, const struct surface_point *one,
                              const struct surface_point *other);

#endif
