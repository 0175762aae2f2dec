// SPDX-License-Identifier: MIT
#include "arena/result/comparison.h"

#include <string.h>

FIELDS_ROWS(scoring_difference, SCORING_DIFFERENCE_FIELDS);
FIELDS_ROWS(scoring_differences, SCORING_DIFFERENCES_FIELDS);
FIELDS_ROWS(split_seats, SPLIT_SEATS_FIELDS);
FIELDS_ROWS(compared_split, COMPARED_SPLIT_FIELDS);
FIELDS_ROWS(compared_deals, COMPARED_DEALS_FIELDS);
FIELDS_ROWS(declared_by, DECLARED_BY_FIELDS);
FIELDS_ROWS(compared_declaring, COMPARED_DECLARING_FIELDS);
FIELDS_ROWS(higher_bids, HIGHER_BIDS_FIELDS);
FIELDS_ROWS(highest_bids, HIGHEST_BIDS_FIELDS);
FIELDS_ROWS(declared_matches, DECLARED_MATCHES_FIELDS);
FIELDS_ROWS(declared_classes, DECLARED_CLASSES_FIELDS);
FIELDS_ROWS(kontras, KONTRAS_FIELDS);
FIELDS_ROWS(bidder, BIDDER_FIELDS);
FIELDS_ROWS(bidders, BIDDERS_FIELDS);
FIELDS_ROWS(games_of_bids, GAMES_OF_BIDS_FIELDS);
FIELDS_ROWS(bids_won, BIDS_WON_FIELDS);
FIELDS_ROWS(compared_bidding, COMPARED_BIDDING_FIELDS);
FIELDS_ROWS(difference_after, DIFFERENCE_AFTER_FIELDS);
FIELDS_ROWS(difference_curve, DIFFERENCE_CURVE_FIELDS);
FIELDS_ROWS(difference_bin, DIFFERENCE_BIN_FIELDS);
FIELDS_ROWS(difference_bins, DIFFERENCE_BINS_FIELDS);
FIELDS_ROWS(unit_stretch, UNIT_STRETCH_FIELDS);
FIELDS_ROWS(order_found, ORDER_FOUND_FIELDS);
FIELDS_ROWS(order_series, ORDER_SERIES_FIELDS);
FIELDS_ROWS(unit_order, UNIT_ORDER_FIELDS);
FIELDS_ROWS(decision_of_bot, DECISION_OF_BOT_FIELDS);
FIELDS_ROWS(first_difference, FIRST_DIFFERENCE_FIELDS);
FIELDS_ROWS(noted_deal, NOTED_DEAL_FIELDS);
FIELDS_ROWS(redealt_class, REDEALT_CLASS_FIELDS);
FIELDS_ROWS(comparison_redeals, COMPARISON_REDEALS_FIELDS);
FIELDS_ROWS(unplayed_deals, UNPLAYED_DEALS_FIELDS);
FIELDS_ROWS(comparison, COMPARISON_FIELDS);

struct scoring_difference *comparison_scoring(struct comparison *comparison,
                                              enum stats_scoring scoring)
{
    struct scoring_differences *scorings = &comparison->scorings;

    return scoring == STATS_CLASSIC  ? &scorings->classic
           : scoring == STATS_SEEGER ? &scorings->seeger_fabian
                                     : scorings->score;
}

const struct scoring_difference *comparison_primary(const struct comparison *comparison)
{
    const struct scoring_differences *scorings = &comparison->scorings;

    for (int i = 0; i < STATS_SCORINGS; i++)
        if (strcmp(comparison->primary, stats_scoring_names[i]) == 0)
            return i == STATS_CLASSIC  ? &scorings->classic
                   : i == STATS_SEEGER ? &scorings->seeger_fabian
                                       : scorings->score;
    return NULL;
}
