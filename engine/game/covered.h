// SPDX-License-Identifier: MIT
/* engine/game/covered.h - Offiziersskat: two hands of sixteen cards, half of them covered.
 *
 * Each hand is dealt in rows of four: covered, open on top of it, covered, open on top of it.
 * Forehand announces the game when only its own first open row is dealt; then the dealer's first
 * row is dealt and the dealer may double; then the rest is dealt. A covered card is turned up after
 * the trick to which the card on top of it was played; until then it is not part of a hand. */
#ifndef SKAT_ENGINE_GAME_COVERED_H
#define SKAT_ENGINE_GAME_COVERED_H

#include "engine/game/refusal.h"
#include "engine/game/view.h"

/* The hooks of struct skat_variant_play. Deals what forehand may see before announcing a game, and
 * asks forehand. */
void skat_covered_begin(struct skat_game *game);
/* What a player sees of the other player's cards. */
void skat_covered_view(const struct skat_game *game, unsigned position, struct skat_view *view);
/* Deals the rest, after the dealer's chance to double. Further calls do nothing. */
void skat_covered_deal_rest(struct skat_game *game);
/* After a trick: turns up the cards below those that were played. */
void skat_covered_turn(struct skat_game *game);

/* Forehand announces the game, phase NAME; the dealer may double next. */
void skat_covered_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_covered_answer(struct skat_game *game, const struct skat_action *action);

#endif
