// SPDX-License-Identifier: MIT
/* arena/serve/table_site.h - tables as a site: a person plays in the browser.
 *
 *     GET /             the page
 *     GET /table.json   the table as it is now: table_child.h
 *     POST /answer      what the person answers, as below; the table after it, or as it
 *                       is if something else was answered before. "again": a new table
 *
 * So it is with `play --browser`. A server of results has several tables, at which logged games are
 * taken over, one for each game and move that somebody asked for; their addresses are below. Such a
 * table begins when its page asks for it: no link of a stranger starts a process, or ends one,
 * since a page of a stranger does not know the token that an answer needs, and cannot read it. The
 * bots at it are those of the command line; what a log names is never loaded. */
#ifndef ARENA_SERVE_TABLE_SITE_H
#define ARENA_SERVE_TABLE_SITE_H

#include "arena/serve/http_server.h"
#include "arena/serve/table_child.h"

/* ---- what a request says: pure functions ---- */

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

enum { TABLE_TOKEN_SIZE = 33, TABLE_ANSWER_SIZE = 200 };

struct table_answer {
    char token[TABLE_TOKEN_SIZE]; /* of the page, 32 digits */
    uint64_t state;               /* the number of the state that it answers */
    char text[TABLE_ANSWER_SIZE]; /* one line of printable ASCII, not empty */
};

/* Reads the body of a request: three lines, token, state and answer, the last one with or without
 * its end. False if it is anything else. */
bool table_answer_read(const char *body, size_t length, struct table_answer *answer);

/* ---- the sites ---- */

struct table_site;

/* One table, which begins at once. `plan` must outlive the site. NULL with an error. The caller
 * frees it. */
struct table_site *table_site_new(struct child_store *children, const struct table_plan *plan,
                                  struct errors *errors);
/* The tables of a server of results. `opponent`: who sits in the other seats, as on a command line;
 * `root`: out of which no log is read, as input_stay_below() has it. The texts must outlive it. */
struct table_site *table_site_of_runs(struct child_store *children, const char *opponent,
                                      const char *root, struct errors *errors);
void table_site_free(struct table_site *site); /* NULL is allowed */

/* The site of the one table, as a server asks it. It points to the site. */
struct http_site table_site_of(struct table_site *site);

/* Answers a request about the log in a folder, whose last part is the address of a table, as
 * http_site.answer does. */
bool table_site_answer_run(struct table_site *site, const char *folder, const char *page,
                           const struct http_request *request, const char *body,
                           struct http_answer *answer);

#endif
