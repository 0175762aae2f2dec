// SPDX-License-Identifier: MIT
#include "arena/base/program_dirs.h"

#include <dirent.h>
#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/memory.h"

static const struct {
    const char *folder, *suffix;
} dirs[PROGRAM_DIRS] = {
    [PROGRAM_BOTS] = {"bots", ".so"},
    [PROGRAM_CONFIGS] = {"configs", ".json"},
    [PROGRAM_STUDIES] = {"configs/studies", ".json"},
    [PROGRAM_RULES] = {"configs/rules", ".json"},
    [PROGRAM_POPULATIONS] = {"configs/populations", ".json"},
    [PROGRAM_REFERENCE] = {"results/reference", ".json"},
    [PROGRAM_LADDER] = {"results/ladder", ".json"},
};

/* ---- folders ---- */

bool program_executable(char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);

    path[length < 0 ? 0 : length] = '\0';
    return length >= 0;
}

/* The file that this code is in: the program, or the library for other languages. */
static bool own_file(char path[PATH_MAX])
{
    Dl_info info;
    size_t length;

    if (!dladdr((const void *)dirs, &info) || !info.dli_fname)
        return program_executable(path);
    length = strlen(info.dli_fname);
    if (length < 3 || strcmp(info.dli_fname + length - 3, ".so") != 0)
        return program_executable(path);
    return realpath(info.dli_fname, path) != NULL;
}

static bool is_in(const char *folder, const char *name)
{
    char path[PATH_MAX + 40];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, R_OK) == 0;
}

/* Where bots and all else are, seen from the folder of that file. In a build, and in
 * PREFIX/lib/skat-arena, which has the library, the bots are beside it; in PREFIX/bin they are not.
 */
static const char *own_place(const char *folder, bool bots)
{
    static const char installed[] = "../../share/skat-arena";

    if (!is_in(folder, "bots"))
        return bots ? "../lib/skat-arena" : "../share/skat-arena";
    return bots ? "." : is_in(folder, installed) ? installed : "../..";
}

/* The program's own root: of its bots, or of all else. */
static const char *own_root(bool bots, char path[FOLDER_PATH_SIZE])
{
    char file[PATH_MAX], *real;
    const char *folder = own_file(file) ? dirname(file) : ".";

    snprintf(path, FOLDER_PATH_SIZE, "%.1000s/%s", folder, own_place(folder, bots));
    real = realpath(path, NULL);
    if (real && strlen(real) < FOLDER_MAX)
        snprintf(path, FOLDER_PATH_SIZE, "%s", real);
    free(real);
    return path;
}

const char *program_share(char path[FOLDER_PATH_SIZE]) { return own_root(false, path); }

const char *program_own_dir(enum program_dir which, char path[FOLDER_PATH_SIZE])
{
    char root[FOLDER_PATH_SIZE];

    return folder_file(own_root(which == PROGRAM_BOTS, root), dirs[which].folder, path);
}

/* Calls visit() with "ROOT/NAME" for each root in which names are looked for, until it returns
 * true. */
static bool each_root(bool bots, const char *name, bool (*visit)(const char *path, void *context),
                      void *context)
{
    char path[FOLDER_PATH_SIZE], root[FOLDER_PATH_SIZE];
    const char *roots = getenv("SKAT_ARENA_PATH");

    if (!bots && visit(name, context))
        return true;
    while (roots && *roots) {
        size_t length = strcspn(roots, ":");
        snprintf(root, sizeof root, "%.*s", (int)length, roots);
        if (length && length < FOLDER_MAX && visit(folder_file(root, name, path), context))
            return true;
        roots += length + (roots[length] == ':');
    }
    return visit(folder_file(own_root(bots, root), name, path), context);
}

/* ---- one name ---- */

bool program_is_path(const char *name)
{
    size_t length = strlen(name), end = strlen(".json");

    return strchr(name, '/') || (length > end && strcmp(name + length - end, ".json") == 0);
}

static bool is_there(const char *path, void *context)
{
    snprintf(context, FOLDER_PATH_SIZE, "%s", path);
    return access(path, R_OK) == 0;
}

bool program_file(enum program_dir which, const char *name, char path[FOLDER_PATH_SIZE])
{
    const char *folder = dirs[which].folder;
    char file[FOLDER_PATH_SIZE];
    size_t length = strlen(folder);

    if (!program_is_path(name)) {
        snprintf(file, sizeof file, "%s/%.200s%s", folder, name, dirs[which].suffix);
        return each_root(which == PROGRAM_BOTS, file, is_there, path);
    }
    if (is_there(name, path))
        return true;
    if (strncmp(name, folder, length) == 0 && name[length] == '/' &&
        each_root(which == PROGRAM_BOTS, name, is_there, path))
        return true;
    return is_there(name, path);
}

/* ---- all names ---- */

struct found {
    const char *suffix;
    char **names;
    int count;
};

static bool collect(const char *folder, void *context)
{
    struct found *found = context;
    DIR *directory = opendir(folder);

    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        size_t length = strlen(entry->d_name), end = strlen(found->suffix);
        if (length <= end || strcmp(entry->d_name + length - end, found->suffix) != 0)
            continue;
        found->names = xrealloc(found->names, ((size_t)found->count + 1) * sizeof *found->names);
        found->names[found->count++] = xstrndup(entry->d_name, length - end);
    }
    if (directory)
        closedir(directory);
    return false;
}

static int by_name(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

char **program_names(enum program_dir which, int *count)
{
    struct found found = {dirs[which].suffix, xcalloc(1, sizeof *found.names), 0};

    each_root(which == PROGRAM_BOTS, dirs[which].folder, collect, &found);
    qsort(found.names, (size_t)found.count, sizeof *found.names, by_name);
    *count = 0;
    for (int i = 0; i < found.count; i++) {
        if (*count && strcmp(found.names[*count - 1], found.names[i]) == 0)
            free(found.names[i]);
        else
            found.names[(*count)++] = found.names[i];
    }
    return found.names;
}

void program_names_free(char **names, int count)
{
    for (int i = 0; i < count; i++)
        free(names[i]);
    free(names);
}
