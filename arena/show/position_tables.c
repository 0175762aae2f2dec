// SPDX-License-Identifier: MIT
#include "arena/show/position_tables.h"

#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/terminal.h"

enum { THEME_WIDTH = 28, ACTIONS_WIDTH = 60 };

/* "HA HT", of an array of texts. */
static const char *words_of(const cJSON *list, char text[ACTIONS_WIDTH])
{
    const cJSON *item;
    size_t length = 0;

    *text = '\0';
    cJSON_ArrayForEach (item, list)
        if (length < ACTIONS_WIDTH - 1)
            length += (size_t)snprintf(text + length, ACTIONS_WIDTH - length, "%s%s",
                                       length ? " " : "", item->valuestring);
    return text;
}

/* In two lines on a terminal that has fewer than NARROW columns. */
static void print_answer(const cJSON *answer, FILE *out)
{
    enum { NARROW = 80 };
    const int room = terminal_width(out);
    const cJSON *play = cJSON_GetObjectItemCaseSensitive(answer, "play");
    const cJSON *avoid = cJSON_GetObjectItemCaseSensitive(answer, "not");
    const char *played = json_text(answer, "answer"), *fault = json_text(answer, "fault");
    char words[ACTIONS_WIDTH];

    fprintf(out, "%-6s %-16s ",
            cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(answer, "passes")) ? "passes" : "fails",
            json_text(answer, "id"));
    if (room && room < NARROW)
        fprintf(out, "%s\n       played %s, right: ", json_text(answer, "theme"),
                *played ? played : fault);
    else
        fprintf(out, "%-*s %-12s ", THEME_WIDTH, json_text(answer, "theme"),
                *played ? played : fault);
    fprintf(out, "%s%s\n", play ? "" : "not ", words_of(play ? play : avoid, words));
}

/* A bot that gives no answers is not one that gives wrong ones. */
static void print_faults(const cJSON *positions, FILE *out)
{
    const cJSON *faults = cJSON_GetObjectItemCaseSensitive(positions, "faults"), *item;

    cJSON_ArrayForEach (item, faults)
        if (item->valuedouble > 0)
            fprintf(out, "answers that were faults: %.0f %s\n", item->valuedouble, item->string);
}

void print_positions(const cJSON *positions, bool list, FILE *out)
{
    const cJSON *item;
    double all = json_number(positions, "positions"), passed = json_number(positions, "passed");

    if (list) {
        cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(positions, "answers"))
            print_answer(item, out);
        fprintf(out, "\n");
    }
    fprintf(out, "%-*s %10s %8s\n", THEME_WIDTH, "theme", "positions", "passed");
    cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(positions, "themes"))
        fprintf(out, "%-*s %10.0f %7.1f%%\n", THEME_WIDTH, json_text(item, "theme"),
                json_number(item, "positions"),
                100 * json_number(item, "passed") / json_number(item, "positions"));
    fprintf(out, "%-*s %10.0f %7.1f%%\n", THEME_WIDTH, json_text(positions, "bot"), all,
            100 * passed / all);
    print_faults(positions, out);
}

/* A row for the list: what it has as texts, so that each column is one cell. */
static cJSON *answer_row(const cJSON *answer)
{
    const cJSON *play = cJSON_GetObjectItemCaseSensitive(answer, "play");
    const cJSON *avoid = cJSON_GetObjectItemCaseSensitive(answer, "not");
    const char *played = json_text(answer, "answer");
    char words[ACTIONS_WIDTH];
    cJSON *row = cJSON_CreateObject();

    cJSON_AddStringToObject(row, "id", json_text(answer, "id"));
    cJSON_AddStringToObject(row, "theme", json_text(answer, "theme"));
    cJSON_AddItemToObject(
        row, "passes", cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(answer, "passes"), true));
    cJSON_AddStringToObject(row, "answer", *played ? played : json_text(answer, "fault"));
    cJSON_AddStringToObject(row, play ? "play" : "not", words_of(play ? play : avoid, words));
    return row;
}

void print_position_rows(const cJSON *positions, bool list, enum table_format format, FILE *out)
{
    static const struct table_column of_list[] = {{"id", "position", -1},
                                                  {"theme", "theme", -1},
                                                  {"passes", "passes", -1},
                                                  {"answer", "answer", -1},
                                                  {"play", "right", -1},
                                                  {"not", "wrong", -1}},
                                     of_themes[] = {{"theme", "theme", -1},
                                                    {"positions", "positions", -1},
                                                    {"passed", "passed", -1}};
    const cJSON *answer;
    cJSON *rows = cJSON_CreateArray();

    cJSON_ArrayForEach (answer, cJSON_GetObjectItemCaseSensitive(positions, "answers"))
        cJSON_AddItemToArray(rows, answer_row(answer));
    if (list)
        row_table_print(rows, of_list, sizeof of_list / sizeof *of_list, format, out);
    else
        row_table_print(cJSON_GetObjectItemCaseSensitive(positions, "themes"), of_themes,
                        sizeof of_themes / sizeof *of_themes, format, out);
    cJSON_Delete(rows);
}
