// SPDX-License-Identifier: MIT
#include "arena/stats/order_test.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "engine/random.h"

/* ---- blocks ---- */

static int64_t units_of(const struct order_blocks *blocks) { return blocks->units * blocks->count; }

static struct order_blocks new_blocks(int64_t units)
{
    return (struct order_blocks){units, 0, xcalloc(ORDER_BLOCKS, sizeof(int64_t))};
}

static void keep_beginning(struct order_test *test)
{
    struct order_blocks *kept = &test->early[test->early_count++];

    *kept = new_blocks(test->all.units);
    kept->count = ORDER_BLOCKS;
    memcpy(kept->sums, test->all.sums, ORDER_BLOCKS * sizeof *kept->sums);
}

/* Makes each two blocks one. */
static void join_blocks(struct order_blocks *blocks)
{
    blocks->count /= 2;
    blocks->units *= 2;
    for (int i = 0; i < blocks->count; i++)
        blocks->sums[i] = blocks->sums[2 * i] + blocks->sums[2 * i + 1];
}

/* The size of blocks of which the next beginning is kept. */
static int64_t next_kept(const struct order_test *test)
{
    int64_t units = test->cycle;

    for (int i = 0; i < test->early_count; i++)
        units *= ORDER_STEP;
    return units;
}

void order_test_add(struct order_test *test, int64_t value)
{
    if (!test->all.sums)
        test->all = new_blocks(test->cycle);
    test->open += value;
    if (++test->open_units < test->all.units)
        return;
    test->all.sums[test->all.count++] = test->open;
    test->open = test->open_units = 0;
    if (test->all.count < ORDER_BLOCKS)
        return;
    if (test->early_count < ORDER_EARLY && test->all.units == next_kept(test))
        keep_beginning(test);
    join_blocks(&test->all);
}

void order_test_free(struct order_test *test)
{
    free(test->all.sums);
    for (int i = 0; i < test->early_count; i++)
        free(test->early[i].sums);
    *test = (struct order_test){.cycle = test->cycle};
}

/* ---- statistics ---- */

/* Values with mean 0 and deviation 1, and their sums from the first on. */
struct standardised {
    int count;
    double values[ORDER_BLOCKS], sums[ORDER_BLOCKS + 1];
};

static bool are_alike(const struct order_blocks *blocks)
{
    for (int i = 1; i < blocks->count; i++)
        if (blocks->sums[i] != blocks->sums[0])
            return false;
    return true;
}

static void standardise(struct standardised *sample, const struct order_blocks *blocks)
{
    double mean = 0, square = 0;

    sample->count = blocks->count;
    for (int i = 0; i < blocks->count; i++)
        mean += (double)blocks->sums[i] / blocks->count;
    for (int i = 0; i < blocks->count; i++) {
        sample->values[i] = (double)blocks->sums[i] - mean;
        square += sample->values[i] * sample->values[i] / blocks->count;
    }
    for (int i = 0; i < blocks->count; i++)
        sample->values[i] /= sqrt(square);
}

static void add_up(struct standardised *sample)
{
    for (int i = 0; i < sample->count; i++)
        sample->sums[i + 1] = sample->sums[i] + sample->values[i];
}

/* The mean square of the sums of stretches of `length` blocks, over what it is on average over all
 * orders. Of long stretches every length/8-th is enough. */
static double variance_ratio(const struct standardised *sample, int length)
{
    enum { OVERLAP = 8 };
    const int step = length > OVERLAP ? length / OVERLAP : 1;
    int stretches = 0;
    double square = 0;

    for (int i = 0; i + length <= sample->count; i += step, stretches++) {
        double sum = sample->sums[i + length] - sample->sums[i];
        square += sum * sum;
    }
    double usual = (double)length * (sample->count - length) / (sample->count - 1);
    return square / stretches / usual;
}

/* The ratio as a standard normal number, by Wilson and Hilferty's cube root for a chi-square: of
 * the degrees of freedom that give its variance, 2 (2q - 1)(q - 1) / (3 q n). */
static double score_of_length(const struct standardised *sample, int length)
{
    const double variance = 2.0 * (2 * length - 1) * (length - 1) / (3.0 * length * sample->count),
                 small = variance / 9;

    return (cbrt(variance_ratio(sample, length)) - (1 - small)) / sqrt(small);
}

/* The largest departure of the sums, x sqrt(count), as a standard normal number: its chance is
 * about 2 exp(-2 x^2), and that of a normal number above z about exp(-z^2/2) / (z sqrt(2 pi)). */
static double score_of_trend(const struct standardised *sample)
{
    double least = 0, most = 0;

    for (int i = 1; i <= sample->count; i++) {
        least = sample->sums[i] < least ? sample->sums[i] : least;
        most = sample->sums[i] > most ? sample->sums[i] : most;
    }
    double x = fmax(most, -least) / sqrt(sample->count), square = 4 * x * x - 2 * log(10 * x);
    return square > 0 && x > 1 ? sqrt(square) : 0;
}

/* The longest stretch that is looked at: of 2, 4, 8 ... blocks, up to a quarter of all. */
static int longest(int count)
{
    int length = 2;

    while (2 * length <= count / 4)
        length *= 2;
    return length;
}

struct scored {
    double score;
    int length; /* of the stretches; 0: the trend */
};

static struct scored score(struct standardised *sample)
{
    add_up(sample);
    struct scored best = {score_of_trend(sample), 0};
    for (int length = 2; length <= longest(sample->count); length *= 2) {
        double of_length = score_of_length(sample, length);
        if (of_length > best.score)
            best = (struct scored){of_length, length};
    }
    return best;
}

/* To show what was found: the longest stretches that score nearly as much as the best. What is
 * clear even from short ones is shown at its full length so. */
static int shown_length(const struct standardised *sample, struct scored best)
{
    const double NEARLY = 0.7;
    int length = longest(sample->count);

    while (length > best.length && score_of_length(sample, length) < NEARLY * best.score)
        length /= 2;
    return length;
}

/* ---- random orders ---- */

/* Two places from each number of 64 bits: its halves, scaled down. That prefers some places by less
 * than one in a million. */
static void shuffle(double *values, int count, struct skat_random *random)
{
    uint64_t bits[ORDER_BLOCKS / 2];

    skat_random_fill(random, bits, (count + 1) / 2);
    for (int i = count - 1; i > 0; i--) {
        uint64_t half = i % 2 ? bits[i / 2] >> 32 : bits[i / 2] & UINT32_MAX;
        int other = (int)(half * ((uint64_t)i + 1) >> 32);
        double value = values[i];
        values[i] = values[other];
        values[other] = value;
    }
}

/* The chance of a score at least as large as `seen` in a random order. Changes the order. */
static double chance_of_score(struct standardised *sample, double seen)
{
    const double ROUNDING = 1e-9; /* the same values added up in another order */
    struct skat_random random;
    int exceeded = 0;

    skat_random_start_number(&random, 1);
    for (int drawn = 1; drawn <= ORDER_DRAWN; drawn++) {
        shuffle(sample->values, sample->count, &random);
        exceeded += score(sample).score >= seen - ROUNDING;
        if (exceeded == ORDER_EXCEEDED)
            return (double)exceeded / drawn;
    }
    return (exceeded + 1.0) / (ORDER_DRAWN + 1);
}

/* ---- the result ---- */

/* The sums of the first 0, 1, 2 ... blocks. */
struct totals {
    int64_t units; /* of a block */
    int64_t of[ORDER_BLOCKS + 1];
};

static struct order_stretch stretch_of(const struct totals *totals, int from, int to)
{
    const int64_t units = (to - from) * totals->units;

    return (struct order_stretch){from * totals->units, to * totals->units,
                                  (double)(totals->of[to] - totals->of[from]) / (double)units};
}

static void take_stretch(struct order_result *result, struct order_stretch stretch)
{
    const bool first = !result->highest.to;

    if (first || stretch.mean < result->lowest.mean)
        result->lowest = stretch;
    if (first || stretch.mean > result->highest.mean)
        result->highest = stretch;
}

/* Where the sums depart most from their share of the whole. */
static int turn_of(const struct standardised *sample)
{
    int turn = 0;

    for (int i = 1; i < sample->count; i++)
        turn = fabs(sample->sums[i]) > fabs(sample->sums[turn]) ? i : turn;
    return turn;
}

/* `length` blocks, 0 for a trend. */
static void find_stretches(struct order_result *result, const struct order_blocks *blocks,
                           const struct standardised *sample, int length)
{
    const int turn = turn_of(sample);
    struct totals totals = {.units = blocks->units};

    for (int i = 0; i < blocks->count; i++)
        totals.of[i + 1] = totals.of[i] + blocks->sums[i];
    for (int i = 0; length && i + length <= blocks->count; i++)
        take_stretch(result, stretch_of(&totals, i, i + length));
    if (length)
        return;
    take_stretch(result, stretch_of(&totals, 0, turn));
    take_stretch(result, stretch_of(&totals, turn, blocks->count));
}

/* The p value is that of these blocks alone. */
static struct order_result result_of(const struct order_blocks *blocks)
{
    struct order_result result = {.p = NAN, .units = units_of(blocks), .ratio = NAN};

    if (blocks->count < ORDER_LEAST || are_alike(blocks))
        return result;
    struct standardised *sample = xcalloc(1, sizeof *sample);
    standardise(sample, blocks);
    const struct scored seen = score(sample);
    const int length = seen.length ? shown_length(sample, seen) : longest(sample->count);
    result.length = length * blocks->units;
    result.ratio = variance_ratio(sample, length);
    find_stretches(&result, blocks, sample, seen.length ? length : 0);
    result.p = chance_of_score(sample, seen.score);
    free(sample);
    return result;
}

struct order_result order_test_result(const struct order_test *test)
{
    struct order_result best = result_of(&test->all);
    int tests = 1;

    for (int i = 0; i < test->early_count; i++) {
        if (units_of(&test->early[i]) > units_of(&test->all) / ORDER_STEP)
            break;
        struct order_result early = result_of(&test->early[i]);
        tests++;
        if (early.p < best.p)
            best = early;
    }
    best.p *= tests;
    if (best.p > 1) /* NaN stays */
        best.p = 1;
    return best;
}
