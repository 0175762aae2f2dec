/* engine/variants/blind.h - Idiotenskat: cards are held the wrong way round (rules.md 10.5).
 *
 * Everybody sees the others' cards and not his own, so nobody need follow suit. A card is played by its
 * place in the hand: 0 for the first that was dealt, and so on; places stay where they are when cards
 * have gone. The auction is as ever. The skat stays where it lies, unseen: all games are by hand, and
 * none is ouvert, since declarer's cards lie open to the others anyway. */
#ifndef SKAT_ENGINE_VARIANTS_BLIND_H
#define SKAT_ENGINE_VARIANTS_BLIND_H

#include "engine/game.h"

/* The card at a place of a hand, SKAT_NO_CARD where there is none (any more). */
skat_card skat_blind_card(const struct skat_game *game, unsigned position, unsigned place);

/* The place of a card that is still in the hand, or SKAT_HAND_MAX. */
unsigned skat_blind_place(const struct skat_game *game, unsigned position, skat_card card);

/* The places that hold cards, as bits. */
uint16_t skat_blind_places(const struct skat_game *game, unsigned position);

/* struct skat_variant: the cards of the others instead of one's own. */
void skat_blind_view(const struct skat_game *game, unsigned position, struct skat_view *view);

#endif
