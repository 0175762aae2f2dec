// SPDX-License-Identifier: MIT
/* engine/game/undeclared.h - a deal that nobody plays alone: passed in, or of a ramsch round, where
 * somebody may still declare grand hand (rules.md 3, 7.5).
 *
 * Phase GRAND_HAND. schieben.h has how ramsch begins, engine/ramsch.c its scores. */
#ifndef SKAT_ENGINE_GAME_UNDECLARED_H
#define SKAT_ENGINE_GAME_UNDECLARED_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

/* Nobody plays alone: the deal ends, or ramsch is played, as option passed_in says. */
void skat_passed_in(struct skat_game *game);

/* A deal of a ramsch round: asks everybody who may still declare grand hand, from forehand on; then
 * ramsch follows. */
void skat_ramsch_round_start(struct skat_game *game);

void skat_grand_hand_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_grand_hand_answer(struct skat_game *game, const struct skat_action *action);

#endif
