// SPDX-License-Identifier: MIT
/* arena/base/input_file.h - the one place where files are opened to be read (with input_open.h).
 *
 * Names come from two sides, as in output_file.h. What the user names may also be a stream that
 * somebody has opened already: /dev/stdin, or <(command) of a shell. Named pipes, on which an
 * ordinary open waits for ever, and devices, which may have no end, are refused, except /dev/null.
 * What the program names itself, in a folder, must be a regular file, or a link to one: a folder
 * may be a stranger's. */
#ifndef ARENA_BASE_INPUT_FILE_H
#define ARENA_BASE_INPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "arena/base/errors.h"

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

#endif
