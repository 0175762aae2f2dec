/* engine/variants/kontra.h - kontra, re, supra ...: when they may be said, and by whom (rules.md 7.1).
 *
 * Part of the state machine; game.c asks. What a doubling does to the value stands in value.c. */
#ifndef SKAT_ENGINE_VARIANTS_KONTRA_H
#define SKAT_ENGINE_VARIANTS_KONTRA_H

#include "engine/game.h"

/* The game is about to go on with a card: if kontra may be said first, asks declarer for his
 * concession where that may come first, and then the defender who speaks next. */
void skat_kontra_moment(struct skat_game *game);

/* May `position` double now? Who is asked may; and with kontra.when first_trick a defender may say
 * kontra unasked until he plays his first card. */
bool skat_kontra_possible(const struct skat_game *game, unsigned position);
void skat_kontra_say(struct skat_game *game, unsigned position);

/* Who is asked does not double. */
void skat_kontra_decline(struct skat_game *game);

#endif
