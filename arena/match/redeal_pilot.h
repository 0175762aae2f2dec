// SPDX-License-Identifier: MIT
/* arena/match/redeal_pilot.h - how many re-deals of a case pay, from a pilot before the run.
 *
 * A re-deal costs two games and the tries for it, and makes the variance of a case smaller, most of
 * all the first ones: docs/statistics.md, Re-deals. How often two bots bid differently, and how
 * many tries a re-deal takes, is seen in some deals that are not of the run; so all shards of a run
 * choose the same, and no deal is counted that chose. */
#ifndef ARENA_MATCH_REDEAL_PILOT_H
#define ARENA_MATCH_REDEAL_PILOT_H

#include "arena/config/config.h"

enum { REDEAL_PILOT_DEALS = 108 };

/* Plays the pilot of a config with redeals REDEALS_AUTO, with as many workers. Returns the number,
 * 0 to REDEALS_MOST; -1 if it was interrupted, or with errors. */
int redeal_pilot(const struct config *config, struct errors *errors);

/* The number by what a pilot saw: cases a deal; answers for a re-deal, tries included; and answers
 * for a deal without re-deals. */
int redeal_pilot_choice(double cases, double answers_redealt, double answers_dealt);

#endif
