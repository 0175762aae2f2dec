// SPDX-License-Identifier: MIT
#include "arena/compare/redeal_choice.h"

#include <math.h>

#include "arena/stats/deciding_interval.h"

/* ---- the choice ---- */

/* The share of the variance of a deal that re-deals cannot remove: 1 to 14 % for changed bids. */
static const double LEFT = 0.09;

static double variance_left(int redeals) { return LEFT + (1 - LEFT) / (redeals + 1); }

double redeal_prospect_width(const struct redeal_prospect *prospect, int redeals)
{
    const double MOST_DIFFERENT = 0.9, /* of the deals */
        cost = prospect->cases * prospect->answers_redealt * redeals;
    const double deals =
        floor(prospect->deals * prospect->answers_dealt / (prospect->answers_dealt + cost));
    const double different = fmin(prospect->cases, MOST_DIFFERENT);
    const double distance = sqrt(prospect->variance * variance_left(redeals) / different);
    const int64_t side = (int64_t)ceil(deals * different / 2);

    /* As many deals, of which those that are bid differently lie equally far out on both sides. */
    struct counted_value values[] = {
        {-distance, side}, {0, (int64_t)deals - 2 * side}, {distance, side}};
    const struct counted_sample sample = {values, 3, -distance, distance};
    if (values[1].count < 1)
        return INFINITY;
    const struct deciding_interval interval = deciding_interval_of(&sample, prospect->hand);
    return (interval.high - interval.low) / 2;
}

int redeal_prospect_choice(const struct redeal_prospect *prospect)
{
    int choice = 0;

    if (!(prospect->cases > 0 && prospect->variance > 0 && prospect->answers_dealt > 0))
        return 0;
    double least = redeal_prospect_width(prospect, 0);
    for (int redeals = 1; redeals <= REDEALS_MOST; redeals++) {
        const double width = redeal_prospect_width(prospect, redeals);
        if (width < least) {
            least = width;
            choice = redeals;
        }
    }
    return choice;
}

/* ---- from a pilot ---- */

static double planned_deals(const struct config *config)
{
    struct schedule whole = config->schedule;

    whole.shard = whole.shards = 0;
    return (double)schedule_deals(&whole);
}

/* What a unit allows for between the two: re-deals are refused where it is a session. */
static double hand_of(const struct config *config)
{
    return comparison_plan_hand(&config->compared, &config->rules, &config->schedule,
                                config->compared.a, config->compared.b,
                                stats_primary_scoring(&config->rules));
}

int64_t redeal_pilot_deals(const struct config *config)
{
    /* Fewer than 108 say too little about the variance. */
    const double SHARE = 1.0 / 300, FEWEST = 108, MOST = 1080;
    /* If a case has a variance of 240 (a seventeenth of a hand, squared), as where one bot bids on
     * and the other one passes, re-deals pay in no run of fewer than 10,600 deals, however many
     * cases there are. */
    const double SHORTEST = 10800, deals = planned_deals(config);

    if (deals < SHORTEST && hand_of(config) > 0)
        return 0;
    return (int64_t)fmin(fmax(deals * SHARE, FEWEST), MOST);
}

/* Answers for a deal without re-deals. Of games that begin alike they are kept, so a deal takes a
 * game of each of the two, and what comes after a difference; but not one that is bid alike and not
 * played. */
static double answers_dealt(const struct comparison *comparison, double game, double cases)
{
    const double AFTER = 0.8; /* of the answers of a game */
    const struct unplayed_deals *unplayed = comparison->unplayed;
    const double deals = (double)comparison->deals, all = game * (2 + AFTER * cases);

    return unplayed ? ((double)unplayed->answers + (deals - (double)unplayed->deals) * all) / deals
                    : all;
}

/* The variance of a deal, from what it was with one re-deal and without: two estimates of few
 * deals. */
static double variance_of(const struct comparison *comparison)
{
    const double dealt = comparison->redeals->as_dealt.error,
                 redealt = comparison_primary(comparison)->deal.error;

    return (dealt * dealt + redealt * redealt / variance_left(1)) / 2 * (double)comparison->deals;
}

int redeal_choice_of(const struct config *config, const struct run_stats *pilot)
{
    const double OF_GAMES = 0.75; /* of the answers for a re-deal: the rest is tries */
    struct run_numbers numbers;
    struct pool pool = {0};

    run_stats_numbers(pilot, NULL, &numbers, &pool);
    const struct comparison *comparison = numbers.comparison;
    const struct comparison_redeals *redeals = comparison ? comparison->redeals : NULL;
    int choice = 0;
    if (redeals && redeals->played) {
        const double redealt = (double)redeals->answers / (double)redeals->played,
                     cases = (double)redeals->cases / (double)comparison->deals;
        const struct redeal_prospect prospect = {
            .deals = planned_deals(config),
            .hand = hand_of(config),
            .variance = variance_of(comparison),
            .cases = cases,
            .answers_redealt = redealt,
            .answers_dealt = answers_dealt(comparison, redealt * OF_GAMES / 2, cases),
        };
        choice = redeal_prospect_choice(&prospect);
    }
    pool_free(&pool);
    return choice;
}
