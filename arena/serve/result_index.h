// SPDX-License-Identifier: MIT
/* arena/serve/result_index.h - what is in a folder of results: a row for each folder in it, which a
 * process of its own reads.
 *
 * One that is damaged, endless or not to be read is a row that says so, and one that takes long is
 * a row that is not there yet: neither holds up the others. Rows are read again for as long as
 * somebody asks. */
#ifndef ARENA_SERVE_RESULT_INDEX_H
#define ARENA_SERVE_RESULT_INDEX_H

#include <poll.h>

#include "arena/serve/result_page.h"
#include "arena/serve/run_live.h"

struct result_index;

/* `runs`: who follows the runs that are played; it must outlive the index. Never NULL. */
struct result_index *result_index_new(struct run_watch *runs);
void result_index_free(struct result_index *index);

/* The rows of the folder of a place: {"reading": how many are not there yet, "index": [...],
 * "live": {NAME: what run_live.h says of a run that is played, ...}, "note"}. A row is what
 * `results` lists of a folder (show/result_list.h), with
 *   "name"     of the folder
 *   "page"     whether it has one
 *   "state"    of a run that is played or was stopped (run_state_names), "games" and "planned" then
 *              how far it is
 *   "problem"  why it has nothing else: a sentence
 *   "reading"  true: it is not read yet
 * NULL where nobody has asked for some time, until all are read or 0.7 seconds are over. The caller
 * deletes it. */
cJSON *result_index_get(struct result_index *index, const struct served_place *place);

/* The two functions of a site (http_server.h). */
int result_index_watch(const struct result_index *index, struct pollfd *places, int room);
void result_index_look(struct result_index *index);

#endif
