// SPDX-License-Identifier: MIT
/* arena/record/fault_counts.h - how many games ended by faults, by kind, and that in words. */
#ifndef ARENA_RECORD_FAULT_COUNTS_H
#define ARENA_RECORD_FAULT_COUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "arena/record/game_outcome.h"

struct fault_counts {
    int64_t of[GAME_STATUSES]; /* only those of faults are not 0 */
    int64_t all;
};

enum { FAULT_COUNTS_TEXT = 160 };

/* Adds the counts of a tally. */
void fault_counts_add(struct fault_counts *counts, const int64_t faults[GAME_STATUSES]);

/* "1 illegal action, 670 crashes"; "" without faults. */
void fault_counts_text(const struct fault_counts *counts, char text[FAULT_COUNTS_TEXT]);

#endif
