// SPDX-License-Identifier: MIT
/* arena/base/csv_text.h - a text as a field of CSV (RFC 4180), and in Markdown. */
#ifndef ARENA_BASE_CSV_TEXT_H
#define ARENA_BASE_CSV_TEXT_H

#include <stdio.h>

/* Prints a field, quoted if need be. Text that a spreadsheet would take for a formula gets a "'"
 * in front, and so does text that begins with one: whoever reads the field takes one off. */
void csv_print_text(const char *text, FILE *out);

/* Prints a text that Markdown is to show as it is: no HTML, and no end of a cell of a table. */
void markdown_print_text(const char *text, FILE *out);

#endif
