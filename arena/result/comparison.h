// SPDX-License-Identifier: MIT
/* arena/result/comparison.h - the `comparison` of a summary: two bots on the same deals
 * (docs/formats.md). */
#ifndef ARENA_RESULT_COMPARISON_H
#define ARENA_RESULT_COMPARISON_H

#include "arena/record/game_stats.h"
#include "arena/result/estimates.h"

/* ---- the difference ---- */

#define SCORING_DIFFERENCE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                 \
    NESTED(OF, EMBEDDED, estimate, deal, ALWAYS, "1.0", "a - b, in points a deal")                 \
    NESTED(OF, STRUCT, series_estimate, per_36, ALWAYS, "1.0", "the same in 36 deals")             \
    NESTED(OF, STRUCT, interval, empirical, ALWAYS, "1.0",                                         \
           "interval by empirical likelihood, which allows for rare large differences")            \
    VALUE(OF, EXACT, largest, LATER, "1.1",                                                        \
          "the largest difference of a unit that this interval counts as possible")                \
    VALUE(OF, REAL, lowest, LATER, "1.1", "lowest difference of a unit that occurred")             \
    VALUE(OF, REAL, highest, LATER, "1.1", "highest difference of a unit that occurred")           \
    NESTED(OF, OPTIONAL, judged, judged, LATER, "1.1",                                             \
           "the interval that decides; missing where a test may end the run")
FIELDS_STRUCT(scoring_difference, SCORING_DIFFERENCE_FIELDS);

#define SCORING_DIFFERENCES_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                \
    NESTED(OF, STRUCT, scoring_difference, classic, ALWAYS, "1.0", "in classic scoring")           \
    NESTED(OF, STRUCT, scoring_difference, seeger_fabian, ALWAYS, "1.0",                           \
           "in Seeger and Fabian's scoring")                                                       \
    NESTED(OF, OPTIONAL, scoring_difference, score, LATER, "1.0",                                  \
           "in the rule set's own scoring, if that is a different one")
FIELDS_STRUCT(scoring_differences, SCORING_DIFFERENCES_FIELDS);

/* ---- where it comes from ---- */

#define PART_SEATS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, INT, seats, ALWAYS, "1.0", "seats with this role, game or position")                 \
    VALUE(OF, INT, points, ALWAYS, "1.0", "points of these seats")                                 \
    VALUE(OF, REAL, mean, ALWAYS, "1.0", "points a seat")
FIELDS_STRUCT(part_seats, PART_SEATS_FIELDS);

#define COMPARED_PART_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                      \
    VALUE(OF, TEXT, name, ALWAYS, "1.0", "role, game or position")                                 \
    NESTED(OF, STRUCT, part_seats, a, ALWAYS, "1.0", "the seats of bot a")                         \
    NESTED(OF, STRUCT, part_seats, b, ALWAYS, "1.0", "the seats of bot b")                         \
    NESTED(OF, STRUCT, estimate, effect, ALWAYS, "1.0", "its part of the difference")
FIELDS_STRUCT(compared_part, COMPARED_PART_FIELDS);

/* ---- bidding ---- */

#define HIGHER_BIDS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, a, ALWAYS, "1.0", "matches in which a bid higher")                              \
    VALUE(OF, INT, b, ALWAYS, "1.0", "matches in which b bid higher")                              \
    VALUE(OF, INT, same, ALWAYS, "1.0", "matches in which both bid the same")
FIELDS_STRUCT(higher_bids, HIGHER_BIDS_FIELDS);

#define HIGHEST_BIDS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, REAL, a, ALWAYS, "1.0", "mean of a's highest bids")                                  \
    VALUE(OF, REAL, b, ALWAYS, "1.0", "mean of b's highest bids")                                  \
    NESTED(OF, STRUCT, estimate, difference, ALWAYS, "1.0", "their difference")
FIELDS_STRUCT(highest_bids, HIGHEST_BIDS_FIELDS);

#define DECLARED_MATCHES_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    VALUE(OF, INT, matches, ALWAYS, "1.0", "number of matches")                                    \
    VALUE(OF, REAL, share, ALWAYS, "1.0", "their share of all matches")                            \
    VALUE(OF, INT, a_won, ALWAYS, "1.0", "games that a declared and won")                          \
    VALUE(OF, INT, b_won, ALWAYS, "1.0", "games that b declared and won")                          \
    NESTED(OF, STRUCT, estimate, worth, ALWAYS, "1.0",                                             \
           "the part of the difference that comes from them")
FIELDS_STRUCT(declared_matches, DECLARED_MATCHES_FIELDS);

#define DECLARED_CLASSES_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    NESTED(OF, STRUCT, declared_matches, both, ALWAYS, "1.0", "both declared")                     \
    NESTED(OF, STRUCT, declared_matches, only_a, ALWAYS, "1.0", "only a declared")                 \
    NESTED(OF, STRUCT, declared_matches, only_b, ALWAYS, "1.0", "only b declared")                 \
    NESTED(OF, STRUCT, declared_matches, neither, ALWAYS, "1.0", "neither declared")
FIELDS_STRUCT(declared_classes, DECLARED_CLASSES_FIELDS);

#define KONTRAS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                            \
    VALUE(OF, INT, said, ALWAYS, "1.0", "kontras that it said")                                    \
    VALUE(OF, INT, right, ALWAYS, "1.0", "of these, kontras after which declarer lost")            \
    VALUE(OF, INT, chances, ALWAYS, "1.0", "games that it defended")                               \
    VALUE(OF, INT, lost_by_declarer, ALWAYS, "1.0",                                                \
          "of these, games that declarer lost: they deserved kontra")
FIELDS_STRUCT(kontras, KONTRAS_FIELDS);

#define BIDDER_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                             \
    VALUE(OF, INT, declared, ALWAYS, "1.0", "games as declarer")                                   \
    VALUE(OF, INT, won, ALWAYS, "1.0", "games that it won")                                        \
    VALUE(OF, INT, overbid, ALWAYS, "1.0", "games that it lost because they were overbid")         \
    VALUE(OF, INT, hand, ALWAYS, "1.0", "hand games that it declared")                             \
    VALUE(OF, INT, hand_won, ALWAYS, "1.0", "hand games that it won")                              \
    VALUE(OF, INT, bid_sum, ALWAYS, "1.0", "sum of the final bids")                                \
    NESTED(OF, STRUCT, kontras, kontra, ALWAYS, "1.0", "its kontras")
FIELDS_STRUCT(bidder, BIDDER_FIELDS);

#define BIDDERS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                            \
    NESTED(OF, STRUCT, bidder, a, ALWAYS, "1.0", "the games of bot a")                             \
    NESTED(OF, STRUCT, bidder, b, ALWAYS, "1.0", "the games of bot b")
FIELDS_STRUCT(bidders, BIDDERS_FIELDS);

#define GAMES_OF_BIDS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                      \
    VALUE(OF, INT, declared, ALWAYS, "1.0", "games declared at such a bid")                        \
    VALUE(OF, INT, won, ALWAYS, "1.0", "of these, games that were won")
FIELDS_STRUCT(games_of_bids, GAMES_OF_BIDS_FIELDS);

#define BIDS_WON_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                           \
    VALUE(OF, INT, from, ALWAYS, "1.0", "lowest final bid")                                        \
    VALUE(OF, INT_OR_NULL, to, ALWAYS, "1.0", "highest final bid; null: no upper end")             \
    NESTED(OF, STRUCT, games_of_bids, a, ALWAYS, "1.0", "the games of bot a")                      \
    NESTED(OF, STRUCT, games_of_bids, b, ALWAYS, "1.0", "the games of bot b")
FIELDS_STRUCT(bids_won, BIDS_WON_FIELDS);

#define COMPARED_BIDDING_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    VALUE(OF, INT, matches, ALWAYS, "1.0", "games of a and b in the same position of a deal")      \
    NESTED(OF, STRUCT, higher_bids, higher, ALWAYS, "1.0", "who bid higher")                       \
    NESTED(OF, STRUCT, highest_bids, highest, ALWAYS, "1.0", "mean highest bids")                  \
    NESTED(OF, STRUCT, declared_classes, declared, ALWAYS, "1.0", "who declared")                  \
    NESTED(OF, STRUCT, bidders, bots, ALWAYS, "1.0", "what each bot declared")                     \
    MANY(OF, STRUCTS, bids_won, calibration, ALWAYS, "1.0", "games declared and won, by final bid")
FIELDS_STRUCT(compared_bidding, COMPARED_BIDDING_FIELDS);

/* ---- over the run ---- */

#define DIFFERENCE_AFTER_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    VALUE(OF, INT, units, ALWAYS, "1.0", "number of units")                                        \
    VALUE(OF, REAL, mean, ALWAYS, "1.0", "the difference after these, in points a deal")           \
    NESTED(OF, EMBEDDED, interval, range, ALWAYS, "1.0", "its interval")
FIELDS_STRUCT(difference_after, DIFFERENCE_AFTER_FIELDS);

#define DIFFERENCE_CURVE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    MANY(OF, STRUCTS, difference_after, points, ALWAYS, "1.0", "at most 256 points of the curve")
FIELDS_STRUCT(difference_curve, DIFFERENCE_CURVE_FIELDS);

#define DIFFERENCE_BIN_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    VALUE(OF, REAL, from, ALWAYS, "1.0", "lower end of the bin")                                   \
    VALUE(OF, INT, count, ALWAYS, "1.0", "number of units in it")
FIELDS_STRUCT(difference_bin, DIFFERENCE_BIN_FIELDS);

#define DIFFERENCE_BINS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                    \
    VALUE(OF, REAL, width, ALWAYS, "1.0", "width of a bin, in points a deal")                      \
    MANY(OF, STRUCTS, difference_bin, bins, ALWAYS, "1.0", "the bins, without gaps")
FIELDS_STRUCT(difference_bins, DIFFERENCE_BINS_FIELDS);

/* ---- does the order of the units matter? (arena/stats/order_test.h) ---- */

#define ORDER_PART_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, INT, first, ALWAYS, "1.1", "its first unit, counted from 0 over all sessions")       \
    VALUE(OF, INT, last, ALWAYS, "1.1", "its last unit")                                           \
    VALUE(OF, INT, first_game, ALWAYS, "1.1", "number of its first game")                          \
    VALUE(OF, INT, last_game, ALWAYS, "1.1", "number of its last game")                            \
    VALUE(OF, REAL, mean, ALWAYS, "1.1", "points a deal a - b, or share of deals, in this part")
FIELDS_STRUCT(order_part, ORDER_PART_FIELDS);

#define ORDER_FOUND_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, length, ALWAYS, "1.1",                                                          \
          "how many units the stretches have whose sums vary too much")                            \
    VALUE(OF, REAL, ratio, ALWAYS, "1.1",                                                          \
          "the variance of their sums, divided by what it is for independent units")               \
    NESTED(OF, STRUCT, order_part, lowest, ALWAYS, "1.1", "part of the run with the lowest mean")  \
    NESTED(OF, STRUCT, order_part, highest, ALWAYS, "1.1", "part of the run with the highest mean")
FIELDS_STRUCT(order_found, ORDER_FOUND_FIELDS);

#define ORDER_SERIES_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, REAL, p, ALWAYS, "1.1",                                                              \
          "chance of such an order if units are independent, adjusted for all that was tested; "   \
          "null: too few units, or all alike")                                                     \
    NESTED(OF, OR_NULL, order_found, found, ALWAYS, "1.1",                                         \
           "if p is at most the level, otherwise null")
FIELDS_STRUCT(order_series, ORDER_SERIES_FIELDS);

#define UNIT_ORDER_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, EXACT, level, ALWAYS, "1.1", "chance of a warning if units are independent")         \
    NESTED(OF, STRUCT, order_series, difference, ALWAYS, "1.1", "test of the units' differences")  \
    NESTED(OF, OR_NULL, order_series, divergence, ALWAYS, "1.1",                                   \
           "test of the numbers of deals that were played differently; null if no two tables can " \
           "show that")                                                                            \
    VALUE(OF, TEXT_OR_NULL, warning, ALWAYS, "1.1", "what was found, in words; null if nothing was")
FIELDS_STRUCT(unit_order, UNIT_ORDER_FIELDS);

/* ---- deals worth looking at ---- */

#define DECISION_OF_BOT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                    \
    VALUE(OF, INT, game, ALWAYS, "1.0", "number of the game")                                      \
    VALUE(OF, TEXT_OR_NULL, bot, ALWAYS, "1.0", "the bot that decided")                            \
    VALUE(OF, TEXT_OR_NULL, action, ALWAYS, "1.0",                                                 \
          "what it did; null: it said nothing, or the game was over")
FIELDS_STRUCT(decision_of_bot, DECISION_OF_BOT_FIELDS);

#define FIRST_DIFFERENCE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                   \
    VALUE(OF, INT, move, ALWAYS, "1.0",                                                            \
          "number of the move, from 1; an actor with its action is one move")                      \
    VALUE(OF, INT_OR_NULL, position, ALWAYS, "1.0", "position that decides")                       \
    VALUE(OF, TEXT_OR_NULL, position_name, ALWAYS, "1.0", "its name: forehand ...")                \
    NESTED(OF, STRUCT, decision_of_bot, a, ALWAYS, "1.0", "what a did")                            \
    NESTED(OF, STRUCT, decision_of_bot, b, ALWAYS, "1.0", "what b did")
FIELDS_STRUCT(first_difference, FIRST_DIFFERENCE_FIELDS);

#define NOTED_DEAL_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, INT, session, ALWAYS, "1.0", "its session")                                          \
    VALUE(OF, INT, deal, ALWAYS, "1.0", "its number in the session")                               \
    VALUE(OF, REAL, difference, ALWAYS, "1.0", "a - b, in points")                                 \
    MANY(OF, INTS, , games, ALWAYS, "1.0", "numbers of its games with both bots")                  \
    NESTED(OF, OR_NULL, first_difference, first, ALWAYS, "1.0",                                    \
           "the first decision that differs; null without a log")
FIELDS_STRUCT(noted_deal, NOTED_DEAL_FIELDS);

/* ---- all of it ---- */

/* ---- re-deals ---- */

#define REDEALT_CLASS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                      \
    VALUE(OF, TEXT, name, ALWAYS, "1.1", "how the two bid differently")                            \
    VALUE(OF, INT, cases, ALWAYS, "1.1", "number of cases")                                        \
    VALUE(OF, REAL, worth, ALWAYS, "1.1",                                                          \
          "points that a's way gains over b's, in the score of the seat less the mean of the "     \
          "other seats")                                                                           \
    NESTED(OF, STRUCT, estimate, effect, ALWAYS, "1.1", "its part of the difference")
FIELDS_STRUCT(redealt_class, REDEALT_CLASS_FIELDS);

#define COMPARISON_REDEALS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                 \
    VALUE(OF, INT, most, ALWAYS, "1.1", "most re-deals of a case")                                 \
    VALUE(OF, INT, cases, ALWAYS, "1.1", "seats of deals at which the two bid differently")        \
    VALUE(OF, INT, failed, ALWAYS, "1.1",                                                          \
          "of these, cases in which a bot failed, which count as dealt")                           \
    VALUE(OF, INT, tries, ALWAYS, "1.1", "layouts that were tried")                                \
    VALUE(OF, INT, played, ALWAYS, "1.1", "of these, layouts that were played both ways")          \
    VALUE(OF, INT, answers, ALWAYS, "1.1", "answers that bots gave for all this")                  \
    NESTED(OF, STRUCT, estimate, as_dealt, ALWAYS, "1.1",                                          \
           "the difference without re-deals, points a deal, a - b")                                \
    NESTED(OF, STRUCT, estimate, change, ALWAYS, "1.1",                                            \
           "how much re-deals change the difference: 0 in the long run")                           \
    MANY(OF, STRUCTS, redealt_class, classes, ALWAYS, "1.1",                                       \
         "how the two bid differently, and what that is worth")
FIELDS_STRUCT(comparison_redeals, COMPARISON_REDEALS_FIELDS);

/* ---- bids alone ---- */

#define UNPLAYED_DEALS_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                     \
    VALUE(OF, INT, deals, ALWAYS, "1.1",                                                           \
          "deals that the two bid alike, so that their games were not played")                     \
    VALUE(OF, INT, games, ALWAYS, "1.1", "games of these deals")                                   \
    VALUE(OF, INT, checked, ALWAYS, "1.1", "deals that were bid alike and played all the same")    \
    VALUE(OF, INT, different, ALWAYS, "1.1",                                                       \
          "of these, played differently: the two do not play cards alike")                         \
    VALUE(OF, INT, contradicted, ALWAYS, "1.1",                                                    \
          "of these, bid differently after all: a bot answered differently from when it was "      \
          "asked before")                                                                          \
    VALUE(OF, INT, answers, ALWAYS, "1.1",                                                         \
          "answers that the two gave to find these deals, before any game")
FIELDS_STRUCT(unplayed_deals, UNPLAYED_DEALS_FIELDS);

#define COMPARISON_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, TEXT, a, ALWAYS, "1.0", "name of a bot")                                             \
    VALUE(OF, TEXT, b, ALWAYS, "1.0", "name of the other bot")                                     \
    VALUE(OF, TEXT, unit, ALWAYS, "1.0", "what a unit is: deal or session")                        \
    VALUE(OF, INT, units, ALWAYS, "1.0", "units that were played whole")                           \
    VALUE(OF, INT, deals, ALWAYS, "1.0", "deals at tables with both")                              \
    VALUE(OF, INT, games, ALWAYS, "1.0", "games played at tables with both")                       \
    VALUE(OF, TEXT, primary, ALWAYS, "1.0", "the scoring that verdict and splits are about")       \
    NESTED(OF, STRUCT, scoring_differences, scorings, ALWAYS, "1.0",                               \
           "the difference in each scoring")                                                       \
    NESTED(OF, EMBEDDED, chance, better_chance, ALWAYS, "1.0", "")                                 \
    NESTED(OF, STRUCT, estimate, superiority, ALWAYS, "1.0",                                       \
           "share of units in which a was ahead; a tie counts half")                               \
    VALUE(OF, TEXT, verdict, ALWAYS, "1.0", "the verdict by Student's t, in words")                \
    VALUE(OF, INT_OR_NULL, divergent, ALWAYS, "1.0",                                               \
          "deals that were played differently; null if no two tables can show that")               \
    VALUE(OF, REAL, divergent_share, ALWAYS, "1.0", "their share of all deals")                    \
    VALUE(OF, INT, zero, ALWAYS, "1.0", "units without a difference")                              \
    VALUE(OF, INT, better, ALWAYS, "1.0", "units in which a was ahead")                            \
    VALUE(OF, INT, worse, ALWAYS, "1.0", "units in which b was ahead")                             \
    VALUE(OF, REAL, divergence_bound, ALWAYS, "1.0",                                               \
          "if no deal differs, 3 / units: the upper bound of their share")                         \
    MANY(OF, STRUCTS, compared_part, roles, ALWAYS, "1.0", "the difference by role")               \
    MANY(OF, STRUCTS, compared_part, contracts, ALWAYS, "1.0", "the difference by game")           \
    MANY(OF, STRUCTS, compared_part, positions, ALWAYS, "1.0", "the difference by position")       \
    NESTED(OF, OR_NULL, compared_bidding, bidding, ALWAYS, "1.0",                                  \
           "null if they never meet in the same position of a deal")                               \
    NESTED(OF, STRUCT, difference_curve, curve, ALWAYS, "1.0",                                     \
           "the difference after more and more units")                                             \
    NESTED(OF, STRUCT, difference_bins, distribution, ALWAYS, "1.0", "of the units' differences")  \
    MANY(OF, STRUCTS, noted_deal, swings, ALWAYS, "1.0", "the deals with the largest differences") \
    MANY(OF, STRUCTS, noted_deal, divergences, ALWAYS, "1.0", "the first deals that diverge")      \
    NESTED(OF, OPTIONAL, unit_order, order, LATER, "1.1",                                          \
           "whether the order of the units matters")                                               \
    NESTED(OF, OPTIONAL, comparison_redeals, redeals, LATER, "1.1",                                \
           "missing without re-deals; splits, swings and bidding are of the games as dealt")       \
    NESTED(OF, OPTIONAL, unplayed_deals, unplayed, LATER, "1.1",                                   \
           "deals that were not played, where bids alone are compared")
FIELDS_STRUCT(comparison, COMPARISON_FIELDS);

/* The difference in a scoring; NULL where it equals another one's. */
struct scoring_difference *comparison_scoring(struct comparison *comparison,
                                              enum stats_scoring scoring);
/* That of the verdict. */
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
