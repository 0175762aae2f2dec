// SPDX-License-Identifier: MIT
/* arena/serve/run_live.h - a run as it goes: what its process says of it, for the live page and the
 * index. */
#ifndef ARENA_SERVE_RUN_LIVE_H
#define ARENA_SERVE_RUN_LIVE_H

#include "arena/serve/child_store.h"

struct run_live_work {
    const char *root, *folder; /* of input_stay_below(); of the run */
};

/* The code of what it says: there is a run; there is none, and the text is empty. */
enum run_live_code { RUN_LIVE_IS, RUN_LIVE_NONE };

/* For child_store.h, of a struct run_live_work: says what the run is whenever that has changed, and
 * ends when the run is no longer played and all is read, or another run has taken its place. An
 * object:
 *   "state"     run_state_words
 *   "read"      whether all games that are there were read
 *   "games", "planned", "played_share", "rate" (games a second), "left" (seconds, at that rate, if
 *               all are played)
 *   "manifest", "summary"  as in the files, the summary of the games that were read
 *   "tables"               "faults"; of a shard, "shards" (show/run_tables.h)
 *   "row"       {"games", "planned", "rate", "left", "verdict", "path": [[games, mean], ...], the
 *               difference as it was after ever more games}, for the index
 *   "note"      why something is missing: a sentence
 * What is not known is missing. */
int run_live_say(const struct child_task *task);

#endif
