// SPDX-License-Identifier: MIT
/* arena/serve/table_site.h - tables as a site: a person plays in the browser.
 *
 *     GET /             the page
 *     GET /table.json   the table as it is now: table_child.h
 *     POST /answer      what the person answers (table_request.h); the table after it, or as it
 *                       is if something else was answered before. "again": a new table
 *
 * So it is with `play --browser`. A server of results has several tables, at which logged games are
 * taken over, one for each game and move that somebody asked for; table_request.h has their
 * addresses. Such a table begins when its page asks for it: no link of a stranger starts a process,
 * or ends one, since a page of a stranger does not know the token that an answer needs, and cannot
 * read it. The bots at it are those of the command line; what a log names is never loaded. */
#ifndef ARENA_SERVE_TABLE_SITE_H
#define ARENA_SERVE_TABLE_SITE_H

#include "arena/serve/http_server.h"
#include "arena/serve/table_child.h"

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
