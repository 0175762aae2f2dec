// SPDX-License-Identifier: MIT
/* arena/serve/table_answer.h - what the page of a table sends when the person has answered. */
#ifndef ARENA_SERVE_TABLE_ANSWER_H
#define ARENA_SERVE_TABLE_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TABLE_TOKEN_SIZE = 33, TABLE_ANSWER_SIZE = 200 };

struct table_answer {
    char token[TABLE_TOKEN_SIZE]; /* of the page, 32 digits */
    uint64_t state;               /* the number of the state that it answers */
    char text[TABLE_ANSWER_SIZE]; /* one line of printable ASCII, not empty */
};

/* Reads the body of a request: three lines, token, state and answer, the last one with or without
 * its end. False if it is anything else. */
bool table_answer_read(const char *body, size_t length, struct table_answer *answer);

#endif
