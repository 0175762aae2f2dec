// SPDX-License-Identifier: MIT
/* arena/serve/result_site.h - which page is where: the folder of results as a site.
 *
 *     /                    an index of the results, or the page of the result that the folder is
 *     /index.json          its rows as they are now (result_page.h)
 *     /NAME/report.html    the page that `report` writes, made when it is asked for
 *     /NAME/live           a run as it goes; /NAME/live.json, what that page asks for
 *     /NAME/               one of these, by what the folder has
 *     /NAME/table-GAME-MOVE  a table at which a game of the run is taken over (table_site.h)
 *
 * NAME may have slashes, and have an index, too. Only pages are sent, never a file as it is;
 * nothing is written. Without an opponent there are no tables. */
#ifndef ARENA_SERVE_RESULT_SITE_H
#define ARENA_SERVE_RESULT_SITE_H

#include "arena/serve/http_server.h"

struct result_site;

/* `root`: the folder that is served, which exists; `opponent`: who sits at its tables, or NULL. The
 * texts must outlive the site. NULL with an error. The caller frees it. */
struct result_site *result_site_new(const char *root, const char *opponent, struct errors *errors);
void result_site_free(struct result_site *site); /* NULL is allowed */

/* The site as http_server.h asks it. It points to `site`. */
struct http_site result_site_of(struct result_site *site);

#endif
