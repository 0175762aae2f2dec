/* arena/check/game_trace.h - a deal and all that was done in it, silent answers too: enough to play it again,
 * with the same cards or with others that one player could not tell from them. */
#ifndef ARENA_CHECK_GAME_TRACE_H
#define ARENA_CHECK_GAME_TRACE_H

#include "engine/game.h"
#include "engine/random.h"

/* Every move of a record, and the answers that leave none there. */
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

/* Begins a trace with a game that was started and not yet played. */
void game_trace_begin(struct game_trace *trace, const struct skat_game *game);
/* Adds an accepted action; what does not fit is left out, and false returned. */
bool game_trace_add(struct game_trace *trace, unsigned position, const struct skat_action *action);

/* Deals the cards anew that the player at `position` does not see after the first `steps` steps, so
 * that these steps remain possible, he has seen the same from the beginning on, to the byte, and
 * has the same to decide. `other` is what then was played: others' hidden cards (discards, cards
 * passed on) differ, nothing else. False when no other world was found: late in a game there may be
 * none. */
bool game_trace_determinize(const struct game_trace *trace, int steps, unsigned position,
                     struct skat_random *random, struct game_trace *other);

#endif
