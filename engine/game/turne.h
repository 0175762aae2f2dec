// SPDX-License-Identifier: MIT
/* engine/game/turne.h - turné, guckser and solo games of Turnéskat (rules.md 10.1).
 *
 * GAME offers the solo games, guckser grand and guckser null, and TURN. A guckser is announced
 * before the skat is taken; taking it without announcing (PICK_UP) is guckser grand, as the text
 * says. TURN turns the first card of the skat. Then TURN offers the games it allows (its suit; for
 * a jack also grand) or turning again ("passt mir nicht"); the second card decides, and is asked
 * about only if it is a jack. Then the skat is taken, and DECLARE asks for the discards and the
 * rest of the announcement. A game with the skat that cannot reach the bid ends there ("för högt
 * bud"). */
#ifndef SKAT_ENGINE_GAME_TURNE_H
#define SKAT_ENGINE_GAME_TURNE_H

#include "engine/game/variant_play.h"
#include "engine/game/view.h"

/* The hooks of struct skat_variant_play: the declaring in phases GAME, TURN, DECLARE; and the
 * turned cards in the view. */
extern const struct skat_declaring skat_declaring_turned;
void skat_turn_view(const struct skat_game *game, unsigned position, struct skat_view *view);

#endif
