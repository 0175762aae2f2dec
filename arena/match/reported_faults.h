// SPDX-License-Identifier: MIT
/* arena/match/reported_faults.h - the fault reports that an unfinished run has left.
 *
 * A report is written and synced before its game. A cut of power keeps what was synced and any part
 * of the rest, so the log may have a game whose report is lost: the run then goes on before that
 * game, and the report is written again. */
#ifndef ARENA_MATCH_REPORTED_FAULTS_H
#define ARENA_MATCH_REPORTED_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/base/errors.h"

struct reported_faults {
    uint64_t *games; /* the number of each, as they come */
    size_t count;
};

/* Reads faults.jsonl of a result folder up to the first line that is not whole; none if there is no
 * such file. False with an error if what has its name is no file. The caller frees it. */
bool reported_faults_read(struct reported_faults *reported, const char *folder,
                          struct errors *errors);
void reported_faults_free(struct reported_faults *reported);

/* Removes from faults.jsonl the reports of games from number `end` on, which will be played again,
 * and what is not whole. False with an error. */
bool reported_faults_cut(const char *folder, uint64_t end, struct errors *errors);

#endif
