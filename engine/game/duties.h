// SPDX-License-Identifier: MIT
/* engine/game/duties.h - Räuberskat: each plays a suit game, grand, null and ramsch
 * (rules.md 10.3).
 *
 * Nobody bids. Forehand chooses one of its remaining game types, knowing only the first five cards
 * it was dealt; then it sees all cards, and picks up and announces as in Skat, within that type.
 * The session keeps track of the remaining types (terms.duties). */
#ifndef SKAT_ENGINE_GAME_DUTIES_H
#define SKAT_ENGINE_GAME_DUTIES_H

#include "engine/game/refusal.h"
#include "engine/game/view.h"

enum { SKAT_DUTY_CARDS = 5, SKAT_DUTIES_ALL = (1 << SKAT_DUTIES) - 1 };

/* Begins a deal. */
void skat_duties_begin(struct skat_game *game);

/* Forehand chooses: phase CHOOSE. */
void skat_duties_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_duties_answer(struct skat_game *game, const struct skat_action *action);

/* struct skat_variant_play, `view`: until it has chosen, forehand sees five of its cards. */
void skat_duties_view(const struct skat_game *game, unsigned position, struct skat_view *view);

#endif
