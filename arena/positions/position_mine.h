// SPDX-License-Identifier: MIT
/* arena/positions/position_mine.h - finds positions for tests in games that were played.
 *
 * A card that lost its player's side a game that was won with all cards open may have been right:
 * the player did not see them. So all layouts of the hidden cards that agree with what the player
 * knew (engine/game/worlds.h) are solved, late in the game, where they are few. It is a position if
 * another card wins in many more of them than the one that was played. */
#ifndef ARENA_POSITIONS_POSITION_MINE_H
#define ARENA_POSITIONS_POSITION_MINE_H

#include "arena/record/game_json.h"

struct position_miner; /* opaque: a solver, and the positions that were found */

struct position_miner *position_miner_new(void);
/* Why no positions can be found under these rules, as a sentence's end; or NULL. */
const char *position_rules_wrong(const struct skat_rules *rules);
void position_miner_free(struct position_miner *miner); /* NULL is allowed */

/* Positions that were found are remembered, so that each is written once. How many are; the memory
 * of those from number `first` on, of *size bytes, which lasts until the next call; and remembers
 * such memory of a miner of this same build again. */
int position_miner_count(const struct position_miner *miner);
const void *position_miner_found(const struct position_miner *miner, int first, size_t *size);
bool position_miner_restore(struct position_miner *miner, const void *found, size_t size);

/* Looks at a game that was read from a log and writes a line for each position found
 * (position_set.h), at most `most`. A position is written once, in however many games that the
 * miner was given it occurs. Returns the number written. */
int position_mine(struct position_miner *miner, const struct game_json *line, int most, FILE *out);

#endif
