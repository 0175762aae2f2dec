// SPDX-License-Identifier: MIT
/* arena/tune/option_ranges.h - which options of a bot are searched, between what. */
#ifndef ARENA_TUNE_OPTION_RANGES_H
#define ARENA_TUNE_OPTION_RANGES_H

#include "arena/base/fields.h"
#include "arena/config/config.h"
#include "arena/stats/response_surface.h"

struct option_range {
    const char *name; /* in the module's description */
    int setting;      /* its index in the bot's settings */
    int64_t low, high, start;
};

struct option_ranges {
    int count;
    struct option_range of[SURFACE_MAX];
};

/* The index of the bot that `object` names under "bot", or of the only bot of the config; -1 with
 * errors. */
int option_ranges_bot(const struct json_value *object, const struct config *config);

/* Reads the names of numeric options of `bot`, which is made of one module; each range is what the
 * module declares, whatever the members of `object` are. `form` is how the object is written, for
 * messages. A name that appears twice is an error. False with errors. */
bool option_ranges_declared(struct option_ranges *ranges, const struct json_value *object,
                            const struct bot *bot, const char *form);
/* Reads {"caution": [40, 75], "grand_bonus": null}, where null is the declared range. A start
 * outside of its range, an empty range, and one beyond what the module declares are errors. False
 * with errors. */
bool option_ranges_read(struct option_ranges *ranges, const struct json_value *object,
                        const struct bot *bot);
/* Adds "caution=40..75" or "caution" to an object for option_ranges_read(), or "caution=40,50,60"
 * to that of a grid. False with an error at `place`. */
bool option_ranges_add_word(cJSON *options, const char *word, bool grid, const char *place,
                            struct errors *errors);

/* The bot's own values, and whether two sets of values are the same. */
void option_ranges_starts(const struct option_ranges *ranges, int64_t values[SURFACE_MAX]);
bool option_ranges_same(const struct option_ranges *ranges, const int64_t one[SURFACE_MAX],
                        const int64_t other[SURFACE_MAX]);
bool option_ranges_is_start(const struct option_ranges *ranges, const int64_t values[SURFACE_MAX]);

/* The option values at a point of the box 0..1 of all ranges, rounded, and the point of values. */
void option_ranges_values(const struct option_ranges *ranges, const struct surface_point *point,
                          int64_t values[SURFACE_MAX]);
struct surface_point option_ranges_point(const struct option_ranges *ranges,
                                         const int64_t values[SURFACE_MAX]);

/* The values with their names, as many as there are ranges, from the pool. */
struct named_int *option_ranges_named(const struct option_ranges *ranges,
                                      const int64_t values[SURFACE_MAX], struct pool *pool);
/* Finds the values of all ranges among `count` named ones; false if one is missing. */
bool option_ranges_find(const struct option_ranges *ranges, const struct named_int *named,
                        int count, int64_t values[SURFACE_MAX]);

#endif
