// SPDX-License-Identifier: MIT
/* arena/result/run_summary.h - summary.json: all statistics of a run (docs/formats.md). */
#ifndef ARENA_RESULT_RUN_SUMMARY_H
#define ARENA_RESULT_RUN_SUMMARY_H

#include "arena/record/fault_counts.h"
#include "arena/record/tally.h"
#include "arena/result/comparison.h"
#include "arena/result/run_verdict.h"
#include "arena/result/test_result.h"

/* ---- a bot ---- */

#define GAMES_WON_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                          \
    VALUE(OF, INT, declared, ALWAYS, "games that were declared")                                   \
    VALUE(OF, INT, won, ALWAYS, "of these, games that were won")
FIELDS_STRUCT(games_won, GAMES_WON_FIELDS);

/* Only those that the rules have. */
#define DECLARED_GAMES_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    NESTED(OF, OPTIONAL, games_won, revolution, IF_ANY,                                            \
           "revolution; missing if the rules do not have it")                                      \
    NESTED(OF, OPTIONAL, games_won, sachsenspitze, IF_ANY,                                         \
           "upside-down grand; missing if the rules do not have it")                               \
    NESTED(OF, OPTIONAL, games_won, null, ALWAYS, "null")                                          \
    NESTED(OF, OPTIONAL, games_won, grand, ALWAYS, "grand")                                        \
    NESTED(OF, OPTIONAL, games_won, clubs, ALWAYS, "clubs")                                        \
    NESTED(OF, OPTIONAL, games_won, spades, ALWAYS, "spades")                                      \
    NESTED(OF, OPTIONAL, games_won, hearts, ALWAYS, "hearts")                                      \
    NESTED(OF, OPTIONAL, games_won, diamonds, ALWAYS, "diamonds")
FIELDS_STRUCT(declared_games, DECLARED_GAMES_FIELDS);

/* The counts of a type, below SKAT_GAME_DECLARED. */
struct games_won **declared_games_of(struct declared_games *games, unsigned type);

#define POINTS_WON_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, INT, points, ALWAYS, "sum of its points")                                            \
    VALUE(OF, REAL, per_deal, ALWAYS, "mean over its seats")
FIELDS_STRUCT(points_won, POINTS_WON_FIELDS);

#define MONEY_WON_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                          \
    VALUE(OF, INT, points, ALWAYS, "sum of the differences from the other seats, in points")       \
    VALUE(OF, EXACT, amount, ALWAYS,                                                               \
          "the points times the stake; with `money.rounding`, what is paid after the sessions")
FIELDS_STRUCT(money_won, MONEY_WON_FIELDS);

#define BOT_FAULTS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, INT, illegal, ALWAYS, "games that ended by an illegal action")                       \
    VALUE(OF, INT, timeout, ALWAYS, "games that ended because it exceeded a time limit")           \
    VALUE(OF, INT, crash, ALWAYS, "games that ended by a crash of the bot")                        \
    VALUE(                                                                                         \
        OF, INT, inconsistent, IF_ANY,                                                             \
        "answers that differ from those that it gave in another game of the deal with the same "   \
        "cards and history; missing if nothing could show that, or the bot does not claim to be "  \
        "deterministic")
FIELDS_STRUCT(bot_faults, BOT_FAULTS_FIELDS);

/* The counters are those of tally_counters, in sections, written and read by its rows. */
void bot_summary_write_deals(const void *from, cJSON *object);
void bot_summary_write_defence(const void *from, cJSON *object);
void bot_summary_write_games(const void *from, cJSON *object);
void bot_summary_write_variants(const void *from, cJSON *object);
void bot_summary_read_counters(const struct json_value *object, void *into);

#define BOT_SUMMARY_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, TEXT, name, ALWAYS, "its name, as in the config")                                    \
    CUSTOM(OF, struct bot_tally counts;, bot_summary_write_deals, bot_summary_read_counters)       \
    VALUE(OF, REAL, declared_share, ALWAYS,                                                        \
          "share of the games in which it held cards that it declared")                            \
    VALUE(OF, REAL, won_share, ALWAYS, "share of the games it declared that it won")               \
    CUSTOM(OF, , bot_summary_write_defence, fields_read_nothing)                                   \
    VALUE(OF, REAL, mean_bid, ALWAYS, "mean final bid of the games it declared")                   \
    NESTED(OF, STRUCT, declared_games, games, ALWAYS, "declared games by type")                    \
    CUSTOM(OF, , bot_summary_write_games, fields_read_nothing)                                     \
    NESTED(OF, STRUCT, points_won, classic, ALWAYS, "its points in classic scoring")               \
    NESTED(OF, STRUCT, points_won, seeger_fabian, ALWAYS,                                          \
           "its points in Seeger and Fabian's scoring")                                            \
    NESTED(OF, STRUCT, points_won, score, ALWAYS, "its points in the rule set's own scoring")      \
    NESTED(OF, STRUCT, points_won, as_declarer, ALWAYS,                                            \
           "of these, points as declarer; `per_deal` is of the games that it declared")            \
    NESTED(OF, STRUCT, points_won, as_defender, ALWAYS,                                            \
           "as defender; `per_deal` is of the games that it defended")                             \
    NESTED(OF, STRUCT, points_won, otherwise, ALWAYS,                                              \
           "in the other deals: passed in, ramsch, or sitting out")                                \
    CUSTOM(OF, , bot_summary_write_variants, fields_read_nothing)                                  \
    NESTED(OF, OPTIONAL, money_won, money, IF_ANY, "its money; missing without a stake")           \
    NESTED(OF, STRUCT, bot_faults, faults, ALWAYS, "its faults, by kind")
FIELDS_STRUCT(bot_summary, BOT_SUMMARY_FIELDS);

/* Its faults that ended games, to count and to print. */
struct fault_counts bot_summary_faults(const struct bot_summary *bot);
/* Its faults that ended no game: bot_faults.inconsistent; 0 where it is not recorded. */
int64_t bot_summary_inconsistent(const struct bot_summary *bot);

/* ---- with error bars ---- */

#define BOT_STANDING_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, TEXT, bot, ALWAYS, "its name")                                                       \
    VALUE(OF, INT, units, ALWAYS, "units in which it sat")                                         \
    VALUE(OF, INT, seats, ALWAYS, "seats that it had in these units")                              \
    NESTED(OF, STRUCT, estimate, classic, ALWAYS, "its points a deal in classic scoring")          \
    NESTED(OF, STRUCT, estimate, seeger_fabian, ALWAYS, "in Seeger and Fabian's scoring")          \
    NESTED(OF, STRUCT, estimate, score, ALWAYS, "in the rule set's own scoring")
FIELDS_STRUCT(bot_standing, BOT_STANDING_FIELDS);

#define PAIR_DIFFERENCE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                    \
    VALUE(OF, TEXT, a, ALWAYS, "name of a bot")                                                    \
    VALUE(OF, TEXT, b, ALWAYS, "name of the other bot")                                            \
    VALUE(OF, INT, units, ALWAYS, "units in which both had a seat")                                \
    VALUE(OF, INT, games, ALWAYS, "games at tables with both")                                     \
    NESTED(OF, STRUCT, estimate, difference, ALWAYS, "a - b, in points a deal")                    \
    NESTED(OF, STRUCT, estimate, superiority, ALWAYS,                                              \
           "share of units in which a was ahead; a tie counts half")                               \
    NESTED(OF, OPTIONAL, judged, judged, IF_ANY,                                                   \
           "the interval that decides whether one is called better; missing where a test may end " \
           "the run, of all pairs but the tested one")
FIELDS_STRUCT(pair_difference, PAIR_DIFFERENCE_FIELDS);

#define BOT_RATING_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, TEXT, bot, ALWAYS, "its name")                                                       \
    VALUE(OF, REAL, rating, ALWAYS, "in 400 log10, mean 0")                                        \
    VALUE(OF, REAL, error, ALWAYS, "its standard error")                                           \
    NESTED(OF, EMBEDDED, interval, range, ALWAYS, "its interval")
FIELDS_STRUCT(bot_rating, BOT_RATING_FIELDS);

#define RATING_DIFFERENCE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                  \
    VALUE(OF, TEXT, a, ALWAYS, "name of a bot")                                                    \
    VALUE(OF, TEXT, b, ALWAYS, "name of the other bot")                                            \
    NESTED(OF, STRUCT, estimate, difference, ALWAYS, "of the two ratings, with an error of its own")
FIELDS_STRUCT(rating_difference, RATING_DIFFERENCE_FIELDS);

#define BOT_RATINGS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, TEXT, method, ALWAYS, "method: plackett_luce")                                       \
    VALUE(OF, TEXT, scale, ALWAYS, "scale: 400 log10")                                             \
    VALUE(OF, INT, units, ALWAYS, "units that were played whole")                                  \
    VALUE(OF, INT, placings, ALWAYS, "tables that were ranked")                                    \
    VALUE(                                                                                         \
        OF, FLAG, bounded, ALWAYS,                                                                 \
        "false if a bot, or a set of bots, was always ahead of the others: then the ratings have " \
        "no bounds, and are null")                                                                 \
    MANY(OF, STRUCTS, bot_rating, bots, ALWAYS, "the rating of each bot")                          \
    MANY(OF, STRUCTS, rating_difference, differences, ALWAYS, "the difference of every two bots")
FIELDS_STRUCT(bot_ratings, BOT_RATINGS_FIELDS);

#define RUN_NUMBERS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, units, ALWAYS, "units that were played whole")                                  \
    VALUE(OF, TEXT, unit, ALWAYS, "what a unit is: deal or session")                               \
    MANY(OF, STRUCTS, bot_standing, standings, ALWAYS, "the standing of each bot with a seat")     \
    MANY(OF, STRUCTS, pair_difference, pairs, ALWAYS,                                              \
         "the difference of every two that shared tables")                                         \
    NESTED(OF, OPTIONAL, bot_ratings, ratings, IF_ANY,                                             \
           "their ratings; missing if there are fewer than three bots")                            \
    NESTED(OF, OPTIONAL, comparison, comparison, IF_ANY,                                           \
           "comparison of the pair in the manifest; missing without such a pair")                  \
    NESTED(OF, OPTIONAL, test_result, test, IF_ANY, "the sequential test; missing without one")
FIELDS_STRUCT(run_numbers, RUN_NUMBERS_FIELDS);

/* ---- all of it ---- */

#define SUMMARY_SHARD_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                      \
    VALUE(OF, INT, number, ALWAYS, "which shard it is, from 1; of several, the first")             \
    VALUE(OF, INT, last, IF_ANY, "of several that were merged, the last; missing for one")         \
    VALUE(OF, INT, of, ALWAYS, "how many shards there are")                                        \
    VALUE(OF, FLAG, tested, ALWAYS, "whether all shards together are tested, which may end the run")
FIELDS_STRUCT(summary_shard, SUMMARY_SHARD_FIELDS);

#define RUN_SUMMARY_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, format, ALWAYS, "format of the file: 2")                                        \
    VALUE(OF, TEXT, manifest_sha256, ALWAYS, "SHA-256 of manifest.json, without its white space")  \
    VALUE(OF, INT, games, ALWAYS, "games that were played")                                        \
    VALUE(OF, INT, planned, ALWAYS, "games that were planned")                                     \
    VALUE(OF, FLAG, complete, ALWAYS, "whether the run is complete")                               \
    VALUE(OF, INT, declared, ALWAYS, "games with a declarer")                                      \
    VALUE(OF, INT, won, ALWAYS, "games that declarer won")                                         \
    VALUE(OF, INT, passed_in, ALWAYS, "games that were passed in")                                 \
    VALUE(OF, INT, ramsch, ALWAYS, "games of ramsch")                                              \
    VALUE(OF, INT, bock, ALWAYS, "games that counted more than once")                              \
    VALUE(OF, TEXT, scoring, ALWAYS, "the rule set's scoring")                                     \
    VALUE(OF, REAL, declared_share, ALWAYS, "share of games that had a declarer")                  \
    VALUE(OF, REAL, won_share, ALWAYS, "share of games with a declarer that declarer won")         \
    VALUE(OF, TEXT, signature, ALWAYS, "a hash over every card, move and score")                   \
    VALUE(OF, FLAG, depends_on_clock, ALWAYS, "whether another machine may give another result")   \
    VALUE(OF, FLAG, seed_can_be_tried, ALWAYS,                                                     \
          "whether isolated bots could have found the seed by trying: it is small")                \
    VALUE(OF, INT, extended_from, IF_ANY,                                                          \
          "deals of the run when it was first finished, and its result could be seen; missing "    \
          "if it did not get more later")                                                          \
    VALUE(OF, INT, pooled, IF_ANY,                                                                 \
          "how many runs with other seeds were pooled; missing for a single run")                  \
    MANY(OF, STRUCTS, bot_summary, bots, ALWAYS, "statistics of each bot")                         \
    NESTED(OF, EMBEDDED, run_numbers, numbers, ALWAYS, "with error bars")                          \
    NESTED(OF, OPTIONAL, summary_shard, shard, IF_ANY,                                             \
           "which shard of a run it is; missing for a whole run")                                  \
    NESTED(OF, OPTIONAL, run_verdict, verdict, ALWAYS, "what the run shows")
FIELDS_STRUCT(run_summary, RUN_SUMMARY_FIELDS);

/* Drops the intervals for a number of units that was fixed before, where a test may have ended the
 * run at any time: they hold of none of its pairs. */
void run_numbers_forget_judged(struct run_numbers *numbers);

/* The pair of these two, in either order; NULL if there is none. `turned` (out): it is b - a. */
const struct pair_difference *run_numbers_pair(const struct run_numbers *numbers, const char *a,
                                               const char *b, bool *turned);

/* The bot of that name; NULL if there is none. */
const struct bot_summary *run_summary_bot(const struct run_summary *summary, const char *name);
/* All faults of all bots. */
int64_t run_summary_faults(const struct run_summary *summary);

/* Does the rule set score in a way of its own, not classic and not Seeger and Fabian's? */
bool run_summary_has_own_scoring(const struct run_summary *summary);

#endif
