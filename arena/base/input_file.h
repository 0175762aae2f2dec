// SPDX-License-Identifier: MIT
/* arena/base/input_file.h - opens every file that the program reads, and words the errors of paths
 * that are missing, or are not what was asked for.
 *
 * Names come from two sides, as in output_file.h. What the user names may also be a stream that
 * somebody has opened already: /dev/stdin, or <(command) of a shell. Named pipes, on which an
 * ordinary open waits for ever, and devices, which may have no end, are refused, except /dev/null.
 * What the program names itself, in a folder, must be a regular file, or a link to one: a folder
 * may be a stranger's. */
#ifndef ARENA_BASE_INPUT_FILE_H
#define ARENA_BASE_INPUT_FILE_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "arena/base/errors.h"

/* ---- files and folders of names that may be a stranger's ---- */

/* Opens a regular file for reading, or a folder; links are followed. Nothing else is ever opened:
 * no device acts, and no pipe waits. -1, or NULL, with errno: EMEDIUMTYPE for what is no file,
 * ENOTDIR for what is no folder. */
int input_descriptor_open(const char *path);
DIR *input_folder_open(const char *path);

/* From now on nothing is opened here but what lies below `folder`, wherever names and links lead:
 * errno is EXDEV for the rest. `folder` has no links in it, "/" at its beginning and, but for the
 * root, none at its end, and lasts; NULL ends it. For a process that reads what a stranger asks
 * for. */
void input_stay_below(const char *folder);

/* ---- files by name ---- */

enum input_name {
    INPUT_NAMED,  /* by the user */
    INPUT_STREAM, /* by the user, where named pipes are usual, too: it waits until one is written */
    INPUT_OWN     /* by the program, in some folder */
};

/* Opens a file for reading. NULL with errno: EISDIR for a folder that the user named, EMEDIUMTYPE
 * for what else is refused. The caller closes it. */
FILE *input_file_open(const char *path, enum input_name name);

/* What a path leads to, for messages: "a folder", "a named pipe", "a device". */
const char *input_file_kind(const char *path);

/* Adds an error about `path`, which could not be opened; `number` is the errno of that. For
 * EMEDIUMTYPE it says what the file is and what may be there. */
void input_file_refused(const char *path, int number, struct errors *errors);

/* Opens a file of the program's own name that may be missing. True with *file, NULL where there is
 * none; false with an error. The caller closes it. */
bool input_file_open_optional(const char *path, FILE **file, struct errors *errors);

/* ---- what is wrong with a path ---- */

/* Adds "PATH: No such file or directory", with the most similar name in the folder of the path; of
 * a name without a slash that has none there, with that of a folder in results/. */
void path_missing(const char *path, struct errors *errors);

/* What the folder holds, as the end of a sentence: "is the result of a study", "is empty". Points
 * to static storage. */
const char *folder_contents(const char *folder);

/* Has the result folder of a run this file? False with an error that says why not: the folder is
 * not there, no folder, another folder, or not finished. */
bool run_folder_has(const char *folder, const char *file, struct errors *errors);

/* Whether a file has nothing but zero bytes, as after a power cut; false, too, if it is empty or
 * cannot be read. */
bool file_is_zeros(const char *path);

/* ---- whole files ---- */

/* Longest file that is read as a whole: what has no end, like /dev/zero, is refused. */
#define FILE_READ_MAX ((size_t)256 << 20)

/* Reads a whole file into memory and appends a zero byte; the caller frees it. `name`: whose name
 * it is. NULL and an error if that fails or it has more than FILE_READ_MAX bytes. */
char *file_read(const char *path, enum input_name name, size_t *length, struct errors *errors);

#endif
