// SPDX-License-Identifier: MIT
#include "arena/show/analysis_tables.h"

#include <string.h>

#include "arena/base/json_write.h"
#include "arena/show/field_text.h"

/* ---- points and results ---- */

/* A row for each bot and side. */
static cJSON *rows_of_sides(const cJSON *bots)
{
    static const char *const sides[] = {"declarer", "defender"};
    cJSON *rows = cJSON_CreateArray();
    const cJSON *bot;

    cJSON_ArrayForEach (bot, bots)
        for (int i = 0; i < 2; i++) {
            cJSON *row = cJSON_Duplicate(json_get(bot, sides[i]), true);
            cJSON_AddStringToObject(row, "bot", json_text(bot, "name"));
            cJSON_AddStringToObject(row, "side", sides[i]);
            cJSON_AddItemToArray(rows, row);
        }
    return rows;
}

/* For programs, all of it is one table. */
static void show_sides(const cJSON *bots, const struct table_sink *to)
{
    static const struct column points[] = {
        COLUMN("bot", "bot"),
        COLUMN("as", "side"),
        COLUMN("games", "points.games:", .leave = 1),
        COLUMN("per game (95 % interval)", "points.per_game:2"),
        COLUMN("per choice (95 % interval)", "points.per_choice:2", .leave = 3),
        COLUMN("best", "points.best.mean:%1", .leave = 2),
    };
    static const struct column results[] = {
        COLUMN("bot", "bot"),
        COLUMN("as", "side"),
        COLUMN("winnable", "results.winnable/results.games:%1", .leave = 2),
        COLUMN("won", "results.won/results.games:%1"),
        COLUMN("lost", "results.turned/results.games:%1"),
        COLUMN("saved", "results.recovered/results.games:%1", .leave = 1),
    };
    static const struct column all[] = {
        COLUMN("bot", "bot"),
        COLUMN("as", "side", .csv = "side"),
        COLUMN("games", "points.games:", .csv = "games=points.games"),
        COLUMN("lost a game", "points.per_game:2",
               .csv = "lost_a_game,lost_a_game_low,lost_a_game_high=points.per_game"),
        COLUMN("lost a choice", "points.per_choice:2",
               .csv = "lost_a_choice,lost_a_choice_low,lost_a_choice_high=points.per_choice"),
        COLUMN("best cards", "points.best:%1", .csv = "best,best_low,best_high=points.best"),
        COLUMN("games with a goal", "results.games:", .csv = "judged=results.games"),
        COLUMN("winnable", "results.winnable:", .csv = "winnable=results.winnable"),
        COLUMN("won", "results.won:", .csv = "won=results.won"),
        COLUMN("lost", "results.turned:", .csv = "turned=results.turned"),
        COLUMN("saved", "results.recovered:", .csv = "recovered=results.recovered"),
    };
    cJSON *rows = rows_of_sides(bots);

    if (to->format != TABLE_TEXT) {
        table_print(rows, COLUMNS(all), to->format, to->out);
    } else {
        table_show(to, "lost_points", NULL, "card points lost against perfect play, all cards open",
                   rows, COLUMNS(points));
        table_show(to, "results", NULL, "results of the games", rows, COLUMNS(results));
        table_note(to, "results",
                   "winnable: with all cards open; lost: no longer winnable after a card of this "
                   "seat; saved: won although no longer winnable");
    }
    cJSON_Delete(rows);
}

/* ---- what lost games ---- */

static void show_phases(const cJSON *bots, const struct table_sink *to)
{
    static const struct column columns[] = {
        COLUMN("bot", "bot"),
        COLUMN("as", "role"),
        COLUMN("in", "game"),
        COLUMN("games", "games:", .leave = 1),
        COLUMN("before play", "[{before_play/games:%1}]", .presence = IF_ANY),
        COLUMN("bid", "[{bid/games:%1}]"),
        COLUMN("announcement", "[{announcement/games:%1}]"),
        COLUMN("discard", "[{discard/games:%1}]"),
        COLUMN("lead", "[{lead/games:%1}]"),
        COLUMN("follow", "[{follow/games:%1}]"),
    };
    const cJSON *bot, *phase;
    cJSON *rows = cJSON_CreateArray();
    bool unknown = false;

    cJSON_ArrayForEach (bot, bots)
        cJSON_ArrayForEach (phase, json_get(bot, "phases")) {
            cJSON *row = cJSON_Duplicate(phase, true);
            cJSON_AddStringToObject(row, "bot", json_text(bot, "name"));
            cJSON_AddItemToArray(rows, row);
            unknown |= json_number(phase, "before_play") > 0;
        }
    table_show(to, "phases", NULL, "games that are no longer winnable, by the phase that lost them",
               rows, COLUMNS(columns));
    if (unknown)
        table_note(to, "phases",
                   "before play: by bid, announcement or discard; --contracts tells which");
    cJSON_Delete(rows);
}

static void show_contracts(const cJSON *bots, const struct table_sink *to)
{
    static const struct column columns[] = {
        COLUMN("bot", "name"),
        COLUMN("declared", "contracts.asked:"),
        COLUMN("other wins", "contracts.lost_with_other:"),
        COLUMN("passed in", "missed.passed_in:", .leave = 1),
        COLUMN("missed", "missed.missed:"),
        COLUMN("value", "missed.mean_value:1"),
    };

    if (!json_get(bots->child, "missed"))
        return;
    table_show(to, "contracts", NULL, NULL, bots, COLUMNS(columns));
    table_note(to, "contracts", "other wins: another game would have won where this one could not");
}

static void show_adjusted(const cJSON *analysis, const struct table_sink *to)
{
    static const struct column columns[] = {
        COLUMN("bot", "name"),
        COLUMN("score (95 % interval)", "at_average_worth.score:2", .leave = 2),
        COLUMN("worth", "at_average_worth.worth.mean:2", .leave = 1),
        COLUMN("at average worth (95 % interval)", "at_average_worth.adjusted:2"),
        COLUMN("b", "[{at_average_worth.reduction:?}{at_average_worth.coefficient:2}]", .leave = 3),
        COLUMN("variance", "at_average_worth.reduction/-1:+%0", .leave = 3),
    };

    table_show(to, "adjusted", analysis,
               strcmp(json_text(analysis, "scoring"), "seeger_fabian") == 0
                   ? "Seeger points a deal"
                   : "{scoring} points a deal",
               json_get(analysis, "bots"), COLUMNS(columns));
    table_note(to, "adjusted", "worth: the games that the bots chose, by open cards");
    table_note(to, "adjusted", "b: points of score for a point of worth");
    table_note(to, "adjusted",
               "variance: that of single games at average worth against that of their scores");
}

/* ---- all of it ---- */

/* What became of the games: "120 games: 113 played, 7 passed in". */
static void print_counts(const cJSON *analysis, FILE *out)
{
    static const char *const parts[] = {
        "{kinds.played} played",
        "{kinds.passed_in} passed in",
        "{kinds.ramsch} ramsch (not measured: no sides)",
        "{kinds.no_game} ended before card play",
        "{kinds.gave_up} given up: more nodes than --limit-nodes",
    };
    const char *between = ": ";

    print_sentence(analysis, "{games} game{games:s}", out);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (field_says(analysis, parts[i] + 1)) {
            fputs(between, out);
            print_sentence(analysis, parts[i], out);
            between = ", ";
        }
    print_sentence(analysis,
                   "\n[{without_goal} with spitzen: points only, no results\n]"
                   "[{contracts_gave_up} whose other contracts reached --limit-nodes\n]",
                   out);
}

void show_analysis(const cJSON *analysis, const struct table_sink *to)
{
    const cJSON *bots = json_get(analysis, "bots");
    const bool text = to->format == TABLE_TEXT;

    if (text && !to->page)
        print_counts(analysis, to->out);
    if (text && !to->page && !(bots->child && json_number(analysis, "games")))
        return;
    show_sides(bots, to);
    if (!text)
        return;
    show_phases(bots, to);
    show_contracts(bots, to);
    show_adjusted(analysis, to);
}
