// SPDX-License-Identifier: MIT
/* arena/cli/cmd_check.c - skat-arena check BOT: checks whether a bot is sound. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/check/check.h"
#include "arena/base/memory.h"
#include "arena/cli/common_options.h"
#include "arena/cli/options.h"
#include "arena/base/exit_code.h"
#include "arena/base/output_file.h"
#include "arena/base/terminal.h"
#include "arena/base/json_write.h"
#include "arena/show/field_text.h"
#include "arena/show/table.h"
#include "arena/show/junit.h"
#include "arena/config/drawn_seed.h"
#include "arena/config/seed_json.h"

struct check_options {
    const char *rules, *junit, *isolation;
    enum table_format format;
};

/* ---- text output ---- */

/* Prints each result as soon as it is known: some checks take long. */
static void print_line(const struct check_line *line)
{
    enum { WIDTH = 18 };

    printf("%-4s  %-*s  %s\n", check_result_names[line->result], WIDTH, line->what, line->details);
    if (line->more)
        printf("      %-*s  %s\n", WIDTH, "", line->more);
    fflush(stdout);
}

static double microseconds(uint64_t nanoseconds) { return (double)nanoseconds / 1e3; }

static cJSON *times_to_json(const struct latency_histogram *times)
{
    cJSON *object = cJSON_CreateObject();

    json_put_int(object, "number", (int64_t)times->count);
    json_put_real(object, "p50_us", microseconds(latency_quantile(times, 0.5)));
    json_put_real(object, "p90_us", microseconds(latency_quantile(times, 0.9)));
    json_put_real(object, "p99_us", microseconds(latency_quantile(times, 0.99)));
    json_put_real(object, "longest_us", microseconds(times->longest));
    return object;
}

static void print_times(const struct check *check)
{
    static const struct column columns[] = {
        COLUMN("microseconds", "decision"), COLUMN("number", "number:"),
        COLUMN("p50", "p50_us:1"),          COLUMN("p90", "p90_us:1", .leave = 1),
        COLUMN("p99", "p99_us:1"),          COLUMN("longest", "longest_us:1"),
    };
    cJSON *rows = cJSON_CreateArray();

    for (int kind = 0; kind < SKAT_DECISIONS; kind++)
        if (check->times[kind].count) {
            cJSON *row = times_to_json(&check->times[kind]);
            cJSON_AddStringToObject(row, "decision", skat_decision_rows[kind].name);
            cJSON_AddItemToArray(rows, row);
        }
    if (rows->child) {
        printf("\n");
        table_print(rows, COLUMNS(columns), TABLE_TEXT, stdout);
    }
    cJSON_Delete(rows);
}

static void print_verdict(const struct check *check)
{
    const int *counts = check->report.counts;
    const bool good = !counts[CHECK_FAIL] && !*check->shortage;
    cJSON *row = cJSON_CreateObject();

    printf("\n%s is %s%s%s", check->word, terminal_colour(good ? COLOUR_GOOD : COLOUR_BAD, stdout),
           counts[CHECK_FAIL] ? "NOT sound"
           : good             ? "sound"
                              : "not checked to the end",
           terminal_colour(COLOUR_END, stdout));
    json_put_int(row, "ok", counts[CHECK_OK]);
    json_put_int(row, "failed", counts[CHECK_FAIL]);
    json_put_int(row, "warned", counts[CHECK_WARN]);
    json_put_int(row, "skipped", counts[CHECK_SKIP]);
    print_sentence(row, ": {ok} ok, {failed} failed, {warned} warned, {skipped} skipped\n", stdout);
    cJSON_Delete(row);
}

/* ---- JSON and JUnit output ---- */

static cJSON *line_to_json(const struct check_line *line)
{
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "check", line->what);
    cJSON_AddStringToObject(object, "result", check_result_names[line->result]);
    cJSON_AddStringToObject(object, "details", line->details);
    if (line->more)
        cJSON_AddStringToObject(object, "more", line->more);
    return object;
}

static void print_json(const struct check *check)
{
    cJSON *root = cJSON_CreateObject();

    cJSON_AddStringToObject(root, "bot", check->word);
    cJSON_AddStringToObject(root, "path", check->bot.path);
    cJSON_AddBoolToObject(root, "sound", !check->report.counts[CHECK_FAIL] && !*check->shortage);
    if (*check->shortage)
        cJSON_AddStringToObject(root, "shortage", check->shortage);
    json_put_int(root, "deals", check->deals);
    seed_json_put(root, "seed", &check->seed);
    cJSON *rules = cJSON_AddArrayToObject(root, "rules");
    for (int i = 0; i < check->rules_count; i++)
        cJSON_AddItemToArray(rules, cJSON_CreateString(check->rules[i].name));
    cJSON *lines = cJSON_AddArrayToObject(root, "checks");
    for (int i = 0; i < check->report.count; i++)
        cJSON_AddItemToArray(lines, line_to_json(&check->report.lines[i]));
    cJSON *decisions = cJSON_AddObjectToObject(root, "decisions");
    for (int kind = 0; kind < SKAT_DECISIONS; kind++)
        if (check->times[kind].count)
            cJSON_AddItemToObject(decisions, skat_decision_rows[kind].name,
                                  times_to_json(&check->times[kind]));
    cJSON_AddItemToObject(root, "descriptor", cJSON_Duplicate(check->bot.description, true));
    cJSON_AddStringToObject(root, "isolation", check->isolated ? "process" : "none");
    char *text = cJSON_Print(root);
    puts(text);
    free(text);
    cJSON_Delete(root);
}

/* Its rows are the objects `checks` of the JSON. */
static void print_rows(const struct check *check, enum table_format format)
{
    static const struct column columns[] = {
        COLUMN("result", "result"),
        COLUMN("check", "check"),
        COLUMN("details", "details"),
        COLUMN("more", "more"),
    };
    cJSON *rows = cJSON_CreateArray();

    for (int i = 0; i < check->report.count; i++)
        cJSON_AddItemToArray(rows, line_to_json(&check->report.lines[i]));
    table_print(rows, COLUMNS(columns), format, stdout);
    cJSON_Delete(rows);
}

static bool write_junit(const struct check_report *report, const char *path, struct errors *errors)
{
    struct junit_case *cases = xcalloc((size_t)report->count, sizeof *cases);

    for (int i = 0; i < report->count; i++) {
        const struct check_line *line = &report->lines[i];
        bool failed = line->result == CHECK_FAIL;
        cases[i] = (struct junit_case){.name = line->what,
                                       .failure = failed ? line->details : NULL,
                                       .output = failed ? line->more : line->details};
    }
    const struct junit_suite suite = {.name = "skat-arena check"};
    bool written = junit_write(path, &suite, cases, report->count, errors);
    free(cases);
    return written;
}

/* Writes the file of a bot that could not be checked: one case that failed, since CI systems read
 * the file, not what was printed, and a file from before would pass for this check. */
static void write_junit_of_errors(const char *path, struct errors *errors)
{
    char *text = xstrdup(errors->text);

    text[strcspn(text, "\n")] = '\0';
    const struct junit_case start = {.name = "start", .failure = text, .details = errors->text};
    const struct junit_suite suite = {.name = "skat-arena check"};
    junit_write(path, &suite, &start, 1, errors);
    free(text);
}

/* ---- the command ---- */

static int check_bot(struct check *check, const struct check_options *options,
                     struct errors *errors)
{
    if (options->junit && !output_file_possible(options->junit, errors))
        return EXIT_INTERNAL; /* now, not after all checks */
    check->isolated = !options->isolation || strcmp(options->isolation, "process") == 0;
    int code = check_open(check, options->rules, errors);

    if (code != EXIT_OK) {
        if (options->junit)
            write_junit_of_errors(options->junit, errors);
        return code;
    }
    check->report.show = options->format == TABLE_TEXT ? print_line : NULL;
    check_all(check);
    if (options->format == TABLE_JSON) {
        print_json(check);
    } else if (options->format != TABLE_TEXT) {
        print_rows(check, options->format);
    } else {
        print_times(check);
        print_verdict(check);
    }
    if (*check->shortage)
        errors_add_shortage(errors, "%s", check->shortage);
    if (options->junit && !write_junit(&check->report, options->junit, errors))
        return EXIT_INTERNAL;
    return check->report.counts[CHECK_FAIL] ? EXIT_REJECTED : EXIT_OK;
}

static int run(int argc, char **argv)
{
    struct word_list rule = {0};
    enum { DEALS = 200, SECONDS = 20, DEALS_MOST = 1000000, DAY_S = 86400 };
    struct check_options options = {0};
    const char *seed = NULL, *format = NULL;
    bool json = false;
    /* Too large for the stack. */
    struct check *check = xcalloc(1, sizeof *check);
    int count;

    check->deals = DEALS;
    check->seconds = SECONDS;
    const struct cli_option table[] = {
        OPT_INT("deals", 'n', "N", "deals per rule set in each check (default 200)", &check->deals,
                1, DEALS_MOST),
        OPT_TEXT(
            "rules", 'r', "NAME",
            "check with this rule set, or with all (default: those whose variants it declares)",
            &options.rules),
        RULE_OPTION(&rule),
        SEED_OPTION(&seed),
        JSON_OPTION(&json),
        FORMAT_OPTION(&format),
        OPT_TEXT("junit", 0, "FILE", "also write the results as JUnit XML", &options.junit),
        OPT_GROUP("How the bot plays"),
        OPT_INT("seconds", 0, "N",
                "a check that takes longer plays fewer deals and says so (default 20)",
                &check->seconds, 1, DAY_S),
        OPT_CHOICE("isolation", 0, "none|process",
                   "none: run the bot with your rights, outside the sandbox (default process)",
                   &options.isolation),
    };
    int code = cli_parse(&command_check, OPTIONS(table), argc, argv, &check->word, &count, 1, 1);
    if (code < 0)
        code = rule_option_join(&options.rules, &rule, false);
    if (code < 0) {
        struct errors errors = {0};
        check->limits =
            (struct skat_bot_limits){.time_ms = CHECK_TIME_LIMIT_MS, .start_ms = PLAYER_START_MS};
        options.format = table_format_of(format, json);
        code = EXIT_INTERNAL;
        if (seed ? skat_seed_parse(&check->seed, seed, NULL)
                 : drawn_seed_take(&check->seed, &errors)) {
            check->key = skat_seed_key(&check->seed);
            drawn_seed_tell();
            code = check_bot(check, &options, &errors);
        }
        code = errors_end(&errors, code);
        check_close(check);
    }
    free(check);
    return code;
}

const struct cli_command command_check = {
    "check",
    "BOT",
    "play a bot under all rule sets and look for faults",
    "BOT is the name or path of a module, with options: stammtisch:caution=45,grand=false. In the\n"
    "value of a text option, a comma is part of the text unless NAME= of another option follows:\n"
    "\"pipe:command=python3 bot.py a,b\".",
    run,
    .examples = "check ./mine.so --deals 50\n"
                "play it under all rule sets and look for faults\n"
                "check \"pipe:command=python3 mine.py\" --deals 20\n"
                "a bot in another language",
    .accepted = "the bot is sound",
    .rejected = "the bot is not sound",
};
