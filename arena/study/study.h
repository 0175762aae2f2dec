// SPDX-License-Identifier: MIT
/* arena/study/study.h - the effect of a variation of the rules: its metrics against those of the
 * baseline, on the same deals.
 *
 * Baseline and variation are paired by unit (a deal with all its arrangements, or a session), so
 * what both have in common - the luck of the cards - is not part of the error of their
 * difference. */
#ifndef ARENA_STUDY_STUDY_H
#define ARENA_STUDY_STUDY_H

#include "arena/result/campaign_result.h"
#include "arena/stats/moments.h"
#include "arena/study/realism.h"
#include "arena/study/study_metrics.h"
#include "arena/study/study_variants.h"

/* One metric of one variation. What cannot be computed is NaN. */
struct effect {
    double baseline, value;
    struct estimate change; /* value - baseline; exactly 0, with error 0, if no unit differs */
    struct judged judged;   /* adjusted for the number of effects */
};

/* How baseline and variation were paired. */
struct pairs {
    bool sessions;   /* units are sessions, because something carries over from deal to deal */
    int64_t units;   /* filled by study_measure() */
    int64_t changed; /* games with another decision, fault or card than in the baseline */
};

/* Reads the statistics of all games of the schedule from both files in parallel, twice, from their
 * beginning, and fills an effect for each metric. False with an error when
 * they are not two runs of this schedule. Memory use does not grow with the number of games. */
bool study_measure(FILE *baseline, FILE *varied, const struct metrics *metrics, struct pairs *pairs,
                   struct effect *effects, struct errors *errors);

/* A whole study. */
struct study {
    const struct config *baseline;
    const struct variations *variations;
    struct metrics metrics;
    struct pool *pool;
    struct study_result
        result; /* what study.json says; its variations are those so far, in order */
};

/* Baseline, variations and pool, from which texts, lists and JSON of the result come, outlive the
 * study. */
void study_start(struct study *study, const struct config *baseline,
                 const struct variations *variations, struct pool *pool);
/* Puts the baseline beside how others play. False with errors if its games cannot be read. */
bool study_add_baseline(struct study *study, FILE *baseline, struct errors *errors);
/* Measures the next variation. */
bool study_add(struct study *study, FILE *baseline, FILE *varied, struct errors *errors);
/* Adds what players learned under the variation that was added last, and its effects on them: those
 * of the games in `varied`, or, if that is NULL because they play on as before, the same as on
 * everybody. The lesson outlives the study. */
bool study_add_learned(struct study *study, FILE *baseline, FILE *varied, struct lesson *lesson,
                       struct errors *errors);
/* After the last variation, once: adjusts the p values of all effects by Holm's method, and rounds
 * all numbers as they are written. */
void study_finish(struct study *study);

/* ---- with several populations at the table, side by side: what depends on who plays ---- */

/* The study of one population: its name, which is also that of its folder, what it is (or NULL),
 * and its result. */
struct population_study {
    const char *name, *description;
    struct study_result study;
};

/* What populations.json says (docs/formats.md): the effects that all `count` (1 or more)
 * studies have, by variation and metric. p is adjusted by Holm's method over all effects of all
 * populations. Lists come from the pool; texts are those of the studies, which outlive the result.
 */
void study_populations_summarise(const struct population_study *studies, int count,
                                 struct populations_result *result, struct pool *pool);

#endif
