// SPDX-License-Identifier: MIT
/* arena/cli/cmd_history.c - skat-arena history REPO: how strong the bots of commits are, and with
 * --good and --bad the commit that lost points. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/interrupt.h"
#include "arena/base/machine.h"
#include "arena/cli/play_options.h"
#include "arena/config/run_seed.h"
#include "arena/history/bisect.h"
#include "arena/history/history.h"
#include "arena/result/campaign_result.h"
#include "arena/show/campaign_tables.h"

struct history_options {
    struct play_options play;
    const char *build, *module, *cache, *rules, *scoring; /* NULL: not given */
    const char *anchor, *range, *good, *bad;              /* the same */
    struct word_list against;
    int64_t deals, commits; /* 0: not given */
    double margin, alpha;   /* the same */
    const char *allow_for;  /* NULL: not given */
    bool resume;
};

/* ---- what both need ---- */

/* A module is kept by its bytes: one file, which is all that a bot consists of. */
static bool module_fits(const char *module, struct errors *errors)
{
    const size_t length = module ? strlen(module) : 0;

    if (!module)
        errors_add(errors, "--module",
                   "is needed: the file of the bot that the build command makes");
    else if (length < 4 || strcmp(module + length - 3, ".so") != 0 || *module == '/')
        errors_add(errors, "--module",
                   "must be a path in the repository of a file that ends in .so, not \"%.200s\"",
                   module);
    return !errors->count;
}

/* Opens the repository and makes the plan, without a cache and without other bots; what it points
 * to comes from the pool, or is the command's. Returns an exit code. */
static int make_plan(struct commit_plan *plan, const struct history_options *options,
                     const char *repository, int64_t usual_deals, struct pool *pool,
                     struct errors *errors)
{
    *plan = (struct commit_plan){
        .overrides = options->play.overrides,
        .compared = {.rules = options->rules,
                     .scoring = options->scoring,
                     .deals = options->deals ? options->deals : usual_deals,
                     .allow_for = options->allow_for},
    };
    if (!plan->overrides.log)
        plan->overrides.log = "zstd";
    if (!options->build) {
        errors_add(errors, "--build", "is needed: the command that builds the bot of a commit");
        return EXIT_USAGE;
    }
    plan->build = (struct build_plan){
        .command = options->build,
        .module = options->module ? options->module : build_module_of(options->build, pool),
    };
    if (!module_fits(plan->build.module, errors))
        return EXIT_USAGE;
    return git_repository_open(&plan->repository, repository, pool, errors) ? EXIT_OK
                                                                            : EXIT_BAD_FILE;
}

/* Opens the campaign, whose folder's name begins with `kind`, if `bot` could play as planned: a
 * wrong name or rule leaves no folder behind. Its cache is part of the names of bots. False with
 * errors. */
static bool open_campaign(struct campaign *campaign, struct commit_plan *plan,
                          const struct history_options *options, const char *kind, const char *bot,
                          struct errors *errors)
{
    struct campaign_options wanted = play_options_campaign(&options->play, options->resume);
    const char *const pair[2] = {bot, bot};
    static const char *const names[2] = {"new", "old"};
    char name[NAME_MAX + 20];
    struct config config;
    const bool can_play = commit_plan_config(&config, plan, pair, names, errors);

    config_free(&config);
    snprintf(name, sizeof name, "%s-%s", kind, plan->repository.name);
    wanted.cache = options->cache;
    if (!can_play || !campaign_open(campaign, &wanted, name, NULL, errors))
        return false;
    if (!wanted.quiet)
        drawn_seed_tell();
    if (!campaign_cache_open(campaign, &wanted, false, errors))
        return false;
    plan->campaign = campaign;
    plan->build.cache = campaign->cache;
    if (!strpbrk(campaign->cache, ":,=") && strlen(campaign->cache) <= FOLDER_MAX / 2)
        return true;
    errors_add(errors, campaign->cache,
               "the path of a cache of modules has at most %d bytes, and no \":\", \",\" or \"=\", "
               "which would end the name of a bot",
               FOLDER_MAX / 2);
    return false;
}

/* Saves the result as `file`, and prints it. Returns the exit code; `code` is how the play ended.
 */
static int conclude(const struct history_options *options, struct campaign *campaign,
                    const struct fields *fields, const void *result, const char *file, int code,
                    show_result *show, struct errors *errors)
{
    const int64_t asked = options->play.overrides.workers;
    const char *out = campaign->folder;
    const enum table_format format = options->play.format;

    if (!campaign_save(campaign, fields, result, file,
                       asked ? asked : processors_online(WORKERS_MAX), errors))
        return EXIT_INTERNAL;
    if (code == EXIT_INTERRUPTED)
        campaign_tell_interruption(campaign, file, true);
    if (!play_options_show(&options->play, fields, result))
        return code;
    result_print(show, fields, result, format, stdout);
    if (format == TABLE_TEXT)
        printf("\n%s: %s; `skat-arena report %s` makes a page\n", out, file, out);
    return code;
}

/* ---- all commits ---- */

static int play_history(const struct history_options *options, const char *folder,
                        struct campaign *campaign, struct pool *pool, struct errors *errors)
{
    enum { DEALS = 3600, COMMITS = 20 };
    const char *range = options->range ? options->range : "HEAD";
    const char *anchor = options->anchor ? options->anchor : "stammtisch";
    const int most = options->commits ? (int)options->commits : COMMITS;
    struct commit_plan plan;
    struct git_commits commits;
    struct history_result history;

    int code = make_plan(&plan, options, folder, DEALS, pool, errors);
    if (code != EXIT_OK)
        return code;
    if (!git_commits_read(&plan.repository, range, most, &commits, pool, errors))
        return EXIT_USAGE;
    if (!commits.count) {
        errors_add(errors, range, "has no commit that changes something in %s", folder);
        return EXIT_USAGE;
    }
    if (!open_campaign(campaign, &plan, options, "history", anchor, errors))
        return EXIT_USAGE;
    code = history_play(&history, &plan, &commits, anchor, pool, errors);
    if (code != EXIT_OK && code != EXIT_INTERRUPTED)
        return code;
    return conclude(options, campaign, &history_result_fields, &history, "history.json", code,
                    show_history, errors);
}

/* ---- the commit that lost points ---- */

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

static int play_bisect(const struct history_options *options, const char *folder,
                       struct campaign *campaign, struct pool *pool, struct errors *errors)
{
    enum { DEALS = 36000 };
    static const char *const usual[] = {"stammtisch", "random"};
    const double MARGIN = 0.5, ALPHA = 0.05;
    const bool given = options->against.count;
    struct bisect_plan plan = {.margin = options->margin ? options->margin : MARGIN,
                               .alpha = options->alpha ? options->alpha : ALPHA};
    struct bisect_result bisect;

    int code = make_plan(&plan.how, options, folder, DEALS, pool, errors);
    if (code != EXIT_OK)
        return code;
    plan.how.compared.others = given ? options->against.of : usual;
    plan.how.compared.other_count = given ? options->against.count : 2;
    if (!read_between(&plan, options->good, options->bad, pool, errors) ||
        !open_campaign(campaign, &plan.how, options, "bisect", "random", errors))
        return EXIT_USAGE;
    code = bisect_play(&bisect, &plan, pool, errors);
    if (errors->count)
        return code;
    return conclude(options, campaign, &bisect_result_fields, &bisect, "bisect.json", code,
                    show_bisect, errors);
}

/* ---- the command ---- */

static int run(struct cli_line *line)
{
    enum { MOST_COMMITS = 10000 };
    struct history_options options = {.play = PLAY_OPTIONS_DEFAULT};
    const struct cli_option own[] = {
        OPT_TEXT("build", 0, "COMMAND",
                 "shell command that builds the bot of a commit, in its folder", &options.build),
        OPT_TEXT("anchor", 0, "BOT", "the bot against which each commit plays (default stammtisch)",
                 &options.anchor),
        OPT_TEXT("range", 0, "A..B", "the commits, as git names them (default: HEAD)",
                 &options.range),
        OPT_INT("commits", 0, "N", "at most the last N of them (default 20)", &options.commits, 1,
                MOST_COMMITS),
        OPT_TEXT("good", 0, "COMMIT",
                 "find the commit that lost points: a commit that was still good", &options.good),
        OPT_TEXT("bad", 0, "COMMIT", "and a commit that is worse", &options.bad),
        OPT_INT("deals", 'n', "N", "most deals of a comparison (default 3600, with --good 36000)",
                &options.deals, 1, DEALS_MOST),
        OPT_FLAG("resume", 0,
                 "continue with the contents of the result folder: nothing is played twice",
                 &options.resume),
        FORMAT_OPTION(&options.play.format),
        OPT_GROUP("Commits"),
        OPT_TEXT("module", 0, "FILE",
                 "the module that COMMAND makes (default: its last word, if that ends in .so)",
                 &options.module),
        OPT_TEXT("cache", 0, "DIR",
                 "folder that keeps modules and runs, also for other commands (default: cache in "
                 "the result folder)",
                 &options.cache),
        OPT_GROUP("Comparisons"),
        OPT_REAL(
            "margin", 'm', "X",
            "a commit is bad if it is worse than --good by more than X points a deal (default 0.5)",
            &options.margin, 0, FARTHEST),
        OPT_TEXT("rules", 'r', "NAME", "rule set (default: skat)", &options.rules),
        OPT_REAL("alpha", 0, "X",
                 "with --good: probability that any answer of the search is wrong (default 0.05)",
                 &options.alpha, 0, 1),
        OPT_TEXTS("against", 0, "BOT",
                  "with --good: a third bot, with which both also play; may be repeated (default: "
                  "stammtisch and random)",
                  &options.against),
        SCORING_OPTION("", &options.scoring),
        ALLOW_FOR_OPTION(&options.allow_for),
    };
    struct campaign campaign = {.claim = NULL};
    struct pool pool = {0};

    int code = play_options_parse(&options.play, line, OPTIONS(own), 1, 1);
    if (code >= 0)
        return code;
    const bool bisects = options.good || options.bad;
    const struct refusal refusals[] = {
        {bisects, "anchor range commits",
         "has no effect with --good and --bad, which name the commits"},
        {!bisects, "margin alpha against", "has no effect without --good and --bad"},
        {!options.good != !options.bad, "good bad", "needs the other of --good and --bad"},
        {options.alpha >= 0.5, "alpha", "must be below 0.5"},
    };
    interrupt_hear();
    code = EXIT_USAGE;
    if (cli_refuse(line, OPTIONS(refusals)))
        code = (bisects ? play_bisect : play_history)(&options, line->words[0], &campaign, &pool,
                                                      line->errors);
    if (code == EXIT_BAD_FILE && interrupt_heard())
        code = EXIT_USAGE;
    campaign_close(&campaign, false);
    pool_free(&pool);
    return play_options_end(line, code);
}

const struct cli_command command_history = {
    "history",
    "REPO",
    "play the bot of each commit against its parent and an anchor, or find a bad one",
    "REPO is a folder in a git repository. Each commit is built in a worktree of its own, commits "
    "with the same module are played once, and a cache keeps results. With --good and --bad, the "
    "commits between them are bisected by the sequential test of `regress`.",
    run,
    .manual = "For a commit that does not build, or whose bot fails, the table says so. --resume "
              "continues after an interruption, or with new commits.\n\n"
              "--bad is tested against --good, then the middle one of the commits between them, "
              "and so on. The error probabilities of all tests add up to --alpha.",
    .examples = "history . --build \"make bot.so\"\n"
                "the last 20 commits of the bot in this folder\n"
                "history . --build \"make bot.so\" --good v1.0 --bad main\n"
                "the commit that made the bot worse by more than half a point\n"
                "history . --build \"make bot.so\" --range v1.0..main --resume\n"
                "those after a tag; what is in the result folder is not played again",
    .accepted = "done; --good: the commit was found",
    .rejected = "--good: the bad commit is not worse by more than the margin",
    .undecided = "--good: undecided",
};
