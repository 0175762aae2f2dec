// SPDX-License-Identifier: MIT
/* arena/serve/run_live.h - runs as they are now: a child process follows each that somebody looks
 * at, for as long as anybody asks. */
#ifndef ARENA_SERVE_RUN_LIVE_H
#define ARENA_SERVE_RUN_LIVE_H

#include <cjson/cJSON.h>
#include <poll.h>

#include "arena/serve/http_server.h"
#include "arena/serve/result_page.h"

enum { WATCHED_RUNS = 8 };

struct run_watch;

struct run_watch *run_watch_new(void); /* never NULL */
void run_watch_free(struct run_watch *watch);

/* What the run in a folder is now, of which the caller is a user; *body is NULL if there is none.
 * False: it is not known yet. An object:
 *   "state"     run_state_names
 *   "read"      whether all games that are there were read
 *   "games", "planned", "rate" (games a second), "left" (seconds, at that rate, if all are played)
 *   "manifest", "summary"  as in the files, the summary of the games so far
 *   "fault_groups"         report/fault_groups.h
 *   "shards"                of a shard: run_state.h
 *   "row"       {"games", "planned", "rate", "left", "verdict", "path": [[games, mean], ...], the
 *               difference as it was after ever more games}, for the index
 *   "note"      why something is missing: a sentence
 * What is not known is missing. Where more runs than WATCHED_RUNS are looked at, the one that was
 * not asked for the longest is given up, and read again when it is. */
bool run_watch_get(struct run_watch *watch, const struct served_root *root, const char *folder,
                   struct http_body **body);

/* The "row" of it; NULL: it is not known yet. The caller deletes it. */
cJSON *run_watch_row(struct run_watch *watch, const struct served_root *root, const char *folder);

/* The two functions of a site (http_server.h). */
int run_watch_places(const struct run_watch *watch, struct pollfd *places, int room);
void run_watch_look(struct run_watch *watch);

#endif
