// SPDX-License-Identifier: MIT
/* tests/unit/test_paired_ratings.c - a list of bots from pairs that met, by hand and by simulation.
 * SIMULATED_RUNS=N prints how often intervals miss in N simulated folders. */
#include <stdio.h>
#include <stdlib.h>

#include "arena/stats/paired_ratings.h"
#include "tests/unit/statistics_helpers.h"
#include "tests/unit/unit_test.h"

static void check_estimate(const char *what, struct estimate got, double mean, double error)
{
    check_close(what, got.mean, mean, 1e-9);
    check_close(what, got.error, error, 1e-9);
}

TEST(by_hand)
{
    /* A chain 0 - 1 - 2 of independent runs: the mean of all is 0, differences and squared errors
     * add up. */
    const struct paired_difference chain[] = {{0, 1, 2, 0.3, 1000, 5, 0},
                                              {2, 1, -4, 0.4, 1000, 1, 1}};
    struct paired_ratings *ratings = paired_ratings_new(3, chain, 2, 2);
    int a = -1, b = -1;

    check_estimate("0 - 2", paired_ratings_between(ratings, 0, 2), 6, 0.5);
    check_estimate("1 - 0", paired_ratings_between(ratings, 1, 0), -2, 0.3);
    check_estimate("0", paired_ratings_of(ratings, 0), 8. / 3, sqrt(0.36 + 0.16) / 3);
    check_close("nothing to disagree", paired_ratings_worst(ratings, &a, &b), 1, 0);
    assert_int_equal(a, -1);
    paired_ratings_free(ratings);

    /* On the same deals, errors add up. */
    const struct paired_difference same[] = {{0, 1, 2, 0.3, 1000, 5, 0}, {2, 1, -4, 0.4, 10, 1, 0}};
    ratings = paired_ratings_new(3, same, 2, 1);
    check_estimate("the same deals", paired_ratings_between(ratings, 0, 2), 6, 0.7);
    paired_ratings_free(ratings);

    /* A run twice says what it says once; two runs of their own, by their weights. */
    const struct paired_difference twice[] = {{0, 1, 2, 0.3, 100, 5, 0}, {0, 1, 2, 0.3, 100, 5, 0}},
                                   two[] = {{0, 1, 2, 0.4, 100, 3, 0}, {1, 0, -6, 0.4, 100, 1, 1}};
    ratings = paired_ratings_new(2, twice, 2, 1);
    check_estimate("twice", paired_ratings_between(ratings, 0, 1), 2, 0.3);
    paired_ratings_free(ratings);
    ratings = paired_ratings_new(2, two, 2, 2);
    check_estimate("two runs", paired_ratings_between(ratings, 0, 1), 3, 0.4 * sqrt(10) / 4);
    paired_ratings_free(ratings);
}

TEST(a_circle_that_does_not_close)
{
    struct paired_difference circle[] = {
        {0, 1, 2, 0.1, 1000, 1, 0}, {1, 2, 2, 0.1, 1000, 1, 1}, {0, 2, 4, 0.1, 1000, 1, 2}};
    struct paired_ratings *ratings = paired_ratings_new(3, circle, 3, 3);
    int a, b;

    check_close("it closes", paired_ratings_worst(ratings, &a, &b), 1, 1e-6);
    circle[2].mean = 5; /* by 1, with the error 0.1 sqrt(3) */
    check_between("it does not", paired_ratings_worst(ratings, &a, &b), 1e-9, 1e-6);
    assert_true(a >= 0 && a < 3 && b >= 0 && b < 3);
    paired_ratings_free(ratings);
}

/* ---- simulated folders ---- */

enum { BOTS = 6, RUNS = 9, UNITS = 200 };

/* Bots differ by 3 points a deal from one to the next. A unit of a pair: nothing, or what two games
 * of Skat may differ by; and on the same deals the same part, which is what makes runs depend on
 * each other. */
struct folder {
    struct paired_difference pairs[RUNS];
    int groups;
};

static double unit_of(uint64_t *own, uint64_t *shared, double common)
{
    const double deal = uniform(shared), chance = uniform(own), size = 40 * normal(own);

    return common * 60 * (deal - 0.5) + (chance < 0.4 ? size : chance < 0.41 ? -250 : 2.5 / 0.59);
}

/* The mean of unit_of() is 0. */
static void play(struct folder *folder, uint64_t *random, double common, int seeds)
{
    uint64_t of_seed[RUNS];

    folder->groups = seeds;
    for (int i = 0; i < seeds; i++)
        of_seed[i] = test_random(random);
    for (int run = 0; run < RUNS; run++) {
        struct paired_difference *pair = &folder->pairs[run];
        const int group = run % seeds, units = UNITS * (1 + run % 3);
        uint64_t shared = of_seed[group];
        double sum = 0, squares = 0;
        const int a = run < BOTS - 1 ? run : (int)(test_random(random) % BOTS),
                  b = run < BOTS - 1 ? run + 1
                                     : (a + 1 + (int)(test_random(random) % (BOTS - 1))) % BOTS;
        for (int i = 0; i < units; i++) {
            const double value = unit_of(random, &shared, common);
            sum += value;
            squares += value * value;
        }
        const double mean = sum / units,
                     error = sqrt((squares / units - mean * mean) / (units - 1));
        *pair = (struct paired_difference){a, b, mean + 3 * (a - b), error, units, units, group};
    }
}

struct missed_intervals {
    int points, differences, circles; /* of how many intervals and folders */
};

static struct missed_intervals simulate(double common, int seeds, int folders)
{
    struct missed_intervals missed = {0};
    uint64_t random = 20;

    for (int i = 0; i < folders; i++) {
        struct folder folder;
        int a, b;
        play(&folder, &random, common, seeds);
        struct paired_ratings *ratings =
            paired_ratings_new(BOTS, folder.pairs, RUNS, folder.groups);
        for (int bot = 0; bot < BOTS; bot++) {
            const struct estimate points = paired_ratings_of(ratings, bot),
                                  next = paired_ratings_between(ratings, bot, (bot + 1) % BOTS);
            const double truth = 3 * (bot - (BOTS - 1) / 2.), step = 3. * (bot - (bot + 1) % BOTS);
            missed.points += truth < points.low || truth > points.high;
            missed.differences += step < next.low || step > next.high;
        }
        missed.circles += paired_ratings_worst(ratings, &a, &b) < 0.05;
        paired_ratings_free(ratings);
    }
    return missed;
}

TEST(intervals_cover)
{
    static const struct {
        const char *what;
        double common;
        int seeds;
    } cases[] = {{"each run on its own deals", 0, RUNS},
                 {"all on the same deals", 1, 1},
                 {"three seeds", 1, 3}};
    const char *wanted = getenv("SIMULATED_RUNS");
    const int folders = wanted ? atoi(wanted) : 600;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct missed_intervals missed = simulate(cases[i].common, cases[i].seeds, folders);
        const double of = BOTS * folders, points = missed.points / of,
                     differences = missed.differences / of,
                     circles = missed.circles / (double)folders;
        /* Intervals of one folder depend on each other: the deviation is that of folders. */
        const double most = 0.055 + 3 * frequency_deviation(0.05, folders);
        if (wanted)
            printf("%s: points %.4f, differences %.4f, circles %.4f\n", cases[i].what, points,
                   differences, circles);
        check_between(cases[i].what, points, 0, most);
        check_between(cases[i].what, differences, 0, most);
        check_between(cases[i].what, circles, 0, most);
    }
}
