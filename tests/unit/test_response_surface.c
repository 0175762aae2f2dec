// SPDX-License-Identifier: MIT
/* tests/unit/test_response_surface.c - the search of `tune`, by simulation: planted best points are
 * found, and where there is nothing to find nothing is made of noise. SIMULATED_RUNS=N prints the
 * losses of N searches. */
#include <math.h>

#include "arena/stats/response_surface.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

static double uniform(void *random)
{
    return (double)(skat_random_bits(random) >> 11) / (double)((uint64_t)1 << 53);
}

static double normal(struct skat_random *random)
{
    double radius = sqrt(-2 * log(1 - uniform(random)));
    return radius * cos(2 * acos(-1) * uniform(random));
}

/* A result that falls by `steep` times the squared distance from the best point. */
struct made_up_world {
    int numbers;
    double steep;
    struct surface_point best;
};

static double loss(const struct made_up_world *world, const struct surface_point *at)
{
    double sum = 0;

    for (int i = 0; i < world->numbers; i++)
        sum += (at->at[i] - world->best.at[i]) * (at->at[i] - world->best.at[i]);
    return world->steep * sum;
}

/* Searches once; the error of a round's difference is 1. Returns the loss at the end. */
static double search(const struct made_up_world *world, const struct surface_point *start,
                     int rounds, struct skat_random *random, struct surface_point *end)
{
    struct surface surface;

    surface_open(&surface, world->numbers, start, rounds, 0.5);
    for (int i = 0; i < rounds; i++) {
        struct surface_round round = {.error = 1};
        surface_pair(&surface, uniform, random, &round.plus, &round.minus);
        for (int k = 0; k < world->numbers; k++) {
            assert_true(round.plus.at[k] >= 0 && round.plus.at[k] <= 1);
            assert_true(round.minus.at[k] >= 0 && round.minus.at[k] <= 1);
        }
        round.difference = loss(world, &round.minus) - loss(world, &round.plus) + normal(random);
        surface_add(&surface, &round);
    }
    *end = surface.centre;
    surface_close(&surface);
    return loss(world, end);
}

static double mean_loss(int numbers, double steep, int runs)
{
    struct skat_random random;
    double sum = 0;

    skat_random_start_number(&random, 20261122);
    for (int run = 0; run < runs; run++) {
        struct made_up_world world = {.numbers = numbers, .steep = steep};
        struct surface_point start = {{0}}, end;
        for (int i = 0; i < numbers; i++) {
            world.best.at[i] = 0.15 + 0.7 * uniform(&random);
            start.at[i] = 0.1 + 0.8 * uniform(&random);
        }
        sum += search(&world, &start, 40, &random, &end);
    }
    return sum / runs;
}

/* The bounds are twice what the table in response_surface.h says. */
TEST(planted_best_points_are_found)
{
    static const struct {
        int numbers;
        double steep, most;
    } cases[] = {{1, 2, 0.06},   {1, 7.5, 0.04}, {2, 2, 0.14},
                 {2, 7.5, 0.06}, {4, 2, 0.45},   {4, 7.5, 0.15}};
    const char *const asked = getenv("SIMULATED_RUNS");

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double mean = mean_loss(cases[i].numbers, cases[i].steep, asked ? atoi(asked) : 60);
        if (asked)
            printf("%d numbers, K/error %.1f: loss %.3f\n", cases[i].numbers, cases[i].steep, mean);
        assert_true(mean <= cases[i].most);
    }
}

/* Without noise and with a known error, the maximum of a quadratic function is reached exactly. The
 * fitted function is that of the world, but for the pull towards 0, which takes a tenth here. */
TEST(the_surface_is_exact_without_noise)
{
    static const double steeps[] = {1000, 2};
    const struct surface_point start = {{0.3, 0.7}}, best = {{0.6, 0.4}}, between = {{0.5, 0.5}};
    struct surface_fit fit;

    for (size_t world_of = 0; world_of < COUNT_OF(steeps); world_of++) {
        const struct made_up_world world = {2, steeps[world_of], best};
        struct surface surface;
        struct skat_random random;
        skat_random_start_number(&random, 5);
        surface_open(&surface, 2, &start, 30, 0.5);
        surface_fit(&surface, &fit);
        assert_true(surface_fit_difference(&fit, &best, &start) == 0); /* nothing is known yet */
        for (int i = 0; i < 30; i++) {
            struct surface_round round = {.error = 0.01};
            surface_pair(&surface, uniform, &random, &round.plus, &round.minus);
            round.difference = loss(&world, &round.minus) - loss(&world, &round.plus);
            surface_add(&surface, &round);
        }
        assert_true(loss(&world, &surface.centre) < 2e-4 * world.steep);
        surface_fit(&surface, &fit);
        surface_close(&surface);
    }
    /* 2 (0.3^2 + 0.3^2) = 0.36, and 2 (0.1^2 + 0.1^2) = 0.04 */
    assert_true(fabs(surface_fit_difference(&fit, &best, &start) - 0.36) < 0.04);
    assert_true(fabs(surface_fit_difference(&fit, &best, &between) - 0.04) < 0.01);
    assert_true(surface_fit_difference(&fit, &between, &best) ==
                -surface_fit_difference(&fit, &best, &between));
}

/* Options that change nothing leave the start where it is. */
TEST(certain_zeros_move_nothing)
{
    struct surface surface;
    const struct surface_point start = {{0.3, 0.7, 0.5}};
    struct skat_random random;

    skat_random_start_number(&random, 6);
    surface_open(&surface, 3, &start, 20, 0.5);
    for (int i = 0; i < 20; i++) {
        struct surface_round round = {.difference = 0, .error = 0};
        surface_pair(&surface, uniform, &random, &round.plus, &round.minus);
        surface_add(&surface, &round);
    }
    for (int i = 0; i < 3; i++)
        assert_true(surface.centre.at[i] == start.at[i]);
    surface_close(&surface);
}
