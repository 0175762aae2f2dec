// SPDX-License-Identifier: MIT
/* arena/tune/tune.h - `skat-arena tune`: a search that writes what it does, and can be continued.
 */
#ifndef ARENA_TUNE_TUNE_H
#define ARENA_TUNE_TUNE_H

#include "arena/tune/option_search.h"

struct tune_result {
    int64_t winner[SURFACE_MAX];
    struct option_duel_result check; /* the winner less the start; equal if they are the same */
    int rounds;                      /* that were played */
    bool complete;
};

/* Searches and checks, with the cache of the campaign. tune.jsonl in its folder gets a line for
 * each round, tune.json the result, or how far it came. Returns an exit code, as
 * option_duel_play(). */
int tune_run(struct campaign *campaign, const struct config *config, const struct search_plan *plan,
             struct tune_result *result, struct errors *errors);

/* What tune.json says (docs/formats.md); texts and lists come from the pool. */
void tune_summarise(struct tune_summary *summary, const struct config *config,
                    const struct search_plan *plan, const struct tune_result *result,
                    struct pool *pool);

/* Reads tune.json of a folder back, with the lines of tune.jsonl as `path`. False with errors when
 * it is invalid. */
bool tune_load(struct tune_summary *tune, const char *folder, struct pool *pool,
               struct errors *errors);

#endif
