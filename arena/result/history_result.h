// SPDX-License-Identifier: MIT
/* arena/result/history_result.h - history.json and bisect.json: the bots of commits
 * (docs/formats.md). */
#ifndef ARENA_RESULT_HISTORY_RESULT_H
#define ARENA_RESULT_HISTORY_RESULT_H

#include "arena/result/estimates.h"
#include "arena/result/run_verdict.h"

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

/* Read from JSON of a file at `path`; texts and lists come from the pool. False with errors. */
bool history_result_read(struct history_result *history, const cJSON *root, const char *path,
                         struct pool *pool, struct errors *errors);
bool bisect_result_read(struct bisect_result *bisect, const cJSON *root, const char *path,
                        struct pool *pool, struct errors *errors);

#endif
