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

/* What it is worth with this chance, in thousandths of a point; PROSPECT_NOT_ALLOWED, less than any
 * game can cost, if the bid is higher than the value of null. `twelve` are declarer's, with the
 * skat. `levels` are those besides the game and hand. */
enum { PROSPECT_NOT_ALLOWED = -100000000 };
int prospect_worth(const struct rules *rules, struct skat_bot_contract contract, cards twelve,
                   int bid, int levels, int chance);

/* What it is worth, in the same units, after it was played out and declarer had such points
 * (rollout.h). */
int prospect_played(const struct rules *rules, struct skat_bot_contract contract, cards twelve,
                    int bid, int levels, int points);

/* Both together, after `worlds` worlds; `played` is the mean over them. */
int prospect_mean(struct skat_bot_contract contract, int by_tables, int played, int worlds);

#endif
