/* engine/variants/covered.h - two hands of sixteen cards on the table, half of them covered (Offiziersskat).
 *
 * Each hand is dealt in rows of four: covered, open upon them, covered, open upon them. Forehand names
 * the game when only his first open row lies there, the dealer doubles when his does, too, and then comes
 * the rest. A covered card is turned behind the trick to which the card upon it went. Until then it is
 * nobody's: hands are the open cards. Part of the state machine: see game_steps.h. */
#ifndef SKAT_ENGINE_VARIANTS_COVERED_H
#define SKAT_ENGINE_VARIANTS_COVERED_H

#include "engine/game.h"

/* Deals what forehand sees when he names the game, and asks him. */
void skat_covered_start(struct skat_game *game);

/* What a player sees of the other's cards. */
void skat_covered_view(const struct skat_game *game, unsigned position, struct skat_view *view);

/* Forehand has named the game: the dealer may double. False: it is none of those offered. */
bool skat_covered_name(struct skat_game *game, const struct skat_action *action);

/* The dealer has spoken, or may not: the rest is dealt. Once; later nothing happens. */
void skat_covered_deal_rest(struct skat_game *game);

/* Behind a trick: the cards under those that were played are turned. */
void skat_covered_turn(struct skat_game *game);

#endif
