// SPDX-License-Identifier: MIT
/* engine/game/blind.h - Idiotenskat: cards are held the wrong way round (rules.md 10.5).
 *
 * Players see the others' cards but not their own, so nobody need follow suit. A card is played by
 * its place in the hand: 0 for the first card dealt, and so on; places do not change when cards are
 * played. The auction is that of Skat. Nobody sees the skat: all games are hand games, and none is
 * ouvert, since the others see the declarer's cards anyway. */
#ifndef SKAT_ENGINE_GAME_BLIND_H
#define SKAT_ENGINE_GAME_BLIND_H

#include "engine/game/view.h"

/* The card at a place in a hand, SKAT_NO_CARD if there is none (any more). */
skat_card skat_blind_card(const struct skat_game *game, unsigned position, unsigned place);

/* The place of a card in the hand, or SKAT_HAND_MAX if the hand does not have it. */
unsigned skat_blind_place(const struct skat_game *game, unsigned position, skat_card card);

/* The places that still hold cards, as bits. */
uint16_t skat_blind_places(const struct skat_game *game, unsigned position);

/* struct skat_variant_play, `view`: shows the others' cards instead of the player's own. */
void skat_blind_view(const struct skat_game *game, unsigned position, struct skat_view *view);

#endif
