// SPDX-License-Identifier: MIT
#include "arena/cli/counts_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/show/field_text.h"
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

static const char sentences[] =
    "units      {units}\n"
    "mean       {mean:+4}, 95 % interval {low:+4} to {high:+4}, by empirical likelihood "
    "{likelihood_low:+4} to {likelihood_high:+4}\n"
    "deviation  {deviation:4}, mean over deviation {standardised:+5}"
    "[{deviation:?}, skewness {skewness:2}]\n"
    "test       H0 {h0} against H1 {h1} {h_unit}, alpha {alpha}, beta {beta}\n"
    "LLR        {llr:4}, rejects at {lower:4}, accepts at {upper:4}\n"
    "[{deviation:?}expected   about {units_if_h0:0} units if H0 is true, {units_if_h1:0} if H1 is, "
    "{units_if_mean:0} if the mean is {mean:+4}\n]"
    "[{early:?}verdict    undecided: a run has no verdict before {least_units} units\n]"
    "[{!early:?}verdict    {verdict}\n]";

/* What only the sentences tell. */
static void put_words(cJSON *row, const struct test_plan *plan, const struct sample *sample,
                      const struct sample_judgement *said)
{
    cJSON_AddStringToObject(row, "h_unit",
                            plan->model == TEST_NORMALISED ? "deviations" : "points");
    json_put_real(row, "least_units", (double)plan->min_units);
    cJSON_AddBoolToObject(row, "early", said->verdict != said->early);
    put_known(row, "standardised", sample->deviation > 0 ? sample->mean / sample->deviation : 0);
}

static void print_row(cJSON *row, enum table_format format)
{
    static const struct column columns[] = {
        COLUMN("units", "units:"),
        COLUMN("mean", "mean:+4"),
        COLUMN("95 % from", "low:+4"),
        COLUMN("to", "high:+4"),
        COLUMN("by likelihood from", "likelihood_low:+4"),
        COLUMN("to", "likelihood_high:+4"),
        COLUMN("deviation", "deviation:"),
        COLUMN("skewness", "skewness:+2"),
        COLUMN("H0", "h0:"),
        COLUMN("H1", "h1:"),
        COLUMN("unit of H0 and H1", "model"),
        COLUMN("alpha", "alpha:"),
        COLUMN("beta", "beta:"),
        COLUMN("LLR", "llr:+4"),
        COLUMN("rejects at", "lower:+4"),
        COLUMN("accepts at", "upper:+4"),
        COLUMN("units if H0 is true", "units_if_h0:0"),
        COLUMN("if H1 is", "units_if_h1:0"),
        COLUMN("if the mean is", "units_if_mean:0"),
        COLUMN("verdict", "verdict"),
    };

    if (format == TABLE_TEXT) {
        print_sentence(row, sentences, stdout);
        cJSON_Delete(row);
    } else {
        table_print_one(row, COLUMNS(columns), format, stdout);
    }
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
    struct counted_value *list = xcalloc((size_t)count + 1, sizeof *list);

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
    cJSON *row = row_of(plan, &sample, &said);
    if (format == TABLE_TEXT)
        put_words(row, plan, &sample, &said);
    print_row(row, format);
    free((void *)(uintptr_t)sample.counted.values);
    return said.verdict == VERDICT_ACCEPT   ? EXIT_OK
           : said.verdict == VERDICT_REJECT ? EXIT_REJECTED
                                            : EXIT_UNDECIDED;
}
