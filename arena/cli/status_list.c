// SPDX-License-Identifier: MIT
#include "arena/cli/status_list.h"

#include <stdio.h>
#include <string.h>

#include "arena/base/json_file.h"
#include "arena/base/json_write.h"
#include "arena/base/progress.h"
#include "arena/base/terminal_table.h"
#include "arena/base/text.h"
#include "arena/match/board.h"
#include "arena/serve/run_status.h"

enum { SECONDS_PER_MINUTE = 60 };

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

static void print_shards(const cJSON *root)
{
    const cJSON *row;
    char rate[40], heard[40], done[80];
    struct terminal_table table;
    FILE *out = terminal_table_begin(&table);

    fprintf(out, "\n%6s\v  %-9s\v  %21s\v  %11s\v  %14s\n", "shard", "state", "finished",
            "a minute", "last, s ago");
    cJSON_ArrayForEach (row, cJSON_GetObjectItemCaseSensitive(root, "shards")) {
        snprintf(done, sizeof done, "%s of %.0f", real_or_dash(row, "units", 1, 0, heard),
                 json_number(row, "of"));
        fprintf(out, "%6.0f\v  %-9s\v  %21s\v  %11s\v  %14s\n", json_number(row, "shard"),
                json_text(row, "state"), done,
                real_or_dash(row, "units_per_second", SECONDS_PER_MINUTE, 1, rate),
                real_or_dash(row, "last_seconds_ago", 1, 0, heard));
    }
    terminal_table_end(&table, stdout);
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

/* A run that has no shards has one row. */
static bool is_whole(const cJSON *root)
{
    return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(root, "shards")) == 1 &&
           !json_number(root, "verdict_of_shard");
}

static void print_states(const cJSON *root)
{
    const cJSON *shards = cJSON_GetObjectItemCaseSensitive(root, "shards");
    const int count = cJSON_GetArraySize(shards);
    int shown = 0;

    if (is_whole(root)) {
        printf(": %s", json_text(shards->child, "state"));
        return;
    }
    printf(" in %d shard%s:", count, text_plural(count));
    for (int state = SHARD_STATES - 1; state >= 0; state--)
        if (json_number(root, shard_state_words[state]) > 0)
            printf("%s %.0f %s", shown++ ? "," : "", json_number(root, shard_state_words[state]),
                   shard_state_words[state]);
}

/* Of what the verdict is. */
static void print_judged(const cJSON *root)
{
    const bool decided = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "decided")),
               whole = is_whole(root);
    const double shard = json_number(root, "verdict_of_shard");

    printf("%s%s %.0f %ss", decided ? "decided " : "",
           whole     ? "after"
           : decided ? "by the first"
                     : "the first",
           json_number(root, "beginning"), json_text(root, "unit"));
    if (shard > 0)
        printf(" of shard %.0f", shard);
    else if (!whole)
        printf(" of the beginning");
}

/* An interval that is made for the end is wrong more often than it says for somebody who looks
 * again and again. */
static void print_verdict(const cJSON *root)
{
    const cJSON *warning;

    if (!*json_text(root, "sentence"))
        return;
    if (strcmp(json_text(root, "result"), "nothing") != 0) {
        print_judged(root);
        printf(": ");
    }
    printf("%s\n", json_text(root, "sentence"));
    cJSON_ArrayForEach (warning, cJSON_GetObjectItemCaseSensitive(root, "warnings"))
        printf("WARNING %s\n", warning->valuestring);
    if (strcmp(json_text(root, "valid"), "fixed") == 0 &&
        json_number(root, "beginning") < json_number(root, "planned"))
        printf("  the interval is made for the end of the run, not for looking before\n");
    if (*json_text(root, "needed"))
        printf("  %s\n", json_text(root, "needed"));
}

static void print_status(const cJSON *root)
{
    char units[40];

    printf("%s: %s of %.0f %ss", json_text(root, "run"), real_or_dash(root, "units", 1, 0, units),
           json_number(root, "planned"), json_text(root, "unit"));
    print_states(root);
    print_left(root);
    printf("\n");
    print_verdict(root);
    print_shards(root);
}

/* ---- for other programs ---- */

/* Adds a row for each shard, with the folder and the run that it is of. */
static void add_rows(cJSON *rows, const char *folder, const cJSON *root)
{
    const cJSON *shard;

    cJSON_ArrayForEach (shard, cJSON_GetObjectItemCaseSensitive(root, "shards")) {
        cJSON *row = cJSON_Duplicate(shard, true);
        cJSON_AddStringToObject(row, "folder", folder);
        json_copy(row, root, "run");
        json_copy(row, root, "unit");
        json_copy(row, root, "seconds_left");
        json_copy(row, root, "sentence");
        json_put_joined(row, "warnings", cJSON_GetObjectItemCaseSensitive(root, "warnings"));
        cJSON_AddItemToArray(rows, row);
    }
}

static const struct table_column columns[] = {
    {"folder", "folder", -1},
    {"run", "run", -1},
    {"shard", "shard", -1},
    {"state", "state", -1},
    {"units", "finished", -1},
    {"of", "of", -1},
    {"unit", "unit", -1},
    {"units_per_second", "a second", -1},
    {"last_seconds_ago", "last, s ago", -1},
    {"seconds_left", "seconds left", -1},
    {"sentence", "verdict so far", -1},
    {"warnings", "warnings", -1},
};

/* ---- both ---- */

void status_list_print(const char *const *folders, int count, enum table_format format,
                       struct errors *errors)
{
    cJSON *all = cJSON_CreateArray(), *rows = cJSON_CreateArray();

    for (int i = 0; i < count; i++) {
        cJSON *root = board_exists(folders[i]) ? board_status(folders[i], errors)
                                               : folder_status(folders[i], errors);
        if (!root)
            continue;
        add_rows(rows, folders[i], root);
        if (format == TABLE_TEXT) {
            printf("%s", cJSON_GetArraySize(all) ? "\n" : "");
            print_status(root);
        }
        cJSON_AddItemToArray(all, root);
    }
    if (format == TABLE_JSON)
        json_print(all, stdout);
    else if (format != TABLE_TEXT)
        row_table_print(rows, columns, sizeof columns / sizeof *columns, format, stdout);
    cJSON_Delete(rows);
    cJSON_Delete(all);
}
