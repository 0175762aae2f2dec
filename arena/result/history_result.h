// SPDX-License-Identifier: MIT
/* arena/result/history_result.h - history.json and bisect.json: the bots of commits
 * (docs/formats.md). */
#ifndef ARENA_RESULT_HISTORY_RESULT_H
#define ARENA_RESULT_HISTORY_RESULT_H

#include "arena/result/estimates.h"
#include "arena/result/run_verdict.h"

#define HISTORY_HEAD_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, INT, format, ALWAYS, "1.1", "format of the file: 1")                                 \
    VALUE(OF, TEXT, harness, ALWAYS, "1.1", "program and version")                                 \
    VALUE(OF, TEXT, name, ALWAYS, "1.1", "name of the folder with the commits")                    \
    VALUE(OF, TEXT, sentence, ALWAYS, "1.1", "the result, for a person to read")                   \
    VALUE(OF, FLAG, complete, ALWAYS, "1.1", "whether the command finished")                       \
    VALUE(OF, TEXT, command, ALWAYS, "1.1", "the command that made the file")                      \
    VALUE(OF, TEXT, build, ALWAYS, "1.1", "the command that builds a commit")                      \
    VALUE(OF, TEXT, module, ALWAYS, "1.1", "the file that the build makes")                        \
    VALUE(OF, JSON, seed, ALWAYS, "1.1", "seed of the deals, the same in all comparisons")         \
    VALUE(OF, JSON, rules, ALWAYS, "1.1", "the rule set")                                          \
    VALUE(OF, TEXT, scoring, ALWAYS, "1.1", "the scoring in which points are counted")             \
    VALUE(OF, INT, deals, ALWAYS, "1.1", "most deals of each comparison")
FIELDS_STRUCT(history_head, HISTORY_HEAD_FIELDS);

#define HISTORY_COMMIT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    VALUE(OF, TEXT, commit, ALWAYS, "1.1", "its hash")                                             \
    VALUE(OF, TEXT, date, ALWAYS, "1.1", "of the commit")                                          \
    VALUE(OF, TEXT, subject, ALWAYS, "1.1", "the first line of its message")                       \
    VALUE(OF, TEXT, status, ALWAYS, "1.1",                                                         \
          "plays; not built; refused (what was built is no bot for these rules); fails (in most "  \
          "games that it plays alone)")                                                            \
    VALUE(OF, TEXT_OR_NULL, note, ALWAYS, "1.1", "why it does not play")                           \
    VALUE(OF, TEXT_OR_NULL, sha256, ALWAYS, "1.1", "of its module")
FIELDS_STRUCT(history_commit, HISTORY_COMMIT_FIELDS);

/* A run that was played, or had been. */
#define HISTORY_DUEL_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, TEXT, folder, ALWAYS, "1.1", "folder of its results, in the cache")                  \
    VALUE(OF, INT, faults, ALWAYS, "1.1", "games that a fault of the first bot ended")             \
    VALUE(OF, INT, other_faults, ALWAYS, "1.1", "games that a fault of the second bot ended")      \
    NESTED(OF, STRUCT, run_verdict, verdict, ALWAYS, "1.1", "the verdict of the run")              \
    NESTED(OF, OPTIONAL, judged, judged, LATER, "1.1",                                             \
           "only of changes: the interval that decides whether one is called better or worse, "    \
           "adjusted for all changes")
FIELDS_STRUCT(history_duel, HISTORY_DUEL_FIELDS);

#define HISTORY_ROW_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    NESTED(OF, EMBEDDED, history_commit, commit, ALWAYS, "1.1", "")                                \
    NESTED(OF, OPTIONAL, history_duel, strength, LATER, "1.1", "its duel with the anchor")         \
    VALUE(OF, TEXT_OR_NULL, parent, ALWAYS, "1.1",                                                 \
          "the commit before it that plays; null: none, or it does not play itself")               \
    VALUE(OF, FLAG, same_module, ALWAYS, "1.1",                                                    \
          "whether its module has the same bytes as its parent's")                                 \
    NESTED(OF, OPTIONAL, history_duel, change, LATER, "1.1", "its duel with its parent")
FIELDS_STRUCT(history_row, HISTORY_ROW_FIELDS);

#define HISTORY_RESULT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    NESTED(OF, EMBEDDED, history_head, head, ALWAYS, "1.1", "")                                    \
    VALUE(OF, TEXT, anchor, ALWAYS, "1.1", "the bot that each commit plays")                       \
    NESTED(OF, OPTIONAL, history_duel, overall, LATER, "1.1",                                      \
           "the newest commit that plays against the oldest")                                      \
    MANY(OF, STRUCTS, history_row, commits, ALWAYS, "1.1", "the commits, the oldest first")
FIELDS_STRUCT(history_result, HISTORY_RESULT_FIELDS);

#define BISECT_STEP_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    NESTED(OF, EMBEDDED, history_commit, commit, ALWAYS, "1.1", "")                                \
    VALUE(OF, TEXT, result, ALWAYS, "1.1",                                                         \
          "good (not worse by more than the margin), bad, undecided, not tested")                  \
    VALUE(OF, TEXT_OR_NULL, same_as, ALWAYS, "1.1",                                                \
          "the commit whose module has the same bytes, so that nothing was tested")                \
    NESTED(OF, OPTIONAL, history_duel, duel, LATER, "1.1", "its duel with the good commit")
FIELDS_STRUCT(bisect_step, BISECT_STEP_FIELDS);

#define BISECT_RESULT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                      \
    NESTED(OF, EMBEDDED, history_head, head, ALWAYS, "1.1", "")                                    \
    VALUE(OF, TEXT, result, ALWAYS, "1.1", "found, nothing lost, undecided, not finished")         \
    VALUE(OF, TEXT, good, ALWAYS, "1.1", "the commit with which all others are compared")          \
    VALUE(OF, TEXT, bad, ALWAYS, "1.1", "the commit that was given as BAD")                        \
    VALUE(OF, INT, commits, ALWAYS, "1.1",                                                         \
          "number of commits after the good one, up to the bad one")                               \
    VALUE(OF, REAL, margin, ALWAYS, "1.1", "points a deal that may be lost")                       \
    VALUE(OF, REAL, alpha, ALWAYS, "1.1", "chance, at most, that any step errs")                   \
    VALUE(OF, INT, most_steps, ALWAYS, "1.1", "most steps that can be tested")                     \
    VALUE(OF, REAL, step_alpha, ALWAYS, "1.1", "chance, at most, that one step errs")              \
    VALUE(OF, TEXT_OR_NULL, last_good, ALWAYS, "1.1",                                              \
          "the newest good commit before the one found")                                           \
    VALUE(OF, TEXT_OR_NULL, found, ALWAYS, "1.1", "the oldest commit that is bad")                 \
    VALUE(OF, INT, untested, ALWAYS, "1.1", "commits between these two, which do not play")        \
    MANY(OF, STRUCTS, bisect_step, steps, ALWAYS, "1.1", "in the order in which they were taken")
FIELDS_STRUCT(bisect_result, BISECT_RESULT_FIELDS);

/* Read from JSON of a file at `path`; texts and lists come from the pool. False with errors. */
bool history_result_read(struct history_result *history, const cJSON *root, const char *path,
                         struct pool *pool, struct errors *errors);
bool bisect_result_read(struct bisect_result *bisect, const cJSON *root, const char *path,
                        struct pool *pool, struct errors *errors);

#endif
