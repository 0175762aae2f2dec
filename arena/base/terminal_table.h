// SPDX-License-Identifier: MIT
/* arena/base/terminal_table.h - a table on a terminal that may be too narrow for it.
 *
 * A table that fits, or that does not go to a terminal, is printed as it was written. Of one that
 * does not fit, each row is printed by itself: its first cell, after the head of its column, and
 * below it a line for each other cell, with the head of its column. Columns are told apart by two
 * or more spaces in all lines. */
#ifndef ARENA_BASE_TERMINAL_TABLE_H
#define ARENA_BASE_TERMINAL_TABLE_H

#include <stdio.h>

struct terminal_table {
    FILE *rows;
    char *text;
    size_t size;
};

/* Begins a table; what is written to the result are its lines, the heads of the columns first,
 * until terminal_table_end(). Empty lines may come before. Never NULL. */
FILE *terminal_table_begin(struct terminal_table *table);

/* Ends the table, of so many columns, and prints it on `out`. */
void terminal_table_end(struct terminal_table *table, int columns, FILE *out);

/* Prints the lines of `text` so that they fit into `width` columns of the screen; 0: there is no
 * limit. Where its lines have more or fewer columns than `columns`, as a name that is too long
 * makes of two one, nobody can tell what is whose, so the text is printed as it is. */
void print_table_lines(const char *text, int columns, int width, FILE *out);

#endif
