// SPDX-License-Identifier: MIT
/* arena/cli/cmd_merge.c - skat-arena merge FOLDER... --out DIR: joins the shards of a run. */
#include <stdio.h>

#include "arena/base/output_file.h"
#include "arena/cli/play_options.h"
#include "arena/show/conclusion.h"
#include "arena/match/merge.h"
#include "arena/show/run_tables.h"

struct merge_options {
    const char *out, *junit, *same_bots;
    int64_t workers;
    bool force, part, pool, quiet;
    enum table_format format;
};

static void show_merged(const struct run_summary *summary, const struct merge_options *options)
{
    const enum table_format format = options->format;

    if (format == TABLE_JSON)
        fields_print(&run_summary_fields, summary, stdout);
    else if (format == TABLE_TEXT && !options->quiet)
        print_conclusion(summary, options->out, stdout);
    if (format != TABLE_JSON && !(format == TABLE_TEXT && options->quiet))
        result_print(show_standings, &run_summary_fields, summary, format, stdout);
    if (format == TABLE_TEXT && !options->quiet)
        printf("\n%s\n", options->out);
}

/* Before the shards are read, which takes long. */
static bool junit_possible(const struct merge_options *options, const char *shard,
                           struct errors *errors)
{
    if (!options->junit)
        return true;
    if (regress_is_in(shard))
        return output_file_possible(options->junit, errors);
    errors_add(errors, "--junit", "only a run of regress has test cases; %s has none", shard);
    return false;
}

static int run(struct cli_line *line)
{
    struct merged merged = {0};
    struct merge_options options = {0};
    const struct cli_option table[] = {
        OPT_TEXT("out", 'o', "DIR", "result folder of the whole run", &options.out),
        FORCE_OPTION(&options.force),
        OPT_FLAG("part", 0,
                 "join neighbouring shards into a part of the run, to be merged with others later",
                 &options.part),
        OPT_FLAG("pool", 0, "join runs of the same bots and tables with other seeds",
                 &options.pool),
        OPT_TEXT("same-bots", 0, "A=B",
                 "take bots with these SHA-256 as the same: builds for other processors; A=B,C=D: "
                 "several",
                 &options.same_bots),
        OPT_INT("workers", 'j', "N", "threads that check the games (default: one per processor)",
                &options.workers, 1, WORKERS_MAX),
        OPT_FLAG("quiet", 'q', "print no tables", &options.quiet),
        JSON_OPTION(&options.format),
        OPT_TEXT("junit", 0, "FILE",
                 "shards of regress: also write the verdicts as JUnit XML, as one machine would",
                 &options.junit),
        FORMAT_OPTION(&options.format),
    };
    int code = cli_parse(line, OPTIONS(table), 1, CLI_ANY);
    if (code >= 0)
        return code;
    if (options.pool && options.part)
        errors_add(line->errors, "--pool",
                   "joins whole runs, and --part shards of one: choose one");
    else if (!options.out)
        errors_add(line->errors, "--out", "is required: the result folder of the whole run");
    else if (options.same_bots && (options.pool || !merge_are_same_bots(options.same_bots)))
        errors_add(line->errors, "--same-bots",
                   "is for shards, and A and B are 64 digits each, as in a manifest");
    if (line->errors->count || !junit_possible(&options, line->words[0], line->errors))
        return EXIT_USAGE;
    const struct merge_plan plan = {.out = options.out,
                                    .force = options.force,
                                    .part = options.part,
                                    .same_bots = options.same_bots,
                                    .workers = (int)options.workers};
    code = (options.pool ? pool_runs : merge_shards)(line->words, line->count, &plan, &merged,
                                                     line->errors);
    if (code == EXIT_OK) {
        show_merged(merged.summary, &options);
        code = (int)merged.summary->verdict->exit_status;
        if (options.junit &&
            !regress_write_junit(merged.summary, options.out, options.junit, line->errors))
            code = EXIT_INTERNAL;
    }
    pool_free(&merged.pool);
    return code;
}

const struct cli_command command_merge = {
    "merge",
    "FOLDER...",
    "join the shards of a run (run --shard K/N)",
    "Manifests, bots and games are checked. The files are identical to those of a run on one\n"
    "machine. A sequential test is evaluated here, on the shards up to the first missing one;\n"
    "shards after its verdict may be missing.",
    run,
    .examples = "run stammtisch --shard 1/2 --out results/part1\n"
                "play the first half of a run\n"
                "run stammtisch --shard 2/2 --out results/part2\n"
                "play the second, perhaps on another machine\n"
                "merge results/part1 results/part2 --out results/whole\n"
                "the same files as those of one run",
    .rejected = "the test of the whole run rejects, or the new bot of regress fails",
    .undecided = "the test ended without a decision",
};
