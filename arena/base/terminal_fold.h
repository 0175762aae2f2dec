// SPDX-License-Identifier: MIT
/* arena/base/terminal_fold.h - keeps what a command prints within the terminal: the one place for
 * it.
 *
 * Tables choose their columns by terminal_width(). All other lines that are too long are broken
 * between words; what follows is indented to the column that it belongs to. A command to copy
 * ("skat-arena replay ...") begins a line of its own, and is broken as a shell reads it, with a
 * backslash at the end. */
#ifndef ARENA_BASE_TERMINAL_FOLD_H
#define ARENA_BASE_TERMINAL_FOLD_H

#include <stdio.h>

/* What is written to standard output before a line is read from the person there: shown at once,
 * while other unfinished lines are kept until they end. */
#define TERMINAL_PROMPT "> "

/* Prints lines on standard error, each with its newline, and folds them if it is a terminal. */
__attribute__((format(printf, 1, 2))) void print_note(const char *format, ...);

/* From now on all lines of standard output are folded if it is a terminal, until
 * terminal_unfold_stdout() prints what is left and makes it `before` again, the standard output of
 * the process. Not for data: JSON, tables and records to be read by programs. To be called once,
 * before anything is printed. */
void terminal_fold_stdout(void);
void terminal_unfold_stdout(FILE *before);

#endif
