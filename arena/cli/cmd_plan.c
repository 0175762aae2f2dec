// SPDX-License-Identifier: MIT
/* arena/cli/cmd_plan.c - skat-arena plan: how many deals a comparison needs, and how long they
 * take. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/json_file.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/show/field_text.h"
#include "arena/base/terminal_fold.h"
#include "arena/base/wrong_path.h"
#include "arena/cli/counts_test.h"
#include "arena/cli/common_options.h"
#include "arena/cli/play_options.h"
#include "arena/compare/head_to_head.h"
#include "arena/config/drawn_seed.h"
#include "arena/config/two_bot_config.h"
#include "arena/log/result_folder.h"
#include "arena/match/tournament.h"
#include "arena/result/deals_needed.h"
#include "arena/result/summary_file.h"
#include "arena/stats/distribution.h"
#include "arena/stats/sequence_length.h"
#include "arena/config/isolation_note.h"

struct plan_options {
    struct play_options play;
    const char *rules, *seatings, *scoring;
    double detect, power;
    int64_t deals; /* of the pilot; 0: not given */
    bool counts;
    const char *model;
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

/* Units that an interval of half the width `detect`, and that a difference of `detect`, needs. */
struct needed {
    double deviation, for_interval, for_power;
};

static struct needed needed_units(const struct pilot *pilot, const struct plan_options *options)
{
    const double a_deal = pilot->units / pilot->deals;

    return (struct needed){
        pilot->difference.error * sqrt(pilot->units),
        deals_needed(pilot->summary, options->detect, 0.5) * a_deal,
        deals_needed(pilot->summary, options->detect, options->power) * a_deal,
    };
}

/* If the truth is what the pilot saw, and if it is a standard error off, whatever that makes of it.
 * A small pilot does not know the difference well, and the length depends on it more than on
 * anything else. */
struct seen_units {
    struct sequence_length right;
    double least, most; /* of these three; NaN: not known */
};

/* Units that `regress` takes with the margin `detect`, on average. */
struct margin_units {
    double least;                 /* before that nobody passes who is not better */
    struct sequence_length equal; /* for a bot that is as good */
    struct sequence_length worse; /* for one that is worse by twice the margin */
    struct seen_units seen;
};

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

/* `lengths`: with the difference of the pilot, a standard error less, and one more. */
static struct seen_units seen_units(const struct sequence_length lengths[3])
{
    struct seen_units seen = {lengths[0], lengths[0].units, lengths[0].units};

    for (int i = 1; i < 3; i++) { /* fmin() and fmax() leave out what is not known */
        seen.least = fmin(seen.least, lengths[i].units);
        seen.most = fmax(seen.most, lengths[i].units);
    }
    return seen;
}

static struct margin_units margin_units(const struct pilot *pilot,
                                        const struct plan_options *options)
{
    enum { MOST_UNITS = 100000 };
    const double HUNDREDTHS = 0.01;
    struct test_plan test = margin_test_defaults[strcmp(pilot->unit, "session") == 0];
    struct counted_sample sample = sample_of(pilot);

    test.margin = options->detect;
    const struct sequence_plan plan = test_sequence(&test, HUNDREDTHS, pilot->hand);
    const double mean = pilot->difference.mean, error = pilot->difference.error;
    const struct sequence_length seen[] = {
        sequence_length(&plan, &sample, mean, MOST_UNITS),
        sequence_length(&plan, &sample, mean - error, MOST_UNITS),
        sequence_length(&plan, &sample, mean + error, MOST_UNITS),
    };
    const struct margin_units units = {
        .least = (double)sequence_least_units(&plan, SEQUENCE_ABOVE),
        .equal = sequence_length(&plan, &sample, 0, MOST_UNITS),
        .worse = sequence_length(&plan, &sample, -2 * options->detect, MOST_UNITS),
        .seen = seen_units(seen),
    };
    free(sample.values);
    return units;
}

static void add_range(const struct pilot *pilot, const char *key, const struct seen_units *seen)
{
    const double a_unit = pilot->deals / pilot->units;

    add_row(pilot, key, "the same, if it is off by a standard error", ceil(seen->least) * a_unit,
            ceil(seen->most) * a_unit);
}

/* No average where the pilot's differences cannot have such a mean, or hardly a run would end. */
static void add_margin(const struct pilot *pilot, const struct plan_options *options)
{
    const double MOSTLY = 0.9;
    const struct margin_units units = margin_units(pilot, options);

    add_deals(pilot, "deals_to_pass_at_least",
              "a pass at a margin of {detect}, unless better, takes at least", units.least);
    if (units.equal.above > MOSTLY)
        add_deals(pilot, "deals_to_pass",
                  "a test of a margin of {detect}, until an equal bot passes", units.equal.units);
    if (units.worse.below > MOSTLY)
        add_deals(pilot, "deals_to_fail", "the same, until one that is {twice} worse fails",
                  units.worse.units);
    if (fmax(units.seen.right.above, units.seen.right.below) > MOSTLY) {
        add_deals(pilot, "deals_as_seen",
                  units.seen.right.above > MOSTLY
                      ? "the same, until {a} passes, if the pilot is right"
                      : "the same, until {a} fails, if the pilot is right",
                  units.seen.right.units);
        add_range(pilot, "deals_as_seen_range", &units.seen);
    }
}

/* Units that a test of 0 against `detect` by likelihoods takes, on average. */
struct ratio_units {
    struct sequence_length none, all, half; /* if 0 is true, `detect`, or what is between them */
    struct seen_units seen;
};

static struct ratio_units ratio_units(const struct pilot *pilot, const struct plan_options *options)
{
    enum { MOST_UNITS = 200000 };
    struct test_plan test = test_defaults[strcmp(pilot->unit, "session") == 0];
    struct counted_sample sample = sample_of(pilot);

    test.h1 = options->detect;
    const double mean = pilot->difference.mean, error = pilot->difference.error;
    const struct sequence_length seen[] = {test_length(&test, &sample, mean, MOST_UNITS),
                                           test_length(&test, &sample, mean - error, MOST_UNITS),
                                           test_length(&test, &sample, mean + error, MOST_UNITS)};
    const struct ratio_units units = {test_length(&test, &sample, 0, MOST_UNITS),
                                      test_length(&test, &sample, test.h1, MOST_UNITS),
                                      test_length(&test, &sample, test.h1 / 2, MOST_UNITS),
                                      seen_units(seen)};
    free(sample.values);
    return units;
}

/* Nothing where hardly a run would end. */
static void add_ratio(const struct pilot *pilot, const struct plan_options *options)
{
    const double MOSTLY = 0.9;
    const struct ratio_units units = ratio_units(pilot, options);
    const bool same = units.none.above + units.none.below > MOSTLY;

    if (same)
        add_deals(pilot, "deals_if_none", "a sequential test of 0 against {detect}, if 0 is true",
                  units.none.units);
    if (units.all.above + units.all.below > MOSTLY)
        add_deals(pilot, "deals_if_all",
                  same ? "the same test, if {detect} is true"
                       : "a sequential test, if {detect} is true",
                  units.all.units);
    if (units.half.above + units.half.below > MOSTLY)
        add_deals(pilot, "deals_half_way", "the same test, half way between them",
                  units.half.units);
    if (units.seen.right.above + units.seen.right.below > MOSTLY) {
        add_deals(pilot, "test_deals_as_seen",
                  same ? "the same test, if the pilot is right"
                       : "a sequential test, if the pilot is right",
                  units.seen.right.units);
        add_range(pilot, "test_deals_as_seen_range", &units.seen);
    }
}

/* What the pilot has shown; there is no interval: that is the verdict's. */
static cJSON *asked_of(const struct pilot *pilot, const struct plan_options *options,
                       const struct needed *needed)
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
    json_put_real(asked, "deviation", needed->deviation);
    return asked;
}

static void print_plan(struct pilot *pilot, const struct plan_options *options,
                       enum table_format format)
{
    static const struct column columns[] = {
        COLUMN("question", "question"),
        COLUMN("deals", "{deals:0}[{range:?} to {most_deals:0}]", .csv = "deals"),
        COLUMN("", NULL, .csv = "most_deals"),
        COLUMN("time", "seconds:t", .csv = "seconds", .presence = IF_ANY, .leave = 1),
    };
    const struct needed needed = needed_units(pilot, options);

    pilot->asked = asked_of(pilot, options, &needed);
    pilot->rows = cJSON_CreateArray();
    add_deals(pilot, "deals_for_interval", "an interval of +-{detect}", needed.for_interval);
    add_deals(pilot, "deals_for_power",
              "a difference of {detect} is shown with chance {power/0.01:0} %", needed.for_power);
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
    errors_add(
        errors, where,
        "shows no difference between the two bots, so there is nothing to plan by; more deals "
        "may show one");
    return false;
}

static enum table_format format_of(const struct plan_options *options)
{
    return table_format_of(options->play.format, options->play.json);
}

/* Options that say how a pilot is played do nothing to a run that was played. */
static bool suits_a_folder(const struct plan_options *options, struct errors *errors)
{
    const struct config_overrides *played = &options->play.overrides;
    const struct {
        const char *option;
        bool given;
    } of_pilots[] = {
        {"--deals", options->deals != 0},
        {"--rules", options->rules != NULL},
        {"--rule", options->play.rule.count != 0},
        {"--scoring", options->scoring != NULL},
        {"--seatings", options->seatings != NULL},
        {"--redeals", played->redeals != 0},
        {"--bidding", played->bidding},
        {"--seed", played->seed != NULL},
        {"--workers", played->workers >= 0},
        {"--isolation", played->isolation != NULL},
        {"--limit", options->play.limit.count != 0},
    };
    const int before = errors->count;

    for (size_t i = 0; i < sizeof of_pilots / sizeof *of_pilots; i++)
        if (of_pilots[i].given)
            errors_add(errors, of_pilots[i].option,
                       "is for a pilot of two bots, not for a run that was played");
    return errors->count == before;
}

static int plan_folder(const char *folder, const struct plan_options *options,
                       struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {0};
    struct pilot pilot;
    int code = EXIT_BAD_FILE;

    if (!suits_a_folder(options, errors))
        return EXIT_USAGE;
    if (access(folder_file(folder, "summary.json", path), F_OK) != 0) {
        run_folder_refused(folder, errors);
        return EXIT_BAD_FILE;
    }
    struct pool pool = {0};
    struct run_summary summary;
    bool read =
        run_summary_load(&summary, folder_file(folder, "summary.json", path), &pool, errors);
    cJSON *timing = json_load(folder_file(folder, "timing.json", path), &ignored);
    if (read && read_pilot(&pilot, &summary, folder, errors)) {
        pilot.seconds = json_number(timing, "seconds");
        print_plan(&pilot, options, format_of(options));
        code = EXIT_OK;
    }
    errors_free(&ignored);
    cJSON_Delete(timing);
    pool_free(&pool);
    return code;
}

/* Plays the pilot in a folder of its own, which does not stay. */
static int plan_bots(const char *const words[2], const struct plan_options *options,
                     struct errors *errors)
{
    enum { PILOT = 720 };
    const struct two_bots two = {.bots = {words[0], words[1]},
                                 .rules = options->rules,
                                 .seatings = options->seatings,
                                 .scoring = options->scoring,
                                 .deals = options->deals ? options->deals : PILOT};
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
            print_plan(&pilot, options, format_of(options));
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

static int plan(const char *const *words, int count, struct plan_options *options,
                struct errors *errors)
{
    if (options->counts) {
        if (options->model && strcmp(options->model, "normalised") == 0)
            options->test.model = TEST_NORMALISED;
        return counts_test_print(&options->test, options->hand, words, count, format_of(options),
                                 errors);
    }
    if (count < 1 || count > 2) {
        errors_add(errors, "plan", "needs two bots, or a result folder, or --counts");
        return EXIT_USAGE;
    }
    if (!(options->detect > 0) || !(options->power > 0 && options->power < 1)) {
        errors_add(errors, "--detect, --power", "must be above 0, and the power below 1");
        return EXIT_USAGE;
    }
    return count == 2 ? plan_bots(words, options, errors) : plan_folder(words[0], options, errors);
}

static int run(int argc, char **argv)
{
    enum { MOST_DEALS = 1000000000, FARTHEST = 1000000, HAND = 268 };
    struct plan_options options = {
        .play = PLAY_OPTIONS_DEFAULT,
        .detect = 0.25,
        .power = 0.8,
        .test = test_defaults[0],
    };
    static const char *words[COUNTS_MAX];

    options.hand = HAND;
    const struct cli_option table[] = {
        {"detect", 0, CLI_REAL, "X", "the difference that matters, in points a deal (default 0.25)",
         &options.detect, 0, FARTHEST},
        {"power", 0, CLI_REAL, "X",
         "probability that a difference of this size is shown (default 0.8)", &options.power, 0, 1},
        {"deals", 'n', CLI_INT, "N", "two bots: deals of the pilot (default 720)", &options.deals,
         2, MOST_DEALS},
        {"rules", 'r', CLI_TEXT, "NAME", "two bots: rule set (default: skat)", &options.rules, 0,
         0},
        {"counts", 0, CLI_FLAG, NULL,
         "instead of a plan, what the sequential test says of these differences per deal",
         &options.counts, 0, 0},
        seed_option(&options.play.overrides.seed),
        {"workers", 'j', CLI_INT, "N", "worker processes (default: one per processor)",
         &options.play.overrides.workers, 1, WORKERS_MAX},
        json_option(&options.play.json),
        format_option(&options.play.format),
        option_group("The pilot"),
        rule_option(&options.play.rule),
        {"scoring", 0, CLI_CHOICE, TWO_BOT_SCORINGS,
         "two bots: the points that count (default: those of the rule set)", &options.scoring, 0,
         0},
        {"seatings", 0, CLI_CHOICE, "rotations|all",
         "two bots: play each deal in three seatings, or in all six", &options.seatings, 0, 0},
        isolation_option(&options.play.overrides.isolation),
        play_options_redeals(&options.play),
        play_options_bidding(&options.play),
        play_options_limit(&options.play),
        option_group("With --counts"),
        {"model", 0, CLI_CHOICE, "points|normalised",
         "unit of the hypotheses: points or standard deviations", &options.model, 0, 0},
        {"h0", 0, CLI_REAL, "X", "difference under H0 (verdict: reject; default 0)",
         &options.test.h0, -FARTHEST, FARTHEST},
        {"h1", 0, CLI_REAL, "X", "difference under H1 (verdict: accept; default 1)",
         &options.test.h1, -FARTHEST, FARTHEST},
        {"alpha", 0, CLI_REAL, "X", "chance to accept if H0 is true (default 0.05)",
         &options.test.alpha, 0, 1},
        {"beta", 0, CLI_REAL, "X", "chance to reject if H1 is true (default 0.05)",
         &options.test.beta, 0, 1},
        {"hand", 0, CLI_REAL, "X",
         "what a hand that is thrown away can cost, even if none was (default 268: two bots in "
         "three seatings under skat)",
         &options.hand, 0, FARTHEST},
        {"min-units", 0, CLI_INT, "N", "no verdict before N units (default 500)",
         &options.test.min_units, 2, MOST_DEALS},
    };
    struct errors errors = {0};
    int count;

    options.play.overrides.rules = &options.play.rule;
    int code = cli_parse(&command_plan, OPTIONS(table), argc, argv, words, &count, 0, COUNTS_MAX);
    if (code >= 0)
        return code;
    return errors_end(&errors, plan(words, count, &options, &errors));
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
