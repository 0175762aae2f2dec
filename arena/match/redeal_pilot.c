// SPDX-License-Identifier: MIT
#include "arena/match/redeal_pilot.h"

#include <math.h>

#include "arena/match/pilot_config.h"
#include "arena/match/supervisor.h"

int redeal_pilot_choice(double cases, double answers_redealt, double answers_dealt)
{
    /* Of the variance of a deal, what re-deals cannot take away: 3 to 9 % for changed bids. */
    const double LEFT = 0.09;
    const double cost = cases * answers_redealt;

    if (cost <= 0)
        return REDEALS_MOST;
    if (answers_dealt <= cost)
        return 0;
    /* With m re-deals, answers are dealt + cost * m, and the variance is left + (1 - left) / (m +
     * 1): their product is least here. */
    const double deals = sqrt((answers_dealt / cost - 1) * (1 - LEFT) / LEFT);
    return deals < 1.5 ? 0 : (int)fmin(round(deals - 1), REDEALS_MOST);
}

/* Answers for a deal without re-deals. Of games that begin alike they are kept, so a deal takes a
 * game of each of the two, and what differs; but not one that is bid alike and not played. */
static double answers_dealt(const struct comparison *comparison, double game, double cases)
{
    const struct unplayed_deals *unplayed = comparison->unplayed;
    const double deals = (double)comparison->deals, all = game * (2 + cases);

    return unplayed ? ((double)unplayed->answers + (deals - (double)unplayed->deals) * all) / deals
                    : all;
}

static int choice_of(const struct run_stats *stats)
{
    const double OF_GAMES = 0.9; /* of the answers for a re-deal: the rest is tries */
    struct run_numbers numbers;
    struct pool pool = {0};

    run_stats_numbers(stats, NULL, &numbers, &pool);
    const struct comparison *comparison = numbers.comparison;
    const struct comparison_redeals *redeals = comparison ? comparison->redeals : NULL;
    int choice = 0;
    if (redeals && comparison->deals) {
        const double redealt = (double)redeals->answers / fmax(1, (double)redeals->played),
                     game = redealt * OF_GAMES / 2,
                     cases = (double)redeals->cases / (double)comparison->deals;
        choice = redeal_pilot_choice(cases, redealt, answers_dealt(comparison, game, cases));
    }
    pool_free(&pool);
    return choice;
}

static int play(const struct config *pilot, struct errors *errors)
{
    const char *names[BOTS_MAX];
    static struct supervisor_result result; /* 100 kB, used once */
    int choice = -1;

    config_names(pilot, names);
    struct run_stats *stats =
        run_stats_new(&pilot->rules, &pilot->schedule, &pilot->compared, names, pilot->bot_count);
    const struct supervisor_outputs outputs = {.stats = stats};
    if (supervisor_play(pilot, &outputs, &result, errors) && !result.interrupted)
        choice = choice_of(stats);
    run_stats_free(stats);
    return choice;
}

int redeal_pilot(const struct config *config, struct errors *errors)
{
    struct config pilot;
    const int choice = pilot_config(&pilot, config, REDEAL_PILOT_DEALS, "1", "divergent", errors)
                           ? play(&pilot, errors)
                           : -1;

    config_free(&pilot);
    return choice;
}
