// SPDX-License-Identifier: MIT
/* tests/unit/test_latency.c - percentiles from buckets, against sorted lists. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/stats/latency_histogram.h"
#include "tests/unit/engine_helpers.h"

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
static void percentiles_are_those_of_the_sorted_list(void **state)
{
    static const double shares[] = {0, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1};
    static uint64_t list[COUNT];
    (void)state;
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

static void small_lengths_are_exact(void **state)
{
    (void)state;
    for (uint64_t length = 0; length < 16; length++) {
        struct latency_histogram times = {0};
        latency_add(&times, length, 1);
        latency_add(&times, 1000, 1);
        assert_int_equal(latency_quantile(&times, 0.5), length);
    }
}

static void merged_is_as_if_added(void **state)
{
    static uint64_t list[COUNT];
    struct latency_histogram parts[3] = {0}, all = {0}, merged = {0};
    (void)state;
    draw(list, 77);
    for (int i = 0; i < COUNT; i++) {
        latency_add(&parts[i % 3], list[i], 1);
        latency_add(&all, list[i], 1);
    }
    for (int i = 0; i < 3; i++)
        latency_merge(&merged, &parts[i]);
    assert_memory_equal(&merged, &all, sizeof all);
}

static void nothing_has_no_length(void **state)
{
    const struct latency_histogram none = {0};
    (void)state;
    assert_int_equal(latency_quantile(&none, 0.5), 0);
    assert_int_equal(latency_quantile(&none, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percentiles_are_those_of_the_sorted_list),
        cmocka_unit_test(small_lengths_are_exact),
        cmocka_unit_test(merged_is_as_if_added),
        cmocka_unit_test(nothing_has_no_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
