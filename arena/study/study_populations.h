// SPDX-License-Identifier: MIT
/* arena/study/study_populations.h - one study with several populations at the table, side by side:
 * what depends on who plays. */
#ifndef ARENA_STUDY_STUDY_POPULATIONS_H
#define ARENA_STUDY_STUDY_POPULATIONS_H

#include "arena/result/campaign_result.h"

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
