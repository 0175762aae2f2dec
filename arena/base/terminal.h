/* arena/base/terminal.h - terminal width, and text in columns. */
#ifndef ARENA_BASE_TERMINAL_H
#define ARENA_BASE_TERMINAL_H

#include <stdio.h>

/* Columns of the terminal at `stream`; 0 if it is not a terminal. */
int terminal_width(FILE *stream);

/* Number of characters of a UTF-8 text. */
int text_width(const char *text);

/* Prints a UTF-8 name, padded to `width` characters. */
void print_name(const char *name, int width, FILE *out);

#endif
