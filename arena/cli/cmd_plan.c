// SPDX-License-Identifier: MIT
/* arena/cli/cmd_plan.c - skat-arena plan: how many deals a comparison needs, and how long they
 * take. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/json_read.h"
#include "arena/base/memory.h"
#include "arena/base/input_file.h"
#include "arena/cli/counts_test.h"
#include "arena/cli/play_options.h"
#include "arena/config/run_seed.h"
#include "arena/config/command_config.h"
#include "arena/log/result_folder.h"
#include "arena/result/run_summary.h"
#include "arena/stats/sequential_test.h"
#include "arena/config/config_warnings.h"

struct plan_options {
    struct play_options play;
    const char *rules, *seatings, *scoring;
    double detect, power;
    int64_t deals; /* of the pilot */
    bool counts;
    struct test_plan test; /* of counts */
    double hand;           /* of counts */
};

/* What a pilot, or an earlier run, has shown. */
struct pilot {
    const char *a, *b, *unit;
    struct estimate difference;
    double units, deals, seconds; /* seconds: 0 if they are not known */
    double hand;                  /* comparison_plan_hand() */
    const struct run_summary *summary;
    const struct comparison *comparison; /* its */
    cJSON *asked, *rows;                 /* what is asked, and the answers */
};

/* ---- numbers ---- */

/* Adds a question, its key for programs, and its answer in deals; a range is that of one whose
 * answer depends on what the pilot does not know well. `what`: of the pilot's "detect", "power" and
 * bot. */
static void add_row(const struct pilot *pilot, const char *key, const char *what, double least,
                    double most)
{
    cJSON *row = cJSON_CreateObject();
    char *question = field_text(pilot->asked, what);

    cJSON_AddStringToObject(row, "key", key);
    cJSON_AddStringToObject(row, "question", question);
    json_put_real(row, "deals", least);
    json_put_real(row, "most_deals", most);
    cJSON_AddBoolToObject(row, "range", most > least);
    if (pilot->seconds > 0)
        json_put_real(row, "seconds", most * pilot->seconds / pilot->deals);
    cJSON_AddItemToArray(pilot->rows, row);
    free(question);
}

static void add_deals(const struct pilot *pilot, const char *key, const char *what, double units)
{
    const double deals = ceil(units) * pilot->deals / pilot->units;

    add_row(pilot, key, what, deals, deals);
}

/* The differences of the pilot, as its bins have them; those of 0 are 0. The caller frees them. */
static struct counted_sample sample_of(const struct pilot *pilot)
{
    const struct difference_bins *bins = &pilot->comparison->distribution;
    struct counted_sample sample = {
        .values = xcalloc((size_t)bins->bins_count + 1, sizeof *sample.values),
        .lowest = -pilot->hand,
        .highest = pilot->hand,
    };

    for (int i = 0; i < bins->bins_count; i++) {
        const double from = bins->bins[i].from, middle = from + bins->width / 2;
        const bool has_zero = from <= 0 && from + bins->width > 0;
        const int64_t zeros = has_zero ? pilot->comparison->equal : 0;
        if (zeros)
            sample.values[sample.count++] = (struct counted_value){0, zeros};
        if (bins->bins[i].count > zeros)
            sample.values[sample.count++] =
                (struct counted_value){middle, bins->bins[i].count - zeros};
    }
    return sample;
}

/* How many units a test takes on average if the mean of the differences is `mean`. */
typedef struct sequence_length length_at(const void *test, const struct counted_sample *sample,
                                         double mean);

/* If the truth is what the pilot saw, and if it is a standard error off, whatever that makes of it.
 * A small pilot does not know the difference well, and the length depends on it more than on
 * anything else. */
static void add_seen(const struct pilot *pilot, length_at *length, const void *test,
                     const struct counted_sample *sample, double seen, const char *key,
                     const char *what, const char *range_key)
{
    const double mean = pilot->difference.mean, error = pilot->difference.error,
                 a_unit = pilot->deals / pilot->units;
    double least = seen, most = seen;

    add_deals(pilot, key, what, seen);
    for (int i = -1; i < 2; i += 2) { /* fmin() and fmax() leave out what is not known */
        const double units = length(test, sample, mean + i * error).units;
        least = fmin(least, units);
        most = fmax(most, units);
    }
    add_row(pilot, range_key, "the same, if it is off by a standard error", ceil(least) * a_unit,
            ceil(most) * a_unit);
}

/* There is no average where the pilot's differences cannot have such a mean, or hardly a run would
 * end. */
static const double MOSTLY = 0.9;

static struct sequence_length margin_length(const void *test, const struct counted_sample *sample,
                                            double mean)
{
    enum { MOST_UNITS = 100000 };

    return sequence_length(test, sample, mean, MOST_UNITS);
}

/* Units that `regress` takes with the margin `detect`. */
static void add_margin(const struct pilot *pilot, const struct plan_options *options)
{
    const double HUNDREDTHS = 0.01;
    struct test_plan test = margin_test_defaults[strcmp(pilot->unit, "session") == 0];
    struct counted_sample sample = sample_of(pilot);

    test.margin = options->detect;
    const struct sequence_plan plan = test_sequence(&test, HUNDREDTHS, pilot->hand);
    const struct sequence_length equal = margin_length(&plan, &sample, 0),
                                 worse = margin_length(&plan, &sample, -2 * options->detect),
                                 seen = margin_length(&plan, &sample, pilot->difference.mean);
    add_deals(pilot, "deals_to_pass_at_least",
              "a pass at a margin of {detect}, unless better, takes at least",
              (double)sequence_least_units(&plan, SEQUENCE_ABOVE));
    if (equal.above > MOSTLY)
        add_deals(pilot, "deals_to_pass",
                  "a test of a margin of {detect}, until an equal bot passes", equal.units);
    if (worse.below > MOSTLY)
        add_deals(pilot, "deals_to_fail", "the same, until one that is {twice} worse fails",
                  worse.units);
    if (fmax(seen.above, seen.below) > MOSTLY)
        add_seen(pilot, margin_length, &plan, &sample, seen.units, "deals_as_seen",
                 seen.above > MOSTLY ? "the same, until {a} passes, if the pilot is right"
                                     : "the same, until {a} fails, if the pilot is right",
                 "deals_as_seen_range");
    free(sample.values);
}

static struct sequence_length ratio_length(const void *test, const struct counted_sample *sample,
                                           double mean)
{
    enum { MOST_UNITS = 200000 };

    return test_length(test, sample, mean, MOST_UNITS);
}

static bool ends_mostly(struct sequence_length length)
{
    return length.above + length.below > MOSTLY;
}

/* Units that a test of 0 against `detect` by likelihoods takes. */
static void add_ratio(const struct pilot *pilot, const struct plan_options *options)
{
    struct test_plan test = test_defaults[strcmp(pilot->unit, "session") == 0];
    struct counted_sample sample = sample_of(pilot);

    test.h1 = options->detect;
    const struct sequence_length none = ratio_length(&test, &sample, 0),
                                 all = ratio_length(&test, &sample, test.h1),
                                 half = ratio_length(&test, &sample, test.h1 / 2),
                                 seen = ratio_length(&test, &sample, pilot->difference.mean);
    const bool same = ends_mostly(none);
    if (same)
        add_deals(pilot, "deals_if_none", "a sequential test of 0 against {detect}, if 0 is true",
                  none.units);
    if (ends_mostly(all))
        add_deals(pilot, "deals_if_all",
                  same ? "the same test, if {detect} is true"
                       : "a sequential test, if {detect} is true",
                  all.units);
    if (ends_mostly(half))
        add_deals(pilot, "deals_half_way", "the same test, half way between them", half.units);
    if (ends_mostly(seen))
        add_seen(pilot, ratio_length, &test, &sample, seen.units, "test_deals_as_seen",
                 same ? "the same test, if the pilot is right"
                      : "a sequential test, if the pilot is right",
                 "test_deals_as_seen_range");
    free(sample.values);
}

/* What the pilot has shown; there is no interval: that is the verdict's. */
static cJSON *asked_of(const struct pilot *pilot, const struct plan_options *options)
{
    cJSON *asked = cJSON_CreateObject();

    cJSON_AddStringToObject(asked, "a", pilot->a);
    cJSON_AddStringToObject(asked, "b", pilot->b);
    cJSON_AddStringToObject(asked, "unit", pilot->unit);
    json_put_real(asked, "detect", options->detect);
    json_put_real(asked, "twice", 2 * options->detect);
    json_put_real(asked, "power", options->power);
    json_put_real(asked, "mean", pilot->difference.mean);
    json_put_real(asked, "error", pilot->difference.error);
    json_put_real(asked, "deals", pilot->deals);
    json_put_real(asked, "deviation", pilot->difference.error * sqrt(pilot->units));
    return asked;
}

static void print_plan(struct pilot *pilot, const struct plan_options *options)
{
    static const struct column columns[] = {
        COLUMN("question", "question"),
        COLUMN("deals", "{deals:0}[{range:?} to {most_deals:0}]", .csv = "deals"),
        COLUMN("", NULL, .csv = "most_deals"),
        COLUMN("time", "seconds:t", .csv = "seconds", .presence = IF_ANY, .leave = 1),
    };
    const double a_deal = pilot->units / pilot->deals;
    const enum table_format format = options->play.format;

    pilot->asked = asked_of(pilot, options);
    pilot->rows = cJSON_CreateArray();
    add_deals(pilot, "deals_for_interval", "an interval of +-{detect}",
              deals_needed(pilot->summary, options->detect, 0.5) * a_deal);
    add_deals(pilot, "deals_for_power",
              "a difference of {detect} is shown with chance {power/0.01:0} %",
              deals_needed(pilot->summary, options->detect, options->power) * a_deal);
    add_ratio(pilot, options);
    add_margin(pilot, options);
    if (format == TABLE_TEXT)
        print_sentence(pilot->asked,
                       "{a} - {b} {mean:+2} points a deal in {deals} deals, standard error "
                       "{error:2}; deviation of a {unit} {deviation:1}\n\n",
                       stdout);
    if (format == TABLE_JSON) {
        cJSON_AddItemToObject(pilot->asked, "rows", pilot->rows);
        json_print(pilot->asked, stdout);
    } else {
        table_print(pilot->rows, COLUMNS(columns), format, stdout);
        cJSON_Delete(pilot->rows);
    }
    cJSON_Delete(pilot->asked);
}

/* ---- where they come from ---- */

static bool read_pilot(struct pilot *pilot, const struct run_summary *summary, const char *where,
                       struct errors *errors)
{
    const struct comparison *comparison = summary->numbers.comparison;

    if (!comparison) {
        errors_add(errors, where, "has no comparison of two bots");
        return false;
    }
    *pilot = (struct pilot){
        .a = comparison->a,
        .b = comparison->b,
        .unit = comparison->unit,
        .difference = comparison_primary(comparison)->deal,
        .summary = summary,
        .comparison = comparison,
        .units = (double)comparison->units,
        .deals = (double)comparison->deals,
        .hand = comparison_primary(comparison)->hand * (double)comparison->units /
                (double)comparison->deals,
    };
    if (pilot->units >= 2 && pilot->difference.error > 0)
        return true;
    errors_add(errors, where,
               "shows no difference between the two bots, so there is nothing to plan by; more "
               "deals may show one");
    return false;
}

static int plan_folder(const char *folder, const struct plan_options *options,
                       struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct pilot pilot;
    int code = EXIT_BAD_FILE;

    if (!run_folder_has(folder, "summary.json", errors))
        return EXIT_BAD_FILE;
    struct pool pool = {0};
    struct run_summary summary;
    bool read =
        run_summary_load(&summary, folder_file(folder, "summary.json", path), &pool, errors);
    cJSON *timing = json_of_folder(folder, "timing.json", NULL);
    if (read && read_pilot(&pilot, &summary, folder, errors)) {
        pilot.seconds = json_number(timing, "seconds");
        print_plan(&pilot, options);
        code = EXIT_OK;
    }
    cJSON_Delete(timing);
    pool_free(&pool);
    return code;
}

/* Plays the pilot in a folder of its own, which does not stay. */
static int plan_bots(const char *const words[2], const struct plan_options *options,
                     struct errors *errors)
{
    const struct two_bots two = {.bots = {words[0], words[1]},
                                 .rules = options->rules,
                                 .seatings = options->seatings,
                                 .scoring = options->scoring,
                                 .deals = options->deals};
    const struct tournament_options how = {.quiet = true};
    static struct tournament tournament; /* 100 kB, used once */
    struct config config = {0};
    struct pilot pilot;
    char folder[FOLDER_PATH_SIZE];
    int code = EXIT_USAGE;

    if (two_bot_config(&config, &two, "plan", &options->play.overrides, errors)) {
        bool made = folder_make_temporary(folder, errors);
        isolation_note_of(&config);
        drawn_seed_tell();
        code = made ? tournament_play(&tournament, &config, folder, &how, errors) : EXIT_INTERNAL;
        if (code == EXIT_INTERRUPTED)
            print_note("skat-arena: interrupted: the pilot is not kept\n");
        if (code == EXIT_OK && read_pilot(&pilot, tournament.summary, "the pilot", errors)) {
            pilot.seconds = tournament.result.seconds;
            print_plan(&pilot, options);
        } else if (code == EXIT_OK) {
            code = EXIT_USAGE;
        }
        if (made)
            result_folder_remove(folder);
    }
    tournament_free(&tournament);
    config_free(&config);
    return code;
}

/* ---- the command ---- */

static int plan(const struct cli_line *line, const struct plan_options *options)
{
    /* What says how a pilot is played does nothing to a run that was played. */
    static const char of_pilot[] =
        "deals rules rule scoring seatings redeals bidding seed workers isolation limit";
    const struct refusal refusals[] = {
        {options->counts, of_pilot, "is for a pilot of two bots, not for --counts"},
        {!options->counts && line->count == 1, of_pilot,
         "is for a pilot of two bots, not for a run that was played"}};
    struct errors *errors = line->errors;

    if (options->counts && !cli_refuse(line, OPTIONS(refusals)))
        return EXIT_USAGE;
    if (options->counts)
        return counts_test_print(&options->test, options->hand, line->words, line->count,
                                 options->play.format, errors);
    if (line->count < 1 || line->count > 2)
        errors_add(errors, "plan", "needs two bots, or a result folder, or --counts");
    else if (!(options->detect > 0) || !(options->power > 0 && options->power < 1))
        errors_add(errors, "--detect, --power", "must be above 0, and the power below 1");
    if (errors->count || !cli_refuse(line, OPTIONS(refusals)))
        return EXIT_USAGE;
    return line->count == 2 ? plan_bots(line->words, options, errors)
                            : plan_folder(line->words[0], options, errors);
}

static int run(struct cli_line *line)
{
    enum { PILOT = 720, HAND = 268 };
    struct plan_options options = {
        .play = PLAY_OPTIONS_DEFAULT,
        .detect = 0.25,
        .power = 0.8,
        .deals = PILOT,
        .test = test_defaults[0],
        .hand = HAND,
    };
    const struct cli_option table[] = {
        OPT_REAL("detect", 0, "X", "the difference that matters, in points a deal (default 0.25)",
                 &options.detect, 0, FARTHEST),
        OPT_REAL("power", 0, "X",
                 "probability that a difference of this size is shown (default 0.8)",
                 &options.power, 0, 1),
        OPT_INT("deals", 'n', "N", "two bots: deals of the pilot (default 720)", &options.deals, 2,
                DEALS_MOST),
        OPT_TEXT("rules", 'r', "NAME", "two bots: rule set (default: skat)", &options.rules),
        OPT_FLAG("counts", 0,
                 "instead of a plan, what the sequential test says of these differences per deal",
                 &options.counts),
        SEED_OPTION(&options.play.overrides.seed),
        WORKERS_OPTION(&options.play.overrides.workers),
        JSON_OPTION(&options.play.format),
        FORMAT_OPTION(&options.play.format),
        OPT_GROUP("The pilot"),
        RULE_OPTION(&options.play.rule),
        SCORING_OPTION("two bots: ", &options.scoring),
        OPT_CHOICE("seatings", 0, "rotations|all",
                   "two bots: play each deal in three seatings, or in all six", &options.seatings),
        ISOLATION_OPTION(&options.play.overrides.isolation),
        REDEALS_OPTION(&options.play),
        BIDDING_OPTION(&options.play),
        LIMIT_OPTION(&options.play),
        OPT_GROUP("With --counts"),
        OPT_ENUM("model", 0, "points|normalised",
                 "unit of the hypotheses: points or standard deviations", &options.test.model),
        TEST_OPTIONS(options.test),
        OPT_REAL("hand", 0, "X",
                 "what a hand that is thrown away can cost, even if none was (default 268: two "
                 "bots in three seatings under skat)",
                 &options.hand, 0, FARTHEST),
        OPT_INT("min-units", 0, "N", "no verdict before N units (default 500)",
                &options.test.min_units, 2, DEALS_MOST),
    };

    options.play.overrides.rules = &options.play.rule;
    const int code = cli_parse(line, OPTIONS(table), 0, CLI_ANY);
    return code >= 0 ? code : plan(line, &options);
}

const struct cli_command command_plan = {
    "plan",
    "BOT BOT | FOLDER | --counts DIFFERENCE:COUNT...",
    "estimate how many deals a comparison needs, and how long they take",
    "Two bots play a pilot; a result FOLDER with a comparison serves as one. With --redeals or "
    "--bidding, the numbers are those of such a run. With --counts nothing is played: the "
    "sequential test judges how often each difference occurred.",
    run,
    .examples = "plan stammtisch stammtisch:caution=58\n"
                "how many deals it takes to show a difference of a quarter of a point\n"
                "plan --counts 0:9700 12:160 -10:140\n"
                "9,700 deals without a difference, 160 better by 12, 140 worse by 10",
    .interrupted = "interrupted; nothing was kept",
    .rejected = "--counts: the test rejects",
    .undecided = "--counts: undecided",
};
