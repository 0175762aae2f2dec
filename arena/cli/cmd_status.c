// SPDX-License-Identifier: MIT
/* arena/cli/cmd_status.c - skat-arena status FOLDER...: how far the parts of runs are. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/json_file.h"
#include "arena/base/json_write.h"
#include "arena/base/pool.h"
#include "arena/base/progress.h"
#include "arena/cli/options.h"
#include "arena/match/board.h"
#include "arena/result/summary_verdict.h"

/* A part is silent if nothing was heard of it for a minute, and for so many times as long as a unit
 * takes. */
enum { SILENT_SECONDS = 60, SILENT_UNITS = 10, SECONDS_PER_MINUTE = 60 };

/* Stopped: not finished, and no more is needed of it. */
enum part_state {
    PART_NOT_BEGUN,
    PART_STOPPED,
    PART_SILENT,
    PART_PLAYING,
    PART_FINISHED,
    PART_STATES
};
static const char *const state_words[PART_STATES] = {
    [PART_NOT_BEGUN] = "not begun", [PART_STOPPED] = "stopped",   [PART_SILENT] = "silent",
    [PART_PLAYING] = "playing",     [PART_FINISHED] = "finished",
};

/* Units a second; NaN before two of them were timed. */
static double rate_of(const struct board_part *part)
{
    const int64_t seconds = part->until - part->from;

    return part->timed > 1 && seconds > 0 ? (double)(part->timed - 1) / (double)seconds : NAN;
}

static enum part_state state_of(const struct board_part *part, bool decided, int64_t now)
{
    const double rate = rate_of(part), unit = rate > 0 ? 1 / rate : 0;
    const double patience = fmax(SILENT_SECONDS, SILENT_UNITS * unit);

    if (part->begun && part->units == part->of)
        return PART_FINISHED;
    if (!part->begun)
        return PART_NOT_BEGUN;
    if (decided)
        return PART_STOPPED;
    return part->timed && (double)(now - part->until) <= patience ? PART_PLAYING : PART_SILENT;
}

static cJSON *part_row(const struct board_part *part, int number, enum part_state state,
                       int64_t now)
{
    cJSON *row = cJSON_CreateObject();

    json_put_int(row, "part", number);
    cJSON_AddStringToObject(row, "state", state_words[state]);
    json_put_int(row, "units", (int64_t)part->units);
    json_put_int(row, "of", (int64_t)part->of);
    json_put_real(row, "units_per_second", rate_of(part));
    json_put_real(row, "last_seconds_ago", part->timed ? (double)(now - part->until) : NAN);
    return row;
}

/* The two bots, with their faults: all that a verdict says of them but for the points. */
static void add_two_bots(struct run_summary *summary, const struct board_reader *reader,
                         struct pool *pool)
{
    const int bots[2] = {reader->whole.compared.a, reader->whole.compared.b};

    summary->bots_count = 2;
    summary->bots = pool_alloc(pool, 2, sizeof *summary->bots);
    for (int i = 0; i < 2; i++)
        summary->bots[i] = (struct bot_summary){
            .name = reader->whole.names[bots[i]],
            .faults = {.crash = reader->faults[i], .inconsistent = FIELD_NO_INT}};
}

/* The verdict on the gapless beginning, by the function that decides all of them. */
static void add_verdict(cJSON *root, const struct board_reader *reader)
{
    struct pool pool = {0};
    struct run_summary summary = {.complete = true}; /* of the numbers alone */

    if (reader->whole.compared.a >= 0 && run_stats_units(reader->stats)) {
        add_two_bots(&summary, reader, &pool);
        run_stats_numbers(reader->stats, NULL, &summary.numbers, &pool);
        const struct run_verdict *verdict = summary_verdict(&summary, NULL, &pool);
        cJSON_AddStringToObject(root, "sentence", verdict->sentence);
        cJSON_AddStringToObject(root, "result", verdict->result);
    }
    pool_free(&pool);
}

/* All that is shown of a board. The caller deletes it. */
static cJSON *status_of(struct board_reader *reader, const char *folder)
{
    const int64_t now = (int64_t)time(NULL);
    cJSON *root = cJSON_CreateObject(), *parts = cJSON_CreateArray();
    int counts[PART_STATES] = {0};
    uint64_t units = 0;
    double rate = 0;

    const bool decided = board_reader_look(reader);
    for (int number = 1; number <= reader->parts; number++) {
        const struct board_part part = board_part(reader, number);
        const enum part_state state = state_of(&part, decided, now);
        counts[state]++;
        units += part.units;
        if (state == PART_PLAYING && rate_of(&part) > 0)
            rate += rate_of(&part);
        cJSON_AddItemToArray(parts, part_row(&part, number, state, now));
    }
    const uint64_t all = schedule_units(&reader->whole.schedule);
    cJSON_AddStringToObject(root, "folder", folder);
    cJSON_AddStringToObject(root, "run", json_text(reader->whole.root, "name"));
    cJSON_AddStringToObject(root, "unit",
                            reader->whole.schedule.whole_sessions ? "session" : "deal");
    json_put_int(root, "units", (int64_t)units);
    json_put_int(root, "planned", (int64_t)all);
    json_put_int(root, "beginning", (int64_t)run_stats_units(reader->stats));
    for (int state = 0; state < PART_STATES; state++)
        json_put_int(root, state_words[state], counts[state]);
    json_put_real(root, "units_per_second", rate);
    json_put_real(root, "seconds_left",
                  decided || units == all ? 0
                  : rate > 0              ? (double)(all - units) / rate
                                          : NAN);
    cJSON_AddBoolToObject(root, "tested", reader->whole.compared.tested);
    cJSON_AddBoolToObject(root, "decided", decided);
    add_verdict(root, reader);
    cJSON_AddItemToObject(root, "parts", parts);
    return root;
}

/* ---- for a terminal ---- */

static const char *real_or_dash(const cJSON *row, const char *key, double factor, int decimals,
                                char text[static 40])
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(row, key);

    if (cJSON_IsNumber(value))
        snprintf(text, 40, "%.*f", decimals, value->valuedouble * factor);
    else
        snprintf(text, 40, "-");
    return text;
}

static void print_parts(const cJSON *root)
{
    const cJSON *row;
    char rate[40], heard[40], done[80];

    printf("\n%6s  %-9s  %21s  %11s  %14s\n", "part", "state", "finished", "a minute",
           "last, s ago");
    cJSON_ArrayForEach (row, cJSON_GetObjectItemCaseSensitive(root, "parts")) {
        snprintf(done, sizeof done, "%.0f of %.0f", json_number(row, "units"),
                 json_number(row, "of"));
        printf("%6.0f  %-9s  %21s  %11s  %14s\n", json_number(row, "part"), json_text(row, "state"),
               done, real_or_dash(row, "units_per_second", SECONDS_PER_MINUTE, 1, rate),
               real_or_dash(row, "last_seconds_ago", 1, 0, heard));
    }
}

static void print_left(const cJSON *root)
{
    const cJSON *left = cJSON_GetObjectItemCaseSensitive(root, "seconds_left");
    const double seconds = cJSON_IsNumber(left) ? left->valuedouble : -1;
    char text[PROGRESS_LEFT_SIZE];

    if (seconds > 0)
        printf("; %s%s at this rate",
               cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "tested")) ? "at most " : "",
               progress_left(seconds, text));
}

static void print_status(const cJSON *root)
{
    const char *unit = json_text(root, "unit");
    const bool decided = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "decided"));

    printf("%s: %.0f of %.0f %ss in %d parts:", json_text(root, "run"), json_number(root, "units"),
           json_number(root, "planned"), unit,
           cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(root, "parts")));
    for (int state = PART_STATES - 1, shown = 0; state >= 0; state--)
        if (json_number(root, state_words[state]) > 0)
            printf("%s %.0f %s", shown++ ? "," : "", json_number(root, state_words[state]),
                   state_words[state]);
    print_left(root);
    printf("\n%s %.0f %ss of the beginning", decided ? "decided by the first" : "the first",
           json_number(root, "beginning"), unit);
    if (*json_text(root, "sentence"))
        printf(": %s", json_text(root, "sentence"));
    printf("\n");
    print_parts(root);
}

/* ---- the command ---- */

static bool is_board(const char *folder, struct errors *errors)
{
    if (board_exists(folder))
        return true;
    errors_add(errors, folder, "is no board: `run --shard K/N --board FOLDER` makes one");
    return false;
}

static cJSON *look(const char *folder, struct errors *errors)
{
    struct board_reader reader = {.stats = NULL};
    cJSON *root = is_board(folder, errors) && board_reader_open(&reader, folder, errors)
                      ? status_of(&reader, folder)
                      : NULL;

    board_reader_close(&reader);
    return root;
}

static int run(int argc, char **argv)
{
    enum { FOLDERS_MAX = 4096 };
    static const char *words[FOLDERS_MAX];
    struct errors errors = {0};
    bool json = false;
    int count;
    const struct cli_option table[] = {
        {"json", 0, CLI_FLAG, NULL, "print the numbers as JSON, an array", &json, 0, 0},
    };
    const int code =
        cli_parse(&command_status, table, 1, argc, argv, words, &count, 1, FOLDERS_MAX);
    if (code >= 0)
        return code;
    cJSON *all = cJSON_CreateArray();
    for (int i = 0; i < count; i++) {
        cJSON *root = look(words[i], &errors);
        if (!root)
            continue;
        if (!json) {
            printf("%s", cJSON_GetArraySize(all) ? "\n" : "");
            print_status(root);
        }
        cJSON_AddItemToArray(all, root);
    }
    if (json)
        json_print(all, stdout);
    cJSON_Delete(all);
    const bool failed = errors.count > 0;
    errors_report(&errors);
    return failed ? EXIT_BAD_FILE : EXIT_OK;
}

const struct cli_command command_status = {
    "status",
    "FOLDER...",
    "show how far the parts of a run are, and its verdict so far",
    "FOLDER is what the parts share (run --shard K/N --board FOLDER). Shown are the units that "
    "each\n"
    "part has finished, how fast, the time left, and the verdict on the beginning of the run as "
    "far\n"
    "as it has no gap. A part is silent if nothing was heard of it for a minute, or for ten times "
    "as\n"
    "long as a unit takes.",
    run,
    .examples = "status board\n"
                "how far the parts are that were begun with --board board",
};
