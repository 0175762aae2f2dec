// SPDX-License-Identifier: MIT
/* arena/compare/redeal_choice.h - how many re-deals of a case pay.
 *
 * A re-deal costs two games and the tries for it. For as many answers of the bots, a run with
 * re-deals has fewer deals: their differences vary less, but the interval that decides
 * (stats/empirical_likelihood.h) allows for more of what fewer deals may not have shown. So
 * re-deals pay from some number of deals on: docs/statistics.md, Re-deals. */
#ifndef ARENA_COMPARE_REDEAL_CHOICE_H
#define ARENA_COMPARE_REDEAL_CHOICE_H

#include "arena/compare/run_stats.h"
#include "arena/config/config.h"

/* What decides on the number: of the run, and of a pilot. */
struct redeal_prospect {
    double deals;           /* planned */
    double hand;            /* what a hand may cost, in points a deal; 0: it is not allowed for */
    double variance;        /* of the difference of a deal without re-deals */
    double cases;           /* a deal */
    double answers_redealt; /* for a re-deal, tries included */
    double answers_dealt;   /* for a deal without re-deals */
};

/* The half-width of the interval that decides with so many re-deals, for as many answers as the
 * planned deals take without. */
double redeal_prospect_width(const struct redeal_prospect *prospect, int redeals);
/* The number with the smallest; 0 if there were no cases. */
int redeal_prospect_choice(const struct redeal_prospect *prospect);

/* Deals of the pilot of a run: a three-hundredth of its own, within limits. 0, and no re-deals,
 * where a hand is allowed for in a run so short that they would pay only for unusually dear cases.
 */
int64_t redeal_pilot_deals(const struct config *config);
/* The number for a run, by its pilot with one re-deal. */
int redeal_choice_of(const struct config *config, const struct run_stats *pilot);

#endif
