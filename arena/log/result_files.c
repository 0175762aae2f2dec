// SPDX-License-Identifier: MIT
#include "arena/log/result_files.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/config/drawn_seed.h"

#define PAGE_FILE "report.html"

const char *const result_files[] = {
    /* of runs */
    "manifest.json", "games.jsonl", "games.jsonl.zst", "faults.jsonl", "summary.json",
    "timing.json", "report.html", RESUME_FILE, "redeals.jsonl",
    /* of all else */
    "study.json", "study.csv", "import.jsonl", "import.part", "records.sgf", "players.jsonl",
    "analysis.jsonl", "analysis.json", "analysis.part", "grid.json", "grid.part", "learned.part",
    "tune.json", "tune.jsonl", "populations.json", "history.json", "bisect.json", SEED_FILE, NULL};

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

/* But the page, which follows from the others. */
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
