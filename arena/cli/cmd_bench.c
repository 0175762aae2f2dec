// SPDX-License-Identifier: MIT
/* arena/cli/cmd_bench.c - skat-arena bench: speed, and a signature of every card and score. */
#include <stdio.h>

#include "arena/cli/options.h"
#include "arena/config/config.h"
#include "arena/bench/speed_bench.h"
#include "arena/bench/solver_bench.h"

/* ---- signatures ---- */

/* Rows of speed_bench_signatures(); text has no heads, so that it can be compared with a file. */
static void print_signatures(const cJSON *rows, enum table_format format, FILE *out)
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

/* Rows of speed_bench_measure(); as text, with a line that says it if XSkat is missing. */
static void print_speeds(const cJSON *rows, enum table_format format, FILE *out)
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
                "games/s is the median of seven rounds; clock reads, log bytes and instructions "
                "are those of a game\n%s",
                ratios ? "" : "XSkat is not installed (Debian's package xskat): no ratios\n");
}

/* ---- the solver ---- */

/* Rows of solver_bench(); as text, with a line above each part. */
static void print_solver_costs(const cJSON *rows, enum table_format format, FILE *out)
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

/* ---- the command ---- */

/* What to measure, and how it is printed. */
struct bench_options {
    struct speed_bench_options speed;
    const char *deals; /* for the solver; NULL: bots are measured */
    bool techniques, signatures;
    enum table_format format;
};

static bool measure_solver(const struct bench_options *options, cJSON *rows, struct errors *errors)
{
    const bool ok = solver_bench(options->deals, options->techniques, rows, errors);

    if (cJSON_GetArraySize(rows))
        print_solver_costs(rows, options->format, stdout);
    return ok;
}

static bool measure_signatures(const struct bench_options *options, cJSON *rows,
                               struct errors *errors)
{
    const bool ok = speed_bench_signatures(&options->speed, rows, errors);

    print_signatures(rows, options->format, stdout);
    return ok;
}

static bool measure_speed(const struct bench_options *options, cJSON *rows, struct errors *errors)
{
    const bool ok = speed_bench_measure(&options->speed, rows, errors);

    if (ok)
        print_speeds(rows, options->format, stdout);
    return ok;
}

static int measure(const struct bench_options *options, struct errors *errors)
{
    cJSON *rows = cJSON_CreateArray();
    const bool ok = options->deals        ? measure_solver(options, rows, errors)
                    : options->signatures ? measure_signatures(options, rows, errors)
                                          : measure_speed(options, rows, errors);

    cJSON_Delete(rows);
    return ok               ? EXIT_OK
           : !errors->count ? EXIT_INTERRUPTED
           : options->deals ? EXIT_BAD_FILE
                            : EXIT_INTERNAL;
}

static int run(struct cli_line *line)
{
    enum { GAMES_EACH = 20000 };
    struct bench_options options = {.speed.workers = 1};
    int64_t factor = 20;
    const struct cli_option table[] = {
        OPT_FLAG("signature", 0, "print only signatures, no times, as `make test` compares them",
                 &options.signatures),
        OPT_TEXT("bot", 'b', "NAME", "only the workloads of this bot", &options.speed.bot),
        OPT_INT("factor", 0, "N", "play N x 20000 games per workload (default 20)", &factor, 1,
                100000),
        OPT_INT("workers", 'j', "N", "worker processes (default 1)", &options.speed.workers, 1,
                WORKERS_MAX),
        OPT_FLAG("instructions", 0, "also count instructions a game, with valgrind",
                 &options.speed.instructions),
        FORMAT_OPTION(&options.format),
        JSON_OPTION(&options.format),
        OPT_GROUP("The solver"),
        OPT_TEXT("solver", 0, "FILE", "measure the solver on solved deals", &options.deals),
        OPT_FLAG("techniques", 0, "with --solver: also with each technique disabled",
                 &options.techniques),
    };
    int code = cli_parse(line, OPTIONS(table), 0, 0);
    if (code >= 0)
        return code;
    if (options.techniques && !options.deals)
        return cli_wrong(line, "--techniques requires --solver");
    if (options.speed.bot && !speed_bench_knows(options.speed.bot))
        return cli_wrong(line, "no workload with bot \"%s\"", options.speed.bot);
    options.speed.games = factor * GAMES_EACH;
    return measure(&options, line->errors);
}

const struct cli_command command_bench = {
    "bench",
    "",
    "measure games per second and compute a signature of every card and score",
    "Plays all workloads in seven rounds, with XSkat in each round if it is installed, and shows "
    "the medians, per second of processor time of all processes. Its deals are always the same, so "
    "the signature is the same on every machine and with any number of workers. It changes when a "
    "change to a bot, the dealer or a rule changes what is played.",
    run,
    .examples = "bench --signature\n"
                "one hash for the play of each bot",
    .interrupted = "interrupted; nothing was kept",
};
