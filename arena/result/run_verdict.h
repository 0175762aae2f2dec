// SPDX-License-Identifier: MIT
/* arena/result/run_verdict.h - the fields of the `verdict` of a summary: what a run shows, decided
 * once, in decide_verdict.h. Whatever tells a person or a program how a run ended takes it from
 * here. */
#ifndef ARENA_RESULT_RUN_VERDICT_H
#define ARENA_RESULT_RUN_VERDICT_H

#include "arena/base/fields.h"
#include "arena/result/estimates.h"

/* A bot that played alone before it was compared (arena/regress/lone_play.h): `alone` of a
 * manifest. */
#define LONE_PLAY_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                          \
    VALUE(OF, TEXT, bot, ALWAYS, "its name")                                                       \
    VALUE(OF, INT, games, ALWAYS, "that it played in all seats")                                   \
    VALUE(OF, INT, faults, ALWAYS, "of them: ended by its faults")
FIELDS_STRUCT(lone_play, LONE_PLAY_FIELDS);

enum { LONE_OLD, LONE_NEW, LONE_PLAYS };
enum { LONE_FAULTS = 6 }; /* after so many it has failed enough */

/* Reads `alone` of a manifest or of a command that is kept for a resumed run. False if it has none;
 * texts come from the pool. */
bool lone_plays_read(const cJSON *root, struct lone_play plays[LONE_PLAYS], struct pool *pool);
void lone_plays_write(cJSON *root, const struct lone_play plays[LONE_PLAYS]);
/* Does it fail in most games, so that there is nothing to compare? */
bool lone_play_fails(const struct lone_play *play);

/* The games that the new bot played alone by a manifest, if it failed in most of them; then no more
 * was played. Otherwise 0. */
int64_t lone_games_failed(const cJSON *manifest);

/* One of the questions of `regress`. */
enum verdict_question {
    VERDICT_FAULTS,     /* no more faults than before? */
    VERDICT_DIVERGENCE, /* the same play? Never a reason to fail */
    VERDICT_POINTS,     /* not worse by more than the margin? */
    VERDICT_QUESTIONS
};

#define VERDICT_CHECK_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                      \
    VALUE(OF, TEXT, name, ALWAYS, "what is checked")                                               \
    VALUE(OF, TEXT, result, ALWAYS, "ok, failed, undecided")                                       \
    VALUE(OF, TEXT, sentence, ALWAYS, "what was found, for a person to read")
FIELDS_STRUCT(verdict_check, VERDICT_CHECK_FIELDS);

#define RUN_VERDICT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, TEXT, asked, ALWAYS,                                                                 \
          "what was asked: better (which of two is), margin (is a worse by more than that), "      \
          "hypotheses (which explains the difference), standings (who leads), nothing")            \
    VALUE(                                                                                         \
        OF, TEXT, result, ALWAYS,                                                                  \
        "a is better, b is better, a looks better, b looks better (a loss too rare to have been "  \
        "seen could undo it), no difference shown, identical play; pass, fail, undecided; "        \
        "accept, reject, undecided; one leads, several lead; nothing")                             \
    VALUE(OF, TEXT, sentence, ALWAYS, "the verdict, for a person to read")                         \
    VALUE(OF, INT, exit_status, ALWAYS, "exit status of a command that ends with this verdict")    \
    VALUE(OF, TEXT_OR_NULL, bot, ALWAYS,                                                           \
          "the bot that is better, looks so, fails, or leads alone")                               \
    VALUE(OF, REAL, margin, ALWAYS, "points a deal; null if there is no margin")                   \
    NESTED(OF, OR_NULL, estimate, difference, ALWAYS,                                              \
           "a - b, points a deal, with the interval of what was seen; that which decides if a "    \
           "test may end the run")                                                                 \
    VALUE(OF, REAL, level, ALWAYS, "how often the true difference is within that interval: 0.95")  \
    NESTED(                                                                                        \
        OF, OR_NULL, interval, decides, ALWAYS,                                                    \
        "the wider interval that decides: it also allows for a hand thrown away so rarely that "   \
        "it was not seen")                                                                         \
    VALUE(OF, TEXT_OR_NULL, valid, ALWAYS,                                                         \
          "when that interval holds: for a number of deals that was fixed before (fixed), "        \
          "whenever play stops (anytime)")                                                         \
    VALUE(OF, REAL, alpha_low, ALWAYS,                                                             \
          "chance, at most, that the true difference lies below that interval")                    \
    VALUE(OF, REAL, alpha_high, ALWAYS, "chance, at most, that it lies above it")                  \
    VALUE(OF, REAL, hand, ALWAYS,                                                                  \
          "by how many points a hand that is thrown away changes the difference in its deal; 0: "  \
          "that is not allowed for")                                                               \
    VALUE(OF, REAL, unseen_deals, ALWAYS,                                                          \
          "a hand thrown away once in so many deals remains unseen with a chance of 2.5 %")        \
    VALUE(OF, REAL, unseen, ALWAYS, "points a deal that such a hand costs")                        \
    VALUE(OF, TEXT_OR_NULL, assumption, ALWAYS, "by what is decided, in words")                    \
    VALUE(OF, INT, units, ALWAYS, "units that were played")                                        \
    VALUE(OF, TEXT, unit, ALWAYS, "what a unit is: deal or session")                               \
    VALUE(OF, INT_OR_NULL, least_units, ALWAYS,                                                    \
          "units that a pass takes at least, unless a is better")                                  \
    VALUE(OF, REAL, reach, ALWAYS,                                                                 \
          "half the width of the interval that deals_to_reach is about, in points a deal")         \
    VALUE(OF, INT_OR_NULL, deals_to_reach, ALWAYS,                                                 \
          "about how many deals it takes until the interval of what is seen is +-reach; null if "  \
          "that is not known")                                                                     \
    VALUE(OF, INT_OR_NULL, deals_to_show, ALWAYS,                                                  \
          "about how many deals it takes until the interval that decides excludes 0, if the "      \
          "difference stays as it is; null if that is not known, or if it excludes 0 already")     \
    VALUE(OF, TEXT_OR_NULL, needed, ALWAYS,                                                        \
          "what it takes to show something, in words; null if something is shown")                 \
    MANY(OF, STRUCTS, verdict_check, checks, ALWAYS,                                               \
         "the checks of regress, the most important first")                                        \
    MANY(OF, TEXTS, , warnings, ALWAYS, "what casts doubt on the verdict")
FIELDS_STRUCT(run_verdict, RUN_VERDICT_FIELDS);

/* "+1.93 (95 %: +0.81 to +3.05)": its difference with the level of its interval, with so
 * many decimals that no end is printed on another side of 0, or of the margin, than it is. */
const char *run_verdict_difference(const struct run_verdict *verdict, char text[ESTIMATE_TEXT]);

extern const char *const verdict_question_names[VERDICT_QUESTIONS];
/* "ok", "failed", "undecided" */
enum verdict_result { VERDICT_OK, VERDICT_FAILED, VERDICT_OPEN, VERDICT_RESULTS };
extern const char *const verdict_result_names[VERDICT_RESULTS];

/* Does this check of a regress have that result? */
bool run_verdict_has(const struct run_verdict *verdict, enum verdict_question question,
                     enum verdict_result result);

/* Chance of calling a bot that fails as often as the old one one that fails more often. */
#define VERDICT_FAULTS_ALPHA 0.01

#endif
