// SPDX-License-Identifier: MIT
/* arena/import/import_totals.h - what came of the records of an import, counted. */
#ifndef ARENA_IMPORT_IMPORT_TOTALS_H
#define ARENA_IMPORT_IMPORT_TOTALS_H

#include <stdint.h>

#include "arena/iss/import_issue.h"

/* How often an import issue occurs, and where first. */
struct import_count {
    uint64_t records;
    const char *file;
    uint64_t line, column;
};

struct import_totals {
    uint64_t records, games;       /* read, and imported */
    uint64_t players, others;      /* others: those merged into "(others)" (player_roster.h) */
    uint64_t of_kind[ISSUE_KINDS]; /* records with issues of each kind */
    struct import_count of_reason[ISSUE_REASONS];
};

#endif
