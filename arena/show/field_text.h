// SPDX-License-Identifier: MIT
/* arena/show/field_text.h - how a field of a result is printed: the one place for it. The cells of
 * tables (table.h) and the sentences around them are made of it.
 *
 * A row is a JSON object: a result struct as its file has it (base/fields.h), or one that a command
 * made. A field of it is named by its path, and after a colon there is how it is shown:
 *
 *     bot  comparison.primary      as it is; of an array "one; another", of an object "caution 52,
 *                                  hand 3"
 *     games:                       a number as it is; in a table, it stands at the right
 *     classic.per_deal:2           with two decimals: 9.49
 *     effect:+2                    with its sign: +0.31, 0.00
 *     effect:+!2                   the same, with as many more decimals as it takes to print each
 *                                  end of its interval on the side of 0 on which it is
 *     effect:+                     with as many decimals as its interval is exact to
 *     won/declared:%1              a share in percent: 61.3%
 *     distance/0.01:2              divided by a number
 *     half:~1                      half of its interval: 213.7 +-9.1
 *     p:p                          a p-value: 0.0312, <0.0001
 *     effect:m                     " *" if the row's "judged" shows that it is not 0, " ~" if it
 *                                  looks so, else nothing (judged_mark())
 *     bound:g                      three digits: 0.0123
 *     effect:u  effect:+u          in what the row's "measured_in" says: a share in percent
 *     seconds:t                    a time: 45 s, 12 min, 3.5 h
 *     games:s                      "s", if it is not 1: "{games} deal{games:s}"
 *     metric:w                     the words of a key: "passed in"
 *
 * An object with a mean, a low and a high end is printed with its interval: "+1.93 (+0.81 to
 * +3.05)"; one with ends alone, as the interval that decides: "+0.81 to +3.05". What is missing,
 * null or cannot be computed is "-" where it has a format, else "". */
#ifndef ARENA_SHOW_FIELD_TEXT_H
#define ARENA_SHOW_FIELD_TEXT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

/* The text of a field, or of a template: a text with spaces or fields in braces, "{a} - {b}". A
 * part in brackets, "[, {ramsch/games:%1} ramsch]", is left out if any field in it is missing, 0,
 * false or empty. A field with ":?" decides in the same way whether the part is left out, but
 * prints nothing; "!" before its path reverses that. In new memory; one line, safe for a terminal.
 */
char *field_text(const cJSON *row, const char *field);

/* Prints a template. Lines of the template itself stay lines. */
void print_sentence(const cJSON *row, const char *template, FILE *out);

/* Whether a field, as "difference", has a mark in some of the rows: then the legend of marks is due
 * (judged_legend). */
bool rows_are_marked(const cJSON *rows, const char *field);

/* The member at a path of a row, without a format; NULL if there is none. */
const cJSON *field_at(const cJSON *row, const char *path);

/* Is a field there, and neither null, 0, false nor empty? */
bool field_says(const cJSON *row, const char *path);

#endif
