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
    VALUE(OF, INT, declared, ALWAYS, "1.0", "games that were declared")                            \
    VALUE(OF, INT, won, ALWAYS, "1.0", "of these, games that were won")
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
    VALUE(OF, INT, points, ALWAYS, "1.0", "sum of its points")                                     \
    VALUE(OF, REAL, per_deal, ALWAYS, "1.0", "mean over its seats")                                \
    VALUE(OF, REAL, per_36, ALWAYS, "1.0", "36 times that")
FIELDS_STRUCT(points_won, POINTS_WON_FIELDS);

#define MONEY_WON_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                          \
    VALUE(OF, INT, points, ALWAYS, "1.0",                                                          \
          "sum of the differences from the other seats, in points")                                \
    VALUE(OF, EXACT, amount, ALWAYS, "1.0",                                                        \
          "the points times the stake; with `money.rounding`, what is paid after the sessions")
FIELDS_STRUCT(money_won, MONEY_WON_FIELDS);

#define BOT_FAULTS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, INT, illegal, ALWAYS, "1.0", "games that ended by an illegal action")                \
    VALUE(OF, INT, timeout, ALWAYS, "1.0", "games that ended because it exceeded a time limit")    \
    VALUE(OF, INT, crash, ALWAYS, "1.0", "games that ended by a crash of the bot")                 \
    VALUE(OF, INT, inconsistent, LATER, "1.1",                                                     \
          "answers that differ from those that it gave in another game of the deal with the same " \
          "cards and history; only of bots that claim to be deterministic")
FIELDS_STRUCT(bot_faults, BOT_FAULTS_FIELDS);

/* The counters are those of tally_counters, in sections, written and read by its rows. */
void bot_summary_write_deals(const void *from, cJSON *object);
void bot_summary_write_defence(const void *from, cJSON *object);
void bot_summary_write_games(const void *from, cJSON *object);
void bot_summary_write_variants(const void *from, cJSON *object);
void bot_summary_read_counters(const struct json_value *object, void *into);

#define BOT_SUMMARY_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, TEXT, name, ALWAYS, "1.0", "its name, as in the config")                             \
    CUSTOM(OF, struct bot_tally counts;, bot_summary_write_deals, bot_summary_read_counters)       \
    VALUE(OF, REAL, declared_share, ALWAYS, "1.0",                                                 \
          "share of the games in which it held cards that it declared")                            \
    VALUE(OF, REAL, won_share, ALWAYS, "1.0", "share of the games it declared that it won")        \
    CUSTOM(OF, , bot_summary_write_defence, fields_read_nothing)                                   \
    VALUE(OF, REAL, mean_bid, ALWAYS, "1.0", "mean final bid of the games it declared")            \
    NESTED(OF, STRUCT, declared_games, games, ALWAYS, "1.0", "declared games by type")             \
    CUSTOM(OF, , bot_summary_write_games, fields_read_nothing)                                     \
    NESTED(OF, STRUCT, points_won, classic, ALWAYS, "1.0", "its points in classic scoring")        \
    NESTED(OF, STRUCT, points_won, seeger_fabian, ALWAYS, "1.0",                                   \
           "its points in Seeger and Fabian's scoring")                                            \
    NESTED(OF, STRUCT, points_won, score, ALWAYS, "1.0",                                           \
           "its points in the rule set's own scoring")                                             \
    CUSTOM(OF, , bot_summary_write_variants, fields_read_nothing)                                  \
    NESTED(OF, OPTIONAL, money_won, money, LATER, "1.0", "its money, if there is a stake")         \
    NESTED(OF, STRUCT, bot_faults, faults, ALWAYS, "1.0", "its faults, by kind")                   \
    NESTED(OF, OPTIONAL, audit_counts, audit, LATER, "1.1",                                        \
           "what an audit of it found, if it was audited")                                         \
    VALUE(OF, INT, replays, LATER, "1.1",                                                          \
          "how often games were played again because the system had ended its process, or the "    \
          "worker that was asking it, for lack of memory; missing if never")
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
    VALUE(OF, INT, seats, ALWAYS, "1.0", "seats that it had in these units")                       \
    NESTED(OF, STRUCT, standing_scoring, classic, ALWAYS, "1.0", "its points in classic scoring")  \
    NESTED(OF, STRUCT, standing_scoring, seeger_fabian, ALWAYS, "1.0",                             \
           "its points in Seeger and Fabian's scoring")                                            \
    NESTED(OF, STRUCT, standing_scoring, score, ALWAYS, "1.0",                                     \
           "its points in the rule set's own scoring")
FIELDS_STRUCT(bot_standing, BOT_STANDING_FIELDS);

#define PAIR_DIFFERENCE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                    \
    VALUE(OF, TEXT, a, ALWAYS, "1.0", "name of a bot")                                             \
    VALUE(OF, TEXT, b, ALWAYS, "1.0", "name of the other bot")                                     \
    VALUE(OF, INT, units, ALWAYS, "1.0", "units in which both had a seat")                         \
    VALUE(OF, INT, games, ALWAYS, "1.0", "games at tables with both")                              \
    NESTED(OF, STRUCT, estimate, difference, ALWAYS, "1.0", "a - b, in points a deal")             \
    NESTED(OF, STRUCT, series_estimate, per_36, ALWAYS, "1.0", "the same in 36 deals")             \
    NESTED(OF, STRUCT, estimate, superiority, ALWAYS, "1.0",                                       \
           "share of units in which a was ahead; a tie counts half")                               \
    NESTED(OF, EMBEDDED, chance, better_chance, ALWAYS, "1.0", "")                                 \
    VALUE(OF, REAL, p, ALWAYS, "1.0", "two-sided p-value, by Student's t")                         \
    VALUE(OF, REAL, p_holm, ALWAYS, "1.0", "p, adjusted for all pairs by Holm's method")           \
    NESTED(OF, OPTIONAL, judged, judged, LATER, "1.1",                                             \
           "the interval that decides whether one is called better")
FIELDS_STRUCT(pair_difference, PAIR_DIFFERENCE_FIELDS);

#define BOT_RATING_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, TEXT, bot, ALWAYS, "1.0", "its name")                                                \
    VALUE(OF, REAL, rating, ALWAYS, "1.0", "in 400 log10, mean 0")                                 \
    VALUE(OF, REAL, error, ALWAYS, "1.0", "its standard error")                                    \
    NESTED(OF, EMBEDDED, interval, range, ALWAYS, "1.0", "its interval")
FIELDS_STRUCT(bot_rating, BOT_RATING_FIELDS);

#define RATING_DIFFERENCE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                  \
    VALUE(OF, TEXT, a, ALWAYS, "1.0", "name of a bot")                                             \
    VALUE(OF, TEXT, b, ALWAYS, "1.0", "name of the other bot")                                     \
    NESTED(OF, STRUCT, estimate, difference, ALWAYS, "1.0",                                        \
           "of the two ratings, with an error of its own")
FIELDS_STRUCT(rating_difference, RATING_DIFFERENCE_FIELDS);

#define BOT_RATINGS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, TEXT, method, ALWAYS, "1.0", "method: plackett_luce")                                \
    VALUE(OF, TEXT, scale, ALWAYS, "1.0", "scale: 400 log10")                                      \
    VALUE(OF, INT, units, ALWAYS, "1.0", "units that were played whole")                           \
    VALUE(OF, INT, placings, ALWAYS, "1.0", "tables that were ranked")                             \
    MANY(OF, STRUCTS, bot_rating, bots, ALWAYS, "1.0", "the rating of each bot")                   \
    MANY(OF, STRUCTS, rating_difference, differences, ALWAYS, "1.0",                               \
         "the difference of every two bots")
FIELDS_STRUCT(bot_ratings, BOT_RATINGS_FIELDS);

#define RUN_NUMBERS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, units, ALWAYS, "1.0", "units that were played whole")                           \
    VALUE(OF, TEXT, unit, ALWAYS, "1.0", "what a unit is: deal or session")                        \
    MANY(OF, STRUCTS, bot_standing, standings, ALWAYS, "1.0",                                      \
         "the standing of each bot with a seat")                                                   \
    MANY(OF, STRUCTS, pair_difference, pairs, ALWAYS, "1.0",                                       \
         "the difference of every two that shared tables")                                         \
    NESTED(OF, OPTIONAL, bot_ratings, ratings, LATER, "1.0",                                       \
           "of three or more bots: their ratings")                                                 \
    NESTED(OF, OPTIONAL, comparison, comparison, LATER, "1.0",                                     \
           "comparison of the pair in the manifest")                                               \
    NESTED(OF, OPTIONAL, test_result, test, LATER, "1.0", "the sequential test")
FIELDS_STRUCT(run_numbers, RUN_NUMBERS_FIELDS);

/* ---- all of it ---- */

#define SUMMARY_PART_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, INT, number, ALWAYS, "1.1", "which part it is, from 1")                              \
    VALUE(OF, INT, of, ALWAYS, "1.1", "how many parts there are")                                  \
    VALUE(OF, FLAG, tested, ALWAYS, "1.1",                                                         \
          "whether all parts together are tested, which may end the run")
FIELDS_STRUCT(summary_part, SUMMARY_PART_FIELDS);

#define RUN_SUMMARY_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, format, ALWAYS, "1.0", "format of the file: 1")                                 \
    VALUE(OF, INT, games, ALWAYS, "1.0", "games that were played")                                 \
    VALUE(OF, INT, planned, ALWAYS, "1.0", "games that were planned")                              \
    VALUE(OF, FLAG, complete, ALWAYS, "1.0", "whether the run is complete")                        \
    VALUE(OF, INT, declared, ALWAYS, "1.0", "games with a declarer")                               \
    VALUE(OF, INT, won, ALWAYS, "1.0", "games that declarer won")                                  \
    VALUE(OF, INT, passed_in, ALWAYS, "1.0", "games that were passed in")                          \
    VALUE(OF, INT, ramsch, ALWAYS, "1.0", "games of ramsch")                                       \
    VALUE(OF, INT, bock, ALWAYS, "1.0", "games that counted more than once")                       \
    VALUE(OF, TEXT, scoring, ALWAYS, "1.0", "the rule set's scoring")                              \
    VALUE(OF, REAL, declared_share, ALWAYS, "1.0", "share of games that had a declarer")           \
    VALUE(OF, REAL, won_share, ALWAYS, "1.0", "share of games with a declarer that declarer won")  \
    VALUE(OF, TEXT, signature, ALWAYS, "1.0", "a hash over every card, move and score")            \
    VALUE(OF, FLAG, depends_on_clock, ALWAYS, "1.0",                                               \
          "whether another machine may give another result")                                       \
    MANY(OF, STRUCTS, bot_summary, bots, ALWAYS, "1.0", "statistics of each bot")                  \
    NESTED(OF, EMBEDDED, run_numbers, numbers, ALWAYS, "1.0", "with error bars")                   \
    NESTED(OF, OPTIONAL, summary_part, part, LATER, "1.1",                                         \
           "only in a part of a run: which part it is")                                            \
    NESTED(OF, OPTIONAL, run_verdict, verdict, LATER, "1.1", "what the run shows")                 \
    VALUE(OF, INT, replays, LATER, "1.1",                                                          \
          "how often games were played again because the system had ended a process for lack of "  \
          "memory, whether or not a bot can be named; missing if never")
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
