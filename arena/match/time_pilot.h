// SPDX-License-Identifier: MIT
/* arena/match/time_pilot.h - how many deals fit into a time, from a pilot before the run.
 *
 * The number is settled before the first game, and the run is that of --deals with this number: it
 * looks at no clock, and repeats to the byte. */
#ifndef ARENA_MATCH_TIME_PILOT_H
#define ARENA_MATCH_TIME_PILOT_H

#include "arena/config/config.h"

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

/* "90s", "10m", "1.5h", "2d" as seconds; false if it is none, or not above 0. */
bool time_pilot_read(const char *text, double *seconds);

#endif
