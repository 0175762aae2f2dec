/* engine/variants/kontra.h - when and by whom kontra, re, supra ... may be said (rules.md 7.1).
 *
 * Part of the state machine, called by game.c. value.c has the effect of a doubling. */
#ifndef SKAT_ENGINE_VARIANTS_KONTRA_H
#define SKAT_ENGINE_VARIANTS_KONTRA_H

#include "engine/game.h"

/* Called before a card is played. If kontra may be said first, asks the declarer whether to concede
 * if that is still possible, and then the next defender. */
void skat_kontra_moment(struct skat_game *game);

/* May `position` double now? The player being asked may; with kontra.when first_trick, a defender
 * may also say kontra unasked until playing a first card. */
bool skat_kontra_possible(const struct skat_game *game, unsigned position);
void skat_kontra_say(struct skat_game *game, unsigned position);

/* The player being asked does not double. */
void skat_kontra_decline(struct skat_game *game);

#endif
