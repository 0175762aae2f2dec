// SPDX-License-Identifier: MIT
/* arena/serve/run_live.h - a run as it is now, for its page: live.json, again and again. */
#ifndef ARENA_SERVE_RUN_LIVE_H
#define ARENA_SERVE_RUN_LIVE_H

/* For serve_child.h: follows the run in the folder `context`, a text, and writes what it is to
 * `out`, a line of JSON whenever that has changed:
 *   "state"     run_state_names
 *   "read"      whether all games that are there were read
 *   "games", "planned", "rate" (games a second), "left" (seconds, at that rate, if all are played)
 *   "manifest", "summary"  as in the files, the summary of the games so far
 *   "fault_groups"         report/fault_groups.h
 *   "shards"                of a shard: run_shards.h
 *   "note"      why something is missing: a sentence
 * What is not known is missing. Ends when the run is no longer played and all is read, or another
 * run has taken its place: an exit code. */
int run_live(const void *context, int out);

#endif
