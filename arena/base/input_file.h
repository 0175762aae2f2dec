// SPDX-License-Identifier: MIT
/* arena/base/input_file.h - the one place where files are opened to be read.
 *
 * Names come from two sides, as in output_file.h. What the user names may be a pipe or a terminal:
 * it is read to its end. What the program names itself, in a folder, must be a regular file, or a
 * link to one: a folder may be a stranger's, and what is there a pipe on which an ordinary open
 * waits for ever, or a device that has no end or acts when it is opened. */
#ifndef ARENA_BASE_INPUT_FILE_H
#define ARENA_BASE_INPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "arena/base/errors.h"

enum input_name {
    INPUT_NAMED, /* by the user */
    INPUT_OWN    /* by the program, in some folder */
};

/* Opens a file for reading. NULL with errno: EISDIR for a folder that the user named, EMEDIUMTYPE
 * for what must be a regular file and is not. The caller closes it. */
FILE *input_file_open(const char *path, enum input_name name);

/* Adds an error about `path`, of which a function that opens it said errno `number`: for
 * EMEDIUMTYPE what it is and what may be there. */
void input_file_refused(const char *path, int number, struct errors *errors);

/* Opens a file of the program's own name that may be missing. True with *file, NULL where there is
 * none; false with an error. The caller closes it. */
bool input_file_open_optional(const char *path, FILE **file, struct errors *errors);

#endif
