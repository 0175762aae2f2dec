// SPDX-License-Identifier: MIT
/* tests/margin_errors.c - how often `regress` decides, by thousands of simulated runs of the
 * confidence sequence that it decides by, with its settings: for tests/calibrate.py.
 *
 *     margin-errors deal|session MARGIN HAND MOST RUNS
 *
 * Standard input has a line for each difference of a unit that occurs: hundredths of a point a
 * deal, and its chance. A run takes independent differences, in blocks as `regress` does, until it
 * decides, cannot decide any more, or has MOST units. HAND is what a hand that is thrown away
 * changes in the difference of its unit. Prints as JSON how many runs passed, failed and could not
 * decide any more, and their mean number of units. Equal input gives equal output. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/config/comparison_plan.h"
#include "arena/stats/confidence_sequence.h"
#include "engine/random.h"

enum { DIFFERENCES_MAX = 1 << 16 };

/* The differences with the sums of the chances of all up to each. */
struct drawn_differences {
    int64_t value[DIFFERENCES_MAX];
    double up_to[DIFFERENCES_MAX];
    int count;
};

/* What came of all runs. */
struct margin_counts {
    int64_t passed, failed, over, units;
};

/* False where a line is no difference with its chance, or there are too many or none. */
static bool read_differences(struct drawn_differences *differences)
{
    double sum = 0, chance;
    int64_t value;
    int read;

    while ((read = scanf("%" SCNd64 " %lf", &value, &chance)) == 2) {
        if (differences->count == DIFFERENCES_MAX || !(chance >= 0))
            return false;
        sum += chance;
        differences->value[differences->count] = value;
        differences->up_to[differences->count++] = sum;
    }
    for (int i = 0; i < differences->count; i++)
        differences->up_to[i] /= sum;
    return read == EOF && sum > 0;
}

static int64_t draw(const struct drawn_differences *differences, struct skat_random *random)
{
    const double u = (double)(skat_random_bits(random) >> 11) * 0x1p-53;
    int first = 0, last = differences->count - 1;

    while (first < last) {
        int middle = (first + last) / 2;
        if (u < differences->up_to[middle])
            last = middle;
        else
            first = middle + 1;
    }
    return differences->value[first];
}

static void simulate(const struct sequence_plan *plan, const struct drawn_differences *differences,
                     int64_t most, struct skat_random *random, struct margin_counts *counts)
{
    struct confidence_sequence sequence;
    enum sequence_side truth = SEQUENCE_ABOVE;
    bool decided = false, over = false;
    int64_t units = 0;

    confidence_sequence_start(&sequence, plan);
    while (units < most && !decided && !over) {
        confidence_sequence_add(&sequence, draw(differences, random));
        if (++units % plan->block)
            continue;
        decided = confidence_sequence_excludes(&sequence, &truth);
        over = confidence_sequence_is_over(&sequence);
    }
    counts->passed += decided && truth == SEQUENCE_ABOVE;
    counts->failed += decided && truth == SEQUENCE_BELOW;
    counts->over += over;
    counts->units += units;
    confidence_sequence_free(&sequence);
}

int main(int argc, char **argv)
{
    const double HUNDREDTHS = 0.01;
    static struct drawn_differences differences; /* 1 MB */
    struct margin_counts counts = {0, 0, 0, 0};
    struct skat_random random;

    if (argc != 6 || !read_differences(&differences)) {
        fprintf(stderr, "usage: margin_errors deal|session MARGIN HAND MOST RUNS < DIFFERENCES\n");
        return EXIT_FAILURE;
    }
    struct test_plan test = margin_test_defaults[strcmp(argv[1], "session") == 0];
    test.margin = strtod(argv[2], NULL);
    const struct sequence_plan plan = test_sequence(&test, HUNDREDTHS, strtod(argv[3], NULL));
    const int64_t most = strtoll(argv[4], NULL, 10), runs = strtoll(argv[5], NULL, 10);
    skat_random_start_number(&random, 1);
    for (int64_t run = 0; run < runs; run++)
        simulate(&plan, &differences, most, &random, &counts);
    printf("{\"passed\": %" PRId64 ", \"failed\": %" PRId64 ", \"over\": %" PRId64
           ", \"units\": %.1f}\n",
           counts.passed, counts.failed, counts.over, (double)counts.units / (double)runs);
    return EXIT_SUCCESS;
}
