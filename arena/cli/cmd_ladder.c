// SPDX-License-Identifier: MIT
/* arena/cli/cmd_ladder.c - skat-arena ladder: the list of bots, and a newcomer's place in it.
 *
 * The list (results/ladder/ladder.json, made by bots/ladder.py) says rules, scoring, seed and
 * anchor; the newcomer plays its duel against the anchor on the first of the same deals. What is
 * played is an ordinary run, which `verify` recomputes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/interrupt.h"
#include "arena/base/json_read.h"
#include "arena/base/program_dirs.h"
#include "arena/cli/play_options.h"
#include "arena/config/command_config.h"
#include "arena/show/conclusion.h"

struct ladder_options {
    struct play_options play;
    const char *list;
    int64_t deals;
};

/* In the log: the newcomer and the anchor, as in the duels of the list. */
#define NEWCOMER "bot"
#define ANCHOR "anchor"

/* ---- the list ---- */

/* The newest edition, which is the last entry of the file; `root` is to be deleted. NULL with an
 * error. */
static const cJSON *newest_edition(const char *list, cJSON **root, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    program_file(PROGRAM_LADDER, list, path);
    *root = json_load(path, errors);
    const cJSON *last = cJSON_GetArrayItem(*root, cJSON_GetArraySize(*root) - 1);
    if (*root &&
        !(*json_text(last, "anchor") && *json_text(last, "rules") && *json_text(last, "scoring") &&
          *json_text(last, "seed") && cJSON_IsArray(json_get(last, "rungs"))))
        errors_add(errors, path,
                   "is no list: its last entry needs anchor, rules, scoring, seed and rungs");
    return errors->count ? NULL : last;
}

/* Rows of the table: the rungs, and the anchor, from which the others differ. */
static cJSON *rows_of(const cJSON *edition)
{
    cJSON *rows = cJSON_Duplicate(json_get(edition, "rungs"), true), *anchor = cJSON_CreateObject();

    cJSON_AddStringToObject(anchor, "bot", json_text(edition, "anchor"));
    cJSON_AddStringToObject(anchor, "version", json_text(edition, "anchor_version"));
    cJSON_AddNumberToObject(cJSON_AddObjectToObject(anchor, "difference"), "mean", 0);
    cJSON_AddNumberToObject(cJSON_AddObjectToObject(anchor, "microseconds"), "median",
                            json_number(edition, "anchor_microseconds"));
    cJSON_AddItemToArray(rows, anchor);
    return rows;
}

static double mean_of(const cJSON *row) { return json_number_within(row, "difference", "mean"); }

/* The best first. */
static cJSON *sorted(cJSON *rows)
{
    cJSON *list = cJSON_CreateArray();

    for (int place = 1; cJSON_GetArraySize(rows); place++) {
        int best = 0;
        for (int i = 1; i < cJSON_GetArraySize(rows); i++)
            if (mean_of(cJSON_GetArrayItem(rows, i)) > mean_of(cJSON_GetArrayItem(rows, best)))
                best = i;
        cJSON *row = cJSON_DetachItemFromArray(rows, best);
        cJSON_AddNumberToObject(row, "place", place);
        cJSON_AddItemToArray(list, row);
    }
    cJSON_Delete(rows);
    return list;
}

static void print_list(const cJSON *edition, const cJSON *rows, const struct play_options *how)
{
    static const struct column columns[] = {
        COLUMN("", "place:"),
        COLUMN("bot", "{bot}[ {version}][{newcomer:?}  <- the newcomer]", .csv = "bot=bot"),
        COLUMN("", NULL, .csv = "version"),
        COLUMN("points a deal (95 % interval)", "difference:+1", .csv = "mean,low,high=difference"),
        COLUMN("deals", "deals:", .leave = 1),
        COLUMN("us a decision", "microseconds.median:2", .csv = "median_us=microseconds.median",
               .leave = 2),
    };
    const enum table_format format = how->format;
    const cJSON *row, *warning;

    if (format == TABLE_TEXT)
        print_sentence(edition,
                       "the list of {date}: points a deal more than {anchor}, scoring {scoring}, "
                       "rules {rules}, the first deals of seed {seed}\n\n",
                       stdout);
    table_print(rows, COLUMNS(columns), format, stdout);
    if (format == TABLE_TEXT)
        printf("\nbots whose intervals overlap are not told apart here: compare them\n");
    cJSON_ArrayForEach (row, rows)
        cJSON_ArrayForEach (warning, json_get(row, "warnings"))
            print_note("skat-arena: warning: %s\n", warning->valuestring);
}

/* ---- the newcomer ---- */

/* The entry of a bot in a file of the folder that has "bots": manifest.json, timing.json. */
static const cJSON *bot_in(const cJSON *file, const char *name)
{
    const cJSON *bot;

    cJSON_ArrayForEach (bot, json_get(file, "bots"))
        if (strcmp(json_text(bot, "name"), name) == 0)
            return bot;
    return NULL;
}

/* The duels of the list were played against its anchor, not against a later one. */
static void warn_of_anchor(const cJSON *edition, const cJSON *manifest)
{
    const char *listed = json_text(edition, "anchor_version"),
               *here = json_text(bot_in(manifest, ANCHOR), "version");

    if (strcmp(listed, here) != 0)
        print_note("skat-arena: warning: the list was played against %s %s, and this is %s: the "
                   "places do not compare\n",
                   json_text(edition, "anchor"), listed, here);
}

/* The row of the newcomer, which played `summary` into `folder`. */
static cJSON *newcomer_row(const char *word, const struct run_summary *summary,
                           const cJSON *manifest, const cJSON *timing, const char *folder)
{
    cJSON *row = cJSON_CreateObject();
    const cJSON *bot = bot_in(manifest, NEWCOMER), *timed = bot_in(timing, NEWCOMER);

    cJSON_AddStringToObject(row, "bot", word);
    cJSON_AddStringToObject(row, "version", json_text(bot, "version"));
    cJSON_AddStringToObject(row, "sha256", json_text(bot, "sha256"));
    cJSON_AddBoolToObject(row, "newcomer", true);
    json_put_int(row, "deals", summary->verdict->units);
    if (summary->verdict->difference)
        estimate_put(row, "difference", *summary->verdict->difference);
    cJSON *warnings = cJSON_AddArrayToObject(row, "warnings");
    for (int i = 0; i < summary->verdict->warnings_count; i++)
        cJSON_AddItemToArray(warnings, cJSON_CreateString(summary->verdict->warnings[i]));
    json_put_real(cJSON_AddObjectToObject(row, "microseconds"), "median",
                  timed ? json_number(timed, "p50_us") : NAN);
    cJSON_AddStringToObject(row, "folder", folder);
    return row;
}

int ladder_conclude(const cJSON *command, const struct tournament *tournament, const char *folder,
                    const struct play_options *options, int code, struct errors *errors)
{
    const cJSON *edition = json_get(command, "edition");

    if (code != EXIT_OK)
        return code;
    cJSON *manifest = json_of_folder(folder, "manifest.json", errors),
          *timing = json_of_folder(folder, "timing.json", errors);
    if (!errors->count) {
        cJSON *rows = rows_of(edition);
        warn_of_anchor(edition, manifest);
        cJSON_AddItemToArray(rows, newcomer_row(json_text(command, "bot"), tournament->summary,
                                                manifest, timing, folder));
        rows = sorted(rows);
        print_list(edition, rows, options);
        cJSON_Delete(rows);
        if (!options->quiet && options->format == TABLE_TEXT) {
            printf("\n");
            print_next("page:", "report", folder, "", stdout);
            print_next("check:  ", "verify", folder, "", stdout);
        }
    }
    cJSON_Delete(manifest);
    cJSON_Delete(timing);
    return errors->count ? EXIT_INTERNAL : code;
}

/* What a run that is continued is to be concluded with. */
static cJSON *command_of(const char *word, const cJSON *edition)
{
    cJSON *command = cJSON_CreateObject();

    cJSON_AddStringToObject(command, "name", "ladder");
    cJSON_AddStringToObject(command, "bot", word);
    cJSON_AddItemToObject(command, "edition", cJSON_Duplicate(edition, true));
    return command;
}

static int place_newcomer(const char *word, const cJSON *edition, struct ladder_options *options,
                          struct errors *errors)
{
    enum { DEALS = 2000 };
    struct config config = {0};
    char out[FOLDER_PATH_SIZE];
    int code = EXIT_USAGE;
    const struct two_bots two = {
        .bots = {word, json_text(edition, "anchor")},
        .names = {NEWCOMER, ANCHOR},
        .rules = json_text(edition, "rules"),
        .scoring = json_text(edition, "scoring"),
        .deals = options->deals ? options->deals : DEALS,
    };

    cJSON *command = command_of(word, edition);

    interrupt_hear();
    options->play.overrides.seed = json_text(edition, "seed");
    if (two_bot_config(&config, &two, "ladder", &options->play.overrides, errors))
        code = play_options_open(&options->play, "ladder", &config, out, errors)
                   ? play_run(&config, out, &options->play, command, NULL, false, errors)
                   : EXIT_USAGE;
    config_free(&config);
    cJSON_Delete(command);
    return code;
}

/* ---- the command ---- */

static int run(struct cli_line *line)
{
    enum { MOST_DEALS = 1000000 };
    struct ladder_options options = {.play = PLAY_OPTIONS_DEFAULT, .list = "ladder"};
    const struct cli_option own[] = {
        OPT_INT("deals", 'n', "N", "the newcomer plays the first N deals (default 2000)",
                &options.deals, 2, MOST_DEALS),
        OPT_TEXT("list", 0, "FILE", "another list than that of the program", &options.list),
        FORMAT_OPTION(&options.play.format),
    };
    cJSON *root = NULL;
    int code = play_options_parse(&options.play, line, OPTIONS(own), 0, 1);

    if (code >= 0)
        return code;
    const char *bot = line->words[0]; /* or NULL */
    const struct refusal refusals[] = {{true, "seed rule play", "is that of the list"},
                                       {!bot, "deals out", "has no effect without a bot"}};
    code = EXIT_USAGE;
    if (cli_refuse(line, OPTIONS(refusals))) {
        const cJSON *edition = newest_edition(options.list, &root, line->errors);
        code = EXIT_BAD_FILE;
        if (edition && bot) {
            code = place_newcomer(bot, edition, &options, line->errors);
        } else if (edition) {
            cJSON *rows = sorted(rows_of(edition));
            print_list(edition, rows, &options.play);
            cJSON_Delete(rows);
            code = EXIT_OK;
        }
    }
    cJSON_Delete(root);
    return play_options_end(line, code);
}

const struct cli_command command_ladder = {
    "ladder",
    "[BOT]",
    "how strong the bots here are, and where a bot of yours stands among them",
    "Prints the list (results/ladder). A BOT plays the same duel first as those of the list did: "
    "against the anchor, on the first deals of the list's seed, under its rules. What it played is "
    "an ordinary run in a folder of its own.",
    run,
    .manual =
        "An interval is that of the duel alone. A bot that plays fewer deals has a wider one.",
    .examples = "ladder\n"
                "the list\n"
                "ladder ./mine.so --deals 500\n"
                "where this bot stands",
    .interrupted = "interrupted; skat-arena run --resume FOLDER continues",
};
