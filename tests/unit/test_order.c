// SPDX-License-Identifier: MIT
/* tests/unit/test_order.c - does the order of units matter: by hand, by properties, and its rates
 * of false alarms and of finds by simulation. */
#include "arena/stats/order_test.h"
#include "arena/stats/sequential_test.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/statistics_helpers.h"
#include "tests/unit/unit_test.h"

static const double LEVEL = 0.001;

static struct order_result result_of(int64_t cycle, const int64_t *values, int count)
{
    struct order_test test = {.cycle = cycle};

    for (int i = 0; i < count; i++)
        order_test_add(&test, values[i]);
    struct order_result result = order_test_result(&test);
    order_test_free(&test);
    return result;
}

/* ---- by hand ---- */

/* Of pairs of neighbours, e = 6 of 7 are alike: their sums have the mean square 4 e / 7, and in a
 * random order of these eight 2 (8 - 2) / (8 - 1), so that the ratio is e / 3. Only two of the 70
 * orders have that many, and no order's trend scores as high. */
TEST(eight_units_by_hand)
{
    static const int64_t values[] = {5, 5, 5, 5, 3, 3, 3, 3};
    const struct order_result result = result_of(1, values, 8);

    check_close("ratio", result.ratio, 2, 1e-12);
    check_between("p", result.p, 0.015, 0.05);
    assert_int_equal(result.units, 8);
    assert_int_equal(result.length, 2);
    assert_int_equal(result.highest.from, 0);
    assert_int_equal(result.highest.to, 2);
    assert_true(result.highest.mean == 5);
    assert_int_equal(result.lowest.from, 4);
    assert_int_equal(result.lowest.to, 6);
    assert_true(result.lowest.mean == 3);
}

/* Noise, and what comes on top of it. */
static struct order_result of_noise(int64_t (*above)(int unit))
{
    enum { UNITS = 1000 };
    int64_t values[UNITS];
    uint64_t random = 4;

    for (int i = 0; i < UNITS; i++)
        values[i] = (int64_t)(100 * normal(&random)) + above(i);
    return result_of(1, values, UNITS);
}

static int64_t none(int unit) { return 0 * unit; }
static int64_t step(int unit) { return unit < 600 ? 0 : 50; }
static int64_t slope(int unit) { return unit / 15; }
static int64_t hump(int unit) { return unit >= 300 && unit < 400 ? 80 : 0; }

TEST(what_changes_is_shown)
{
    struct order_result result = of_noise(none);

    assert_true(result.p > LEVEL);
    result = of_noise(step);
    assert_true(result.p <= LEVEL);
    assert_in_range(result.lowest.to, 1, 650);
    assert_in_range(result.highest.from, 550, 999);
    result = of_noise(slope);
    assert_true(result.p <= LEVEL);
    assert_int_equal(result.lowest.from, 0);
    assert_int_equal(result.highest.to, 1000);
    assert_int_equal(result.lowest.to, result.highest.from);
    result = of_noise(hump);
    assert_true(result.p <= LEVEL);
    assert_in_range(result.highest.from, 250, 399);
    assert_in_range(result.highest.to, 301, 450);
    check_between("there", result.highest.mean, 50, 110);
}

TEST(nothing_to_test)
{
    static const int64_t same[12] = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
    static const int64_t few[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

    assert_true(isnan(result_of(1, NULL, 0).p));
    assert_true(isnan(result_of(1, same, 12).p));
    assert_true(isnan(result_of(1, few, 7).p));
    assert_false(isnan(result_of(1, few, 8).p));
    assert_true(isnan(result_of(2, few, 15).p)); /* seven whole cycles */
}

/* ---- properties ---- */

TEST(scale_and_origin_do_not_matter)
{
    enum { UNITS = 300 };
    int64_t values[UNITS], others[UNITS];
    uint64_t random = 1;

    for (int i = 0; i < UNITS; i++) {
        values[i] = test_below(&random, 10) ? 0 : test_below(&random, 529) - 264;
        others[i] = -7 * values[i] + 1000;
    }
    const struct order_result one = result_of(1, values, UNITS),
                              other = result_of(1, others, UNITS);
    assert_true(one.p == other.p);
    check_close("ratio", one.ratio, other.ratio, 1e-9);
    assert_int_equal(one.length, other.length);
}

/* Kinds that repeat are no state: a cycle has one of each. */
TEST(kinds_of_units_do_not_matter)
{
    enum { UNITS = 1000 };
    int64_t values[UNITS];
    uint64_t random = 2;

    for (int i = 0; i < UNITS; i++)
        values[i] = test_below(&random, 100) + (i / 4 % 2 ? 60 : 0);
    assert_true(result_of(1, values, UNITS).p <= LEVEL);
    assert_true(result_of(8, values, UNITS).p > LEVEL);
}

/* Intervals are too wide then, not too narrow. */
TEST(unlike_neighbours_are_not_looked_for)
{
    enum { UNITS = 2000 };
    int64_t values[UNITS];
    uint64_t random = 3;

    for (int i = 0; i < UNITS; i++)
        values[i] = test_below(&random, 100) + (i % 2 ? 60 : 0);
    assert_true(result_of(1, values, UNITS).p > LEVEL);
}

/* Many units in a kilobyte of blocks: what changes every hundred is in none of the large ones,
 * but in the smaller ones of the beginning. */
TEST(fast_changes_are_found_in_long_runs)
{
    enum { UNITS = 300000, PERIOD = 100 };
    struct order_test test = {.cycle = 2};
    uint64_t random = 5;
    int64_t strength = 0;

    for (int i = 0; i < UNITS; i++) {
        if (i % PERIOD == 0)
            strength = test_below(&random, 3) - 1;
        order_test_add(&test, (int64_t)(100 * normal(&random)) + 40 * strength);
        assert_in_range(test.all.count, 0, ORDER_BLOCKS);
    }
    const struct order_result result = order_test_result(&test);
    order_test_free(&test);
    assert_true(result.p <= LEVEL);
    assert_true(result.units < UNITS / 8);
    assert_true(result.length < 8 * PERIOD);
    check_between("deviation", sqrt(result.ratio), 1.5, 4);
}

/* ---- simulations ---- */

/* The difference of a deal between two bots that play alike in most: skewed, with rare disasters.
 */
static int64_t difference_of_deal(uint64_t *random)
{
    const int kind = test_below(random, 1000);

    return kind < 850 ? 0 : kind < 852 ? -264 * 12 : 12 * (test_below(random, 120) - 56);
}

enum { RUNS = 150 };

struct rates {
    double at_5, at_1, at_level;
};

static void count_p(struct rates *rates, double p, int runs)
{
    const double part = 1.0 / runs;

    rates->at_5 += p <= 0.05 ? part : 0;
    rates->at_1 += p <= 0.01 ? part : 0;
    rates->at_level += p <= LEVEL ? part : 0;
}

static void check_rates(const struct rates *rates)
{
    enum { SURE = 4 };

    check_between("at 5 %", rates->at_5, 0, 0.05 + SURE * frequency_deviation(0.05, RUNS));
    check_between("at 1 %", rates->at_1, 0, 0.01 + SURE * frequency_deviation(0.01, RUNS));
}

/* Strengths of both copies that are drawn anew every so many deals; 0: none. */
static struct rates simulate(int units, int period, int strength, int runs, uint64_t seed)
{
    struct rates rates = {0};

    for (int run = 0; run < runs; run++) {
        struct order_test test = {.cycle = 2};
        uint64_t random = seed + (uint64_t)run * 1000003;
        int64_t now = 0;
        for (int i = 0; i < units; i++) {
            if (period && i % period == 0)
                now = strength * (test_below(&random, 2) - test_below(&random, 2));
            order_test_add(&test, difference_of_deal(&random) + now);
        }
        count_p(&rates, order_test_result(&test).p, runs);
        order_test_free(&test);
    }
    return rates;
}

TEST(independent_deals_raise_no_alarm)
{
    static const int units[] = {20, 100, 1000};

    for (size_t i = 0; i < COUNT_OF(units); i++) {
        const struct rates rates = simulate(units[i], 0, 0, RUNS, 100 + i);
        check_rates(&rates);
    }
}

/* The order of what a sequential test has looked at is not quite random: the last deals made it
 * stop. */
TEST(a_test_that_stops_raises_no_alarm)
{
    static const struct test_plan plan = {.model = TEST_POINTS,
                                          .h0 = -2,
                                          .h1 = 2,
                                          .alpha = 0.05,
                                          .beta = 0.05,
                                          .min_units = 100,
                                          .block = 20};
    enum { MOST = 5000, POINT = 12 };
    struct rates rates = {0};
    double all = 0;

    for (int run = 0; run < RUNS; run++) {
        struct order_test test = {.cycle = 2};
        struct moments moments = {0};
        uint64_t random = 7 + (uint64_t)run * 1000003;
        bool over = false;
        while (!over && moments.units < MOST) {
            int64_t difference = difference_of_deal(&random);
            order_test_add(&test, difference);
            moments_add(&moments, difference);
            const double mean = moments_mean(&moments) / POINT,
                         deviation = moments_deviation(&moments) / POINT;
            over = test_due(&plan, moments.units, deviation, false) &&
                   test_judge(&plan, test_llr_of_moments(&plan, moments.units, mean, deviation)) !=
                       VERDICT_UNDECIDED;
        }
        all += (double)moments.units / RUNS;
        count_p(&rates, order_test_result(&test).p, RUNS);
        order_test_free(&test);
    }
    check_between("deals to a stop", all, 105, MOST / 2.0);
    check_rates(&rates);
}

/* Strengths of 10 points, with a deviation of 18 a deal. */
TEST(drifting_strength_is_found)
{
    enum { POINT = 12, STRENGTH = 10 * POINT, DEALS = 2000 };
    static const struct {
        int period;
        double found; /* at least this often; 200 deals of 2000 leave ten draws */
    } cases[] = {{20, 0.9}, {200, 0.8}};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct rates rates = simulate(DEALS, cases[i].period, STRENGTH, 1, 9);
        check_between("found", rates.at_level, cases[i].found, 1.001);
    }
}
