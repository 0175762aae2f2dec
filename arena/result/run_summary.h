// SPDX-License-Identifier: MIT
/* arena/result/run_summary.h - summary.json: all statistics of a run (docs/formats.md). */
#ifndef ARENA_RESULT_RUN_SUMMARY_H
#define ARENA_RESULT_RUN_SUMMARY_H

#include "arena/record/fault_counts.h"
#include "arena/record/tally.h"
#include "arena/result/audit_line.h"
#include "arena/result/comparison.h"
#include "arena/result/run_verdict.h"
#include "arena/result/test_result.h"

/* ---- a bot ---- */

#define GAMES_WON_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                          \
    VALUE(OF, INT, declared, ALWAYS, "1.0", "declared")                                            \
    VALUE(OF, INT, won, ALWAYS, "1.0", "won")
FIELDS_STRUCT(games_won, GAMES_WON_FIELDS);

/* Only those that the rules have. */
#define DECLARED_GAMES_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    NESTED(OF, OPTIONAL, games_won, revolution, LATER, "1.0", "revolution")                        \
    NESTED(OF, OPTIONAL, games_won, sachsenspitze, LATER, "1.0", "upside-down grand")              \
    NESTED(OF, OPTIONAL, games_won, null, ALWAYS, "1.0", "null")                                   \
    NESTED(OF, OPTIONAL, games_won, grand, ALWAYS, "1.0", "grand")                                 \
    NESTED(OF, OPTIONAL, games_won, clubs, ALWAYS, "1.0", "clubs")                                 \
    NESTED(OF, OPTIONAL, games_won, spades, ALWAYS, "1.0", "spades")                               \
    NESTED(OF, OPTIONAL, games_won, hearts, ALWAYS, "1.0", "hearts")                               \
    NESTED(OF, OPTIONAL, games_won, diamonds, ALWAYS, "1.0", "diamonds")
FIELDS_STRUCT(declared_games, DECLARED_GAMES_FIELDS);

/* The counts of a type, below SKAT_GAME_DECLARED. */
struct games_won **declared_games_of(struct declared_games *games, unsigned type);

#define POINTS_WON_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, INT, points, ALWAYS, "1.0", "the sum")                                               \
    VALUE(OF, REAL, per_deal, ALWAYS, "1.0", "for each deal at the table")                         \
    VALUE(OF, REAL, per_36, ALWAYS, "1.0", "for 36 of them")
FIELDS_STRUCT(points_won, POINTS_WON_FIELDS);

#define MONEY_WON_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                          \
    VALUE(OF, INT, points, ALWAYS, "1.0", "pairwise differences")                                  \
    VALUE(OF, EXACT, amount, ALWAYS, "1.0",                                                        \
          "times the stake; with `stake_rounding` what is paid after the sessions")
FIELDS_STRUCT(money_won, MONEY_WON_FIELDS);

#define BOT_FAULTS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, INT, illegal, ALWAYS, "1.0", "games that ended by an illegal action")                \
    VALUE(OF, INT, timeout, ALWAYS, "1.0", "by a time limit")                                      \
    VALUE(OF, INT, crash, ALWAYS, "1.0", "by a crash")                                             \
    VALUE(OF, INT, inconsistent, LATER, "1.1",                                                     \
          "answers that differ from its own in another game of the deal, with the same cards and " \
          "history; of bots that claim to be deterministic")
FIELDS_STRUCT(bot_faults, BOT_FAULTS_FIELDS);

/* The counters are those of tally_counters, in sections, written and read by its rows. */
void bot_summary_write_deals(const void *from, cJSON *object);
void bot_summary_write_defence(const void *from, cJSON *object);
void bot_summary_write_games(const void *from, cJSON *object);
void bot_summary_write_variants(const void *from, cJSON *object);
void bot_summary_read_counters(const struct json_value *object, void *into);

#define BOT_SUMMARY_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, TEXT, name, ALWAYS, "1.0", "as in the config")                                       \
    CUSTOM(OF, struct bot_tally counts;, bot_summary_write_deals, bot_summary_read_counters)       \
    VALUE(OF, REAL, declared_share, ALWAYS, "1.0", "declared, of the deals with cards")            \
    VALUE(OF, REAL, won_share, ALWAYS, "1.0", "won, of the games declared")                        \
    CUSTOM(OF, , bot_summary_write_defence, fields_read_nothing)                                   \
    VALUE(OF, REAL, mean_bid, ALWAYS, "1.0", "of the games declared")                              \
    NESTED(OF, STRUCT, declared_games, games, ALWAYS, "1.0", "declared games by type")             \
    CUSTOM(OF, , bot_summary_write_games, fields_read_nothing)                                     \
    NESTED(OF, STRUCT, points_won, classic, ALWAYS, "1.0", "in classic scoring")                   \
    NESTED(OF, STRUCT, points_won, seeger_fabian, ALWAYS, "1.0", "in Seeger and Fabian's")         \
    NESTED(OF, STRUCT, points_won, score, ALWAYS, "1.0", "in the rule set's own")                  \
    CUSTOM(OF, , bot_summary_write_variants, fields_read_nothing)                                  \
    NESTED(OF, OPTIONAL, money_won, money, LATER, "1.0", "if there is a stake")                    \
    NESTED(OF, STRUCT, bot_faults, faults, ALWAYS, "1.0", "by kind")                               \
    NESTED(OF, OPTIONAL, audit_counts, audit, LATER, "1.1", "of a bot that is audited")            \
    VALUE(OF, INT, replays, LATER, "1.1",                                                          \
          "only if there are any: how often games were played again because the system had ended " \
          "its process, or the worker that asked it, for lack of memory")
FIELDS_STRUCT(bot_summary, BOT_SUMMARY_FIELDS);

/* Its faults that ended games, to count and to print. */
struct fault_counts bot_summary_faults(const struct bot_summary *bot);
/* Those that ended none: bot_faults.inconsistent; 0 where it is not recorded. */
int64_t bot_summary_inconsistent(const struct bot_summary *bot);

/* ---- with error bars ---- */

#define STANDING_SCORING_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    NESTED(OF, STRUCT, estimate, per_36, ALWAYS, "1.0", "points in 36 deals")
FIELDS_STRUCT(standing_scoring, STANDING_SCORING_FIELDS);

#define BOT_STANDING_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, TEXT, bot, ALWAYS, "1.0", "its name")                                                \
    VALUE(OF, INT, units, ALWAYS, "1.0", "units in which it sat")                                  \
    VALUE(OF, INT, seats, ALWAYS, "1.0", "how often it had one")                                   \
    NESTED(OF, STRUCT, standing_scoring, classic, ALWAYS, "1.0", "in classic scoring")             \
    NESTED(OF, STRUCT, standing_scoring, seeger_fabian, ALWAYS, "1.0", "in Seeger and Fabian's")   \
    NESTED(OF, STRUCT, standing_scoring, score, ALWAYS, "1.0", "in the rule set's own")
FIELDS_STRUCT(bot_standing, BOT_STANDING_FIELDS);

#define PAIR_DIFFERENCE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                    \
    VALUE(OF, TEXT, a, ALWAYS, "1.0", "name of a bot")                                             \
    VALUE(OF, TEXT, b, ALWAYS, "1.0", "name of the other")                                         \
    VALUE(OF, INT, units, ALWAYS, "1.0", "units with both")                                        \
    VALUE(OF, INT, games, ALWAYS, "1.0", "games with both")                                        \
    NESTED(OF, STRUCT, estimate, difference, ALWAYS, "1.0", "points a deal, a - b")                \
    NESTED(OF, STRUCT, series_estimate, per_36, ALWAYS, "1.0", "the same in 36 deals")             \
    NESTED(OF, STRUCT, estimate, superiority, ALWAYS, "1.0", "how often a was ahead on a unit")    \
    NESTED(OF, EMBEDDED, chance, better_chance, ALWAYS, "1.0", "")                                 \
    VALUE(OF, REAL, p, ALWAYS, "1.0", "two-sided, by Student's t")                                 \
    VALUE(OF, REAL, p_holm, ALWAYS, "1.0", "adjusted for all pairs by Holm's method")              \
    NESTED(OF, OPTIONAL, judged, judged, LATER, "1.1", "by which one is called better")
FIELDS_STRUCT(pair_difference, PAIR_DIFFERENCE_FIELDS);

#define BOT_RATING_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, TEXT, bot, ALWAYS, "1.0", "its name")                                                \
    VALUE(OF, REAL, rating, ALWAYS, "1.0", "in 400 log10, mean 0")                                 \
    VALUE(OF, REAL, error, ALWAYS, "1.0", "its standard error")                                    \
    NESTED(OF, EMBEDDED, interval, range, ALWAYS, "1.0", "its interval")
FIELDS_STRUCT(bot_rating, BOT_RATING_FIELDS);

#define RATING_DIFFERENCE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                  \
    VALUE(OF, TEXT, a, ALWAYS, "1.0", "name of a bot")                                             \
    VALUE(OF, TEXT, b, ALWAYS, "1.0", "name of the other")                                         \
    NESTED(OF, STRUCT, estimate, difference, ALWAYS, "1.0", "of the ratings, with its own error")
FIELDS_STRUCT(rating_difference, RATING_DIFFERENCE_FIELDS);

#define BOT_RATINGS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, TEXT, method, ALWAYS, "1.0", "plackett_luce")                                        \
    VALUE(OF, TEXT, scale, ALWAYS, "1.0", "400 log10")                                             \
    VALUE(OF, INT, units, ALWAYS, "1.0", "units")                                                  \
    VALUE(OF, INT, placings, ALWAYS, "1.0", "tables that were ranked")                             \
    MANY(OF, STRUCTS, bot_rating, bots, ALWAYS, "1.0", "of each bot")                              \
    MANY(OF, STRUCTS, rating_difference, differences, ALWAYS, "1.0", "of each two")
FIELDS_STRUCT(bot_ratings, BOT_RATINGS_FIELDS);

#define RUN_NUMBERS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, units, ALWAYS, "1.0", "whole units")                                            \
    VALUE(OF, TEXT, unit, ALWAYS, "1.0", "deal or session")                                        \
    MANY(OF, STRUCTS, bot_standing, standings, ALWAYS, "1.0", "of each bot that sat")              \
    MANY(OF, STRUCTS, pair_difference, pairs, ALWAYS, "1.0", "of each two that shared tables")     \
    NESTED(OF, OPTIONAL, bot_ratings, ratings, LATER, "1.0", "of three and more bots")             \
    NESTED(OF, OPTIONAL, comparison, comparison, LATER, "1.0", "of the pair in the manifest")      \
    NESTED(OF, OPTIONAL, test_result, test, LATER, "1.0", "the sequential test")
FIELDS_STRUCT(run_numbers, RUN_NUMBERS_FIELDS);

/* ---- all of it ---- */

#define SUMMARY_PART_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, INT, number, ALWAYS, "1.1", "which part it is, from 1")                              \
    VALUE(OF, INT, of, ALWAYS, "1.1", "how many parts there are")                                  \
    VALUE(OF, FLAG, tested, ALWAYS, "1.1",                                                         \
          "whether a test is made of all parts, which may end the run")
FIELDS_STRUCT(summary_part, SUMMARY_PART_FIELDS);

#define RUN_SUMMARY_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, format, ALWAYS, "1.0", "of the file: 1")                                        \
    VALUE(OF, INT, games, ALWAYS, "1.0", "played")                                                 \
    VALUE(OF, INT, planned, ALWAYS, "1.0", "planned")                                              \
    VALUE(OF, FLAG, complete, ALWAYS, "1.0", "whether the run is complete")                        \
    VALUE(OF, INT, declared, ALWAYS, "1.0", "games with a declarer")                               \
    VALUE(OF, INT, won, ALWAYS, "1.0", "won by declarer")                                          \
    VALUE(OF, INT, passed_in, ALWAYS, "1.0", "deals passed in")                                    \
    VALUE(OF, INT, ramsch, ALWAYS, "1.0", "deals of ramsch")                                       \
    VALUE(OF, INT, bock, ALWAYS, "1.0", "deals that counted more than once")                       \
    VALUE(OF, TEXT, scoring, ALWAYS, "1.0", "the rule set's")                                      \
    VALUE(OF, REAL, declared_share, ALWAYS, "1.0", "declared, of all games")                       \
    VALUE(OF, REAL, won_share, ALWAYS, "1.0", "won, of those declared")                            \
    VALUE(OF, TEXT, signature, ALWAYS, "1.0", "a hash over every card, move and score")            \
    VALUE(OF, FLAG, depends_on_clock, ALWAYS, "1.0", "another machine may give another result")    \
    MANY(OF, STRUCTS, bot_summary, bots, ALWAYS, "1.0", "of each bot")                             \
    NESTED(OF, EMBEDDED, run_numbers, numbers, ALWAYS, "1.0", "with error bars")                   \
    NESTED(OF, OPTIONAL, summary_part, part, LATER, "1.1", "of a part of a run")                   \
    NESTED(OF, OPTIONAL, run_verdict, verdict, LATER, "1.1", "what all this shows")                \
    VALUE(OF, INT, replays, LATER, "1.1",                                                          \
          "only if there are any: the same in all, with those for which no bot can be named")
FIELDS_STRUCT(run_summary, RUN_SUMMARY_FIELDS);

/* Drops the intervals for a number of units that was fixed before, where a test may have ended the
 * run at any time: they hold of none of its pairs. */
void run_numbers_forget_judged(struct run_numbers *numbers);

/* The version that began to write the member at a place ("bots[0].deals"); "" if there is none. */
const char *run_summary_since(const char *place);

/* The bot of that name; NULL if there is none. */
const struct bot_summary *run_summary_bot(const struct run_summary *summary, const char *name);
/* All faults of all bots. */
int64_t run_summary_faults(const struct run_summary *summary);

/* Does the rule set score in a way of its own, not classic and not Seeger and Fabian's? */
bool run_summary_has_own_scoring(const struct run_summary *summary);

#endif
