// SPDX-License-Identifier: MIT
/* engine/game/revolution.h - the defenders' exchange of cards in a revolution (rules.md 7.7).
 *
 * Phase EXCHANGE. Each defender in turn, by position, chooses a new
 * hand from the own cards and, as option `revolution` says, the partner's and the skat. What the
 * first defender leaves goes to the partner and the skat. */
#ifndef SKAT_ENGINE_GAME_REVOLUTION_H
#define SKAT_ENGINE_GAME_REVOLUTION_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

/* Asks the first defender. */
void skat_revolution_start(struct skat_game *game);

/* The player to move chooses a new hand. */
void skat_revolution_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_revolution_answer(struct skat_game *game, const struct skat_action *action);

/* Who leads: forehand, or the declarer with SKAT_REVOLUTION_BOTH (Wikipedia). */
unsigned skat_revolution_leader(const struct skat_game *game);

#endif
