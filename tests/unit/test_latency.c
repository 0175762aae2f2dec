// SPDX-License-Identifier: MIT
/* tests/unit/test_latency.c - percentiles from buckets, against sorted lists; which decisions are
 * timed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/bot/call_sampling.h"
#include "arena/stats/latency_histogram.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

enum { COUNT = 5000 };

static int by_length(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return a < b ? -1 : a > b;
}

/* From nanoseconds to hours, each power of two as likely as any. */
static void draw(uint64_t list[COUNT], uint64_t seed)
{
    for (int i = 0; i < COUNT; i++)
        list[i] = test_random(&seed) >> (22 + test_random(&seed) % 42);
}

/* The bucket's end: never too short, and at most an eighth too long. */
TEST(percentiles_are_those_of_the_sorted_list)
{
    static const double shares[] = {0, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1};
    static uint64_t list[COUNT];
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct latency_histogram times = {0};
        draw(list, seed);
        for (int i = 0; i < COUNT; i++)
            latency_add(&times, list[i], 1);
        qsort(list, COUNT, sizeof *list, by_length);
        for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
            int rank = (int)ceil(shares[i] * COUNT);
            uint64_t exact = list[rank ? rank - 1 : 0];
            uint64_t got = latency_quantile(&times, shares[i]);
            assert_true(got >= exact);
            assert_true((double)got <= (double)exact * 1.125);
        }
        assert_true(times.longest == list[COUNT - 1]);
        assert_true(latency_quantile(&times, 1) == times.longest);
    }
}

TEST(small_lengths_are_exact)
{
    for (uint64_t length = 0; length < 16; length++) {
        struct latency_histogram times = {0};
        latency_add(&times, length, 1);
        latency_add(&times, 1000, 1);
        assert_int_equal(latency_quantile(&times, 0.5), length);
    }
}

TEST(merged_is_as_if_added)
{
    static uint64_t list[COUNT];
    struct latency_histogram parts[3] = {0}, all = {0}, merged = {0};
    draw(list, 77);
    for (int i = 0; i < COUNT; i++) {
        latency_add(&parts[i % 3], list[i], 1);
        latency_add(&all, list[i], 1);
    }
    for (int i = 0; i < 3; i++)
        latency_merge(&merged, &parts[i]);
    assert_memory_equal(&merged, &all, sizeof all);
}

/* ---- which decisions are timed (arena/bot/call_sampling.h) ---- */

/* Notes a round of decisions that take so long; returns what the one after them stands for. */
static uint32_t after_round(struct call_sampling *sampling, uint64_t ns)
{
    for (int i = 0; i < CALL_SAMPLING_ROUND; i++)
        call_sampling_note(sampling, ns);
    return call_sampling_note(sampling, ns);
}

TEST(fast_is_what_is_short_beside_reading_the_clock)
{
    static const struct {
        uint32_t slow_ns;
        uint64_t ns;
        bool always;
        uint32_t stands_for;
        bool costly;
    } cases[] = {
        {1000, 1000, false, CALL_SAMPLING_EVERY, false}, /* at the limit */
        {1000, 1001, false, 1, false},
        {40000, 40000, false, CALL_SAMPLING_EVERY, false}, /* a clock that takes long to read */
        {40000, 40001, false, 1, false},
        {1000, 5000, false, 1, false},
        {1000, 5001, false, 1, true},
        {1000, 10, true, 1, false}, /* with a time bank each is timed */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct call_sampling sampling = {.always = cases[i].always, .slow_ns = cases[i].slow_ns};
        assert_int_equal(after_round(&sampling, cases[i].ns), cases[i].stands_for);
        assert_int_equal(sampling.untimed, cases[i].stands_for - 1);
        assert_int_equal(sampling.costly, cases[i].costly);
    }
}

TEST(one_long_decision_does_not_make_a_bot_slow)
{
    struct call_sampling sampling = {.slow_ns = 1000};
    for (int i = 1; i < CALL_SAMPLING_ROUND; i++)
        call_sampling_note(&sampling, 400);
    call_sampling_note(&sampling, UINT64_C(5000000000)); /* counts for 10,000 */
    assert_true(sampling.fast);
}

TEST(what_is_slow_is_at_least_a_microsecond)
{
    assert_in_range(call_sampling_slow_ns(), CALL_SAMPLING_SLOW_NS, 1000000);
}

TEST(nothing_has_no_length)
{
    const struct latency_histogram none = {0};
    assert_int_equal(latency_quantile(&none, 0.5), 0);
    assert_int_equal(latency_quantile(&none, 1), 0);
}
