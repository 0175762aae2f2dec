// SPDX-License-Identifier: MIT
/* arena/tune/tune.h - searches options of a bot that win more, by rounds of option_duel.h that a
 * response surface leads, or tries a grid of them; and writes what `skat-arena tune` finds. */
#ifndef ARENA_TUNE_TUNE_H
#define ARENA_TUNE_TUNE_H

#include <stdio.h>

#include "arena/tune/option_duel.h"

struct search_plan {
    int bot; /* of the config */
    struct option_ranges ranges;
    int rounds;
    int64_t deals;       /* of a round */
    int64_t check_deals; /* of the winner against the start, afterwards; on deals of their own */
};

/* Reads `object`, {"bot", "options", "rounds", "deals", "check_deals"}, which `config` has under
 * this key. False with errors. */
bool search_plan_read(struct search_plan *plan, const struct json_value *object,
                      const struct config *config);

/* Searches from the ranges' starts; `winner` gets the values. At the end each option is played
 * against its start, the others as found, and goes back to it unless that loses: where the search
 * went with an option that hardly matters, or not under these rules, is chance. `lines`, NULL if it
 * is not wanted, gets a line of tune.jsonl for each round. Returns an exit code, as
 * option_duel_play(). */
int option_search(struct option_duel *duel, const struct search_plan *plan, FILE *lines,
                  int64_t winner[SURFACE_MAX], struct errors *errors);

/* Plays the winner against the start, on deals that no round used. */
int option_search_check(struct option_duel *duel, const struct search_plan *plan,
                        const int64_t winner[SURFACE_MAX], struct option_duel_result *result,
                        struct errors *errors);

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

/* ---- the grid: all combinations of some values of options, each against the bot's own values on
 * the same deals ---- */

enum { GRID_VALUES_MAX = 64, GRID_POINTS_MAX = 256 };

struct grid_plan {
    int bot;
    struct option_ranges ranges; /* of the values; `start` is the bot's own */
    int64_t values[SURFACE_MAX][GRID_VALUES_MAX];
    int value_count[SURFACE_MAX];
    int64_t deals;
    int points; /* all combinations but the bot's own */
};

/* Reads `object`, {"bot", "grid": {"caution": [50, 55, 60]}, "deals"}. False with errors. */
bool grid_plan_read(struct grid_plan *plan, const struct json_value *object,
                    const struct config *config);

/* Plays all points, with the cache of the campaign. Saves grid.json; *summary gets the same, of the
 * points that were played (p adjusted by Holm's method), with texts and lists from the pool.
 * Returns an exit code, as option_duel_play(); with errors there is no summary. */
int grid_run(struct campaign *campaign, const struct config *config, const struct grid_plan *plan,
             struct grid_summary *summary, struct pool *pool, struct errors *errors);

#endif
