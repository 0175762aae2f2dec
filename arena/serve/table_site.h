// SPDX-License-Identifier: MIT
/* arena/serve/table_site.h - a table as a site: a person plays in the browser.
 *
 *     GET /             the page
 *     GET /table.json   the table as it is now: page_face.h
 *     POST /answer      what the person answers (table_answer.h); the table after it, or as it
 *                       is if something else was answered before. "again": a new table
 *
 * A page of a stranger does not know the token that an answer needs, and cannot read it. */
#ifndef ARENA_SERVE_TABLE_SITE_H
#define ARENA_SERVE_TABLE_SITE_H

#include "arena/serve/http_server.h"
#include "arena/serve/table_address.h"
#include "arena/serve/table_answer.h"
#include "arena/serve/table_child.h"

struct table_site;

/* Begins at once. `plan` must outlive the site. NULL with an error. The caller frees it. */
struct table_site *table_site_new(const struct table_plan *plan, struct errors *errors);
/* The same, begun by the first "again", with a token of table_site_draw_token(). Until then the
 * phase is "none". */
struct table_site *table_site_waiting(const struct table_plan *plan,
                                      const char token[TABLE_TOKEN_SIZE]);
void table_site_free(struct table_site *site); /* NULL is allowed */

/* 32 digits that nobody knows. False with an error. */
bool table_site_draw_token(char token[TABLE_TOKEN_SIZE], struct errors *errors);

/* What of a table a request is for, and the answer to it, as http_site.answer gives it. */
bool table_site_answer(struct table_site *site, enum table_part part,
                       const struct http_request *request, const char *body,
                       struct http_answer *answer);

/* Whether this is an answer that begins the table of a site that waits. */
bool table_site_is_begun_by(const struct table_site *site, enum table_part part,
                            const struct http_request *request, const char *body);

/* The two other functions of a site (http_server.h). */
int table_site_places(const struct table_site *site, struct pollfd *places, int room);
void table_site_look(struct table_site *site);

/* As a server asks it. It points to the site. */
struct http_site table_site_of(struct table_site *site);

#endif
