// SPDX-License-Identifier: MIT
#include "arena/show/analysis_tables.h"

#include <string.h>

#include "arena/base/text.h"
#include "arena/base/json_write.h"
#include "arena/base/terminal.h"
#include "arena/base/terminal_table.h"

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* Of the column of names: as wide as the longest, or NARROW if the tables fit into the terminal
 * only then. */
static int name_width(const cJSON *bots, FILE *out)
{
    enum { NARROW = 10, OTHER_COLUMNS = 70 };
    const int room = terminal_width(out);
    const cJSON *bot;
    int widest = NARROW;

    cJSON_ArrayForEach (bot, bots) {
        int width = text_width(json_text(bot, "name"));
        widest = width > widest ? width : widest;
    }
    return widest + OTHER_COLUMNS > room && NARROW + OTHER_COLUMNS <= room ? NARROW : widest;
}

/* A name that is longer than its column has a line of its own. */
static void print_bot(const cJSON *bot, int width, FILE *out)
{
    const char *name = json_text(bot, "name");

    if (text_width(name) > width)
        fprintf(out, "%s\n%*s", name, width, "");
    else
        print_name(name, width, out);
}

/* "  2.31 (1.97 to 2.65)", with fewer decimals if that is too wide; a dash if there is no value. */
static void print_estimate(const cJSON *estimate, FILE *out)
{
    enum { WIDTH = 22, DECIMALS = 2 };
    char text[64] = "-";
    int length = WIDTH + 1;

    if (cJSON_IsNumber(member(estimate, "low")))
        for (int decimals = DECIMALS; length > WIDTH && decimals >= 0; decimals--)
            length = snprintf(text, sizeof text, "%.*f (%.*f to %.*f)", decimals,
                              json_number(estimate, "mean"), decimals, json_number(estimate, "low"),
                              decimals, json_number(estimate, "high"));
    else if (cJSON_IsNumber(member(estimate, "mean")))
        snprintf(text, sizeof text, "%.*f", DECIMALS, json_number(estimate, "mean"));
    fprintf(out, "\v %*s", WIDTH, text);
}

/* A number times `scale`, printed with `format`; a dash if there is none. */
static void print_figure(const cJSON *number, double scale, const char *format, int width,
                         FILE *out)
{
    char text[32] = "-";

    if (cJSON_IsNumber(number))
        snprintf(text, sizeof text, format, scale * number->valuedouble);
    fprintf(out, "\v %*s", width, text);
}

/* A share of the games, in percent. */
static void print_percent(const cJSON *results, const char *key, int width, FILE *out)
{
    const cJSON *part = json_number(results, "games") ? member(results, key) : NULL;

    print_figure(part, 100 / json_number(results, "games"), "%.1f", width, out);
}

static void print_points(const cJSON *bots, const char *side, int width, FILE *out)
{
    struct terminal_table table;
    const cJSON *bot;

    FILE *rows = terminal_table_begin(&table);
    fprintf(rows, "\n%-*s\v %6s\v %22s\v %22s\v %6s\n", width, side, "games", "per game",
            "per choice", "best");
    cJSON_ArrayForEach (bot, bots) {
        const cJSON *points = member(member(bot, side), "points");
        print_bot(bot, width, rows);
        fprintf(rows, "\v %6.0f", json_number(points, "games"));
        print_estimate(member(points, "per_game"), rows);
        print_estimate(member(points, "per_choice"), rows);
        print_figure(member(member(points, "best"), "mean"), 100, "%.1f%%", 6, rows);
        fprintf(rows, "\n");
    }
    terminal_table_end(&table, out);
}

enum { SIDES = 2, SIDE_COLUMNS = 31 };

/* Of the sides from `first` up to, not including, `end`. */
static void print_result_columns(const cJSON *bots, int first, int end, int width, FILE *out)
{
    static const char *const sides[] = {"declarer", "defender"};
    struct terminal_table table;
    const cJSON *bot;

    fprintf(out, "%-*s", width, "");
    for (int i = first; i < end; i++)
        fprintf(out, " %*s%s", SIDE_COLUMNS - 1 - (int)strlen(sides[i]), "as ", sides[i]);
    fprintf(out, "\n");
    FILE *rows = terminal_table_begin(&table);
    fprintf(rows, "%-*s", width, "");
    for (int i = first; i < end; i++)
        fprintf(rows, "\v %8s\v %6s\v %6s\v %7s", "winnable", "won", "lost", "saved");
    fprintf(rows, "\n");
    cJSON_ArrayForEach (bot, bots) {
        print_bot(bot, width, rows);
        for (int i = first; i < end; i++) {
            const cJSON *results = member(member(bot, sides[i]), "results");
            print_percent(results, "winnable", 8, rows);
            print_percent(results, "won", 6, rows);
            print_percent(results, "turned", 6, rows);
            print_percent(results, "recovered", 7, rows);
        }
        fprintf(rows, "\n");
    }
    terminal_table_end(&table, out);
}

/* Both sides beside each other if they fit. */
static void print_results(const cJSON *bots, int width, FILE *out)
{
    const int room = terminal_width(out),
              sides = room && width + SIDES * SIDE_COLUMNS > room ? 1 : SIDES;

    fprintf(out, "\nall cards open, percent of games\n");
    for (int first = 0; first < SIDES; first += sides)
        print_result_columns(bots, first, first + sides, width, out);
    fprintf(out, "lost: no longer winnable after a card of this seat\n"
                 "saved: won although no longer winnable\n");
}

/* The games that were lost in a phase, in percent of the row's; nothing where there is none. */
static void print_lost(const cJSON *row, const char *phase, int columns, FILE *out)
{
    double lost = json_number(row, phase);

    if (lost > 0)
        fprintf(out, "\v %*.1f", columns, 100 * lost / json_number(row, "games"));
    else
        fprintf(out, "\v %*s", columns, "-");
}

/* Whether some games were lost before the play, and it is not known by what. */
static bool has_unknown_phase(const cJSON *bots)
{
    const cJSON *bot, *row;

    cJSON_ArrayForEach (bot, bots)
        cJSON_ArrayForEach (row, member(bot, "phases"))
            if (json_number(row, "before_play") > 0)
                return true;
    return false;
}

static void print_phases(const cJSON *bots, int width, FILE *out)
{
    static const struct {
        const char *key, *title;
        int columns;
    } phases[] = {
        {"before_play", "before play", 12},
        {"bid", "bid", 6},
        {"announcement", "announcement", 13},
        {"discard", "discard", 8},
        {"lead", "lead", 6},
        {"follow", "follow", 7},
    };
    enum { PHASES = sizeof phases / sizeof *phases };
    const int first = has_unknown_phase(bots) ? 0 : 1;
    const cJSON *bot, *row;
    struct terminal_table table;

    fprintf(out, "\nno longer winnable, all cards open, in percent, by the phase that lost "
                 "them\n");
    FILE *rows = terminal_table_begin(&table);
    fprintf(rows, "%-*s\v %-9s\v %-5s\v %6s", width, "", "role", "game", "games");
    for (int i = first; i < PHASES; i++)
        fprintf(rows, "\v %*s", phases[i].columns, phases[i].title);
    fprintf(rows, "\n");
    cJSON_ArrayForEach (bot, bots)
        cJSON_ArrayForEach (row, member(bot, "phases")) {
            print_bot(bot, width, rows);
            fprintf(rows, "\v %-9s\v %-5s\v %6.0f", json_text(row, "role"), json_text(row, "game"),
                    json_number(row, "games"));
            for (int i = first; i < PHASES; i++)
                print_lost(row, phases[i].key, phases[i].columns, rows);
            fprintf(rows, "\n");
        }
    terminal_table_end(&table, out);
    if (!first)
        fprintf(out, "before play: by bid, announcement or discard; --contracts tells which\n");
}

static void print_contracts(const cJSON *bots, int width, FILE *out)
{
    struct terminal_table table;
    const cJSON *bot;

    if (!member(bots->child, "missed"))
        return;
    FILE *rows = terminal_table_begin(&table);
    fprintf(rows, "\n%-*s\v %10s\v %12s\v %10s\v %8s\v %8s\n", width, "", "declared", "other wins",
            "passed in", "missed", "value");
    cJSON_ArrayForEach (bot, bots) {
        const cJSON *contracts = member(bot, "contracts"), *missed = member(bot, "missed");
        print_bot(bot, width, rows);
        fprintf(rows, "\v %10.0f\v %12.0f\v %10.0f\v %8.0f", json_number(contracts, "asked"),
                json_number(contracts, "lost_with_other"), json_number(missed, "passed_in"),
                json_number(missed, "missed"));
        print_figure(member(missed, "mean_value"), 1, "%.1f", 8, rows);
        fprintf(rows, "\n");
    }
    terminal_table_end(&table, out);
    fprintf(out, "other wins: another game would have won where this one could not\n");
}

static void print_adjusted(const cJSON *analysis, int width, FILE *out)
{
    const cJSON *bot, *bots = member(analysis, "bots");
    struct terminal_table table;
    const char *scoring = json_text(analysis, "scoring");

    fprintf(out, "\n%s points a deal\n",
            strcmp(scoring, "seeger_fabian") == 0 ? "Seeger" : scoring);
    FILE *rows = terminal_table_begin(&table);
    fprintf(rows, "%-*s\v %22s\v %8s\v %22s\v %5s\v %8s\n", width, "", "score", "worth",
            "at average worth", "b", "variance");
    cJSON_ArrayForEach (bot, bots) {
        const cJSON *adjusted = member(bot, "at_average_worth");
        print_bot(bot, width, rows);
        print_estimate(member(adjusted, "score"), rows);
        const cJSON *reduction = member(adjusted, "reduction");
        print_figure(member(member(adjusted, "worth"), "mean"), 1, "%.2f", 8, rows);
        print_estimate(member(adjusted, "adjusted"), rows);
        print_figure(cJSON_IsNumber(reduction) ? member(adjusted, "coefficient") : NULL, 1, "%.2f",
                     5, rows);
        print_figure(reduction, -100, "%+.0f%%", 8, rows);
        fprintf(rows, "\n");
    }
    terminal_table_end(&table, out);
    fprintf(out, "worth: the games that the bots chose, by open cards\n"
                 "b: points of score for a point of worth\n"
                 "variance: that of single games at average worth against that of their scores\n");
}

static void print_counts(const cJSON *analysis, FILE *out)
{
    static const struct {
        const char *key, *text;
    } rows[] = {
        {"played", "played"},
        {"passed_in", "passed in"},
        {"ramsch", "ramsch (not measured: no sides)"},
        {"no_game", "ended before card play"},
        {"gave_up", "given up: more nodes than --limit-nodes"},
    };
    const cJSON *kinds = member(analysis, "kinds");
    const char *between = ": ";

    fprintf(out, "%.0f game%s", json_number(analysis, "games"),
            text_plural((long long)json_number(analysis, "games")));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (json_number(kinds, rows[i].key)) {
            fprintf(out, "%s%.0f %s", between, json_number(kinds, rows[i].key), rows[i].text);
            between = ", ";
        }
    fprintf(out, "\n");
    if (json_number(analysis, "without_goal"))
        fprintf(out, "%.0f with spitzen: points only, no results\n",
                json_number(analysis, "without_goal"));
    if (json_number(analysis, "contracts_gave_up"))
        fprintf(out, "%.0f whose other contracts reached --limit-nodes\n",
                json_number(analysis, "contracts_gave_up"));
}

void analysis_totals_print(const cJSON *analysis, FILE *out)
{
    const cJSON *bots = member(analysis, "bots");
    int width = name_width(bots, out);

    print_counts(analysis, out);
    if (!bots->child || !json_number(analysis, "games"))
        return;
    fprintf(out, "\ncard points lost against perfect play, all cards open (95 %% interval)");
    print_points(bots, "declarer", width, out);
    print_points(bots, "defender", width, out);
    print_results(bots, width, out);
    print_phases(bots, width, out);
    print_contracts(bots, width, out);
    print_adjusted(analysis, width, out);
}
