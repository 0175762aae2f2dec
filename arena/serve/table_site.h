// SPDX-License-Identifier: MIT
/* arena/serve/table_site.h - a table as a site: a person plays in the browser.
 *
 *     GET /             the page
 *     GET /table.json   the table as it is now: table_child.h
 *     POST /answer      what the person answers (table_request.h); the table after it, or as it
 *                       is if something else was answered before. "again": a new table
 *
 * A page of a stranger does not know the token that an answer needs, and cannot read it. */
#ifndef ARENA_SERVE_TABLE_SITE_H
#define ARENA_SERVE_TABLE_SITE_H

#include "arena/serve/http_server.h"
#include "arena/serve/table_child.h"
#include "arena/serve/table_request.h"

struct table_site;

/* Begins at once. `plan` must outlive the site. NULL with an error. The caller frees it. */
struct table_site *table_site_new(const struct table_plan *plan, struct errors *errors);
void table_site_free(struct table_site *site); /* NULL is allowed */

/* As a server asks it. It points to the site. */
struct http_site table_site_of(struct table_site *site);

/* ---- tables of a server of results ---- */

/* Tables at which a logged game is taken over: one for each game and move that somebody asked for,
 * each with a process of its own.
 *
 * A table begins when its page asks for it with the token, which only the pages of this server
 * have: no link of a stranger starts a process. The bots at it are those of the command line; what
 * a log names is never loaded. */
enum { RUN_TABLES = 8 };

struct run_tables;

/* `opponent`: who sits in the other seats, as on a command line; `root`: out of which no log is
 * read, as input_stay_below() has it. The texts must outlive it. NULL with an error. The caller
 * frees it. */
struct run_tables *run_tables_new(const char *opponent, const char *root, struct errors *errors);
void run_tables_free(struct run_tables *tables); /* NULL is allowed */

/* Whether the last part of an address is of a table: "table-GAME-MOVE", its page;
 * "table-GAME-MOVE.json", its state; "table-GAME-MOVE.answer", where answers go. */
bool run_tables_has(const char *page);

/* Answers such a request about the log in a folder, as http_site.answer does. Where more than
 * RUN_TABLES have begun, the one that was not asked for the longest ends. A request that does not
 * begin a table ends none: any page of a stranger can have its addresses read. */
bool run_tables_answer(struct run_tables *tables, const char *folder, const char *page,
                       const struct http_request *request, const char *body,
                       struct http_answer *answer);

/* The two functions of a site (http_server.h). */
int run_tables_places(const struct run_tables *tables, struct pollfd *places, int room);
void run_tables_look(struct run_tables *tables);

#endif
