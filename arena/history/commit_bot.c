// SPDX-License-Identifier: MIT
#include "arena/history/commit_bot.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/exit_code.h"
#include "arena/base/input_file.h"
#include "arena/base/folder.h"
#include "arena/base/hash.h"
#include "arena/base/interrupt.h"
#include "arena/base/json_write.h"
#include "arena/base/json_read.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/text.h"
#include "arena/regress/lone_play.h"

enum { NOTE_SIZE = 300 };

const char *build_module_of(const char *command, struct pool *pool)
{
    char *text = xstrdup(command), *word = text + strlen(text);
    const char *found = NULL;

    while (word > text && word[-1] == ' ')
        *--word = '\0';
    while (word > text && word[-1] != ' ')
        word--;
    const size_t length = strlen(word);
    if (length > 3 && strcmp(word + length - 3, ".so") == 0)
        found = pool_text(pool, word);
    free(text);
    return found;
}

/* ---- what is kept ---- */

/* "CACHE/modules/HASH.so", from the pool. */
static const char *kept_module(const struct build_plan *plan, const char *sha256, struct pool *pool)
{
    return pool_print(pool, "%s/modules/%s.so", plan->cache, sha256);
}

/* The note of what a commit gave. Its name has commit, folder, command and module; the caller frees
 * it. */
static char *note_path(const struct git_repository *repository, const struct build_plan *plan,
                       const struct git_commit *commit)
{
    enum { ENOUGH = 16 };
    char *what = xasprintf("%s\n%s\n%s", repository->prefix, plan->command, plan->module);
    char sum[HASH_SIZE];

    hash_text(what, sum);
    free(what);
    return xasprintf("%s/builds/%s-%.*s.json", plan->cache, commit->hash, ENOUGH, sum);
}

/* Is the module of these bytes kept whole? */
static bool is_kept(const char *path, const char *sha256)
{
    char sum[HASH_SIZE];
    return hash_file(path, sum) && strcmp(sum, sha256) == 0;
}

static bool find_kept(const struct build_plan *plan, const char *note, struct commit_bot *bot,
                      struct pool *pool)
{
    struct errors ignored = {.ignored = true};
    cJSON *root = access(note, R_OK) == 0 ? json_load(note, &ignored) : NULL;
    const char *sha256 = json_text(root, "sha256");

    if (*sha256 && !strchr(sha256, '/')) {
        const char *path = kept_module(plan, sha256, pool);
        if (is_kept(path, sha256))
            *bot = (struct commit_bot){COMMIT_PLAYS, pool_text(pool, sha256), path, NULL};
    }
    cJSON_Delete(root);
    return bot->status == COMMIT_PLAYS;
}

static bool copy_file(const char *from, const char *to, struct errors *errors)
{
    struct output_file output;
    size_t length;
    char *bytes = file_read(from, INPUT_OWN, &length, errors);

    if (!bytes)
        return false;
    if (output_file_begin(&output, to, OUTPUT_OWN))
        fwrite(bytes, 1, length, output.file);
    free(bytes);
    return output_file_end(&output, errors);
}

static bool keep(const struct build_plan *plan, const char *made, const char *note,
                 const struct git_commit *commit, struct commit_bot *bot, struct pool *pool,
                 struct errors *errors)
{
    char sum[HASH_SIZE];

    if (!hash_file(made, sum)) {
        errors_add(errors, made, "%s", strerror(errno));
        return false;
    }
    const char *path = kept_module(plan, sum, pool);
    if (!is_kept(path, sum) && !copy_file(made, path, errors))
        return false;
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "commit", commit->hash);
    cJSON_AddStringToObject(root, "build", plan->command);
    cJSON_AddStringToObject(root, "module", plan->module);
    cJSON_AddStringToObject(root, "sha256", sum);
    const bool saved = json_save(root, note, errors);
    cJSON_Delete(root);
    *bot = (struct commit_bot){COMMIT_PLAYS, pool_text(pool, sum), path, NULL};
    return saved;
}

/* ---- building ---- */

/* The first line of what was said last that tells of an error, or the last line of all. That make
 * gives up tells nothing. */
static const char *telling_line(const struct printed *said, char *line, size_t size)
{
    const char *at = strstr(said->tail, "error: ");

    printed_last_line(said, line, size);
    if (!at)
        return line;
    while (at > said->tail && at[-1] != '\n')
        at--;
    snprintf(line, size, "%.*s", (int)strcspn(at, "\n"), at);
    text_make_printable(line);
    return line;
}

static const char *why_not(const struct child_result *result, struct pool *pool)
{
    char last[NOTE_SIZE];
    const bool killed = WIFSIGNALED(result->status);

    telling_line(&result->said, last, sizeof last);
    return pool_print(pool, "the build ended %s %d%s%s", killed ? "by signal" : "with status",
                      killed ? WTERMSIG(result->status) : WEXITSTATUS(result->status),
                      *last ? ": " : "", last);
}

/* Runs the command in the folder `at`. */
static int run_command(const struct build_plan *plan, const char *at, struct commit_bot *bot,
                       struct pool *pool, struct errors *errors)
{
    const char *const words[] = {"/bin/sh", "-c", plan->command, NULL};
    const struct child_program program = {.words = words, .folder = at, .joined = true};
    struct child_result result;

    if (!folder_exists(at)) {
        bot->note = "the commit does not have the folder";
        return EXIT_OK;
    }
    if (!child_program_run(&program, &result)) {
        errors_add(errors, "--build", "cannot be started: %s", strerror(errno));
        return EXIT_INTERNAL;
    }
    free(result.text);
    if (result.stopped)
        return EXIT_INTERRUPTED;
    if (result.status)
        bot->note = why_not(&result, pool);
    return EXIT_OK;
}

static int build_in(const struct build_plan *plan, const char *at, const char *note,
                    const struct git_commit *commit, struct commit_bot *bot, struct pool *pool,
                    struct errors *errors)
{
    const int code = run_command(plan, at, bot, pool, errors);

    if (code != EXIT_OK || bot->note)
        return code;
    char *made = xasprintf("%s/%s", at, plan->module);
    bool fine = true;
    if (access(made, R_OK) == 0)
        fine = keep(plan, made, note, commit, bot, pool, errors);
    else
        bot->note = pool_print(pool, "the build made no %s", plan->module);
    free(made);
    return fine ? EXIT_OK : EXIT_INTERNAL;
}

static int build_anew(const struct git_repository *repository, const struct build_plan *plan,
                      const char *note, const struct git_commit *commit, struct commit_bot *bot,
                      struct pool *pool, struct errors *errors)
{
    char *tree = xasprintf("%s/tree", plan->cache);
    char *at = xasprintf("%s/%s", tree, repository->prefix);
    int code = EXIT_INTERNAL;

    if (git_worktree_add(repository, commit->hash, tree, errors)) {
        code = build_in(plan, at, note, commit, bot, pool, errors);
        git_worktree_remove(repository, tree);
    }
    free(at);
    free(tree);
    return code == EXIT_INTERNAL && interrupt_heard() && !errors->count ? EXIT_INTERRUPTED : code;
}

static bool make_folders(const struct build_plan *plan, struct errors *errors)
{
    static const char *const names[] = {"modules", "builds"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!output_folder_make(FOLDER_FILE(plan->cache, names[i]), errors))
            return false;
    return true;
}

/* Builds the module of a commit, or takes it from the cache; the status is that it plays, or that
 * it was not built. Returns an exit code: EXIT_OK, also for a commit that does not build;
 * EXIT_INTERRUPTED; EXIT_INTERNAL with errors. */
static int make_module(const struct commit_plan *plan, const struct git_commit *commit,
                       struct commit_bot *bot, struct pool *pool, struct errors *errors)
{
    *bot = (struct commit_bot){.status = COMMIT_NOT_BUILT};
    if (interrupt_heard())
        return EXIT_INTERRUPTED;
    if (!make_folders(&plan->build, errors))
        return EXIT_INTERNAL;
    char *note = note_path(&plan->repository, &plan->build, commit);
    const int code =
        find_kept(&plan->build, note, bot, pool)
            ? EXIT_OK
            : build_anew(&plan->repository, &plan->build, note, commit, bot, pool, errors);
    free(note);
    return code;
}

/* ---- is it a bot that plays? ---- */

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
        bot->note =
            pool_print(pool, "fails in %" PRId64 " of %" PRId64 " games that it plays alone",
                       play.faults, play.games);
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
    const int code = make_module(plan, commit, bot, pool, errors);

    if (code != EXIT_OK || bot->status != COMMIT_PLAYS)
        return code;
    return try_module(plan, bot, pool, errors);
}
