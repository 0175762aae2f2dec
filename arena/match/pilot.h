// SPDX-License-Identifier: MIT
/* arena/match/pilot.h - pilots: some deals that are played before a run and are not of it, which
 * say how many re-deals of a case pay, and how many deals fit into a time. */
#ifndef ARENA_MATCH_PILOT_H
#define ARENA_MATCH_PILOT_H

#include "arena/config/config.h"

/* ---- re-deals ----
 *
 * How often two bots bid differently, how much that matters, and how many tries a re-deal takes, is
 * seen in some deals that are not of the run; so all shards of a run choose the same, and no deal
 * is counted that chose. */

/* Plays the pilot of a config with redeals REDEALS_AUTO, if it has one (redeal_choice.h), with as
 * many workers. Returns the number, 0 to REDEALS_MOST; -1 if it was interrupted, or with errors. */
int redeal_pilot(const struct config *config, struct errors *errors);

/* ---- time ----
 *
 * The number is settled before the first game, and the run is that of --deals with this number: it
 * looks at no clock, and repeats to the byte. */

struct time_pilot {
    int64_t deals, played; /* that fit; and those of the pilot, the last one if it took several */
    double seconds;        /* that these took */
};

/* Plays pilots of the config, longer ones until they take a twentieth of the time or ten seconds,
 * with its workers, log and re-deals. What they take is taken off. Never less than a deal, or a
 * session that is played in one piece; of given deals all at most. Returns an exit code: EXIT_OK,
 * EXIT_INTERRUPTED, or EXIT_INTERNAL with errors. */
int time_pilot_play(struct time_pilot *pilot, const struct config *config, double seconds,
                    struct errors *errors);

/* The deals that fit into `seconds` when `played` took `took`: whole multiples of `session`, and at
 * least one. */
int64_t time_pilot_deals(double seconds, int64_t played, double took, int64_t session);

#endif
