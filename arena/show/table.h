// SPDX-License-Identifier: MIT
/* arena/show/table.h - a table is a list of columns over rows: text for a terminal of any width,
 * Markdown, CSV and JSON are made of the same list.
 *
 * On a terminal that is too narrow, columns are left out, those with the highest `leave` first. If
 * the others do not fit either, each row is printed by itself: its first cell, and below it a line
 * for each other column, left out or not. No cell is ever broken. */
#ifndef ARENA_SHOW_TABLE_H
#define ARENA_SHOW_TABLE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

#include "arena/base/fields.h"

#define TABLE_FORMATS_WORDS "text|md|csv" /* for an option; JSON has one of its own */
enum table_format { TABLE_TEXT, TABLE_MD, TABLE_CSV, TABLE_JSON };

struct column {
    const char *title; /* for people, with the unit if its numbers do not say it; of a title
                          "effect (95 % interval)", the words stand above the parts of a number */
    const char *field; /* a field or a template (field_text.h); what has a format stands at the
                          right, so that its numbers are aligned; NULL: for programs only */
    const char *csv;   /* the head of the column in CSV; "head=path", if the field is another one;
                          with a comma, the three heads of an estimate: "effect,low,high=effect";
                          NULL: the path of the field; "": for people only */
    enum field_presence presence; /* IF_ANY: people see it if some row has more than nothing, 0 */
    int leave;                    /* 0: never */
    bool page;                    /* only an HTML page has it */
};
/* COLUMN("games", "games:", .leave = 1) */
#define COLUMN(...)                                                                                \
    {                                                                                              \
        .title = __VA_ARGS__                                                                       \
    }
/* The two arguments that a list of columns is. */
#define COLUMNS(list) (list), (int)(sizeof(list) / sizeof *(list))

/* Prints the rows, an array of objects. CSV has all digits and quotes (base/text.h). JSON is
 * the rows themselves, with all their members. */
void table_print(const cJSON *rows, const struct column *columns, int count,
                 enum table_format format, FILE *out);

/* As text within `width` columns of the screen; 0: there is no limit. */
void table_print_within(const cJSON *rows, const struct column *columns, int count, int width,
                        FILE *out);

/* Prints a table of one row, which it deletes; JSON is the row alone, no array. */
void table_print_one(cJSON *row, const struct column *columns, int count, enum table_format format,
                     FILE *out);

/* Where tables that people read go: to a terminal, a file in a format, or the data of a page. */
struct table_sink {
    enum table_format format;
    FILE *out;
    cJSON *page; /* an object, which gets each table under its name; NULL: they are printed */
};

/* Shows a table below an empty line and the sentence `said`, a template over `about`; only text and
 * pages have them. NULL: below an empty line alone; "": below nothing. Then the first heading is
 * the caption on a page. `name` is that of the table in a page's data:
 *
 *   {"caption", "notes", "columns": [{"title", "kind"}], "rows": [[cells]]}
 *
 * The caption is the sentence up to its first semicolon, the rest is a note; the kind is "num" or
 * "text", and a cell is the text that a terminal shows. A page gets no table without rows. */
void table_show(const struct table_sink *to, const char *name, const cJSON *about, const char *said,
                const cJSON *rows, const struct column *columns, int count);

/* Prints a template over a row; only text has it. */
void table_say(const struct table_sink *to, const cJSON *row, const char *said);

/* Adds a line below the table that was shown last, which has this name; only text and pages have
 * it. */
void table_note(const struct table_sink *to, const char *name, const char *note);

/* Shows a result with its tables: its struct, and the same as JSON, to which it may add. */
typedef void show_result(const void *result, cJSON *root, const struct table_sink *to);
/* Prints it, without changing anything. */
void result_print(show_result *show, const struct fields *fields, const void *result,
                  enum table_format format, FILE *out);

#endif
