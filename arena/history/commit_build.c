// SPDX-License-Identifier: MIT
#include "arena/history/commit_build.h"

#include <errno.h>
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
    char *path = xasprintf("%s/modules/%s.so", plan->cache, sha256);
    const char *kept = pool_text(pool, path);

    free(path);
    return kept;
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

static bool find_kept(const struct build_plan *plan, const char *note, struct commit_build *build,
                      struct pool *pool)
{
    struct errors ignored = {0};
    cJSON *root = access(note, R_OK) == 0 ? json_load(note, &ignored) : NULL;
    const char *sha256 = json_text(root, "sha256");

    if (*sha256 && !strchr(sha256, '/')) {
        const char *path = kept_module(plan, sha256, pool);
        if (is_kept(path, sha256))
            *build = (struct commit_build){true, pool_text(pool, sha256), path, NULL};
    }
    cJSON_Delete(root);
    errors_free(&ignored);
    return build->built;
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
                 const struct git_commit *commit, struct commit_build *build, struct pool *pool,
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
    *build = (struct commit_build){saved, pool_text(pool, sum), path, NULL};
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
    char last[NOTE_SIZE], text[NOTE_SIZE + 80];

    telling_line(&result->said, last, sizeof last);
    if (WIFSIGNALED(result->status))
        snprintf(text, sizeof text, "the build ended by signal %d%s%s", WTERMSIG(result->status),
                 *last ? ": " : "", last);
    else
        snprintf(text, sizeof text, "the build ended with status %d%s%s",
                 WEXITSTATUS(result->status), *last ? ": " : "", last);
    return pool_text(pool, text);
}

/* Runs the command in the folder `at`. */
static int run_command(const struct build_plan *plan, const char *at, struct commit_build *build,
                       struct pool *pool, struct errors *errors)
{
    const char *const words[] = {"/bin/sh", "-c", plan->command, NULL};
    const struct child_program program = {.words = words, .folder = at, .joined = true};
    struct child_result result;

    if (!folder_exists(at)) {
        build->note = "the commit does not have the folder";
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
        build->note = why_not(&result, pool);
    return EXIT_OK;
}

static int build_in(const struct build_plan *plan, const char *at, const char *note,
                    const struct git_commit *commit, struct commit_build *build, struct pool *pool,
                    struct errors *errors)
{
    const int code = run_command(plan, at, build, pool, errors);

    if (code != EXIT_OK || build->note)
        return code;
    char *made = xasprintf("%s/%s", at, plan->module);
    bool fine = true;
    if (access(made, R_OK) == 0) {
        fine = keep(plan, made, note, commit, build, pool, errors);
    } else {
        char *text = xasprintf("the build made no %s", plan->module);
        build->note = pool_text(pool, text);
        free(text);
    }
    free(made);
    return fine ? EXIT_OK : EXIT_INTERNAL;
}

static int build_anew(const struct git_repository *repository, const struct build_plan *plan,
                      const char *note, const struct git_commit *commit, struct commit_build *build,
                      struct pool *pool, struct errors *errors)
{
    char *tree = xasprintf("%s/tree", plan->cache);
    char *at = xasprintf("%s/%s", tree, repository->prefix);
    int code = EXIT_INTERNAL;

    if (git_worktree_add(repository, commit->hash, tree, errors)) {
        code = build_in(plan, at, note, commit, build, pool, errors);
        git_worktree_remove(repository, tree);
    }
    free(at);
    free(tree);
    return code == EXIT_INTERNAL && interrupt_heard() && !errors->count ? EXIT_INTERRUPTED : code;
}

static bool make_folders(const struct build_plan *plan, struct errors *errors)
{
    static const char *const names[] = {"modules", "builds"};
    char path[FOLDER_PATH_SIZE];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!output_folder_make(folder_file(plan->cache, names[i], path), errors))
            return false;
    return true;
}

int commit_build_make(const struct git_repository *repository, const struct build_plan *plan,
                      const struct git_commit *commit, struct commit_build *build,
                      struct pool *pool, struct errors *errors)
{
    *build = (struct commit_build){false};
    if (interrupt_heard())
        return EXIT_INTERRUPTED;
    if (!make_folders(plan, errors))
        return EXIT_INTERNAL;
    char *note = note_path(repository, plan, commit);
    const int code = find_kept(plan, note, build, pool)
                         ? EXIT_OK
                         : build_anew(repository, plan, note, commit, build, pool, errors);
    free(note);
    return code;
}
