// SPDX-License-Identifier: MIT
/* arena/result/search_result.h - tune.json, tune.jsonl and grid.json: a bot against itself with
 * other options (docs/formats.md). */
#ifndef ARENA_RESULT_SEARCH_RESULT_H
#define ARENA_RESULT_SEARCH_RESULT_H

#include "arena/result/estimates.h"

#define SEARCH_HEAD_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, format, ALWAYS, "format of the file: 2")                                        \
    VALUE(OF, TEXT, harness, ALWAYS, "program and version")                                        \
    VALUE(OF, TEXT, name, ALWAYS, "name in the config")                                            \
    VALUE(OF, JSON, seed, ALWAYS, "seed of the deals")                                             \
    VALUE(OF, JSON, rules, ALWAYS, "the rule set")                                                 \
    VALUE(OF, TEXT, bot, ALWAYS, "the bot whose options are searched")
FIELDS_STRUCT(search_head, SEARCH_HEAD_FIELDS);

#define CHECKED_DIFFERENCE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                 \
    VALUE(OF, INT, deals, ALWAYS, "number of deals, none of which the search has used")            \
    NESTED(OF, STRUCT, estimate, difference, ALWAYS, "the difference, in points a deal")           \
    NESTED(OF, OPTIONAL, judged, judged, IF_ANY,                                                   \
           "the interval that decides whether it is called better or worse; missing if all was "   \
           "played alike")
FIELDS_STRUCT(checked_difference, CHECKED_DIFFERENCE_FIELDS);

/* ---- tune ---- */

#define TUNED_OPTION_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, TEXT, name, ALWAYS, "name of the option")                                            \
    VALUE(OF, INT, low, ALWAYS, "lowest value tried")                                              \
    VALUE(OF, INT, high, ALWAYS, "highest value tried")                                            \
    VALUE(OF, INT, start, ALWAYS, "the bot's own value")                                           \
    VALUE(OF, INT, winner, ALWAYS, "the best value found")
FIELDS_STRUCT(tuned_option, TUNED_OPTION_FIELDS);

/* A line of tune.jsonl. */
#define TUNE_ROUND_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, INT, round, ALWAYS, "number of the round, from 0")                                   \
    MANY(OF, INTS_BY_NAME, , plus, ALWAYS, "values of one side")                                   \
    MANY(OF, INTS_BY_NAME, , minus, ALWAYS, "values of the other side")                            \
    NESTED(OF, STRUCT, estimate, difference, ALWAYS, "plus less minus, points a deal")             \
    MANY(OF, INTS_BY_NAME, , centre, ALWAYS, "the values to which the search moved")
FIELDS_STRUCT(tune_round, TUNE_ROUND_FIELDS);

#define TUNE_SUMMARY_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    NESTED(OF, EMBEDDED, search_head, head, ALWAYS, "")                                            \
    VALUE(OF, TEXT, module, ALWAYS, "the bot's module")                                            \
    VALUE(OF, FLAG, complete, ALWAYS, "whether the winner was checked")                            \
    VALUE(OF, INT, rounds, ALWAYS, "rounds of the search")                                         \
    VALUE(OF, INT, deals, ALWAYS, "deals of a round")                                              \
    MANY(OF, STRUCTS, tuned_option, options, ALWAYS, "the options that were searched")             \
    VALUE(OF, TEXT, verdict, ALWAYS, "the winner against the start, in words")                     \
    NESTED(OF, OPTIONAL, checked_difference, check, IF_ANY,                                        \
           "the difference winner less start; missing if the search is not finished")              \
    MANY(OF, STRUCTS, tune_round, path, IF_ANY,                                                    \
         "the lines of tune.jsonl; only in the data of a page")
FIELDS_STRUCT(tune_summary, TUNE_SUMMARY_FIELDS);

/* ---- grid ---- */

#define GRID_POINT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    MANY(OF, INTS_BY_NAME, , options, ALWAYS, "values of the options")                             \
    NESTED(OF, STRUCT, estimate, difference, ALWAYS,                                               \
           "difference from the bot's own values, in points a deal")                               \
    VALUE(OF, FLAG, equal, ALWAYS, "whether no unit differed")                                     \
    NESTED(OF, OPTIONAL, judged, judged, ALWAYS,                                                   \
           "the interval that decides whether it is called better or worse")
FIELDS_STRUCT(grid_point, GRID_POINT_FIELDS);

#define GRID_SUMMARY_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    NESTED(OF, EMBEDDED, search_head, head, ALWAYS, "")                                            \
    MANY(OF, INTS_BY_NAME, , start, ALWAYS, "the bot's own values")                                \
    VALUE(OF, FLAG, complete, ALWAYS, "whether all points were played")                            \
    VALUE(OF, INT, deals, ALWAYS, "deals of each point")                                           \
    MANY(OF, STRUCTS, grid_point, points, ALWAYS, "all combinations but the bot's own")
FIELDS_STRUCT(grid_summary, GRID_SUMMARY_FIELDS);

/* Read from JSON of a file at `path`; texts and lists come from the pool. False with errors. */
bool tune_summary_read(struct tune_summary *tune, const cJSON *root, const char *path,
                       struct pool *pool, struct errors *errors);
bool grid_summary_read(struct grid_summary *grid, const cJSON *root, const char *path,
                       struct pool *pool, struct errors *errors);

/* "club: of 14 combinations, 2 are shown to be better than its own values, and 1 worse"; from the
 * pool. */
const char *grid_sentence(const struct grid_summary *grid, struct pool *pool);

#endif
