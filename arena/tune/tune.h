// SPDX-License-Identifier: MIT
/* arena/tune/tune.h - `skat-arena tune`: a search that writes what it does, and can be continued.
 */
#ifndef ARENA_TUNE_TUNE_H
#define ARENA_TUNE_TUNE_H

#include "arena/tune/option_search.h"

struct tune_result {
    int64_t winner[SURFACE_MAX];
    struct option_duel_result check; /* the winner less the start; equal if they are the same */
    bool complete;
};

/* Searches and checks in the folder `out`. tune.jsonl gets a line for each round; rounds that it
 * has already are not played again. tune.json has the result, or how far it came. Returns EXIT_OK,
 * EXIT_INTERRUPTED, EXIT_BAD_FILE for a tune.jsonl of another search, or EXIT_INTERNAL, with
 * errors. */
int tune_run(const struct config *config, const struct search_plan *plan, const char *out,
             bool quiet, struct tune_result *result, struct errors *errors);

/* What tune.json says (docs/formats.md); texts and lists come from the pool. */
void tune_summarise(struct tune_summary *summary, const struct config *config,
                    const struct search_plan *plan, const struct tune_result *result,
                    struct pool *pool);

/* Reads tune.json of a folder back, with the lines of tune.jsonl as `path`. False with errors when
 * it is invalid. */
bool tune_load(struct tune_summary *tune, const char *folder, struct pool *pool,
               struct errors *errors);

#endif
