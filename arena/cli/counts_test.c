// SPDX-License-Identifier: MIT
#include "arena/cli/counts_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/json_write.h"
#include "arena/base/terminal_fold.h"
#include "arena/stats/distribution.h"

struct sample {
    struct counted_sample counted;
    int64_t units;
    double mean, deviation; /* 1/n */
    double skewness;        /* NaN: without a deviation */
};

/* "-12.5:40": the difference -12.5 occurred 40 times. */
static bool read_counted(const char *word, struct counted_value *counted)
{
    const double MOST_UNITS = 1e9, FARTHEST = 1e6;
    char *end;

    counted->value = strtod(word, &end);
    if (end == word || *end != ':' || !(fabs(counted->value) <= FARTHEST))
        return false;
    const char *text = end + 1;
    double count = strtod(text, &end);
    if (end == text || *end || !(count >= 0 && count <= MOST_UNITS) || count != floor(count))
        return false;
    counted->count = (int64_t)count;
    return true;
}

/* What the test says of a sample. */
struct sample_judgement {
    struct estimate plain;             /* by Student's t */
    struct estimate likely;            /* by empirical likelihood */
    double llr, if_h0, if_h1, if_mean; /* expected units; NaN without a deviation */
    enum test_verdict verdict, early;  /* early: what it would be without min_units */
};

static struct sample_judgement judge(const struct test_plan *plan, const struct sample *sample)
{
    const double deviation = sample->deviation > 0 ? sample->deviation : NAN;
    const double unit = plan->model == TEST_NORMALISED ? sample->deviation : 1;
    const double n = (double)sample->units;
    struct sample_judgement said = {
        .plain = estimate_of(sample->mean, sample->deviation / sqrt(n - 1), sample->units),
        .likely = empirical_estimate(&sample->counted,
                                     student_quantile((1 + STATS_CONFIDENCE) / 2, n - 1)),
        .llr = test_llr(plan, &sample->counted),
    };

    said.if_h0 = test_expected_units(plan, plan->h0 * unit, deviation);
    said.if_h1 = test_expected_units(plan, plan->h1 * unit, deviation);
    said.if_mean = test_expected_units(plan, sample->mean, deviation);
    said.early = test_judge(plan, said.llr);
    said.verdict = sample->units < plan->min_units ? VERDICT_UNDECIDED : said.early;
    return said;
}

/* ---- printing ---- */

static void print_sample(const struct sample *sample, const struct sample_judgement *said)
{
    printf("units      %lld\n", (long long)sample->units);
    printf("mean       %+.4f, 95 %% interval %+.4f to %+.4f, by empirical likelihood %+.4f to "
           "%+.4f\n",
           sample->mean, said->plain.low, said->plain.high, said->likely.low, said->likely.high);
    printf("deviation  %.4f, mean over deviation %+.5f", sample->deviation,
           sample->deviation > 0 ? sample->mean / sample->deviation : 0);
    if (!isnan(sample->skewness))
        printf(", skewness %.2f", sample->skewness);
    printf("\n");
}

static void print_test(const struct test_plan *plan, const struct sample *sample,
                       const struct sample_judgement *said)
{
    printf("test       H0 %+g against H1 %+g %s, alpha %g, beta %g\n", plan->h0, plan->h1,
           plan->model == TEST_NORMALISED ? "deviations" : "points", plan->alpha, plan->beta);
    printf("LLR        %.4f, rejects at %.4f, accepts at %.4f\n", said->llr, test_lower(plan),
           test_upper(plan));
    if (sample->deviation > 0)
        printf(
            "expected   about %.0f units if H0 is true, %.0f if H1 is, %.0f if the mean is %+g\n",
            said->if_h0, said->if_h1, said->if_mean, sample->mean);
    if (said->verdict != said->early)
        printf("verdict    undecided: a run has no verdict before %lld units\n",
               (long long)plan->min_units);
    else
        printf("verdict    %s\n", verdict_names[said->verdict]);
}

/* A number that is not known is left out of a row. */
static void put_known(cJSON *row, const char *key, double value)
{
    if (!isnan(value))
        json_put_real(row, key, value);
}

static cJSON *row_of(const struct test_plan *plan, const struct sample *sample,
                     const struct sample_judgement *said)
{
    cJSON *row = cJSON_CreateObject();

    json_put_int(row, "units", sample->units);
    json_put_real(row, "mean", sample->mean);
    put_known(row, "low", said->plain.low);
    put_known(row, "high", said->plain.high);
    put_known(row, "likelihood_low", said->likely.low);
    put_known(row, "likelihood_high", said->likely.high);
    json_put_real(row, "deviation", sample->deviation);
    put_known(row, "skewness", sample->skewness);
    json_put_real(row, "h0", plan->h0);
    json_put_real(row, "h1", plan->h1);
    cJSON_AddStringToObject(row, "model", plan->model == TEST_NORMALISED ? "normalised" : "points");
    json_put_real(row, "alpha", plan->alpha);
    json_put_real(row, "beta", plan->beta);
    json_put_real(row, "llr", said->llr);
    json_put_real(row, "lower", test_lower(plan));
    json_put_real(row, "upper", test_upper(plan));
    put_known(row, "units_if_h0", said->if_h0);
    put_known(row, "units_if_h1", said->if_h1);
    put_known(row, "units_if_mean", said->if_mean);
    cJSON_AddStringToObject(row, "verdict", verdict_names[said->verdict]);
    return row;
}

static void print_row(const struct test_plan *plan, const struct sample *sample,
                      const struct sample_judgement *said, enum table_format format)
{
    static const struct table_column columns[] = {
        {"units", "units", -1},
        {"mean", "mean", 4},
        {"low", "95 % from", 4},
        {"high", "to", 4},
        {"likelihood_low", "by likelihood from", 4},
        {"likelihood_high", "to", 4},
        {"deviation", "deviation", -1},
        {"skewness", "skewness", 2},
        {"h0", "H0", -1},
        {"h1", "H1", -1},
        {"model", "unit of H0 and H1", -1},
        {"alpha", "alpha", -1},
        {"beta", "beta", -1},
        {"llr", "LLR", 4},
        {"lower", "rejects at", 4},
        {"upper", "accepts at", 4},
        {"units_if_h0", "units if H0 is true", -1},
        {"units_if_h1", "if H1 is", -1},
        {"units_if_mean", "if the mean is", -1},
        {"verdict", "verdict", -1},
    };

    row_table_print_one(row_of(plan, sample, said), columns, sizeof columns / sizeof *columns,
                        format, stdout);
}

/* ---- the command ---- */

/* Two passes lose no precision, however small the spread is relative to the mean. */
static struct sample sample_of(struct counted_value *list, int count, double reach)
{
    struct sample sample = {.skewness = NAN};
    double cubes = 0;

    for (int i = 0; i < count; i++)
        reach = fmax(reach, fabs(list[i].value));
    sample.counted = (struct counted_sample){list, (size_t)count, -reach, reach};
    double units = counted_units(&sample.counted);
    sample.units = (int64_t)units;
    sample.mean = counted_mean(&sample.counted);
    sample.deviation = counted_deviation(&sample.counted);
    for (int i = 0; i < count; i++)
        cubes += (double)list[i].count * pow(list[i].value - sample.mean, 3);
    /* Equal differences whose mean is rounded have no spread. */
    if (sample.deviation <= 1e-12 * fabs(sample.mean))
        sample.deviation = 0;
    else
        sample.skewness = cubes / units / (sample.deviation * sample.deviation * sample.deviation);
    return sample;
}

/* False with an error. */
static bool take_sample(struct sample *sample, double hand, const char *const *words, int count,
                        struct errors *errors)
{
    static struct counted_value list[COUNTS_MAX];

    for (int i = 0; i < count; i++)
        if (!read_counted(words[i], &list[i])) {
            errors_add(errors, words[i], "is not DIFFERENCE:COUNT, for example -12:40");
            return false;
        }
    *sample = sample_of(list, count, hand);
    if (sample->units < 2)
        errors_add(errors, "--counts", "needs DIFFERENCE:COUNT... of at least two units");
    return !errors->count;
}

int counts_test_print(const struct test_plan *plan, double hand, const char *const *words,
                      int count, enum table_format format, struct errors *errors)
{
    struct sample sample;
    const char *wrong = test_plan_wrong(plan);

    if (wrong)
        errors_add(errors, "--counts", "%s", wrong);
    if (wrong || !take_sample(&sample, hand, words, count, errors))
        return EXIT_USAGE;
    const struct sample_judgement said = judge(plan, &sample);
    if (format == TABLE_TEXT) {
        print_sample(&sample, &said);
        print_test(plan, &sample, &said);
    } else {
        print_row(plan, &sample, &said, format);
    }
    return said.verdict == VERDICT_ACCEPT   ? EXIT_OK
           : said.verdict == VERDICT_REJECT ? EXIT_REJECTED
                                            : EXIT_UNDECIDED;
}
