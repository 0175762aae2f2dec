// SPDX-License-Identifier: MIT
/* arena/serve/run_watch.h - the runs that somebody looks at: a child process follows each
 * (run_live.h) for as long as anybody asks. */
#ifndef ARENA_SERVE_RUN_WATCH_H
#define ARENA_SERVE_RUN_WATCH_H

#include <poll.h>

#include "arena/serve/http_server.h"

enum { WATCHED_RUNS = 8 };

struct run_watch;

struct run_watch *run_watch_new(void); /* never NULL */
void run_watch_free(struct run_watch *watch);

/* What the run in a folder is now, as JSON, of which the caller is a user; NULL: it is not known
 * yet. Where more runs than WATCHED_RUNS are looked at, the one that was not asked for the longest
 * is given up, and read again when it is. */
struct http_body *run_watch_get(struct run_watch *watch, const char *folder);

/* The two functions of a site (http_server.h). */
int run_watch_places(const struct run_watch *watch, struct pollfd *places, int room);
void run_watch_look(struct run_watch *watch);

#endif
