// SPDX-License-Identifier: MIT
#include "arena/history/commit_bot.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/json_read.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/text.h"
#include "arena/regress/lone_play.h"
#include "arena/log/result_folder.h"

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

int commit_bots_play(struct cached_run *run, const struct commit_plan *plan,
                     const char *const bots[2], const char *const names[2], struct pool *pool,
                     struct errors *errors)
{
    struct config config;
    const int code = commit_plan_config(&config, plan, bots, names, errors)
                         ? cached_run_play(run, &config, plan->build.cache, pool, errors)
                         : EXIT_INTERNAL;

    config_free(&config);
    return code;
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

/* What it did alone is kept as a file, under the name of the run that it would play. */
static bool find_kept(const char *path, struct lone_play *play, struct pool *pool)
{
    struct errors ignored = {0};
    cJSON *root = access(path, R_OK) == 0 ? json_load(path, &ignored) : NULL;
    const bool found =
        root && fields_read_root(&lone_play_fields, root, path, play, pool, &ignored);

    cJSON_Delete(root);
    errors_free(&ignored);
    return found;
}

static int play_alone(const struct config *config, const char *alone, const char *path,
                      struct lone_play *play, struct pool *pool, struct errors *errors)
{
    char scratch[FOLDER_PATH_SIZE];

    if (find_kept(path, play, pool))
        return EXIT_OK;
    const int code =
        lone_play_run(play, config, 0, folder_file(alone, "scratch", scratch), false, errors);
    result_folder_remove(scratch);
    if (code != EXIT_OK)
        return code;
    play->bot = pool_text(pool, play->bot);
    return fields_save(&lone_play_fields, play, path, errors) ? EXIT_OK : EXIT_INTERNAL;
}

static int try_alone(const struct commit_plan *plan, const struct config *config,
                     struct commit_bot *bot, struct pool *pool, struct errors *errors)
{
    char key[RUN_KEY_SIZE], alone[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];
    char file[RUN_KEY_SIZE + sizeof ".json"];
    struct lone_play play;

    folder_file(plan->build.cache, "alone", alone);
    if (!output_folder_make(alone, errors))
        return EXIT_INTERNAL;
    cached_run_key(config, key);
    snprintf(file, sizeof file, "%s.json", key);
    folder_file(alone, file, path);
    const int code = play_alone(config, alone, path, &play, pool, errors);
    if (code == EXIT_OK && lone_play_fails(&play)) {
        bot->status = COMMIT_FAILS;
        bot->note = failures(&play, pool);
    }
    return code;
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
