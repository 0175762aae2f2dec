// SPDX-License-Identifier: MIT
/* arena/cli/cmd_bisect.c - skat-arena bisect REPO GOOD BAD: the commit that lost points. */
#include <stdio.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/interrupt.h"
#include "arena/base/memory.h"
#include "arena/cli/commit_options.h"
#include "arena/history/bisect.h"
#include "arena/show/history_tables.h"

struct bisect_options {
    struct commit_options commits;
    struct word_list against;
    double margin, alpha;
};

/* ---- the commits ---- */

static bool read_one(const struct git_repository *repository, const char *hash,
                     struct git_commit *commit, struct pool *pool, struct errors *errors)
{
    struct git_repository whole = *repository; /* also one that changes nothing in the folder */
    struct git_commits one;

    whole.prefix = "";
    if (!git_commits_read(&whole, hash, 1, &one, pool, errors) || !one.count)
        return false;
    *commit = one.list[0];
    return true;
}

/* The commits after `good`, up to `bad`. */
static bool read_between(struct bisect_plan *plan, const char *good, const char *bad,
                         struct pool *pool, struct errors *errors)
{
    const struct git_repository *repository = &plan->how.repository;
    const char *const from = git_commit_hash(repository, good, pool, errors);
    const char *const to = from ? git_commit_hash(repository, bad, pool, errors) : NULL;
    char range[200];

    if (!from || !to)
        return false;
    if (!git_commit_is_before(repository, from, to, errors)) {
        errors_add(errors, good, "does not come before %s along first parents", bad);
        return false;
    }
    snprintf(range, sizeof range, "%s..%s", from, to);
    if (!read_one(repository, from, &plan->good, pool, errors) ||
        !git_commits_read(repository, range, 0, &plan->after, pool, errors))
        return false;
    if (!plan->after.count)
        errors_add(errors, bad, "no commit after %s changes something in %s", good,
                   repository->folder);
    return plan->after.count > 0;
}

/* ---- playing ---- */

static void report(const struct bisect_result *bisect, const struct commit_options *options,
                   const char *out)
{
    const enum table_format format = table_format_of(options->format);

    if (options->play.json)
        fields_print(&bisect_result_fields, bisect, stdout);
    else if (!options->play.quiet)
        print_bisect(bisect, format, stdout);
    if (!options->play.json && !options->play.quiet && format == TABLE_TEXT)
        printf("\n%s: bisect.json; `skat-arena report %s` makes a page\n", out, out);
}

static int play(const struct bisect_options *options, const char *const words[3], struct pool *pool,
                struct errors *errors)
{
    static const char *const usual[] = {"stammtisch", "random"};
    const bool given = options->against.count;
    char out[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];
    struct bisect_plan plan = {.margin = options->margin, .alpha = options->alpha};
    struct bisect_result bisect;

    if (!(plan.margin > 0) || !(plan.alpha > 0) || plan.alpha >= 0.5) {
        errors_add(errors, "--margin, --alpha",
                   "the margin must be above 0, alpha above 0 and below 0.5, not %g and %g",
                   plan.margin, plan.alpha);
        return EXIT_USAGE;
    }
    int code = commit_options_plan(&plan.how, &options->commits, words[0], pool, errors);
    if (code != EXIT_OK)
        return code;
    plan.how.compared.others = given ? options->against.of : usual;
    plan.how.compared.other_count = given ? options->against.count : 2;
    if (!read_between(&plan, words[1], words[2], pool, errors) ||
        !commit_options_open(&plan.how, &options->commits, "bisect", out, pool, errors))
        return EXIT_USAGE;
    code = bisect_play(&bisect, &plan, options->commits.play.quiet, pool, errors);
    if (errors->count)
        return code;
    if (!fields_save(&bisect_result_fields, &bisect, folder_file(out, "bisect.json", path), errors))
        return EXIT_INTERNAL;
    if (code == EXIT_INTERRUPTED)
        commit_options_interrupted(out);
    report(&bisect, &options->commits, out);
    return code;
}

static int run(int argc, char **argv)
{
    enum { FARTHEST = 1000000 };
    struct bisect_options options = {
        .commits = {.play = PLAY_OPTIONS_DEFAULT, .deals = 36000},
        .margin = 0.5,
        .alpha = 0.05,
    };
    const struct cli_option own[] = {
        {"margin", 'm', CLI_REAL, "X",
         "a commit is bad if it is worse than GOOD by more than X points a deal (default 0.5)",
         &options.margin, 0, FARTHEST},
        {"alpha", 0, CLI_REAL, "X",
         "probability that any answer of the search is wrong (default 0.05)", &options.alpha, 0, 1},
        {"against", 0, CLI_TEXTS, "BOT",
         "a third bot, with which both also play; may be repeated (default: stammtisch and random)",
         &options.against, 0, 0},
    };
    enum { OWN = sizeof own / sizeof *own };
    struct cli_option table[OWN + COMMIT_OPTIONS + PLAY_OPTIONS];
    int options_count = commit_options_table(&options.commits, own, OWN, table), count;
    const char *words[3];
    struct errors errors = {0};
    struct pool pool = {0};

    int code = cli_parse(&command_bisect, table, options_count, argc, argv, words, &count, 3, 3);
    if (code >= 0)
        return code;
    interrupt_hear();
    code = play(&options, words, &pool, &errors);
    errors_report(&errors);
    pool_free(&pool);
    return code;
}

const struct cli_command command_bisect = {
    "bisect",
    "REPO GOOD BAD",
    "find the commit with which a bot lost points",
    "Tests BAD against GOOD, then the middle one of the commits between, and so on, each by the\n"
    "sequential test of `regress`. The error probabilities of all tests add up to --alpha. "
    "--resume\n"
    "continues after an interruption.",
    run,
    .examples = "bisect . v1.0 main --build \"make bot.so\"\n"
                "the commit that made the bot worse by more than half a point",
    .accepted = "the commit was found",
    .rejected = "BAD is not worse than GOOD by more than the margin",
    .undecided = "undecided",
};
