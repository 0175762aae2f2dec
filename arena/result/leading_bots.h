// SPDX-License-Identifier: MIT
/* arena/result/leading_bots.h - which bots of a run lead, by the differences of its pairs. */
#ifndef ARENA_RESULT_LEADING_BOTS_H
#define ARENA_RESULT_LEADING_BOTS_H

#include "arena/result/run_summary.h"

/* A bot leads if none is shown to be better than it, adjusted for all pairs; one alone, if it is
 * shown to be better than each of the others. */
struct leading_bots {
    const char *alone;    /* the name of the one that leads alone, or NULL */
    const char *sentence; /* "bold and steady lead, not shown to differ; timid is behind both" */
};

/* Who leads in a run with two bots or more. The sentence comes from the pool. */
struct leading_bots leading_bots_of(const struct run_numbers *numbers, struct pool *pool);

#endif
