// SPDX-License-Identifier: MIT
/* arena/match/redeal_pilot.h - how many re-deals of a case pay, from a pilot before the run.
 *
 * How often two bots bid differently, how much that matters, and how many tries a re-deal takes, is
 * seen in some deals that are not of the run; so all parts of a run choose the same, and no deal is
 * counted that chose. */
#ifndef ARENA_MATCH_REDEAL_PILOT_H
#define ARENA_MATCH_REDEAL_PILOT_H

#include "arena/config/config.h"

/* Plays the pilot of a config with redeals REDEALS_AUTO, if it has one (redeal_choice.h), with as
 * many workers. Returns the number, 0 to REDEALS_MOST; -1 if it was interrupted, or with errors. */
int redeal_pilot(const struct config *config, struct errors *errors);

#endif
