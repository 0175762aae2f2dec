// SPDX-License-Identifier: MIT
/* arena/compare/swings.h - deals worth looking at: those with the largest differences between two
 * bots, and the first ones they played differently; each with the first decision that differs. */
#ifndef ARENA_COMPARE_SWINGS_H
#define ARENA_COMPARE_SWINGS_H

#include "arena/config/schedule.h"
#include "arena/result/comparison.h"

enum { SWINGS_MAX = 10, DIVERGENCES_MAX = 5 };

struct swing {
    uint64_t deal;      /* counted over all sessions */
    int64_t difference; /* in the caller's unit */
};

struct swings {
    struct swing largest[SWINGS_MAX]; /* largest difference first; among equals, the earlier */
    int largest_count;
    struct swing first[DIVERGENCES_MAX];
    int first_count;
};

/* Adds a deal; deals come in schedule order. */
void swings_add(struct swings *swings, uint64_t deal, int64_t difference, bool divergent);

/* Context for describing a swing. */
struct swing_context {
    const struct schedule *schedule;
    const struct skat_rules *rules;
    const char *const *names;
    const uint32_t *class_of; /* by arrangement: comparable tables (head_to_head.h) */
    const bool *wanted;       /* by arrangement: tables that hold both bots */
    int a, b;
    double scale; /* of a difference to points a deal */
};

/* Fills in both lists of a comparison, with the decisions that differ, read from the log at path
 * `log` (NULL: there is none). Lists and texts come from the pool. */
void swings_result(const struct swings *swings, const struct swing_context *context,
                   const char *log, struct comparison *comparison, struct pool *pool);

#endif
