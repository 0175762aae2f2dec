// SPDX-License-Identifier: MIT
/* arena/result/comparison.h - the `comparison` of a summary: two bots on the same deals
 * (docs/formats.md). */
#ifndef ARENA_RESULT_COMPARISON_H
#define ARENA_RESULT_COMPARISON_H

#include "arena/record/game_stats.h"
#include "arena/result/estimates.h"

/* ---- the difference ---- */

#define SCORING_DIFFERENCE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                 \
    NESTED(OF, EMBEDDED, estimate, deal, ALWAYS, "a - b, in points a deal, as it was seen")        \
    VALUE(OF, REAL, hand, ALWAYS,                                                                  \
          "by how many points a hand that is thrown away changes the difference in its deal; 0: "  \
          "the intervals do not allow for that")                                                   \
    VALUE(OF, REAL, lowest, ALWAYS, "lowest difference of a unit that occurred")                   \
    VALUE(OF, REAL, highest, ALWAYS, "highest difference of a unit that occurred")                 \
    NESTED(                                                                                        \
        OF, OPTIONAL, judged, judged, IF_ANY,                                                      \
        "the interval that decides; missing where a test may end the run, and of identical play")
FIELDS_STRUCT(scoring_difference, SCORING_DIFFERENCE_FIELDS);

#define SCORING_DIFFERENCES_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                \
    NESTED(OF, STRUCT, scoring_difference, classic, ALWAYS, "in classic scoring")                  \
    NESTED(OF, STRUCT, scoring_difference, seeger_fabian, ALWAYS,                                  \
           "in Seeger and Fabian's scoring")                                                       \
    NESTED(OF, OPTIONAL, scoring_difference, score, IF_ANY,                                        \
           "in the rule set's own scoring; missing if that is one of the other two")
FIELDS_STRUCT(scoring_differences, SCORING_DIFFERENCES_FIELDS);

/* ---- where it comes from ---- */

#define SPLIT_SEATS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, seats, ALWAYS, "seats with this role, game or position")                        \
    VALUE(OF, INT, points, ALWAYS, "points of these seats")                                        \
    VALUE(OF, REAL, mean, ALWAYS, "points a seat")
FIELDS_STRUCT(split_seats, SPLIT_SEATS_FIELDS);

#define COMPARED_SPLIT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    VALUE(OF, TEXT, name, ALWAYS, "role, game, position or final bid")                             \
    NESTED(OF, STRUCT, split_seats, a, ALWAYS, "the seats of bot a")                               \
    NESTED(OF, STRUCT, split_seats, b, ALWAYS, "the seats of bot b")                               \
    NESTED(OF, STRUCT, estimate, effect, ALWAYS, "its share of the difference, in points a deal")
FIELDS_STRUCT(compared_split, COMPARED_SPLIT_FIELDS);

#define COMPARED_DEALS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    VALUE(OF, TEXT, name, ALWAYS,                                                                  \
          "the first decision that differs between two tables: bids; game: picking up, what is "   \
          "announced or put aside; kontra; cards; none: played alike")                             \
    VALUE(OF, INT, deals, ALWAYS, "number of such deals")                                          \
    NESTED(OF, STRUCT, estimate, effect, ALWAYS, "their share of the difference, in points a deal")
FIELDS_STRUCT(compared_deals, COMPARED_DEALS_FIELDS);

/* ---- what they declare ---- */

#define DECLARED_BY_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, declared, ALWAYS, "games that it declared")                                     \
    VALUE(OF, REAL, share, ALWAYS, "of its seats, each table counting alike")
FIELDS_STRUCT(declared_by, DECLARED_BY_FIELDS);

#define COMPARED_DECLARING_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                 \
    VALUE(OF, TEXT, name, ALWAYS, "a game; any: all of them together")                             \
    NESTED(OF, STRUCT, declared_by, a, ALWAYS, "the games of bot a")                               \
    NESTED(OF, STRUCT, declared_by, b, ALWAYS, "the games of bot b")                               \
    NESTED(OF, STRUCT, estimate, difference, ALWAYS, "of the two shares, a - b")
FIELDS_STRUCT(compared_declaring, COMPARED_DECLARING_FIELDS);

/* ---- bidding ---- */

#define HIGHER_BIDS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, a, ALWAYS, "matches in which a bid higher")                                     \
    VALUE(OF, INT, b, ALWAYS, "matches in which b bid higher")                                     \
    VALUE(OF, INT, same, ALWAYS, "matches in which both bid the same")
FIELDS_STRUCT(higher_bids, HIGHER_BIDS_FIELDS);

#define HIGHEST_BIDS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, REAL, a, ALWAYS, "mean of a's highest bids")                                         \
    VALUE(OF, REAL, b, ALWAYS, "mean of b's highest bids")                                         \
    NESTED(OF, STRUCT, estimate, difference, ALWAYS, "their difference")
FIELDS_STRUCT(highest_bids, HIGHEST_BIDS_FIELDS);

#define DECLARED_MATCHES_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    VALUE(OF, INT, matches, ALWAYS, "number of matches")                                           \
    VALUE(OF, REAL, share, ALWAYS, "their share of all matches")                                   \
    VALUE(OF, INT, a_won, ALWAYS, "games that a declared and won")                                 \
    VALUE(OF, INT, b_won, ALWAYS, "games that b declared and won")                                 \
    NESTED(OF, STRUCT, estimate, worth, ALWAYS, "their share of the difference, in points a deal")
FIELDS_STRUCT(declared_matches, DECLARED_MATCHES_FIELDS);

#define DECLARED_CLASSES_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    NESTED(OF, STRUCT, declared_matches, both, ALWAYS, "both declared")                            \
    NESTED(OF, STRUCT, declared_matches, only_a, ALWAYS, "only a declared")                        \
    NESTED(OF, STRUCT, declared_matches, only_b, ALWAYS, "only b declared")                        \
    NESTED(OF, STRUCT, declared_matches, neither, ALWAYS, "neither declared")
FIELDS_STRUCT(declared_classes, DECLARED_CLASSES_FIELDS);

#define KONTRAS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                            \
    VALUE(OF, INT, said, ALWAYS, "kontras that it said")                                           \
    VALUE(OF, INT, right, ALWAYS, "of these, kontras after which declarer lost")                   \
    VALUE(OF, INT, chances, ALWAYS, "games that it defended")                                      \
    VALUE(OF, INT, lost_by_declarer, ALWAYS,                                                       \
          "of these, games that declarer lost: they deserved kontra")
FIELDS_STRUCT(kontras, KONTRAS_FIELDS);

#define BIDDER_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                             \
    VALUE(OF, INT, declared, ALWAYS, "games as declarer")                                          \
    VALUE(OF, INT, won, ALWAYS, "games that it won")                                               \
    VALUE(OF, INT, overbid, ALWAYS, "games that it lost because they were overbid")                \
    VALUE(OF, INT, hand, ALWAYS, "hand games that it declared")                                    \
    VALUE(OF, INT, hand_won, ALWAYS, "hand games that it won")                                     \
    VALUE(OF, INT, bid_sum, ALWAYS, "sum of the final bids")                                       \
    NESTED(OF, STRUCT, kontras, kontra, ALWAYS, "its kontras")
FIELDS_STRUCT(bidder, BIDDER_FIELDS);

#define BIDDERS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                            \
    NESTED(OF, STRUCT, bidder, a, ALWAYS, "the games of bot a")                                    \
    NESTED(OF, STRUCT, bidder, b, ALWAYS, "the games of bot b")
FIELDS_STRUCT(bidders, BIDDERS_FIELDS);

#define GAMES_OF_BIDS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                      \
    VALUE(OF, INT, declared, ALWAYS, "games declared at such a bid")                               \
    VALUE(OF, INT, won, ALWAYS, "of these, games that were won")
FIELDS_STRUCT(games_of_bids, GAMES_OF_BIDS_FIELDS);

#define BIDS_WON_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                           \
    VALUE(OF, INT, from, ALWAYS, "lowest final bid")                                               \
    VALUE(OF, INT_OR_NULL, to, ALWAYS, "highest final bid; null: no upper end")                    \
    NESTED(OF, STRUCT, games_of_bids, a, ALWAYS, "the games of bot a")                             \
    NESTED(OF, STRUCT, games_of_bids, b, ALWAYS, "the games of bot b")
FIELDS_STRUCT(bids_won, BIDS_WON_FIELDS);

#define COMPARED_BIDDING_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    VALUE(OF, INT, matches, ALWAYS, "games of a and b in the same position of a deal")             \
    NESTED(OF, STRUCT, higher_bids, higher, ALWAYS, "who bid higher")                              \
    NESTED(OF, STRUCT, highest_bids, highest, ALWAYS, "mean highest bids")                         \
    NESTED(OF, STRUCT, declared_classes, declared, ALWAYS, "who declared")                         \
    NESTED(OF, STRUCT, bidders, bots, ALWAYS, "what each bot declared")                            \
    MANY(OF, STRUCTS, bids_won, calibration, ALWAYS, "games declared and won, by final bid")
FIELDS_STRUCT(compared_bidding, COMPARED_BIDDING_FIELDS);

/* ---- over the run ---- */

#define DIFFERENCE_AFTER_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    VALUE(OF, INT, units, ALWAYS, "number of units")                                               \
    VALUE(OF, REAL, mean, ALWAYS, "the difference after these, in points a deal")                  \
    NESTED(OF, EMBEDDED, interval, range, ALWAYS, "its interval")
FIELDS_STRUCT(difference_after, DIFFERENCE_AFTER_FIELDS);

#define DIFFERENCE_CURVE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    MANY(OF, STRUCTS, difference_after, points, ALWAYS, "at most 256 points of the curve")
FIELDS_STRUCT(difference_curve, DIFFERENCE_CURVE_FIELDS);

#define DIFFERENCE_BIN_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    VALUE(OF, REAL, from, ALWAYS, "lower end of the bin")                                          \
    VALUE(OF, INT, count, ALWAYS, "number of units in it")
FIELDS_STRUCT(difference_bin, DIFFERENCE_BIN_FIELDS);

#define DIFFERENCE_BINS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                    \
    VALUE(OF, REAL, width, ALWAYS, "width of a bin, in points a deal")                             \
    MANY(OF, STRUCTS, difference_bin, bins, ALWAYS, "the bins, without gaps")
FIELDS_STRUCT(difference_bins, DIFFERENCE_BINS_FIELDS);

/* ---- does the order of the units matter? (arena/stats/order_test.h) ---- */

#define UNIT_STRETCH_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, INT, first, ALWAYS, "its first unit, counted from 0 over all sessions")              \
    VALUE(OF, INT, last, ALWAYS, "its last unit")                                                  \
    VALUE(OF, INT, first_game, ALWAYS, "number of its first game")                                 \
    VALUE(OF, INT, last_game, ALWAYS, "number of its last game")                                   \
    VALUE(OF, REAL, mean, ALWAYS, "points a deal a - b, or share of deals, in this stretch")
FIELDS_STRUCT(unit_stretch, UNIT_STRETCH_FIELDS);

#define ORDER_FOUND_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, length, ALWAYS, "how many units the stretches have whose sums vary too much")   \
    VALUE(OF, REAL, ratio, ALWAYS,                                                                 \
          "the variance of their sums, divided by what it is for independent units")               \
    NESTED(OF, STRUCT, unit_stretch, lowest, ALWAYS, "stretch of units with the lowest mean")      \
    NESTED(OF, STRUCT, unit_stretch, highest, ALWAYS, "stretch of units with the highest mean")
FIELDS_STRUCT(order_found, ORDER_FOUND_FIELDS);

#define ORDER_SERIES_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, REAL, p, ALWAYS,                                                                     \
          "chance of such an order if units are independent, adjusted for all that was tested; "   \
          "null: too few units, or all alike")                                                     \
    NESTED(OF, OR_NULL, order_found, found, ALWAYS, "if p is at most the level, otherwise null")
FIELDS_STRUCT(order_series, ORDER_SERIES_FIELDS);

#define UNIT_ORDER_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, EXACT, level, ALWAYS, "chance of a warning if units are independent")                \
    NESTED(OF, STRUCT, order_series, difference, ALWAYS, "test of the units' differences")         \
    NESTED(OF, OR_NULL, order_series, divergence, ALWAYS,                                          \
           "test of the numbers of deals that were played differently; null if no two tables can " \
           "show that")                                                                            \
    VALUE(OF, TEXT_OR_NULL, warning, ALWAYS, "what was found, in words; null if nothing was")
FIELDS_STRUCT(unit_order, UNIT_ORDER_FIELDS);

/* ---- deals worth looking at ---- */

#define DECISION_OF_BOT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                    \
    VALUE(OF, INT, game, ALWAYS, "number of the game")                                             \
    VALUE(OF, TEXT_OR_NULL, bot, ALWAYS, "the bot that decided")                                   \
    VALUE(OF, TEXT_OR_NULL, action, ALWAYS,                                                        \
          "what it did; null: it said nothing, or the game was over")
FIELDS_STRUCT(decision_of_bot, DECISION_OF_BOT_FIELDS);

#define FIRST_DIFFERENCE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    VALUE(OF, INT, move, ALWAYS,                                                                   \
          "number of the move, from 1; an actor with its action is one move")                      \
    VALUE(OF, INT_OR_NULL, position, ALWAYS, "position that decides")                              \
    VALUE(OF, TEXT_OR_NULL, position_name, ALWAYS, "its name: forehand ...")                       \
    NESTED(OF, STRUCT, decision_of_bot, a, ALWAYS, "what a did")                                   \
    NESTED(OF, STRUCT, decision_of_bot, b, ALWAYS, "what b did")
FIELDS_STRUCT(first_difference, FIRST_DIFFERENCE_FIELDS);

#define NOTED_DEAL_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, INT, session, ALWAYS, "its session")                                                 \
    VALUE(OF, INT, deal, ALWAYS, "its number in the session")                                      \
    VALUE(OF, REAL, difference, ALWAYS, "a - b, in points")                                        \
    MANY(OF, INTS, , games, ALWAYS, "numbers of its games with both bots")                         \
    NESTED(OF, OR_NULL, first_difference, first, ALWAYS,                                           \
           "the first decision that differs; null without a log")
FIELDS_STRUCT(noted_deal, NOTED_DEAL_FIELDS);

/* ---- all of it ---- */

/* ---- re-deals ---- */

#define REDEALT_CLASS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                      \
    VALUE(OF, TEXT, name, ALWAYS, "how the two bid differently")                                   \
    VALUE(OF, INT, cases, ALWAYS, "number of cases")                                               \
    VALUE(OF, REAL, worth, ALWAYS,                                                                 \
          "points that a's way gains over b's, in the score of the seat less the mean of the "     \
          "other seats")                                                                           \
    NESTED(OF, STRUCT, estimate, effect, ALWAYS, "its share of the difference, in points a deal")
FIELDS_STRUCT(redealt_class, REDEALT_CLASS_FIELDS);

#define COMPARISON_REDEALS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                 \
    VALUE(OF, INT, most, ALWAYS, "most re-deals of a case")                                        \
    VALUE(OF, INT, cases, ALWAYS, "seats of deals at which the two bid differently")               \
    VALUE(OF, INT, failed, ALWAYS, "of these, cases in which a bot failed, which count as dealt")  \
    VALUE(OF, INT, tries, ALWAYS, "layouts that were tried")                                       \
    VALUE(OF, INT, played, ALWAYS, "of these, layouts that were played both ways")                 \
    VALUE(OF, INT, answers, ALWAYS, "answers that bots gave for all this")                         \
    NESTED(OF, STRUCT, estimate, as_dealt, ALWAYS,                                                 \
           "the difference without re-deals, points a deal, a - b")                                \
    NESTED(OF, STRUCT, estimate, change, ALWAYS,                                                   \
           "how much re-deals change the difference: 0 in the long run")                           \
    MANY(OF, STRUCTS, redealt_class, classes, ALWAYS,                                              \
         "how the two bid differently, and what that is worth")
FIELDS_STRUCT(comparison_redeals, COMPARISON_REDEALS_FIELDS);

/* ---- bids alone ---- */

#define UNPLAYED_DEALS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    VALUE(OF, INT, deals, ALWAYS,                                                                  \
          "deals that the two bid alike, so that their games were not played")                     \
    VALUE(OF, INT, games, ALWAYS, "games of these deals")                                          \
    VALUE(OF, INT, checked, ALWAYS, "deals that were bid alike and played all the same")           \
    VALUE(OF, INT, different, ALWAYS,                                                              \
          "of these, played differently: the two do not play cards alike")                         \
    VALUE(OF, INT, contradicted, ALWAYS,                                                           \
          "of these, bid differently after all: a bot answered differently from when it was "      \
          "asked before")                                                                          \
    VALUE(OF, INT, answers, ALWAYS,                                                                \
          "answers that the two gave to find these deals, before any game")
FIELDS_STRUCT(unplayed_deals, UNPLAYED_DEALS_FIELDS);

#define COMPARISON_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, TEXT, a, ALWAYS, "name of a bot")                                                    \
    VALUE(OF, TEXT, b, ALWAYS, "name of the other bot")                                            \
    VALUE(OF, TEXT, unit, ALWAYS, "what a unit is: deal or session")                               \
    VALUE(OF, INT, units, ALWAYS, "units that were played whole")                                  \
    VALUE(OF, INT, deals, ALWAYS, "deals at tables with both")                                     \
    VALUE(OF, INT, games, ALWAYS, "games played at tables with both")                              \
    VALUE(OF, TEXT, primary, ALWAYS, "the scoring that verdict and splits are about")              \
    NESTED(OF, STRUCT, scoring_differences, scorings, ALWAYS, "the difference in each scoring")    \
    NESTED(OF, STRUCT, estimate, superiority, ALWAYS,                                              \
           "share of units in which a was ahead; a tie counts half")                               \
    VALUE(OF, INT_OR_NULL, divergent, ALWAYS,                                                      \
          "deals that were played differently; null if no two tables can show that")               \
    VALUE(OF, REAL, divergent_share, ALWAYS, "their share of all deals")                           \
    VALUE(OF, INT, equal, ALWAYS, "units without a difference")                                    \
    VALUE(OF, INT, better, ALWAYS, "units in which a was ahead")                                   \
    VALUE(OF, INT, worse, ALWAYS, "units in which b was ahead")                                    \
    VALUE(OF, REAL, divergence_bound, ALWAYS,                                                      \
          "if no deal differs, 3 / units: the upper bound of their share")                         \
    MANY(OF, STRUCTS, compared_split, roles, ALWAYS, "the difference by role")                     \
    MANY(OF, STRUCTS, compared_split, contracts, ALWAYS, "the difference by game")                 \
    MANY(OF, STRUCTS, compared_split, positions, ALWAYS, "the difference by position")             \
    MANY(OF, STRUCTS, compared_split, bids, ALWAYS, "the difference by final bid")                 \
    MANY(OF, STRUCTS, compared_deals, decisions, ALWAYS,                                           \
         "the difference by the first decision that differs; empty if no two tables show that")    \
    MANY(OF, STRUCTS, compared_declaring, declares, ALWAYS, "how often each declares")             \
    NESTED(OF, OR_NULL, compared_bidding, bidding, ALWAYS,                                         \
           "null if they never meet in the same position of a deal")                               \
    NESTED(OF, STRUCT, difference_curve, curve, ALWAYS,                                            \
           "the difference after more and more units")                                             \
    NESTED(OF, STRUCT, difference_bins, distribution, ALWAYS, "of the units' differences")         \
    MANY(OF, STRUCTS, noted_deal, swings, ALWAYS, "the deals with the largest differences")        \
    MANY(OF, STRUCTS, noted_deal, divergences, ALWAYS, "the first deals that diverge")             \
    NESTED(OF, OPTIONAL, unit_order, order, ALWAYS, "whether the order of the units matters")      \
    NESTED(OF, OPTIONAL, comparison_redeals, redeals, IF_ANY,                                      \
           "re-deals; missing without any; splits, swings and bidding are of the games as dealt")  \
    NESTED(OF, OPTIONAL, unplayed_deals, unplayed, IF_ANY,                                         \
           "deals that were not played; missing unless bids alone are compared")
FIELDS_STRUCT(comparison, COMPARISON_FIELDS);

/* The difference in a scoring; NULL where it equals another one's. */
struct scoring_difference *comparison_scoring(struct comparison *comparison,
                                              enum stats_scoring scoring);
/* The difference that the verdict is about. */
const struct scoring_difference *comparison_primary(const struct comparison *comparison);

/* What the order of the units shows, in words: that they are not independent. NULL: nothing. */
static inline const char *comparison_order_warning(const struct comparison *comparison)
{
    return comparison->order ? comparison->order->warning : NULL;
}

/* Do the two play every deal alike, as far as can be seen? */
static inline bool comparison_is_alike(const struct comparison *comparison)
{
    return comparison->divergent == 0;
}

#endif
