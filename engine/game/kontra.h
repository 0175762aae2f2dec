// SPDX-License-Identifier: MIT
/* engine/game/kontra.h - when and by whom kontra, re, supra ... may be said (rules.md 7.1).
 *
 * Phase KONTRA. engine/value.c has the effect of a doubling. */
#ifndef SKAT_ENGINE_GAME_KONTRA_H
#define SKAT_ENGINE_GAME_KONTRA_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

/* Called before a card is played. If kontra may be said first, asks the declarer whether to concede
 * if that is still possible, and then the next defender. */
void skat_kontra_moment(struct skat_game *game);

/* How many doublings the game has if one side says the next one, when that is its word, and the
 * other side nothing; and if both say all that the rules allow. Depends on what a record tells, and
 * not on who was asked and said nothing. */
struct skat_kontra_limits skat_kontra_limits(const struct skat_game *game);

/* The player at `position` doubles. The player being asked may; with kontra.when first_trick, a
 * defender may also say kontra unasked until playing a first card. */
enum skat_refusal skat_kontra_say(struct skat_game *game, unsigned position);

/* The player being asked does not double. */
enum skat_refusal skat_kontra_answer(struct skat_game *game, const struct skat_action *action);

#endif
