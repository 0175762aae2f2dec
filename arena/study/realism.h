// SPDX-License-Identifier: MIT
/* arena/study/realism.h - what a population of bots chooses and achieves, beside how others play
 * (reference.h): passed in, contract mix, won by contract, declarer by position. */
#ifndef ARENA_STUDY_REALISM_H
#define ARENA_STUDY_REALISM_H

#include "arena/stats/moments.h"
#include "arena/study/play_metrics.h"
#include "arena/study/reference.h"

/* Sums over units: a deal with all its arrangements, or a session. */
struct realism {
    struct metrics metrics;
    uint64_t games, in_unit, unit_games;
    int64_t sums[PLAY_SUMS]; /* of the current unit */
    struct joint joint[METRICS_MAX];
};

/* The schedule and the rules are those of the games and outlive it. */
void realism_start(struct realism *realism, const struct skat_rules *rules,
                   const struct schedule *schedule);
/* Adds the next game of the schedule. */
void realism_add(struct realism *realism, const struct game_stats *game);
/* Adds all games of a file of game statistics, from its beginning. False with an error when it
 * cannot be read. */
bool realism_read(struct realism *realism, FILE *game_stats, struct errors *errors);

/* realism.json (docs/formats.md) without its head; the caller deletes it. */
cJSON *realism_to_json(const struct realism *realism, const struct references *references);

#endif
