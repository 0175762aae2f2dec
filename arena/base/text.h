// SPDX-License-Identifier: MIT
/* arena/base/text.h - text: from foreign code, made safe for terminals and JSON; misspelt words;
 * CSV and Markdown. */
#ifndef ARENA_BASE_TEXT_H
#define ARENA_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Bytes of the UTF-8 character at `text`, 1 to 4; 0 if there is none. */
int text_utf8_length(const unsigned char *text);

/* Replaces control characters other than newline and tab, those that separate lines or turn the
 * direction of text, and bytes that are not UTF-8, by question marks: no escape sequence remains,
 * and JSON stays valid. */
void text_make_printable(char *text);
/* The same of newlines and tabs, too: it is one line then. Returns whether it was before. */
bool text_make_line(char *text);

/* Whether this is a valid name of a bot. Names are logged unescaped: 1..40 bytes of UTF-8, without
 * quotes, backslashes and what text_make_line() replaces. */
bool text_is_name(const char *name);

/* Bytes of the UTF-8 character at `text`, 1 to 4, if a name may contain it; otherwise 0. */
int text_name_character(const unsigned char *text);

/* The text in single quotes, as one word of a shell command; the caller frees it. */
char *text_shell_quoted(const char *text);

/* Whether this is a valid name of a file or folder: 1..100 of TEXT_FILE_NAME_CHARACTERS, the first
 * neither '.' nor '-'. */
bool text_is_file_name(const char *name);
#define TEXT_FILE_NAME_CHARACTERS                                                                  \
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-"

/* "90s", "10m", "1.5h", "2d" as seconds; false if it is none, or not above 0. */
bool text_read_duration(const char *text, double *seconds);

/* The end of a noun after a number: "1 deal", "2 deals". */
static inline const char *text_plural(long long count) { return count == 1 ? "" : "s"; }

/* ---- the word that was probably meant ---- */

/* The word nearest to `word` among `count` words, or NULL if none is near enough. `stride` is the
 * distance in bytes from one char pointer to the next. */
const char *nearest_word(const char *word, const char *const *words, size_t count, size_t stride);

/* The end of a message: `; did you mean "..."?` with the nearest word, or "". Returns `text`. */
enum { SUGGESTION_SIZE = 160 };
const char *did_you_mean(const char *word, const char *const *words, size_t count, size_t stride,
                         char text[SUGGESTION_SIZE]);

/* The same for keys: with no near word, all of them, "; allowed: a, b", unless there are more than
 * WORDS_LISTED, which documents list. The caller frees it. */
enum { WORDS_LISTED = 48 };
char *words_allowed(const char *word, const char *const *words, size_t count, size_t stride);

/* ---- as a field of CSV (RFC 4180), and in Markdown ---- */

/* Prints a field, quoted if need be. Text that a spreadsheet would take for a formula gets a "'"
 * in front, and so does text that begins with one: whoever reads the field takes one off. */
void csv_print_text(const char *text, FILE *out);

/* Prints a text that Markdown is to show as it is: no HTML, and no end of a cell of a table. */
void markdown_print_text(const char *text, FILE *out);

#endif
