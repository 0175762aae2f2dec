// SPDX-License-Identifier: MIT
/* arena/tune/tune.h - `skat-arena tune`: a search that writes what it does, and can be continued.
 */
#ifndef ARENA_TUNE_TUNE_H
#define ARENA_TUNE_TUNE_H

#include "arena/tune/option_search.h"

/* Searches and checks, with the cache of the campaign. tune.jsonl in its folder gets a line for
 * each round, tune.json the result, or how far it came; *summary gets the same, with texts and
 * lists from the pool. Returns the exit code of what was found, EXIT_OK, EXIT_REJECTED or
 * EXIT_UNDECIDED, or another, as option_duel_play(); with errors there is no summary. */
int tune_run(struct campaign *campaign, const struct config *config, const struct search_plan *plan,
             struct tune_summary *summary, struct pool *pool, struct errors *errors);

/* Reads tune.json of a folder back, with the lines of tune.jsonl as `path`. False with errors when
 * it is invalid. */
bool tune_load(struct tune_summary *tune, const char *folder, struct pool *pool,
               struct errors *errors);

#endif
