// SPDX-License-Identifier: MIT
/* engine/game/award.h - the end of a game before its last card, with the rest given to somebody:
 * after a claim, and when the others give up (rules.md 4). */
#ifndef SKAT_ENGINE_GAME_AWARD_H
#define SKAT_ENGINE_GAME_AWARD_H

#include "engine/game/state.h"

/* Ends a declared game and awards all remaining cards to the player at `position`, as if it had
 * taken every trick that is left; in null nobody gets them, so the declarer wins. */
void skat_game_award(struct skat_game *game, unsigned position);

/* The same for the declarer, as ISS does when both defenders resign. */
void skat_game_award_rest(struct skat_game *game);

#endif
