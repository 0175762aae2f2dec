// SPDX-License-Identifier: MIT
/* arena/study/realism.h - what a population of bots chooses and achieves, beside how others play
 * (the figures in results/reference): passed in, contract mix, won by contract, declarer by
 * position. */
#ifndef ARENA_STUDY_REALISM_H
#define ARENA_STUDY_REALISM_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/base/errors.h"
#include "arena/stats/moments.h"
#include "arena/study/study_metrics.h"

enum { REFERENCES_MAX = 8 };

struct references {
    int count;
    char **names;                   /* of the files, without .json */
    cJSON *root[REFERENCES_MAX];    /* the files */
    cJSON *figures[REFERENCES_MAX]; /* of each: a share by the key of a metric (study_metrics.h) */
};

/* Reads all files of results/reference, or only the one called `only` (or at that path) if it is
 * not NULL. False with errors if one is invalid or there is none. Free them in any case. */
bool references_load(struct references *references, const char *only, struct errors *errors);
void references_free(struct references *references);

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
