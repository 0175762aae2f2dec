// SPDX-License-Identifier: MIT
#include "arena/log/result_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/output_file.h"
#include "arena/base/text.h"
#include "arena/config/drawn_seed.h"

/* ---- the files ---- */

#define PAGE_FILE "report.html"

const char *const result_files[] = {
    /* of runs */
    "manifest.json", "games.jsonl", "games.jsonl.zst", "faults.jsonl", "summary.json",
    "timing.json", "report.html", RESUME_FILE, "redeals.jsonl",
    /* of all else */
    "study.json", "study.csv", "import.jsonl", "import.part", "records.sgf", "players.jsonl",
    "analysis.jsonl", "analysis.json", "analysis.part", "grid.json", "tune.json", "tune.jsonl",
    "populations.json", "history.json", "bisect.json", SEED_FILE, NULL};

const char *log_file_name(enum log_mode mode)
{
    return mode == LOG_ZSTD ? "games.jsonl.zst" : "games.jsonl";
}

enum log_mode log_mode_of_folder(const char *folder)
{
    char path[FOLDER_PATH_SIZE];

    for (int mode = 0; mode < LOG_NONE; mode++)
        if (access(folder_file(folder, log_file_name((enum log_mode)mode), path), F_OK) == 0)
            return (enum log_mode)mode;
    return LOG_NONE;
}

/* Files that are kept by --force: all except the page, which is made from the others. */
static bool is_kept_name(const char *name)
{
    const char *const *file = result_files;

    while (*file && strcmp(*file, name) != 0)
        file++;
    return *file && strcmp(name, PAGE_FILE) != 0;
}

bool result_files_has(const char *folder, const char *path)
{
    struct stat own, other;
    char file[FOLDER_PATH_SIZE];

    if (stat(path, &other) != 0)
        return false;
    for (const char *const *name = result_files; *name; name++)
        if (is_kept_name(*name) && stat(folder_file(folder, *name, file), &own) == 0 &&
            own.st_dev == other.st_dev && own.st_ino == other.st_ino)
            return true;
    return false;
}

/* Is `path` a file of results in a folder inside `folder`? */
static bool is_inside(const char *folder, const char *path)
{
    char outer[PATH_MAX], inner[PATH_MAX];

    if (!realpath(folder, outer) || !realpath(path, inner))
        return false;
    const size_t length = strlen(outer);
    return strncmp(outer, inner, length) == 0 && inner[length] == '/' &&
           is_kept_name(strrchr(inner, '/') + 1);
}

bool result_files_may_write(const char *folder, const char *path, struct errors *errors)
{
    if (!result_files_has(folder, path) && !is_inside(folder, path))
        return true;
    errors_add(errors, path, "belongs to the run that is read: write to another file");
    return false;
}

/* ---- the folder ---- */

bool result_folder_may_open(const char *path, bool force, struct errors *errors)
{
    int claim = -1;

    if (!output_folder_is_used(path))
        return true;
    if (!force) {
        errors_add(errors, path,
                   "exists and is not empty; --force overwrites its results, --out names another");
        return false;
    }
    const bool may = result_folder_claim(path, &claim, errors);
    result_folder_release(claim);
    return may;
}

bool result_folder_clear(const char *path, struct errors *errors)
{
    char file[FOLDER_PATH_SIZE];
    int claim = -1;

    if (!result_folder_claim(path, &claim, errors))
        return false;
    for (const char *const *name = result_files; *name; name++)
        unlink(folder_file(path, *name, file));
    result_folder_release(claim);
    return true;
}

void result_folder_clear_step(const char *path)
{
    char file[FOLDER_PATH_SIZE];

    for (const char *const *name = result_files; *name; name++)
        if (strcmp(*name, RESUME_FILE) != 0)
            unlink(folder_file(path, *name, file));
    output_folder_tidy(path);
}

bool result_folder_open(const char *path, bool force, struct errors *errors)
{
    if (!result_folder_may_open(path, force, errors) || !result_folder_clear(path, errors))
        return false;
    output_folder_tidy(path);
    return output_folder_make(path, errors);
}

bool result_folder_continue(const char *path, struct errors *errors)
{
    if (!output_folder_make(path, errors))
        return false;
    output_folder_tidy(path);
    return true;
}

void result_folder_remove(const char *path)
{
    struct errors ignored = {0};

    if (result_folder_open(path, true, &ignored))
        rmdir(path);
    errors_free(&ignored);
}

bool result_folder_name(const char *out, const char *name, char path[FOLDER_PATH_SIZE],
                        struct errors *errors)
{
    int length = snprintf(path, FOLDER_PATH_SIZE, "%s%s", out ? "" : "results/", out ? out : name);

    if (length < FOLDER_MAX)
        return true;
    errors_add(errors, "--out", "longer than %d bytes", FOLDER_MAX - 1);
    return false;
}

/* Something that is no folder is in the way, too. */
static bool is_free(const char *path)
{
    struct stat status;

    return lstat(path, &status) != 0 || (S_ISDIR(status.st_mode) && !output_folder_is_used(path));
}

bool result_folder_next(const char *name, bool force, char path[FOLDER_PATH_SIZE],
                        char last[FOLDER_PATH_SIZE], struct errors *errors)
{
    char stem[FOLDER_PATH_SIZE], numbered[FOLDER_PATH_SIZE + sizeof "-2147483647"];

    snprintf(stem, sizeof stem, "%s", name);
    for (char *at = stem; *at; at++)
        if (!strchr(TEXT_FILE_NAME_CHARACTERS, *at))
            *at = '-';
    snprintf(numbered, sizeof numbered, "%s", stem);
    *last = 0;
    for (int number = 2; result_folder_name(NULL, numbered, path, errors); number++) {
        if (force || is_free(path))
            return true;
        snprintf(last, FOLDER_PATH_SIZE, "%s", path);
        snprintf(numbered, sizeof numbered, "%s-%d", stem, number);
    }
    return false;
}

bool result_folder_claim(const char *folder, int *claim, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

    *claim =
        open(folder_file(folder, RESUME_FILE, path), O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (*claim < 0 || fcntl(*claim, F_SETLK, &lock) == 0 || (errno != EACCES && errno != EAGAIN))
        return true; /* also on file systems without locks */
    close(*claim);
    *claim = -1;
    errors_add(errors, folder, "another skat-arena is playing this run: wait for it, or stop it");
    return false;
}

void result_folder_release(int claim)
{
    if (claim >= 0)
        close(claim);
}
