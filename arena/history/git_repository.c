// SPDX-License-Identifier: MIT
#include "arena/history/git_repository.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "arena/base/child.h"
#include "arena/base/folder.h"
#include "arena/base/interrupt.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/base/input_file.h"

enum { WORDS_MAX = 32, SAYS = 300 };

/* What git is always told: where it is, and that the user's settings start nothing and change
 * nothing of what it prints. */
static const char *const always[] = {
    "git",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "log.showSignature=false",
    "-c",
    "i18n.logOutputEncoding=UTF-8",
    "-c",
    "advice.detachedHead=false",
};
enum { ALWAYS_WORDS = sizeof always / sizeof *always };

/* Runs git with these words, which NULL ends. Returns what it printed, which the caller frees; NULL
 * with an error, or without one if it was interrupted. */
static char *run_git(const struct git_repository *repository, const char *const *words,
                     struct errors *errors)
{
    const char *all[WORDS_MAX] = {NULL};
    const struct child_program program = {
        .words = all,
        .folder = repository->folder,
        .to_the_end = strcmp(words[0], "worktree") == 0, /* which leaves nothing half done */
    };
    struct child_result result;
    char says[SAYS];
    int count = ALWAYS_WORDS;

    memcpy(all, always, sizeof always);
    for (int i = 0; words[i]; i++)
        all[count++] = words[i];
    if (!child_program_run(&program, &result)) {
        errors_add(errors, "git", "cannot be started: %s", strerror(errno));
        return NULL;
    }
    if (WIFEXITED(result.status) && WEXITSTATUS(result.status) == 0)
        return result.text;
    if (!result.stopped)
        errors_add(errors, repository->folder, "git %s failed: %s", words[0],
                   *printed_last_line(&result.said, says, sizeof says) ? says : "it says nothing");
    free(result.text);
    return NULL;
}

/* The first line of what git prints, from the pool. */
static const char *line_of(const struct git_repository *repository, const char *const *words,
                           struct pool *pool, struct errors *errors)
{
    char *text = run_git(repository, words, errors);

    if (!text)
        return NULL;
    text[strcspn(text, "\n")] = '\0';
    pool_keep(pool, text, free);
    return text;
}

/* ---- repositories and commits ---- */

bool git_repository_open(struct git_repository *repository, const char *folder, struct pool *pool,
                         struct errors *errors)
{
    static const char *const prefix[] = {"rev-parse", "--show-prefix", NULL};
    char real[PATH_MAX];

    if (!realpath(folder, real)) {
        path_missing(folder, errors);
        return false;
    }
    if (!folder_exists(real)) {
        errors_add(errors, folder, "is not a folder; expected a git repository");
        return false;
    }
    repository->folder = pool_text(pool, real);
    repository->name = strrchr(repository->folder, '/') + 1;
    repository->prefix = line_of(repository, prefix, pool, errors);
    return repository->prefix != NULL;
}

const char *git_commit_hash(const struct git_repository *repository, const char *revision,
                            struct pool *pool, struct errors *errors)
{
    struct errors ignored = {.ignored = true};
    char *commit = xasprintf("%s^{commit}", revision);
    const char *const words[] = {"rev-parse",        "--verify", "--quiet",
                                 "--end-of-options", commit,     NULL};
    const char *hash = line_of(repository, words, pool, &ignored);

    if (hash && hash[strspn(hash, "0123456789abcdef")]) /* "^HEAD" is a range */
        hash = NULL;
    if (!hash && !interrupt_heard())
        errors_add(errors, revision, "names no commit of %s", repository->folder);
    free(commit);
    return hash;
}

/* "HASH\tDATE\tSUBJECT" */
static struct git_commit commit_of(char *line, struct pool *pool)
{
    char *date = line + strcspn(line, "\t");
    struct git_commit commit = {0};

    if (*date)
        *date++ = '\0';
    char *subject = date + strcspn(date, "\t");
    if (*subject)
        *subject++ = '\0';
    text_make_printable(subject);
    for (char *at = subject; *at; at++)
        *at = *at == '\t' ? ' ' : *at;
    commit.hash = pool_text(pool, line);
    commit.date = pool_text(pool, date);
    commit.subject = pool_text(pool, subject);
    return commit;
}

static int count_lines(const char *text)
{
    int lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

bool git_commits_read(const struct git_repository *repository, const char *range, int most,
                      struct git_commits *commits, struct pool *pool, struct errors *errors)
{
    char number[40];
    const char *words[] = {"rev-list",
                           "--first-parent",
                           "--reverse",
                           "--no-commit-header",
                           "--format=%H%x09%cs%x09%s",
                           number,
                           "--end-of-options",
                           range,
                           "--",
                           *repository->prefix ? "." : NULL,
                           NULL};

    snprintf(number, sizeof number, "--max-count=%d", most ? most : -1);
    char *text = run_git(repository, words, errors), *next = text;
    if (!text)
        return false;
    commits->count = 0;
    commits->list = pool_alloc(pool, (size_t)count_lines(text) + 1, sizeof *commits->list);
    for (char *line; (line = strsep(&next, "\n")) && *line;)
        commits->list[commits->count++] = commit_of(line, pool);
    free(text);
    return true;
}

bool git_commit_is_before(const struct git_repository *repository, const char *old, const char *now,
                          struct errors *errors)
{
    const char *const words[] = {"rev-list", "--first-parent", "--end-of-options", now, "--", NULL};
    char *text = run_git(repository, words, errors);
    const bool found = text && strstr(text, old);

    free(text);
    return found;
}

/* ---- worktrees ---- */

void git_worktree_remove(const struct git_repository *repository, const char *path)
{
    const char *const words[] = {"worktree", "remove", "--force", "--force", path, NULL};
    struct errors ignored = {.ignored = true};

    free(run_git(repository, words, &ignored));
}

bool git_worktree_add(const struct git_repository *repository, const char *hash, const char *path,
                      struct errors *errors)
{
    const char *const words[] = {"worktree", "add", "--force", "--detach",
                                 "--quiet",  path,  hash,      NULL};

    if (folder_exists(path))
        git_worktree_remove(repository, path);
    char *text = run_git(repository, words, errors);
    free(text);
    return text != NULL;
}
