// SPDX-License-Identifier: MIT
/* arena/base/terminal_table.h - a table on a terminal that may be too narrow for it.
 *
 * A table that fits, or that does not go to a terminal, is printed as it was written. Of one that
 * does not fit, each row is printed by itself: its first cell, after the head of its column, and
 * below it a line for each other cell, with the head of its column. A mark says where a column
 * begins, so that spaces within a cell, a long name or an empty cell cannot confuse columns. */
#ifndef ARENA_BASE_TERMINAL_TABLE_H
#define ARENA_BASE_TERMINAL_TABLE_H

#include <stdio.h>

/* Stands before each cell of a line but the first, and before the spaces that align it; it is never
 * printed. No name and no text of a bot contains it. */
enum { TABLE_CELL = '\v' };

struct terminal_table {
    FILE *rows;
    char *text;
    size_t size;
};

/* Begins a table; what is written to the result are its lines, the heads of the columns first,
 * until terminal_table_end(). Empty lines may come before. Never NULL. */
FILE *terminal_table_begin(struct terminal_table *table);

/* Prints on `out` what has been written so far, as it was written, and goes on with nothing: for a
 * table that may be long, where it is known to fit. The stream to write to is the result. */
FILE *terminal_table_flush(struct terminal_table *table, FILE *out);

/* Ends the table and prints it on `out`. */
void terminal_table_end(struct terminal_table *table, FILE *out);

/* Prints the lines of `text` so that they fit into `width` columns of the screen, where cells and
 * their heads do; 0: there is no limit. */
void print_table_lines(const char *text, int width, FILE *out);

#endif
