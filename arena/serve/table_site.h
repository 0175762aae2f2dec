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
#include "arena/serve/table_child.h"

struct table_site;

/* `plan` must outlive the site. NULL with an error. The caller frees it. */
struct table_site *table_site_new(const struct table_plan *plan, struct errors *errors);
void table_site_free(struct table_site *site); /* NULL is allowed */

/* As a server asks it. It points to the site. */
struct http_site table_site_of(struct table_site *site);

#endif
