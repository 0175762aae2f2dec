// SPDX-License-Identifier: MIT
/* arena/base/program_dirs.h - where bots, rule sets and other files are found by name.
 *
 * A name is looked for in folders that are laid out alike, configs/rules/NAME.json, bots/NAME.so
 * and so on:
 *   1. the working directory, but not for bots: a module there is loaded only if a path says so. (A
 *      config may name paths and commands, wherever it lies.)
 *   2. the folders of the environment variable SKAT_ARENA_PATH, separated by colons;
 *   3. the program's own. Of PREFIX/bin/skat-arena these are PREFIX/share/skat-arena and, for bots,
 *      PREFIX/lib/skat-arena; of build/plain/skat-arena in a source tree, the tree and build/plain.
 */
#ifndef ARENA_BASE_PROGRAM_DIRS_H
#define ARENA_BASE_PROGRAM_DIRS_H

#include <limits.h>
#include <stdbool.h>

#include "arena/base/folder.h"

enum program_dir {
    PROGRAM_BOTS,        /* bots/NAME.so */
    PROGRAM_CONFIGS,     /* configs/NAME.json */
    PROGRAM_STUDIES,     /* configs/studies/NAME.json */
    PROGRAM_RULES,       /* configs/rules/NAME.json */
    PROGRAM_POPULATIONS, /* configs/populations/NAME.json */
    PROGRAM_REFERENCE,   /* results/reference/NAME.json */
    PROGRAM_LADDER,      /* results/ladder/NAME.json */
    PROGRAM_DIRS
};

/* The program's own file, whatever it was called by; false if the system does not say. */
bool program_executable(char path[PATH_MAX]);

/* Is this a path, which is not looked for? It has a slash or ends in ".json". */
bool program_is_path(const char *name);

/* The file of this name. A path is taken as it is; if nothing is there and it begins like those
 * above ("configs/duel.json"), it is looked for like a name. False if none can be read; then `path`
 * is the place that was tried last. */
bool program_file(enum program_dir which, const char *name, char path[FOLDER_PATH_SIZE]);

/* The names that can be found, sorted, each once; sets *count. Free them with program_names_free().
 */
char **program_names(enum program_dir which, int *count);
void program_names_free(char **names, int count);

/* The program's own folder with all but bots: PREFIX/share/skat-arena, or the source tree. Returns
 * `path`. */
const char *program_share(char path[FOLDER_PATH_SIZE]);
/* One of the program's own folders, for messages: "/usr/share/skat-arena/configs/rules". Returns
 * `path`. */
const char *program_own_dir(enum program_dir which, char path[FOLDER_PATH_SIZE]);

#endif
