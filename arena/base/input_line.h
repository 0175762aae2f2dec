// SPDX-License-Identifier: MIT
/* arena/base/input_line.h - lines of files that a user names, of a bounded length: a file of zeros
 * without end has a first line that would take all memory. */
#ifndef ARENA_BASE_INPUT_LINE_H
#define ARENA_BASE_INPUT_LINE_H

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "arena/base/errors.h"

enum { INPUT_LINE_MAX = 1 << 20 }; /* bytes, without the newline */

/* The line that was read last. Zero-initialise; input_line_free() at the end. */
struct input_line {
    char *text;      /* ends with '\0', without newline and carriage return */
    uint64_t number; /* from 1; 0 before the first */
    size_t length, room;
};

/* Reads the next line. False at the end, and with an error, which names `path` and the line, about
 * one that is too long, contains a zero byte or cannot be read. */
bool input_line_next(struct input_line *line, FILE *file, const char *path, struct errors *errors);

void input_line_free(struct input_line *line);

/* Like getline(), for a file that this program writes: reads the next line with its newline into
 * *text, which has *room bytes and grows; the caller frees it. Returns its length; 0 or less at the
 * end and after a read error. Of a line that does not end, INPUT_LINE_MAX bytes or some more are
 * returned without a newline, as a line that makes no sense. Ends the process when out of memory:
 * that is not the end of the file. */
ssize_t input_line_read(char **text, size_t *room, FILE *file);

#endif
