// SPDX-License-Identifier: MIT
/* bots/pipe/text.h - JSON text that grows at its end, and foreign text made printable.
 *
 * Does not use cJSON, since a message is written for each decision and event and cJSON's tree of
 * allocations would cost more than the rest of the module. Out of memory ends the process. */
#ifndef PIPE_TEXT_H
#define PIPE_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct text {
    char *data; /* not terminated; NULL before anything was added */
    size_t length, size;
    char last; /* the last character added, as needed for commas */
};

void text_free(struct text *text);
/* Makes room for `more` bytes after the end. Returns where they begin. */
char *text_room(struct text *text, size_t more);

/* Members of an object have a key; for elements of an array it is NULL. Keys and words are the
 * module's own and need no escapes. */
void put_open(struct text *text, const char *key, char bracket); /* '{' or '[' */
void put_close(struct text *text, char bracket);                 /* '}' or ']' */
void put_number(struct text *text, const char *key, int64_t number);
void put_thousandths(struct text *text, const char *key, int64_t number); /* 100: 0.1 */
void put_flag(struct text *text, const char *key, int flag);
void put_word(struct text *text, const char *key, const char *word);
void put_null(struct text *text, const char *key);
void put_line_end(struct text *text);

enum { QUOTE_SIZE = 121 };
/* The beginning of a child's line, printable: without terminal control characters. */
const char *text_quote(const char *line, size_t length, char quoted[QUOTE_SIZE]);

#endif
