// SPDX-License-Identifier: MIT
/* engine/game/pile.h - Oma-Skat: the third hand at a table of two is a pile whose top card goes to
 * each trick, whatever was led (rules.md 10.7). */
#ifndef SKAT_ENGINE_GAME_PILE_H
#define SKAT_ENGINE_GAME_PILE_H

#include "engine/game/state.h"

/* struct skat_variant_play, `turn_pile`: turns cards of the pile while it is the pile's turn. */
void skat_pile_turn(struct skat_game *game);

#endif
