// SPDX-License-Identifier: MIT
/* arena/result/study_result.h - study.json and populations.json: the effects of rule variations
 * (docs/formats.md). */
#ifndef ARENA_RESULT_STUDY_RESULT_H
#define ARENA_RESULT_STUDY_RESULT_H

#include "arena/result/search_result.h"

/* ---- what players learned ---- */

#define LESSON_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                             \
    MANY(OF, INTS_BY_NAME, , options, ALWAYS, "values with which they play")                       \
    MANY(OF, INTS_BY_NAME, , found, ALWAYS, "values that the search ended at")                     \
    VALUE(OF, FLAG, taken, ALWAYS, "whether they were shown to win more")                          \
    NESTED(OF, STRUCT, checked_difference, check, ALWAYS,                                          \
           "the gain: values found less previous values")                                          \
    NESTED(                                                                                        \
        OF, OPTIONAL, checked_difference, check_baseline, IF_ANY,                                  \
        "the same under the baseline's rules; missing if the values found are the previous ones")  \
    VALUE(OF, INT, searches, ALWAYS, "number of lessons for which p is adjusted (Bonferroni)")
FIELDS_STRUCT(lesson, LESSON_FIELDS);

/* ---- effects ---- */

#define LEARNED_EFFECT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    VALUE(OF, REAL, value, ALWAYS,                                                                 \
          "the metric under the variation's rules, for players who have learned it")               \
    NESTED(OF, STRUCT, estimate, effect, ALWAYS, "value less baseline")                            \
    NESTED(OF, OPTIONAL, judged, judged, ALWAYS,                                                   \
           "the interval that decides whether it is called significant")
FIELDS_STRUCT(learned_effect, LEARNED_EFFECT_FIELDS);

#define METRIC_NAME_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, TEXT, metric, ALWAYS, "its key")                                                     \
    VALUE(OF, TEXT, title, ALWAYS, "its name")                                                     \
    VALUE(OF, TEXT, measured_in, ALWAYS, "share, points or number")
FIELDS_STRUCT(metric_name, METRIC_NAME_FIELDS);

#define METRIC_EFFECT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                      \
    NESTED(OF, EMBEDDED, metric_name, of, ALWAYS, "")                                              \
    VALUE(OF, REAL, baseline, ALWAYS, "the metric under the baseline's rules")                     \
    VALUE(OF, REAL, value, ALWAYS, "the metric under the variation's rules")                       \
    NESTED(OF, STRUCT, estimate, effect, ALWAYS, "value less baseline")                            \
    NESTED(OF, OPTIONAL, learned_effect, learned, IF_ANY,                                          \
           "the effect for players who have learned the variation; missing without --adapt")       \
    NESTED(OF, OPTIONAL, judged, judged, ALWAYS,                                                   \
           "the interval that decides whether it is called significant")
FIELDS_STRUCT(metric_effect, METRIC_EFFECT_FIELDS);

#define VARIATION_RESULT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    VALUE(OF, TEXT, name, ALWAYS, "its name")                                                      \
    VALUE(OF, TEXT, folder, ALWAYS, "folder of its games")                                         \
    VALUE(OF, JSON, changes, ALWAYS, "options that differ, with both values")                      \
    VALUE(OF, TEXT, unit, ALWAYS, "what a unit is: deal or session")                               \
    VALUE(OF, INT, units, ALWAYS, "units that were paired")                                        \
    VALUE(OF, TEXT, unit_cause, IF_ANY, "why the unit is the session; missing if it is the deal")  \
    VALUE(OF, INT, changed_games, ALWAYS, "games in which some decision was different")            \
    VALUE(OF, TEXT, indifferent, IF_ANY,                                                           \
          "all bots declare that this never changes what they decide; missing if they do not")     \
    VALUE(OF, TEXT, warning, IF_ANY,                                                               \
          "that no game changed, or fewer than one in a thousand; missing if more did")            \
    VALUE(OF, TEXT, note, IF_ANY, "what was left out; missing if nothing was")                     \
    NESTED(OF, OPTIONAL, lesson, learned, IF_ANY, "what players learned; missing without --adapt") \
    MANY(OF, STRUCTS, metric_effect, effects, ALWAYS, "the effect on each metric")
FIELDS_STRUCT(variation_result, VARIATION_RESULT_FIELDS);

#define STUDY_RESULT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, INT, format, ALWAYS, "format of the file: 2")                                        \
    VALUE(OF, TEXT, harness, ALWAYS, "program and version")                                        \
    VALUE(OF, TEXT, name, ALWAYS, "name in the config")                                            \
    VALUE(OF, TEXT, description, IF_ANY, "description in the config; missing if it has none")      \
    VALUE(OF, FLAG, complete, ALWAYS, "whether all variations were played")                        \
    VALUE(OF, TEXT, unit, ALWAYS, "what a unit is: deal or session")                               \
    VALUE(OF, INT, units, ALWAYS, "units of the schedule")                                         \
    VALUE(OF, INT, games, ALWAYS, "games with each rule set")                                      \
    VALUE(OF, JSON, seed, ALWAYS, "seed of the deals")                                             \
    VALUE(OF, TEXT, baseline, ALWAYS, "folder of the baseline's games")                            \
    NESTED(OF, OPTIONAL, lesson, learned, IF_ANY,                                                  \
           "what players learned of the baseline; missing without --adapt")                        \
    VALUE(                                                                                         \
        OF, JSON, realism, IF_ANY,                                                                 \
        "how play under the baseline differs from how others play; missing for other games than "  \
        "Skat")                                                                                    \
    MANY(OF, STRUCTS, variation_result, variations, ALWAYS, "in the order of the config")
FIELDS_STRUCT(study_result, STUDY_RESULT_FIELDS);

/* ---- several populations ---- */

#define POPULATION_EFFECT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                  \
    FIELDS_KEY(CUSTOM, OF)                                                                         \
    VALUE(OF, REAL, baseline, ALWAYS, "the metric under the baseline's rules")                     \
    VALUE(OF, REAL, value, ALWAYS, "the metric under the variation's rules")                       \
    NESTED(OF, STRUCT, estimate, effect, ALWAYS, "value less baseline")                            \
    VALUE(OF, INT, units, ALWAYS, "units that were paired")                                        \
    NESTED(OF, OPTIONAL, judged, judged, ALWAYS,                                                   \
           "the interval that decides whether it is called significant")
FIELDS_STRUCT(population_effect, POPULATION_EFFECT_FIELDS);

#define EFFECT_BY_POPULATION_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                               \
    NESTED(OF, EMBEDDED, metric_name, of, ALWAYS, "")                                              \
    MANY(OF, NAMED, population_effect, populations, ALWAYS, "the effect in each population")
FIELDS_STRUCT(effect_by_population, EFFECT_BY_POPULATION_FIELDS);

#define VARIATION_OF_ALL_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    VALUE(OF, TEXT, name, ALWAYS, "its name")                                                      \
    VALUE(OF, JSON, changes, ALWAYS, "options that differ, with both values")                      \
    MANY(OF, STRUCTS, effect_by_population, effects, ALWAYS,                                       \
         "the effects on metrics that all studies have")
FIELDS_STRUCT(variation_of_all, VARIATION_OF_ALL_FIELDS);

#define POPULATION_HEAD_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                    \
    VALUE(OF, TEXT, name, ALWAYS, "its name")                                                      \
    VALUE(OF, TEXT, description, IF_ANY, "what it is; missing if its file has no description")     \
    VALUE(OF, TEXT, folder, ALWAYS, "folder of its study")                                         \
    VALUE(OF, JSON, references, IF_ANY,                                                            \
          "how far it is from how others play; missing for other games than Skat")
FIELDS_STRUCT(population_head, POPULATION_HEAD_FIELDS);

#define POPULATIONS_RESULT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                 \
    VALUE(OF, INT, format, ALWAYS, "format of the file: 2")                                        \
    VALUE(OF, TEXT, harness, ALWAYS, "program and version")                                        \
    VALUE(OF, TEXT, name, ALWAYS, "name in the config")                                            \
    VALUE(OF, TEXT, unit, ALWAYS, "what a unit is: deal or session")                               \
    VALUE(OF, INT, units, ALWAYS, "units of the schedule")                                         \
    VALUE(OF, INT, games, ALWAYS, "games with each rule set")                                      \
    VALUE(OF, JSON, seed, ALWAYS, "seed of the deals")                                             \
    MANY(OF, STRUCTS, population_head, populations, ALWAYS, "the populations that played")         \
    MANY(OF, STRUCTS, variation_of_all, variations, ALWAYS, "in the order of the config")
FIELDS_STRUCT(populations_result, POPULATIONS_RESULT_FIELDS);

/* Read from JSON of a file at `path`; texts, lists and JSON come from the pool. False with errors.
 */
bool study_result_read(struct study_result *study, const cJSON *root, const char *path,
                       struct pool *pool, struct errors *errors);
bool populations_result_read(struct populations_result *populations, const cJSON *root,
                             const char *path, struct pool *pool, struct errors *errors);

#endif
