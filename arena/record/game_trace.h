// SPDX-License-Identifier: MIT
/* arena/record/game_trace.h - a deal and all actions in it, including silent answers: enough to
 * play it again, with the same cards or with others that one player cannot tell apart from them. */
#ifndef ARENA_RECORD_GAME_TRACE_H
#define ARENA_RECORD_GAME_TRACE_H

#include <stdbool.h>

#include "engine/game/game.h"
#include "engine/game/record.h"
#include "engine/random.h"

/* Every move of a record, and the answers that a record omits. */
enum { GAME_TRACE_STEPS_MAX = SKAT_MOVES_MAX + 64 };

struct game_trace {
    const struct skat_rules *rules;
    struct skat_deal deal;
    struct skat_terms terms;
    int count;
    struct game_trace_step {
        uint8_t position;
        struct skat_action action;
    } steps[GAME_TRACE_STEPS_MAX];
};

/* Begins a trace with a game that was started but not yet played. */
void game_trace_begin(struct game_trace *trace, const struct skat_game *game);
/* Adds an accepted action. False if it does not fit; then it is not added. */
bool game_trace_add(struct game_trace *trace, unsigned position, const struct skat_action *action);

/* Redeals the cards that the player at `position` does not see after the first `steps` steps, so
 * that these steps remain possible, the player has seen exactly the same from the start, to the
 * byte, and faces the same decision. `other` is the resulting trace: only other players' hidden
 * cards (discards, cards passed on) differ. False when no other world was found: late in a game
 * there may be none. */
bool game_trace_determinize(const struct game_trace *trace, int steps, unsigned position,
                            struct skat_random *random, struct game_trace *other);

/* ---- the moves alone ----
 *
 * The cards and moves of a finished game: what it takes to compare the games of a deal move by
 * move. Plain data; workers store it in shared memory for each game, and those who read a log take
 * it from the replayed game. */

enum { PLAYED_MOVES_MAX = 120 }; /* a long game has 70 */

struct played_moves {
    struct skat_deal deal;
    uint16_t count; /* at most PLAYED_MOVES_MAX: later moves are left out */
    uint16_t reserved;
    struct skat_move moves[PLAYED_MOVES_MAX]; /* last field; the first `count` are set */
};

/* Fills in all but the moves that there are not. */
void played_moves_of(struct played_moves *moves, const struct skat_game *game);

/* Writes the first `count` moves as skat_record_moves() does, and returns the length. `scratch` is
 * used up. */
int played_moves_text(const struct played_moves *moves, int count, const struct skat_rules *rules,
                      struct skat_game *scratch, char text[SKAT_RECORD_SIZE]);

#endif
