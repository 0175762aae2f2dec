// SPDX-License-Identifier: MIT
/* arena/match/audit_sample.h - which games of a bot are audited (answer_audit.h).
 *
 * The games of a bot, in the order of the schedule, are cut into strata of equal length, and one
 * game is drawn from each. So the sample is spread over the whole run, and it follows from seed and
 * planned schedule alone: workers, parts of a run on several machines and interruptions do not
 * change it, and nobody who does not know the seed can foresee it. */
#ifndef ARENA_MATCH_AUDIT_SAMPLE_H
#define ARENA_MATCH_AUDIT_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/config/schedule.h"
#include "engine/random.h"

/* Most games of a bot in a run, and how many decisions a seat has in a game, about. */
enum { AUDIT_SAMPLE_MOST = 1000, AUDIT_SEAT_DECISIONS = 12 };

/* Plain data; zero: of a bot that has none. */
struct audit_sample {
    struct skat_random_key key; /* of the run */
    int bot;
    int tables;                    /* in a cycle of the schedule, at which the bot sits */
    int cycle;                     /* arrangements of the schedule */
    uint16_t at[ARRANGEMENTS_MAX]; /* their numbers */
    uint64_t stratum;              /* games of the bot in each; 0: there is no sample */
    uint64_t drawn;                /* number of the stratum from which `next` is */
    uint64_t next;                 /* the game drawn from it */
    uint32_t pick;                 /* a random number, to choose one of its decisions */
};

/* The sample of bot number `bot`: one in about `one_in` (1..) of its decisions, but at most one in
 * a game, and at most AUDIT_SAMPLE_MOST in the whole schedule, shards or not. */
void audit_sample_begin(struct audit_sample *sample, const struct schedule *schedule,
                        const struct skat_random_key *key, int bot, int64_t one_in);

/* The first game of the sample that is not before `game`; UINT64_MAX if there is none. `pick` is
 * then that game's. It is asked with ascending numbers only. */
uint64_t audit_sample_next(struct audit_sample *sample, uint64_t game);

#endif
