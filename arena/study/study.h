/* arena/study/study.h - what a variation of the rules does: its metrics beside those of the base, on the
 * same deals.
 *
 * Base and variation are paired by unit (a deal with all its arrangements, or a session): what both
 * have in common - the luck of the cards - is no part of the error of their difference. */
#ifndef ARENA_STUDY_STUDY_H
#define ARENA_STUDY_STUDY_H

#include "arena/study/study_metrics.h"
#include "arena/stats/moments.h"
#include "arena/study/study_variants.h"

/* One metric of one variation. What cannot be computed is NaN. */
struct effect {
    double base, value;
    struct estimate change; /* value - base; exactly 0, with error 0, where no unit differs */
    double p, p_holm;       /* two-sided; NaN where there is nothing to test */
};

/* Reads the statistics of all games of the schedule from both files, from their beginnings, side by side,
 * and fills an effect for each metric, p_holm yet NaN. False with an error when they are not two
 * plays of this schedule. Memory does not grow with the number of games. */
bool study_measure(FILE *base, FILE *varied, const struct metrics *metrics, struct effect *effects,
                   struct errors *errors);

/* A whole study. */
struct study {
    const struct config *base;
    const struct variations *variations;
    struct metrics metrics;
    struct effect *effects[VARIATIONS_MAX]; /* one for each metric, of those that are measured */
    int measured;                           /* variations, the first ones */
};

/* Both outlive the study. */
void study_start(struct study *study, const struct config *base,
                 const struct variations *variations);
/* Measures the next variation. */
bool study_add(struct study *study, FILE *base, FILE *varied, struct errors *errors);
/* Adjusts the p values of all effects by Holm's method: when all are there. */
void study_adjust(struct study *study);
void study_free(struct study *study);

/* study.json (docs/formats.md); the caller deletes it. */
cJSON *study_to_json(const struct study *study);
/* study.csv: a row for each effect of study.json, with the same numbers. */
/* study.json read back, as far as a page relies on it. NULL and errors when it is none. The caller
 * deletes it. */
cJSON *study_load(const char *path, struct errors *errors);

bool study_save_csv(const cJSON *json, const char *path, struct errors *errors);

#endif
