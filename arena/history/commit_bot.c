// SPDX-License-Identifier: MIT
#include "arena/history/commit_bot.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/regress/lone_play.h"

const char *const commit_status_names[COMMIT_STATUSES] = {
    [COMMIT_PLAYS] = "plays",
    [COMMIT_NOT_BUILT] = "not built",
    [COMMIT_REFUSED] = "refused",
    [COMMIT_FAILS] = "fails",
};

bool commit_plan_config(struct config *config, const struct commit_plan *plan,
                        const char *const bots[2], const char *const names[2],
                        struct errors *errors)
{
    struct two_bots two = plan->compared;

    for (int i = 0; i < 2; i++) {
        two.bots[i] = bots[i];
        two.names[i] = names[i];
    }
    *config = (struct config){0};
    return two_bot_config(config, &two, "history", &plan->overrides, errors);
}

/* ---- is it a bot that plays? ---- */

/* What was said of its module, without the path in the cache, which tells nobody anything. */
static const char *reason_of(const struct errors *errors, const char *path, struct pool *pool)
{
    char *text = xstrdup(errors->count ? errors->text : "it cannot be used");
    char *at = strstr(text, path);

    text[strcspn(text, "\n")] = '\0';
    text_make_printable(text);
    at = at ? at + strlen(path) : text;
    const char *reason = pool_text(pool, at + strspn(at, ": "));
    free(text);
    return reason;
}

static const char *failures(const struct lone_play *play, struct pool *pool)
{
    char *text = xasprintf("fails in %" PRId64 " of %" PRId64 " games that it plays alone",
                           play->faults, play->games);
    const char *note = pool_text(pool, text);

    free(text);
    return note;
}

/* What it did alone is a run like the others. */
static int try_alone(const struct commit_plan *plan, const struct config *config,
                     struct commit_bot *bot, struct pool *pool, struct errors *errors)
{
    struct campaign_run *run = pool_alloc(pool, 1, sizeof *run);
    struct config alone;

    run->most_faults = LONE_FAULTS;
    const int code = lone_play_config(&alone, config, 0, errors)
                         ? campaign_play(plan->campaign, &alone, run, pool, errors)
                         : EXIT_INTERNAL;
    config_free(&alone);
    if (code != EXIT_OK)
        return code;
    const struct lone_play play = {.games = run->summary.games,
                                   .faults = run_summary_faults(&run->summary)};
    if (lone_play_fails(&play)) {
        bot->status = COMMIT_FAILS;
        bot->note = failures(&play, pool);
    }
    return EXIT_OK;
}

/* Loads it as both bots of a comparison, and lets it play alone. */
static int try_module(const struct commit_plan *plan, struct commit_bot *bot, struct pool *pool,
                      struct errors *errors)
{
    const char *const both[2] = {bot->path, bot->path};
    static const char *const names[2] = {"commit", "itself"};
    struct errors said = {0};
    struct config config;
    int code = EXIT_OK;

    if (commit_plan_config(&config, plan, both, names, &said)) {
        code = try_alone(plan, &config, bot, pool, errors);
    } else {
        bot->status = COMMIT_REFUSED;
        bot->note = reason_of(&said, bot->path, pool);
    }
    config_free(&config);
    errors_free(&said);
    return code;
}

int commit_bot_make(const struct commit_plan *plan, const struct git_commit *commit,
                    struct commit_bot *bot, struct pool *pool, struct errors *errors)
{
    struct commit_build build;
    const int code =
        commit_build_make(&plan->repository, &plan->build, commit, &build, pool, errors);

    *bot = (struct commit_bot){COMMIT_NOT_BUILT, build.sha256, build.path, build.note};
    if (code != EXIT_OK || !build.built)
        return code;
    bot->status = COMMIT_PLAYS;
    return try_module(plan, bot, pool, errors);
}
