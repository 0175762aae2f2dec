// SPDX-License-Identifier: MIT
#include "arena/base/wrong_path.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/input_open.h"
#include "arena/base/memory.h"
#include "arena/base/spelling.h"

enum { ENTRIES_MAX = 4096 };

/* "PARENT/NAME" of the entry of `parent` that is most like `name`; the caller frees it. NULL if
 * none is. */
static char *similar_entry(const char *parent, const char *name)
{
    char **names = xcalloc(ENTRIES_MAX, sizeof *names), *found = NULL;
    DIR *directory = input_folder_open(parent);
    size_t count = 0;

    for (const struct dirent *entry;
         directory && count < ENTRIES_MAX && (entry = readdir(directory));)
        if (entry->d_name[0] != '.')
            names[count++] = xstrdup(entry->d_name);
    if (directory)
        closedir(directory);
    const char *nearest = nearest_word(name, (const char *const *)names, count, sizeof *names);
    if (nearest)
        found = strcmp(parent, ".") == 0 ? xstrdup(nearest) : xasprintf("%s/%s", parent, nearest);
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
    return found;
}

/* A folder of this name in results/ is meant, or the nearest name. */
static char *similar_path(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *own = xasprintf("results/%s", path);

    if (!slash && access(own, F_OK) == 0)
        return own;
    free(own);
    char *parent =
        slash ? xstrndup(path, slash == path ? 1 : (size_t)(slash - path)) : xstrdup(".");
    char *found = similar_entry(parent, slash ? slash + 1 : path);
    free(parent);
    return found || slash ? found : similar_entry("results", path);
}

void path_missing(const char *path, struct errors *errors)
{
    char *similar = *path ? similar_path(path) : NULL;

    if (similar)
        errors_add(errors, path, "%s; did you mean \"%.200s\"?", strerror(ENOENT), similar);
    else
        errors_add(errors, path, "%s", strerror(ENOENT));
    free(similar);
}

static bool is_empty(const char *folder)
{
    DIR *directory = input_folder_open(folder);
    bool empty = directory != NULL;

    for (const struct dirent *entry; empty && (entry = readdir(directory));)
        empty = entry->d_name[0] == '.';
    if (directory)
        closedir(directory);
    return empty;
}

const char *folder_contents(const char *folder)
{
    static const struct {
        const char *file, *says;
    } kinds[] = {
        {"study.json", "is the result of a study"},
        {"populations.json", "is the result of a study with several populations"},
        {"tune.json", "is the result of a search (tune)"},
        {"grid.json", "is the result of a grid of options"},
        {"history.json", "is the result of a history of commits"},
        {"bisect.json", "is the result of a search for a commit (history)"},
        {"manifest.json", "is the result of a run"},
        {"games.jsonl", "has a log of games, but no manifest.json"},
        {"configs", "is a source tree"},
    };
    char path[FOLDER_PATH_SIZE];

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (access(folder_file(folder, kinds[i].file, path), F_OK) == 0)
            return kinds[i].says;
    return is_empty(folder) ? "is empty" : "is a folder without results";
}

bool run_folder_has(const char *path, const char *file, struct errors *errors)
{
    char inside[FOLDER_PATH_SIZE];

    if (access(folder_file(path, file, inside), F_OK) == 0)
        return true;
    if (access(folder_file(path, "manifest.json", inside), F_OK) == 0)
        errors_add(errors, path, "is a run that has no summary.json: it was not finished");
    else if (access(path, F_OK) != 0 && errno == ENOENT)
        path_missing(path, errors);
    else if (!folder_exists(path))
        errors_add(errors, path, "is not a folder; expected the result folder of a run");
    else
        errors_add(errors, path, "%s; expected the result folder of a run, with manifest.json",
                   folder_contents(path));
    return false;
}

bool file_is_zeros(const char *path)
{
    const int file = input_descriptor_open(path);
    char block[4096];
    off_t size = 0;
    ssize_t got;
    bool zeros = file >= 0;

    while (zeros && (got = read(file, block, sizeof block)) > 0) {
        size += got;
        for (ssize_t i = 0; i < got && zeros; i++)
            zeros = !block[i];
    }
    if (file >= 0)
        close(file);
    return zeros && size;
}
