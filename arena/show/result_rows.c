// SPDX-License-Identifier: MIT
#include "arena/show/result_rows.h"

#include <stdio.h>

#include "arena/base/json_write.h"
#include "arena/stats/response_surface.h"

/* Keys of a row: "classic", and "classic_low" and "classic_high" of its interval. */
static void put_estimate(cJSON *row, const char *key, struct estimate estimate)
{
    char name[60];

    json_put_real(row, key, estimate.mean);
    snprintf(name, sizeof name, "%s_low", key);
    json_put_real(row, name, estimate.low);
    snprintf(name, sizeof name, "%s_high", key);
    json_put_real(row, name, estimate.high);
}

/* ---- a run ---- */

void print_standing_rows(const struct run_summary *summary, enum table_format format, FILE *out)
{
    static const struct table_column columns[] = {
        {"bot", "bot", -1},
        {"seats", "seats", -1},
        {"units", "units", -1},
        {"classic", "classic, 36 deals", 1},
        {"classic_low", "low", 1},
        {"classic_high", "high", 1},
        {"seeger_fabian", "Seeger-Fabian, 36 deals", 1},
        {"seeger_fabian_low", "low", 1},
        {"seeger_fabian_high", "high", 1},
        {"score", "rule set's own, 36 deals", 1},
        {"score_low", "low", 1},
        {"score_high", "high", 1},
    };
    cJSON *rows = cJSON_CreateArray();

    for (int i = 0; i < summary->numbers.standings_count; i++) {
        const struct bot_standing *standing = &summary->numbers.standings[i];
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "bot", standing->bot);
        json_put_int(row, "seats", standing->seats);
        json_put_int(row, "units", standing->units);
        put_estimate(row, "classic", standing->classic.per_36);
        put_estimate(row, "seeger_fabian", standing->seeger_fabian.per_36);
        put_estimate(row, "score", standing->score.per_36);
        cJSON_AddItemToArray(rows, row);
    }
    row_table_print(rows, columns, sizeof columns / sizeof *columns, format, out);
    cJSON_Delete(rows);
}

/* ---- a grid ---- */

static cJSON *grid_row(const struct grid_point *point)
{
    cJSON *row = cJSON_CreateObject();

    for (int i = 0; i < point->options_count; i++)
        json_put_int(row, point->options[i].name, point->options[i].value);
    put_estimate(row, "difference", point->difference);
    if (point->judged)
        json_put_real(row, "p", point->judged->p_adjusted);
    cJSON_AddBoolToObject(row, "equal", point->equal);
    return row;
}

void print_grid_rows(const struct grid_summary *grid, enum table_format format, FILE *out)
{
    static const struct table_column told[] = {{"difference", "points a deal more", 2},
                                               {"difference_low", "low", 2},
                                               {"difference_high", "high", 2},
                                               {"p", "p, Holm", -1},
                                               {"equal", "plays alike", -1}};
    enum { TOLD = sizeof told / sizeof *told };
    struct table_column columns[SURFACE_MAX + TOLD];
    cJSON *rows = cJSON_CreateArray();
    int count = 0;

    for (; count < grid->start_count && count < SURFACE_MAX; count++)
        columns[count] =
            (struct table_column){grid->start[count].name, grid->start[count].name, -1};
    for (int i = 0; i < TOLD; i++)
        columns[count++] = told[i];
    for (int i = 0; i < grid->points_count; i++)
        cJSON_AddItemToArray(rows, grid_row(&grid->points[i]));
    row_table_print(rows, columns, count, format, out);
    cJSON_Delete(rows);
}

/* ---- a search ---- */

static cJSON *tune_row(const struct tune_summary *tune, const struct tuned_option *option)
{
    const struct checked_difference *check = tune->check;
    cJSON *row = cJSON_CreateObject();

    cJSON_AddStringToObject(row, "bot", tune->head.bot);
    cJSON_AddStringToObject(row, "option", option->name);
    json_put_int(row, "low", option->low);
    json_put_int(row, "high", option->high);
    json_put_int(row, "start", option->start);
    json_put_int(row, "winner", option->winner);
    cJSON_AddStringToObject(row, "verdict", tune->verdict);
    if (!check)
        return row;
    json_put_int(row, "check_deals", check->deals);
    put_estimate(row, "difference", check->difference);
    if (check->judged)
        json_put_real(row, "p", check->judged->p_adjusted);
    return row;
}

void print_tune_rows(const struct tune_summary *tune, enum table_format format, FILE *out)
{
    static const struct table_column columns[] = {
        {"bot", "bot", -1},
        {"option", "option", -1},
        {"low", "lowest tried", -1},
        {"high", "highest tried", -1},
        {"start", "start", -1},
        {"winner", "winner", -1},
        {"verdict", "winner against start", -1},
        {"check_deals", "deals of the check", -1},
        {"difference", "points a deal", 2},
        {"difference_low", "low", 2},
        {"difference_high", "high", 2},
        {"p", "p", -1},
    };
    cJSON *rows = cJSON_CreateArray();

    for (int i = 0; i < tune->options_count; i++)
        cJSON_AddItemToArray(rows, tune_row(tune, &tune->options[i]));
    row_table_print(rows, columns, sizeof columns / sizeof *columns, format, out);
    cJSON_Delete(rows);
}

/* ---- an analysis ---- */

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static void put_figures(cJSON *row, const char *key, const cJSON *estimate)
{
    static const char *const ends[] = {"mean", "low", "high"};
    static const char *const names[] = {"%s", "%s_low", "%s_high"};
    char name[60];

    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, names[i], key);
        if (cJSON_IsNumber(member(estimate, ends[i])))
            cJSON_AddNumberToObject(row, name, json_number(estimate, ends[i]));
    }
}

static cJSON *analysis_row(const cJSON *bot, const char *side)
{
    static const char *const counts[] = {"winnable", "won", "turned", "recovered"};
    const cJSON *points = member(member(bot, side), "points"),
                *results = member(member(bot, side), "results");
    cJSON *row = cJSON_CreateObject();

    cJSON_AddStringToObject(row, "bot", json_text(bot, "name"));
    cJSON_AddStringToObject(row, "side", side);
    cJSON_AddNumberToObject(row, "games", json_number(points, "games"));
    put_figures(row, "lost_a_game", member(points, "per_game"));
    put_figures(row, "lost_a_choice", member(points, "per_choice"));
    put_figures(row, "best", member(points, "best"));
    cJSON_AddNumberToObject(row, "judged", json_number(results, "games"));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        cJSON_AddNumberToObject(row, counts[i], json_number(results, counts[i]));
    return row;
}

void print_analysis_rows(const cJSON *analysis, enum table_format format, FILE *out)
{
    static const struct table_column columns[] = {
        {"bot", "bot", -1},
        {"side", "side", -1},
        {"games", "games", -1},
        {"lost_a_game", "lost a game", 2},
        {"lost_a_game_low", "low", 2},
        {"lost_a_game_high", "high", 2},
        {"lost_a_choice", "lost a choice", 2},
        {"lost_a_choice_low", "low", 2},
        {"lost_a_choice_high", "high", 2},
        {"best", "share of best cards", 3},
        {"judged", "games with a goal", -1},
        {"winnable", "winnable", -1},
        {"won", "won", -1},
        {"turned", "lost for good", -1},
        {"recovered", "saved", -1},
    };
    cJSON *rows = cJSON_CreateArray();
    const cJSON *bot;

    cJSON_ArrayForEach (bot, member(analysis, "bots")) {
        cJSON_AddItemToArray(rows, analysis_row(bot, "declarer"));
        cJSON_AddItemToArray(rows, analysis_row(bot, "defender"));
    }
    row_table_print(rows, columns, sizeof columns / sizeof *columns, format, out);
    cJSON_Delete(rows);
}
