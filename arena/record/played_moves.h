// SPDX-License-Identifier: MIT
/* arena/record/played_moves.h - the cards and moves of a finished game, and nothing else: what it
 * takes to compare the games of a deal move by move. Plain data; workers store it in shared memory
 * for each game, and those who read a log take it from the replayed game. */
#ifndef ARENA_RECORD_PLAYED_MOVES_H
#define ARENA_RECORD_PLAYED_MOVES_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/game/record.h"

enum { PLAYED_MOVES_MAX = 120 }; /* a long game has 70 */

struct played_moves {
    struct skat_deal deal;
    uint16_t count; /* at most PLAYED_MOVES_MAX: later moves are left out */
    uint16_t reserved;
    struct skat_move moves[PLAYED_MOVES_MAX]; /* last field; the first `count` are set */
};

/* Fills in all but the moves that there are not. */
void played_moves_of(struct played_moves *moves, const struct skat_game *game);
/* The same from another one, which somebody may overwrite meanwhile: `to` is within its bounds. */
void played_moves_copy(struct played_moves *to, const struct played_moves *from);

/* Whether they can be written as text: all cards of the deck once, only kinds of moves, contracts
 * and cards that there are. (Whether the rules allow the moves, a replay says.) */
bool played_moves_are_sound(const struct played_moves *moves, const struct skat_rules *rules);

/* Writes the first `count` moves as skat_record_moves() does, and returns the length. They are
 * sound; `scratch` is used up. */
int played_moves_text(const struct played_moves *moves, int count, const struct skat_rules *rules,
                      struct skat_game *scratch, char text[SKAT_RECORD_SIZE]);

#endif
