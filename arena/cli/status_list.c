// SPDX-License-Identifier: MIT
#include "arena/cli/status_list.h"

#include <stdio.h>
#include <string.h>

#include "arena/base/json_file.h"
#include "arena/base/json_write.h"
#include "arena/base/progress.h"
#include "arena/show/field_text.h"
#include "arena/match/board.h"
#include "arena/serve/run_status.h"

/* ---- for a terminal ---- */

static void print_shards(const cJSON *root)
{
    static const struct column shards[] = {
        COLUMN("shard", "shard:"),
        COLUMN("state", "state"),
        COLUMN("finished", "{units:} of {of:}"),
        COLUMN("a second", "units_per_second:1", .leave = 1),
        COLUMN("last, s ago", "last_seconds_ago:0", .leave = 2),
    };

    fputs("\n", stdout);
    table_print(json_get(root, "shards"), COLUMNS(shards), TABLE_TEXT, stdout);
}

/* A run that has no shards has one row. */
static bool is_whole(const cJSON *root)
{
    return cJSON_GetArraySize(json_get(root, "shards")) == 1 &&
           !json_number(root, "verdict_of_shard");
}

/* "in 8 shards: 3 finished, 5 playing", or ": playing" of a run that has none. */
static void print_states(cJSON *root)
{
    const cJSON *shards = json_get(root, "shards");
    char field[60];
    int shown = 0;

    if (is_whole(root)) {
        print_sentence(shards->child, ": {state}", stdout);
        return;
    }
    json_put_int(root, "shard_count", cJSON_GetArraySize(shards));
    print_sentence(root, " in {shard_count} shard{shard_count:s}:", stdout);
    for (int state = SHARD_STATES - 1; state >= 0; state--)
        if (field_says(root, shard_state_words[state])) {
            snprintf(field, sizeof field, "%s {%s} %s", shown++ ? "," : "",
                     shard_state_words[state], shard_state_words[state]);
            print_sentence(root, field, stdout);
        }
}

static void put_left(cJSON *root)
{
    const double seconds = json_number(root, "seconds_left");
    char text[PROGRESS_LEFT_SIZE];

    if (seconds > 0)
        cJSON_AddStringToObject(root, "left", progress_left(seconds, text));
}

/* Of what the verdict is. An interval that is made for the end is wrong more often than it says for
 * somebody who looks again and again. */
static void print_verdict_so_far(cJSON *root)
{
    const cJSON *warning;

    if (!field_says(root, "sentence"))
        return;
    cJSON_AddBoolToObject(root, "whole", is_whole(root));
    if (strcmp(json_text(root, "result"), "nothing") != 0)
        print_sentence(root,
                       "[{decided:?}decided ][{whole:?}after][{!whole:?}{decided:?}by the first]"
                       "[{!whole:?}{!decided:?}the first] {beginning} {unit}s"
                       "[{verdict_of_shard:?} of shard {verdict_of_shard}]"
                       "[{!verdict_of_shard:?}{!whole:?} of the beginning]: ",
                       stdout);
    print_sentence(root, "{sentence}\n", stdout);
    cJSON_ArrayForEach (warning, json_get(root, "warnings"))
        printf("WARNING %s\n", warning->valuestring);
    if (strcmp(json_text(root, "valid"), "fixed") == 0 &&
        json_number(root, "beginning") < json_number(root, "planned"))
        printf("  the interval is made for the end of the run, not for looking before\n");
    print_sentence(root, "[  {needed}\n]", stdout);
}

static void print_status(const cJSON *status)
{
    cJSON *root = cJSON_Duplicate(status, true);

    print_sentence(root, "{run}: {units:} of {planned} {unit}s", stdout);
    print_states(root);
    put_left(root);
    print_sentence(root, "[{left:?}; ][{left:?}{tested:?}at most ][{left} at this rate]\n", stdout);
    print_verdict_so_far(root);
    print_shards(root);
    cJSON_Delete(root);
}

/* ---- for other programs ---- */

/* Adds a row for each shard, with the folder and the run that it is of. */
static void add_rows(cJSON *rows, const char *folder, const cJSON *root)
{
    const cJSON *shard;

    cJSON_ArrayForEach (shard, json_get(root, "shards")) {
        cJSON *row = cJSON_Duplicate(shard, true);
        cJSON_AddStringToObject(row, "folder", folder);
        json_copy(row, root, "run");
        json_copy(row, root, "unit");
        json_copy(row, root, "seconds_left");
        json_copy(row, root, "sentence");
        json_copy(row, root, "warnings");
        cJSON_AddItemToArray(rows, row);
    }
}

static const struct column columns[] = {
    COLUMN("folder", "folder"),
    COLUMN("run", "run"),
    COLUMN("shard", "shard"),
    COLUMN("state", "state"),
    COLUMN("finished", "units"),
    COLUMN("of", "of"),
    COLUMN("unit", "unit"),
    COLUMN("a second", "units_per_second"),
    COLUMN("last, s ago", "last_seconds_ago"),
    COLUMN("seconds left", "seconds_left"),
    COLUMN("verdict so far", "sentence"),
    COLUMN("warnings", "warnings"),
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
        table_print(rows, COLUMNS(columns), format, stdout);
    cJSON_Delete(rows);
    cJSON_Delete(all);
}
