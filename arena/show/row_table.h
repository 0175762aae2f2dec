// SPDX-License-Identifier: MIT
/* arena/show/row_table.h - a table of rows that are JSON objects, as text, Markdown, CSV or JSON.
 */
#ifndef ARENA_SHOW_ROW_TABLE_H
#define ARENA_SHOW_ROW_TABLE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

#define TABLE_FORMATS_WORDS "text|md|csv" /* for an option; JSON has one of its own */
enum table_format { TABLE_TEXT, TABLE_MD, TABLE_CSV, TABLE_JSON, TABLE_FORMATS };

/* The format of a word, one of those above; TABLE_TEXT of NULL. With `json` TABLE_JSON. */
enum table_format table_format_of(const char *word, bool json);

/* Of a column: numbers are rounded to so many decimals, without a sign if they are positive. */
#define TABLE_ROUNDED(decimals) (-2 - (decimals))

struct table_column {
    const char *key;   /* of a row, and the head of a column in CSV */
    const char *title; /* its head for people */
    int decimals;      /* of numbers as people read them, with their sign; -1: as they are; or
                          TABLE_ROUNDED() */
};

/* Prints the rows, an array of objects, with these columns. Text and Markdown show numbers with
 * their decimals, a missing value as an empty cell. CSV has all digits, and texts as
 * csv_print_text() prints them (base/csv_text.h). JSON is the rows themselves, with all their
 * members. */
void row_table_print(const cJSON *rows, const struct table_column *columns, int count,
                     enum table_format format, FILE *out);

/* The same for a table of one row, which it deletes; JSON is the row alone, no array. */
void row_table_print_one(cJSON *row, const struct table_column *columns, int count,
                         enum table_format format, FILE *out);

#endif
