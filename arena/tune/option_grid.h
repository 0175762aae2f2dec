// SPDX-License-Identifier: MIT
/* arena/tune/option_grid.h - `skat-arena tune --grid`: all combinations of some values of options,
 * each against the bot's own values on the same deals. */
#ifndef ARENA_TUNE_OPTION_GRID_H
#define ARENA_TUNE_OPTION_GRID_H

#include "arena/tune/option_duel.h"

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
