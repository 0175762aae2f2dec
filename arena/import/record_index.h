// SPDX-License-Identifier: MIT
/* arena/import/record_index.h - which games were imported already, so that a record that occurs
 * twice, in one file or in two, counts once. */
#ifndef ARENA_IMPORT_RECORD_INDEX_H
#define ARENA_IMPORT_RECORD_INDEX_H

#include <stdint.h>

#include "arena/iss/iss_record.h"

/* The hash of all that makes it the record of one game: series, game and date, the players, and all
 * moves, however their lines are broken. What the server says of the game and of the players'
 * strength does not count. Two different games have the same key with a probability of 2^-64. */
uint64_t record_key(const struct iss_record *record);

struct record_index;

/* Out of memory ends the program. The caller frees it. */
struct record_index *record_index_new(void);
void record_index_free(struct record_index *index); /* NULL is allowed */

#define RECORD_INDEX_NONE UINT32_MAX
/* The number of the game with this key, in the order in which they were added, or
 * RECORD_INDEX_NONE. */
uint32_t record_index_find(const struct record_index *index, uint64_t key);

/* Adds the next game. */
void record_index_add(struct record_index *index, uint64_t key);

#endif
