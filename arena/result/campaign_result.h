// SPDX-License-Identifier: MIT
/* arena/result/campaign_result.h - what many runs for one result show (docs/formats.md). */
#ifndef ARENA_RESULT_CAMPAIGN_RESULT_H
#define ARENA_RESULT_CAMPAIGN_RESULT_H

#include <stdbool.h>

#include "arena/result/estimates.h"
#include "arena/result/run_verdict.h"

/* ---- history.json and bisect.json: the bots of commits ---- */

#define HISTORY_HEAD_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, INT, format, ALWAYS, "format of the file: 2")                                        \
    VALUE(OF, TEXT, harness, ALWAYS, "program and version")                                        \
    VALUE(OF, TEXT, name, ALWAYS, "name of the folder with the commits")                           \
    VALUE(OF, TEXT, sentence, ALWAYS, "the result, for a person to read")                          \
    VALUE(OF, FLAG, complete, ALWAYS, "whether the command finished")                              \
    VALUE(OF, TEXT, build, ALWAYS, "the command that builds a commit")                             \
    VALUE(OF, TEXT, module, ALWAYS, "the file that the build makes")                               \
    VALUE(OF, JSON, seed, ALWAYS, "seed of the deals, the same in all comparisons")                \
    VALUE(OF, JSON, rules, ALWAYS, "the rule set")                                                 \
    VALUE(OF, TEXT, scoring, ALWAYS, "the scoring in which points are counted")                    \
    VALUE(OF, INT, deals, ALWAYS, "most deals of each comparison")
FIELDS_STRUCT(history_head, HISTORY_HEAD_FIELDS);

#define HISTORY_COMMIT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    VALUE(OF, TEXT, commit, ALWAYS, "its hash")                                                    \
    VALUE(OF, TEXT, date, ALWAYS, "of the commit")                                                 \
    VALUE(OF, TEXT, subject, ALWAYS, "the first line of its message")                              \
    VALUE(OF, TEXT, status, ALWAYS,                                                                \
          "plays; not built; refused (what was built is no bot for these rules); fails (in most "  \
          "games that it plays alone)")                                                            \
    VALUE(OF, TEXT_OR_NULL, note, ALWAYS, "why it does not play")                                  \
    VALUE(OF, TEXT_OR_NULL, sha256, ALWAYS, "of its module")
FIELDS_STRUCT(history_commit, HISTORY_COMMIT_FIELDS);

/* A run that was played, or had been. */
#define HISTORY_DUEL_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, TEXT, folder, ALWAYS, "folder of its results, in the cache")                         \
    VALUE(OF, INT, faults, ALWAYS, "games that a fault of the first bot ended")                    \
    VALUE(OF, INT, other_faults, ALWAYS, "games that a fault of the second bot ended")             \
    NESTED(OF, STRUCT, run_verdict, verdict, ALWAYS, "the verdict of the run")                     \
    NESTED(OF, OPTIONAL, judged, judged, IF_ANY,                                                   \
           "the interval that decides whether one is called better or worse, "                     \
           "adjusted for all changes; missing if the duel is not about a change")
FIELDS_STRUCT(history_duel, HISTORY_DUEL_FIELDS);

#define HISTORY_ROW_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    NESTED(OF, EMBEDDED, history_commit, commit, ALWAYS, "")                                       \
    NESTED(OF, OPTIONAL, history_duel, strength, IF_ANY,                                           \
           "its duel with the anchor; missing if it does not play")                                \
    VALUE(OF, TEXT_OR_NULL, parent, ALWAYS,                                                        \
          "the commit before it that plays; null: none, or it does not play itself")               \
    VALUE(OF, FLAG, same_module, ALWAYS, "whether its module has the same bytes as its parent's")  \
    NESTED(OF, OPTIONAL, history_duel, change, IF_ANY,                                             \
           "its duel with its parent; missing if there is none, or their modules are the same")
FIELDS_STRUCT(history_row, HISTORY_ROW_FIELDS);

#define HISTORY_RESULT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    NESTED(OF, EMBEDDED, history_head, head, ALWAYS, "")                                           \
    VALUE(OF, TEXT, anchor, ALWAYS, "the bot that each commit plays")                              \
    NESTED(OF, OPTIONAL, history_duel, overall, IF_ANY,                                            \
           "the newest commit that plays against the oldest; missing if there are not two")        \
    MANY(OF, STRUCTS, history_row, commits, ALWAYS, "the commits, the oldest first")
FIELDS_STRUCT(history_result, HISTORY_RESULT_FIELDS);

#define BISECT_STEP_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    NESTED(OF, EMBEDDED, history_commit, commit, ALWAYS, "")                                       \
    VALUE(OF, TEXT, result, ALWAYS,                                                                \
          "good (not worse by more than the margin), bad, undecided, not tested")                  \
    VALUE(OF, TEXT_OR_NULL, same_as, ALWAYS,                                                       \
          "the commit whose module has the same bytes, so that nothing was tested")                \
    NESTED(OF, OPTIONAL, history_duel, duel, IF_ANY,                                               \
           "its duel with the good commit; missing if nothing was tested")
FIELDS_STRUCT(bisect_step, BISECT_STEP_FIELDS);

#define BISECT_RESULT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                      \
    NESTED(OF, EMBEDDED, history_head, head, ALWAYS, "")                                           \
    VALUE(OF, TEXT, result, ALWAYS, "found, nothing lost, undecided, not finished")                \
    VALUE(OF, TEXT, good, ALWAYS, "the commit with which all others are compared")                 \
    VALUE(OF, TEXT, bad, ALWAYS, "the commit that was given as BAD")                               \
    VALUE(OF, INT, commits, ALWAYS, "number of commits after the good one, up to the bad one")     \
    VALUE(OF, REAL, margin, ALWAYS, "points a deal that may be lost")                              \
    VALUE(OF, REAL, alpha, ALWAYS, "chance, at most, that any step errs")                          \
    VALUE(OF, INT, most_steps, ALWAYS, "most steps that can be tested")                            \
    VALUE(OF, REAL, step_alpha, ALWAYS, "chance, at most, that one step errs")                     \
    VALUE(OF, TEXT_OR_NULL, last_good, ALWAYS, "the newest good commit before the one found")      \
    VALUE(OF, TEXT_OR_NULL, found, ALWAYS, "the oldest commit that is bad")                        \
    VALUE(OF, INT, untested, ALWAYS, "commits between these two, which do not play")               \
    MANY(OF, STRUCTS, bisect_step, steps, ALWAYS, "in the order in which they were taken")
FIELDS_STRUCT(bisect_result, BISECT_RESULT_FIELDS);

/* ---- tune.json, tune.jsonl and grid.json: a bot against itself with other options ---- */

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

/* "club: of 14 combinations, 2 are shown to be better than its own values, and 1 worse"; from the
 * pool. */
const char *grid_sentence(const struct grid_summary *grid, struct pool *pool);

/* ---- study.json and populations.json: the effects of rule variations ---- */

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

/* ---- a study in one sentence: what changed most, and how sure that is ----
 *
 * It is computed from study.json or populations.json, so that every place says the same. */

/* The largest effect that is shown: the one whose interval stays farthest from zero, so that a wide
 * interval does not win by chance. Because it is chosen as the largest, its interval is that of
 * Student's t at a level by which those of all effects that can be judged cover together
 * (Bonferroni): a usual one would miss more often than in one of twenty studies. Shares come before
 * points and these before other numbers, since effects in different units cannot be compared; and
 * what one of the two rule sets does not have at all (kontra where nobody may say it) comes after
 * everything else, since the rule itself says so. What players have learned is not looked at.
 *
 * All pointers lead into the result; NULL where nothing is shown, and `population` in a study with
 * one table of players. */
struct study_lead {
    const char *variation, *population;
    const struct metric_name *of;
    double baseline, value; /* under both rule sets */
    struct estimate effect; /* with the interval that covers for the choice */
    int variations;         /* that were played */
    int effects;            /* that can be judged, out of which it is chosen */
    int shown;              /* how many of these are significant */
    /* Effects that nobody can judge: those of statistics without a value under one of the rule
     * sets, or without a deviation to judge them by. */
    int unjudged;
};

/* Whether a metric has values, at least under one rule set, and changes in some unit, and nothing
 * says how sure that is. */
bool effect_is_unjudged(double baseline, double value, const struct estimate *effect,
                        const struct judged *judged);

/* The largest effect of a whole study. */
void study_lead_of(const struct study_result *study, struct study_lead *lead);
void populations_lead_of(const struct populations_result *populations, struct study_lead *lead);

enum { STUDY_SENTENCE_SIZE = 480 };
/* "largest effect under grand20: grand, of declared, -3.50 (95 % for the largest of 26: -3.96 to
 * -3.04) percentage points; 20 of 26 effects are shown". Returns `text`. */
const char *study_sentence(const struct study_lead *lead, char text[STUDY_SENTENCE_SIZE]);

#endif
