// SPDX-License-Identifier: MIT
#include "arena/show/bench_tables.h"

#include <stdbool.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/show/field_text.h"

/* ---- signatures ---- */

void print_signatures(const cJSON *rows, enum table_format format, FILE *out)
{
    static const struct column columns[] = {COLUMN("bot", "bot"), COLUMN("workload", "workload"),
                                            COLUMN("signature", "signature")};
    const cJSON *row;

    if (format != TABLE_TEXT) {
        table_print(rows, COLUMNS(columns), format, out);
        return;
    }
    cJSON_ArrayForEach (row, rows)
        fprintf(out, "%-10s %-9s %s\n", json_text(row, "bot"), json_text(row, "workload"),
                json_text(row, "signature"));
}

/* ---- speed ---- */

void print_speeds(const cJSON *rows, enum table_format format, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("bot", "bot"),
        COLUMN("", "workload", .csv = "workload"),
        COLUMN("games/s", "games_per_second:0"),
        COLUMN("lowest", "lowest:0", .leave = 2),
        COLUMN("highest", "highest:0", .leave = 2),
        COLUMN("times XSkat", "times_xskat:1"),
        COLUMN("clock reads", "clock_reads:2", .leave = 1),
        COLUMN("log bytes", "log_bytes:0", .leave = 3),
        COLUMN("instructions", "instructions:0", .presence = IF_ANY),
    };
    const cJSON *row;
    bool ratios = false;

    table_print(rows, COLUMNS(columns), format, out);
    cJSON_ArrayForEach (row, rows)
        ratios |= field_says(row, "times_xskat");
    if (format == TABLE_TEXT)
        fprintf(out,
                "games/s is the median of seven rounds; clock reads, log bytes and "
                "instructions are those of a game\n%s",
                ratios ? "" : "XSkat is not installed (Debian's package xskat): no ratios\n");
}

/* ---- the solver ---- */

void print_solver_costs(const cJSON *rows, enum table_format format, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("deals of", "part"),
        COLUMN("deals", "deals:", .leave = 2),
        COLUMN("search", "search"),
        COLUMN("nodes", "nodes:0"),
        COLUMN("mean ms", "mean_ms:3"),
        COLUMN("median ms", "median_ms:3", .leave = 1),
        COLUMN("given up", "given_up:", .presence = IF_ANY),
    };

    table_print(rows, COLUMNS(columns), format, out);
}
