/* arena/base/terminal.h - terminal width, and text in columns. */
#ifndef ARENA_BASE_TERMINAL_H
#define ARENA_BASE_TERMINAL_H

#include <stdint.h>
#include <stdio.h>

/* Columns of the terminal at `stream`; 0 if it is not a terminal. */
int terminal_width(FILE *stream);

/* Number of characters of a UTF-8 text. */
int text_width(const char *text);

/* Prints a UTF-8 name, padded to `width` characters. */
void print_name(const char *name, int width, FILE *out);

/* Shows on standard error that `done` of `total` are done: on a terminal `text` replaces the line before,
 * until all are done; elsewhere it is shown about ten times in all. */
void progress_line(const char *text, int64_t done, int64_t total);

#endif
