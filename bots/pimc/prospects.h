// SPDX-License-Identifier: MIT
/* bots/pimc/prospects.h - what a game is worth to its declarer, by stammtisch's tables and by games
 * played out.
 *
 * The tables were fitted to games of other players than those who search, so they are corrected, by
 * kind of game; README.md says how that was measured. */
#ifndef PIMC_PROSPECTS_H
#define PIMC_PROSPECTS_H

#include "bots/stammtisch/bidding.h"

/* The chance by the tables, in thousandths, of a suit game, grand or null with ten cards after the
 * discard, or by hand, where nobody knows what is `aside`: 0. */
int prospect_chance(struct skat_bot_contract contract, cards ten, cards aside, int forehand);

/* Both together, after `worlds` worlds; `played` is the mean over them. */
int prospect_mean(struct skat_bot_contract contract, int by_tables, int played, int worlds);

#endif
