// SPDX-License-Identifier: MIT
#include "arena/show/bench_tables.h"

#include <stdbool.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/terminal_table.h"

/* ---- signatures ---- */

void print_signatures(const cJSON *rows, enum table_format format, FILE *out)
{
    static const struct table_column columns[] = {
        {"bot", "bot", -1}, {"workload", "workload", -1}, {"signature", "signature", -1}};
    const cJSON *row;

    if (format != TABLE_TEXT) {
        row_table_print(rows, columns, sizeof columns / sizeof *columns, format, out);
        return;
    }
    cJSON_ArrayForEach (row, rows)
        fprintf(out, "%-10s %-9s %s\n", json_text(row, "bot"), json_text(row, "workload"),
                json_text(row, "signature"));
}

/* ---- speed ---- */

static bool has(const cJSON *row, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(row, key) != NULL;
}

static bool any_has(const cJSON *rows, const char *key)
{
    const cJSON *row;

    cJSON_ArrayForEach (row, rows)
        if (has(row, key))
            return true;
    return false;
}

/* A cell, "-" if the row has no such figure. */
static void print_figure(const cJSON *row, const char *key, int width, int decimals, FILE *out)
{
    if (has(row, key))
        fprintf(out, "\v %*.*f", width, decimals, json_number(row, key));
    else
        fprintf(out, "\v %*s", width, "-");
}

static void print_speed(const cJSON *row, bool instructions, FILE *out)
{
    fprintf(out, "%-10s %-9s\v %10.0f\v  %8.0f to %8.0f", json_text(row, "bot"),
            json_text(row, "workload"), json_number(row, "games_per_second"),
            json_number(row, "lowest"), json_number(row, "highest"));
    print_figure(row, "times_xskat", 12, 1, out);
    print_figure(row, "clock_reads", 12, 2, out);
    print_figure(row, "log_bytes", 9, 0, out);
    if (instructions)
        print_figure(row, "instructions", 13, 0, out);
    fprintf(out, "\n");
}

static void print_speed_text(const cJSON *speeds, FILE *out)
{
    const cJSON *row;
    struct terminal_table table;
    FILE *rows = terminal_table_begin(&table);
    const bool instructions = any_has(speeds, "instructions");

    fprintf(rows, "%-10s %-9s\v %10s\v  %-20s\v %12s\v %12s\v %9s%s\n", "bot", "", "games/s",
            "  (of 7 rounds)", "times XSkat", "clock reads", "log bytes",
            instructions ? "\v  instructions" : "");
    cJSON_ArrayForEach (row, speeds)
        print_speed(row, instructions, rows);
    terminal_table_end(&table, out);
    if (!any_has(speeds, "times_xskat"))
        fprintf(out, "XSkat is not installed (Debian's package xskat): no ratios\n");
}

void print_speeds(const cJSON *rows, enum table_format format, FILE *out)
{
    static const struct table_column columns[] = {
        {"bot", "bot", -1},
        {"workload", "workload", -1},
        {"games_per_second", "games a second", TABLE_ROUNDED(0)},
        {"lowest", "lowest round", TABLE_ROUNDED(0)},
        {"highest", "highest round", TABLE_ROUNDED(0)},
        {"times_xskat", "times XSkat", TABLE_ROUNDED(1)},
        {"clock_reads", "clock reads a game", TABLE_ROUNDED(2)},
        {"log_bytes", "log bytes a game", TABLE_ROUNDED(0)},
        {"instructions", "instructions a game", TABLE_ROUNDED(0)},
    };

    if (format == TABLE_TEXT)
        print_speed_text(rows, out);
    else
        row_table_print(rows, columns, sizeof columns / sizeof *columns, format, out);
}

/* ---- the solver ---- */

static void print_solver_text(const cJSON *rows, FILE *out)
{
    const cJSON *row;
    const char *part = "";

    cJSON_ArrayForEach (row, rows) {
        if (strcmp(part, json_text(row, "part")) != 0) {
            part = json_text(row, "part");
            fprintf(out, "%s: %.0f deals\n", part, json_number(row, "deals"));
        }
        fprintf(out, "  %-24s %12.0f nodes %9.3f ms, median %8.3f", json_text(row, "search"),
                json_number(row, "nodes"), json_number(row, "mean_ms"),
                json_number(row, "median_ms"));
        if (json_number(row, "given_up") > 0)
            fprintf(out, "; %.0f given up", json_number(row, "given_up"));
        fprintf(out, "\n");
    }
}

void print_solver_costs(const cJSON *rows, enum table_format format, FILE *out)
{
    static const struct table_column columns[] = {
        {"part", "deals of", -1},
        {"deals", "deals", -1},
        {"search", "search", -1},
        {"nodes", "nodes a deal", TABLE_ROUNDED(0)},
        {"mean_ms", "mean ms", TABLE_ROUNDED(3)},
        {"median_ms", "median ms", TABLE_ROUNDED(3)},
        {"given_up", "given up", -1},
    };

    if (format == TABLE_TEXT)
        print_solver_text(rows, out);
    else
        row_table_print(rows, columns, sizeof columns / sizeof *columns, format, out);
}
