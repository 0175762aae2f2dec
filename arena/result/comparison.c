// SPDX-License-Identifier: MIT
#include "arena/result/comparison.h"

#include <math.h>
#include <string.h>

#include "arena/stats/distribution.h"

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
FIELDS_ROWS(games_won, GAMES_WON_FIELDS);
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

/* The difference in a scoring; NULL where it equals another one's. */
static const struct scoring_difference *scoring_of(const struct scoring_differences *scorings,
                                                   enum stats_scoring scoring)
{
    return scoring == STATS_CLASSIC  ? &scorings->classic
           : scoring == STATS_SEEGER ? &scorings->seeger_fabian
                                     : scorings->score;
}

const struct scoring_difference *comparison_primary(const struct comparison *comparison)
{
    for (int i = 0; i < STATS_SCORINGS; i++)
        if (strcmp(comparison->primary, stats_scoring_names[i]) == 0)
            return scoring_of(&comparison->scorings, (enum stats_scoring)i);
    return NULL;
}

void comparison_forget_judged(struct comparison *comparison)
{
    struct scoring_differences *scorings = &comparison->scorings;

    scorings->classic.judged = scorings->seeger_fabian.judged = NULL;
    if (scorings->score)
        scorings->score->judged = NULL;
}

double deals_until(const struct comparison *comparison, double half, double reach, double power)
{
    const double error = comparison_primary(comparison)->deal.error;

    if (!(error > 0 && reach > 0))
        return NAN;
    const double rare = fmax(0, half - COMPARISON_WIDTH * error),
                 by_chance = (COMPARISON_WIDTH + normal_quantile(power)) * error;
    /* reach = by_chance * root + rare * root^2, where root^2 is today's deals by those needed */
    const double root =
        rare > 0 ? (sqrt(by_chance * by_chance + 4 * rare * reach) - by_chance) / (2 * rare)
                 : reach / by_chance;

    return (double)comparison->deals / (root * root);
}

/* ---- a sequential test ---- */

FIELDS_ROWS(test_faults, TEST_FAULTS_FIELDS);
FIELDS_ROWS(anytime_estimate, ANYTIME_ESTIMATE_FIELDS);
FIELDS_ROWS(test_result, TEST_RESULT_FIELDS);
