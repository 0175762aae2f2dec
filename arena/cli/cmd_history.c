// SPDX-License-Identifier: MIT
/* arena/cli/cmd_history.c - skat-arena history REPO: how strong the bots of commits are. */
#include <stdio.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/interrupt.h"
#include "arena/cli/commit_options.h"
#include "arena/history/history.h"
#include "arena/show/history_tables.h"

struct history_options {
    struct commit_options commits;
    const char *anchor, *range;
    int64_t most;
};

static void report(const struct history_result *history, const struct commit_options *options,
                   const char *out)
{
    const enum table_format format = table_format_of(options->format);

    if (options->play.json)
        fields_print(&history_result_fields, history, stdout);
    else if (!options->play.quiet)
        print_history(history, format, stdout);
    if (!options->play.json && !options->play.quiet && format == TABLE_TEXT)
        printf("\n%s: history.json; `skat-arena report %s` makes a page\n", out, out);
}

static int play(const struct history_options *options, const char *folder, struct pool *pool,
                struct errors *errors)
{
    char out[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];
    struct commit_plan plan;
    struct git_commits commits;
    struct history_result history;

    int code = commit_options_plan(&plan, &options->commits, folder, pool, errors);
    if (code != EXIT_OK)
        return code;
    if (!git_commits_read(&plan.repository, options->range, (int)options->most, &commits, pool,
                          errors))
        return EXIT_USAGE;
    if (!commits.count) {
        errors_add(errors, options->range, "has no commit that changes something in %s", folder);
        return EXIT_USAGE;
    }
    if (!commit_options_open(&plan, &options->commits, "history", out, pool, errors))
        return EXIT_USAGE;
    code = history_play(&history, &plan, &commits, options->anchor, options->commits.play.quiet,
                        pool, errors);
    if (code != EXIT_OK && code != EXIT_INTERRUPTED)
        return code;
    if (!fields_save(&history_result_fields, &history, folder_file(out, "history.json", path),
                     errors))
        return EXIT_INTERNAL;
    if (code == EXIT_INTERRUPTED)
        commit_options_interrupted(out);
    report(&history, &options->commits, out);
    return code;
}

static int run(int argc, char **argv)
{
    enum { MOST_COMMITS = 10000 };
    struct history_options options = {
        .commits = {.play = PLAY_OPTIONS_DEFAULT, .deals = 3600},
        .anchor = "stammtisch",
        .range = "HEAD",
        .most = 20,
    };
    const struct cli_option own[] = {
        {"anchor", 0, CLI_TEXT, "BOT",
         "the bot against which each commit plays (default stammtisch)", &options.anchor, 0, 0},
        {"range", 0, CLI_TEXT, "A..B", "the commits, as git names them (default: HEAD)",
         &options.range, 0, 0},
        {"commits", 0, CLI_INT, "N", "at most the last N of them (default 20)", &options.most, 1,
         MOST_COMMITS},
    };
    enum { OWN = sizeof own / sizeof *own };
    struct cli_option table[OWN + COMMIT_OPTIONS + PLAY_OPTIONS];
    int options_count = commit_options_table(&options.commits, own, OWN, table), count;
    const char *words[1];
    struct errors errors = {0};
    struct pool pool = {0};

    int code = cli_parse(&command_history, table, options_count, argc, argv, words, &count, 1, 1);
    if (code >= 0)
        return code;
    interrupt_hear();
    code = play(&options, words[0], &pool, &errors);
    errors_report(&errors);
    pool_free(&pool);
    return code;
}

const struct cli_command command_history = {
    "history",
    "REPO",
    "play the bot of each commit against its parent and an anchor",
    "REPO is a folder in a git repository. Each commit of it is built in a worktree of its own.\n"
    "Commits with the same module are played once, and results are kept in a cache. For a commit "
    "that\n"
    "does not build, or whose bot fails, the table says so. --resume continues after an "
    "interruption,\n"
    "or with new commits.",
    run,
    .examples = "history . --build \"make bot.so\"\n"
                "the last 20 commits of the bot in this folder\n"
                "history . --build \"make bot.so\" --range v1.0..main --resume\n"
                "those after a tag; what is in the result folder is not played again",
};
