// SPDX-License-Identifier: MIT
#include "arena/show/position_tables.h"

#include <string.h>

#include "arena/base/json_write.h"
#include "arena/record/action_text.h"
#include "arena/record/game_text.h"
#include "arena/show/field_text.h"

static cJSON *token_text(const char *token)
{
    char text[ACTION_WORDS_SIZE];

    return cJSON_CreateString(action_token_text(token, game_text_symbols(), text));
}

/* "answer", "play" and "not" as people read them, beside those of the file. */
static void put_texts(cJSON *row)
{
    const char *answer = json_text(row, "answer");
    const cJSON *list = json_get(row, "play") ? json_get(row, "play") : json_get(row, "not"), *item;
    cJSON *texts = cJSON_AddArrayToObject(row, "texts");

    if (*answer)
        cJSON_AddItemToObject(row, "played", token_text(answer));
    else
        cJSON_AddStringToObject(row, "played", json_text(row, "fault"));
    if (!*answer)
        cJSON_ReplaceItemInObjectCaseSensitive(row, "answer",
                                               cJSON_CreateString(json_text(row, "fault")));
    cJSON_ArrayForEach (item, list)
        cJSON_AddItemToArray(texts, token_text(item->valuestring));
    cJSON_AddStringToObject(row, "result",
                            cJSON_IsTrue(json_get(row, "passes")) ? "passes" : "fails");
}

static void print_list(const cJSON *positions, enum table_format format, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("", "result", .csv = ""),
        COLUMN("position", "id", .csv = "id"),
        COLUMN("theme", "theme", .leave = 1),
        COLUMN("", NULL, .csv = "passes"),
        COLUMN("played", "played", .csv = "answer"),
        COLUMN("right", "[{not:?}not ]{texts}", .csv = "play"),
        COLUMN("", NULL, .csv = "not"),
    };
    cJSON *rows = cJSON_Duplicate(json_get(positions, "answers"), true), *row;

    cJSON_ArrayForEach (row, rows)
        put_texts(row);
    table_print(rows, COLUMNS(columns), format, out);
    cJSON_Delete(rows);
}

static void print_themes(const cJSON *positions, enum table_format format, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("theme", "theme"),
        COLUMN("positions", "positions:"),
        COLUMN("passed", "passed/positions:%1", .csv = "passed"),
    };
    cJSON *rows = cJSON_Duplicate(json_get(positions, "themes"), true), *all = cJSON_CreateObject();

    if (format == TABLE_TEXT) {
        json_copy(all, positions, "positions");
        json_copy(all, positions, "passed");
        cJSON_AddStringToObject(all, "theme", json_text(positions, "bot"));
        cJSON_AddItemToArray(rows, all);
    } else {
        cJSON_Delete(all);
    }
    table_print(rows, COLUMNS(columns), format, out);
    cJSON_Delete(rows);
}

void print_positions(const cJSON *positions, bool list, enum table_format format, FILE *out)
{
    const cJSON *faults = json_get(positions, "faults"), *item;

    if (list)
        print_list(positions, format, out);
    if (format == TABLE_TEXT && list)
        fputs("\n", out);
    if (format == TABLE_TEXT || !list)
        print_themes(positions, format, out);
    cJSON_ArrayForEach (item, faults) /* one that gives no answers does not give wrong ones */
        if (format == TABLE_TEXT && item->valuedouble > 0) {
            cJSON *row = cJSON_CreateObject();
            json_put_int(row, "count", (int64_t)item->valuedouble);
            cJSON_AddStringToObject(row, "kind", item->string);
            print_sentence(row, "answers that were faults: {count} {kind}\n", out);
            cJSON_Delete(row);
        }
}
