// SPDX-License-Identifier: MIT
/* engine/game/resigning.h - how games of the ISS end early: only for imported records and their
 * replay. */
#ifndef SKAT_ENGINE_GAME_RESIGNING_H
#define SKAT_ENGINE_GAME_RESIGNING_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

/* Ends a declared game and awards all remaining cards to the declarer, as ISS does when both
 * defenders resign; in null nobody gets them, so the declarer wins. Only for imported records; no
 * rule set has this. */
void skat_game_award_rest(struct skat_game *game);

/* A player resigns during card play when the rules allow that player no concession. ISS has this;
 * no rule set does and no bot is asked: only for imported records and their replay. Once both
 * defenders have resigned, the declarer is awarded the rest; if the declarer resigns, the defenders
 * get the rest and the game counts as played (null: as conceded). The record has it as a
 * concession. Refused with SKAT_REFUSED_CONCEDE without rules->resigning, outside card play, in
 * ramsch, and if the player has already resigned. */
enum skat_refusal skat_game_resign(struct skat_game *game, unsigned position);

#endif
