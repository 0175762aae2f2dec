// SPDX-License-Identifier: MIT
/* engine/game/phases.h - what is asked in each phase, what may be said out of turn, and what games
 * of their own do differently: the tables by which the machine (game.c) finds the rooms. Private to
 * this folder. */
#ifndef SKAT_ENGINE_GAME_PHASES_H
#define SKAT_ENGINE_GAME_PHASES_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"
#include "engine/game/variant_play.h"

struct skat_phase_row {
    uint8_t decision; /* enum skat_decision_kind */
    uint8_t also;     /* answers to this kind are accepted, too; NOTHING: none */
    /* Fills in the options of the decision; NULL: there are none. */
    void (*offer)(const struct skat_game *game, struct skat_decision *decision);
    /* Applies an answer of the player to move, of a kind that answers the decision. */
    enum skat_refusal (*apply)(struct skat_game *game, const struct skat_action *action);
};
extern const struct skat_phase_row skat_phases[SKAT_PHASES];

/* By kind of action, what is done when a player, in turn or not, says it; NULL: only an answer. */
extern enum skat_refusal (*const skat_unasked[SKAT_ACTIONS])(struct skat_game *game,
                                                             unsigned position);

extern const struct skat_variant_play skat_variant_plays[SKAT_VARIANTS];

#endif
