// SPDX-License-Identifier: MIT
/* tests/unit/test_order.c - does the order of units matter: by hand, by properties, and its rates
 * of false alarms and of finds by simulation. */
#include "arena/stats/order_test.h"
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
    enum { UNITS = 400 };
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

/* The p value of deals; both copies' strengths are drawn anew every so many of them; 0: none. */
static double p_of_deals(int units, int period, int strength, uint64_t random)
{
    struct order_test test = {.cycle = 2};
    int64_t now = 0;

    for (int i = 0; i < units; i++) {
        if (period && i % period == 0)
            now = strength * (test_below(&random, 2) - test_below(&random, 2));
        order_test_add(&test, difference_of_deal(&random) + now);
    }
    const double p = order_test_result(&test).p;
    order_test_free(&test);
    return p;
}

/* A p value is below a level at most that often, and four deviations of the frequency. */
TEST(independent_deals_raise_no_alarm)
{
    enum { RUNS = 150, SURE = 4 };
    static const int units[] = {20, 100, 1000};

    for (size_t i = 0; i < COUNT_OF(units); i++) {
        double at_5 = 0, at_1 = 0;
        for (uint64_t run = 0; run < RUNS; run++) {
            const double p = p_of_deals(units[i], 0, 0, 100 + i + run * 1000003);
            at_5 += p <= 0.05 ? 1.0 / RUNS : 0;
            at_1 += p <= 0.01 ? 1.0 / RUNS : 0;
        }
        check_between("at 5 %", at_5, 0, 0.05 + SURE * frequency_deviation(0.05, RUNS));
        check_between("at 1 %", at_1, 0, 0.01 + SURE * frequency_deviation(0.01, RUNS));
    }
}

/* Strengths of 10 points, with a deviation of 18 a deal. */
TEST(drifting_strength_is_found)
{
    enum { POINT = 12, STRENGTH = 10 * POINT, DEALS = 2000 };

    assert_true(p_of_deals(DEALS, 200, STRENGTH, 9) <= LEVEL);
}
