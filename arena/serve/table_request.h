// SPDX-License-Identifier: MIT
/* arena/serve/table_request.h - what the page of a table asks for: the address of a table at which
 * a logged game is taken over, and what is sent when the person has answered. */
#ifndef ARENA_SERVE_TABLE_REQUEST_H
#define ARENA_SERVE_TABLE_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/record/language.h"

/* Room for the name of a table: "table-1692-17", "table-1692-17-de-cards". */
enum { TABLE_NAME_SIZE = 60 };

/* What of a table a request is for: its page, its state, an answer to it. */
enum table_part { TABLE_PAGE, TABLE_STATE, TABLE_ANSWER, TABLE_PARTS };

/* How a table speaks is part of its name, since what it shows is made by its process. */
struct table_language {
    const char *suffix;       /* of the name: "" of the usual one */
    const char *code, *label; /* of the language, for the link to it */
    struct language language;
};
enum { TABLE_LANGUAGES = 3 };
extern const struct table_language table_languages[TABLE_LANGUAGES];

struct table_address {
    char name[TABLE_NAME_SIZE];
    int64_t game, move; /* the game's index, from 0; the move at which it is taken over, from 1 */
    const struct table_language *in;
    enum table_part part;
};

/* Reads the last part of an address: the name of a table is its page; with ".json" its state; with
 * ".answer" where answers go. Numbers have up to 15 digits and no needless zero. False for anything
 * else. */
bool table_address_read(struct table_address *address, const char *page);

/* The name of the same table in another language. */
void table_address_name(int64_t game, int64_t move, const struct table_language *in,
                        char name[TABLE_NAME_SIZE]);

/* ---- answers ---- */

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
