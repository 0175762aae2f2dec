// SPDX-License-Identifier: MIT
/* arena/result/study_result.h - study.json and populations.json: the effects of rule variations
 * (docs/formats.md). */
#ifndef ARENA_RESULT_STUDY_RESULT_H
#define ARENA_RESULT_STUDY_RESULT_H

#include "arena/result/search_result.h"

/* ---- what players learned ---- */

#define LESSON_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                             \
    MANY(OF, INTS_BY_NAME, , options, ALWAYS, "1.0", "values with which they play")                \
    MANY(OF, INTS_BY_NAME, , found, ALWAYS, "1.0", "values that the search ended at")              \
    VALUE(OF, FLAG, taken, ALWAYS, "1.0", "whether they were shown to win more")                   \
    NESTED(OF, STRUCT, checked_difference, check, ALWAYS, "1.0",                                   \
           "the gain: values found less previous values")                                          \
    NESTED(OF, OPTIONAL, checked_difference, check_base, LATER, "1.0",                             \
           "the same under the base's rules")                                                      \
    VALUE(OF, INT, searches, LATER, "1.1", "number of lessons for which p is adjusted (Bonferroni)")
FIELDS_STRUCT(lesson, LESSON_FIELDS);

/* ---- effects ---- */

#define LEARNED_EFFECT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    VALUE(OF, REAL, value, ALWAYS, "1.0",                                                          \
          "the metric under the variation's rules, for players who have learned it")               \
    NESTED(OF, STRUCT, estimate, effect, ALWAYS, "1.0", "value less base")                         \
    VALUE(OF, REAL, p, ALWAYS, "1.0", "two-sided p-value, by Student's t")                         \
    VALUE(OF, REAL, p_holm, ALWAYS, "1.0", "p, adjusted for all effects of the study")             \
    NESTED(OF, OPTIONAL, judged, judged, LATER, "1.1",                                             \
           "the interval that decides whether it is called significant")
FIELDS_STRUCT(learned_effect, LEARNED_EFFECT_FIELDS);

#define METRIC_NAME_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, TEXT, metric, ALWAYS, "1.0", "its key")                                              \
    VALUE(OF, TEXT, title, ALWAYS, "1.0", "its name")                                              \
    VALUE(OF, TEXT, unit, ALWAYS, "1.0", "share, points, number ...")
FIELDS_STRUCT(metric_name, METRIC_NAME_FIELDS);

#define METRIC_EFFECT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                      \
    NESTED(OF, EMBEDDED, metric_name, of, ALWAYS, "1.0", "")                                       \
    VALUE(OF, REAL, base, ALWAYS, "1.0", "the metric under the base's rules")                      \
    VALUE(OF, REAL, value, ALWAYS, "1.0", "the metric under the variation's rules")                \
    NESTED(OF, STRUCT, estimate, effect, ALWAYS, "1.0", "value less base")                         \
    VALUE(OF, REAL, p, ALWAYS, "1.0", "two-sided p-value, by Student's t")                         \
    VALUE(OF, REAL, p_holm, ALWAYS, "1.0", "p, adjusted for all effects of the study")             \
    NESTED(OF, OPTIONAL, learned_effect, learned, LATER, "1.0",                                    \
           "the effect for players who have learned the variation")                                \
    NESTED(OF, OPTIONAL, judged, judged, LATER, "1.1",                                             \
           "the interval that decides whether it is called significant")
FIELDS_STRUCT(metric_effect, METRIC_EFFECT_FIELDS);

#define VARIATION_RESULT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    VALUE(OF, TEXT, name, ALWAYS, "1.0", "its name")                                               \
    VALUE(OF, TEXT, folder, ALWAYS, "1.0", "folder of its games")                                  \
    VALUE(OF, JSON, changes, ALWAYS, "1.0", "options that differ, with both values")               \
    VALUE(OF, TEXT, unit, ALWAYS, "1.0", "what a unit is: deal or session")                        \
    VALUE(OF, INT, units, ALWAYS, "1.0", "units that were paired")                                 \
    VALUE(OF, TEXT, unit_cause, LATER, "1.0", "why the unit is the session")                       \
    VALUE(OF, INT, changed_games, ALWAYS, "1.0", "games in which some decision was different")     \
    VALUE(OF, TEXT, indifferent, LATER, "1.0",                                                     \
          "all bots declare that this never changes what they decide")                             \
    VALUE(OF, TEXT, warning, LATER, "1.0", "no game changed, or fewer than one in a thousand")     \
    VALUE(OF, TEXT, note, LATER, "1.0", "what was left out")                                       \
    NESTED(OF, OPTIONAL, lesson, learned, LATER, "1.0", "what players learned")                    \
    MANY(OF, STRUCTS, metric_effect, effects, ALWAYS, "1.0", "the effect on each metric")
FIELDS_STRUCT(variation_result, VARIATION_RESULT_FIELDS);

#define STUDY_RESULT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, INT, format, ALWAYS, "1.0", "format of the file: 1")                                 \
    VALUE(OF, TEXT, harness, ALWAYS, "1.0", "program and version")                                 \
    VALUE(OF, TEXT, name, ALWAYS, "1.0", "name in the config")                                     \
    VALUE(OF, TEXT, description, LATER, "1.0", "description in the config")                        \
    VALUE(OF, FLAG, complete, ALWAYS, "1.0", "whether all variations were played")                 \
    VALUE(OF, TEXT, unit, ALWAYS, "1.0", "what a unit is: deal or session")                        \
    VALUE(OF, INT, units, ALWAYS, "1.0", "units of the schedule")                                  \
    VALUE(OF, INT, games, ALWAYS, "1.0", "games with each rule set")                               \
    VALUE(OF, JSON, seed, ALWAYS, "1.0", "seed of the deals")                                      \
    VALUE(OF, TEXT, base, ALWAYS, "1.0", "folder of the base's games")                             \
    NESTED(OF, OPTIONAL, lesson, learned, LATER, "1.0", "what players learned of the base")        \
    VALUE(OF, JSON, realism, LATER, "1.0", "how play under the base differs from how others play") \
    MANY(OF, STRUCTS, variation_result, variations, ALWAYS, "1.0", "in the order of the config")
FIELDS_STRUCT(study_result, STUDY_RESULT_FIELDS);

/* ---- several populations ---- */

#define POPULATION_EFFECT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                  \
    FIELDS_KEY(CUSTOM, OF)                                                                         \
    VALUE(OF, REAL, base, ALWAYS, "1.0", "the metric under the base's rules")                      \
    VALUE(OF, REAL, value, ALWAYS, "1.0", "the metric under the variation's rules")                \
    NESTED(OF, STRUCT, estimate, effect, ALWAYS, "1.0", "value less base")                         \
    VALUE(OF, REAL, p, ALWAYS, "1.0", "two-sided p-value, by Student's t")                         \
    VALUE(OF, REAL, p_holm, ALWAYS, "1.0", "p, adjusted for all effects of all populations")       \
    NESTED(OF, OPTIONAL, judged, judged, LATER, "1.1",                                             \
           "the interval that decides whether it is called significant")
FIELDS_STRUCT(population_effect, POPULATION_EFFECT_FIELDS);

#define EFFECT_BY_POPULATION_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                               \
    NESTED(OF, EMBEDDED, metric_name, of, ALWAYS, "1.0", "")                                       \
    MANY(OF, NAMED, population_effect, populations, ALWAYS, "1.0", "the effect in each population")
FIELDS_STRUCT(effect_by_population, EFFECT_BY_POPULATION_FIELDS);

#define VARIATION_OF_ALL_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    VALUE(OF, TEXT, name, ALWAYS, "1.0", "its name")                                               \
    VALUE(OF, JSON, changes, ALWAYS, "1.0", "options that differ, with both values")               \
    MANY(OF, STRUCTS, effect_by_population, effects, ALWAYS, "1.0",                                \
         "the effects on metrics that all studies have")
FIELDS_STRUCT(variation_of_all, VARIATION_OF_ALL_FIELDS);

#define POPULATION_HEAD_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                    \
    VALUE(OF, TEXT, name, ALWAYS, "1.0", "its name")                                               \
    VALUE(OF, TEXT, description, LATER, "1.0", "what it is")                                       \
    VALUE(OF, TEXT, folder, ALWAYS, "1.0", "folder of its study")                                  \
    VALUE(OF, JSON, references, LATER, "1.0", "how far it is from how others play")
FIELDS_STRUCT(population_head, POPULATION_HEAD_FIELDS);

#define POPULATIONS_RESULT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                 \
    VALUE(OF, INT, format, ALWAYS, "1.0", "format of the file: 1")                                 \
    VALUE(OF, TEXT, harness, ALWAYS, "1.0", "program and version")                                 \
    VALUE(OF, TEXT, name, ALWAYS, "1.0", "name in the config")                                     \
    VALUE(OF, TEXT, unit, ALWAYS, "1.0", "what a unit is: deal or session")                        \
    VALUE(OF, INT, units, ALWAYS, "1.0", "units of the schedule")                                  \
    VALUE(OF, INT, games, ALWAYS, "1.0", "games with each rule set")                               \
    VALUE(OF, JSON, seed, ALWAYS, "1.0", "seed of the deals")                                      \
    MANY(OF, STRUCTS, population_head, populations, ALWAYS, "1.0", "the populations that played")  \
    MANY(OF, STRUCTS, variation_of_all, variations, ALWAYS, "1.0", "in the order of the config")
FIELDS_STRUCT(populations_result, POPULATIONS_RESULT_FIELDS);

/* Read from JSON of a file at `path`; texts, lists and JSON come from the pool. False with errors.
 */
bool study_result_read(struct study_result *study, const cJSON *root, const char *path,
                       struct pool *pool, struct errors *errors);
bool populations_result_read(struct populations_result *populations, const cJSON *root,
                             const char *path, struct pool *pool, struct errors *errors);

#endif
