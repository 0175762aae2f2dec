/* engine/variants/gift.h - schenken: the defenders offer to give up (rules.md 7.2).
 *
 * Part of the state machine, called by game.c. value.c has the effect of a refused gift. */
#ifndef SKAT_ENGINE_VARIANTS_GIFT_H
#define SKAT_ENGINE_VARIANTS_GIFT_H

#include "engine/game.h"

/* May the player at `position` propose to the partner that they give up? Only a defender may, also
 * out of turn, until the lead to the second trick, once per level. */
bool skat_gift_possible(const struct skat_game *game, unsigned position);

void skat_gift_propose(struct skat_game *game, unsigned position);

/* The partner (SKAT_PHASE_AGREE) or the declarer (SKAT_PHASE_GIFT) says yes or no. */
void skat_gift_accept(struct skat_game *game);
void skat_gift_refuse(struct skat_game *game);

#endif
