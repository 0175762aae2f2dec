/* arena/base/terminal.h - how wide a terminal is, and text in its columns. */
#ifndef ARENA_BASE_TERMINAL_H
#define ARENA_BASE_TERMINAL_H

#include <stdio.h>

/* Columns of the terminal at `stream`, 0 when it is none. */
int terminal_width(FILE *stream);

/* Characters of a text in UTF-8. */
int text_width(const char *text);

/* Names are UTF-8: padded by characters. */
void print_name(const char *name, int width, FILE *out);

#endif
