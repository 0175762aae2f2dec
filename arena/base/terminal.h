// SPDX-License-Identifier: MIT
/* arena/base/terminal.h - terminal width, and text in columns. */
#ifndef ARENA_BASE_TERMINAL_H
#define ARENA_BASE_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Columns of the terminal at `stream`; 0 if it is not a terminal. */
int terminal_width(FILE *stream);

/* Whether text on `stream` is coloured: not with NO_COLOR, always with CLICOLOR_FORCE (each set and
 * not empty), else on a terminal. */
bool terminal_colours(FILE *stream);
/* --color: "always" and "never" set these variables for this process; "auto" leaves them. */
void terminal_set_colours(const char *when);

/* The sequence that begins a colour on `stream`, or ends it; "" where text is not coloured. */
enum terminal_colour {
    COLOUR_GOOD,
    COLOUR_BAD,
    COLOUR_OPEN,
    COLOUR_STRONG,
    COLOUR_RED_SUIT,
    COLOUR_END
};
const char *terminal_colour(enum terminal_colour which, FILE *stream);

/* Columns of the screen that the first `bytes` bytes of a UTF-8 text take, or all of it: one for
 * each character; colours and control characters take none. */
int text_columns(const char *text, size_t bytes);
int text_width(const char *text);

/* Prints a UTF-8 name, padded to `width` characters. */
void print_name(const char *name, int width, FILE *out);

/* Shows on standard error that `done` of `total` are done: on a terminal `text`, cut to its width,
 * replaces the line before, until all are done; elsewhere it is shown about ten times in all. */
void progress_line(const char *text, int64_t done, int64_t total);

#endif
