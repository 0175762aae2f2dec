/* engine/variants/gift.h - schenken: the defenders offer to give up (rules.md 7.2).
 *
 * Part of the state machine; game.c asks. What a refused gift does to the value stands in
 * value.c. */
#ifndef SKAT_ENGINE_VARIANTS_GIFT_H
#define SKAT_ENGINE_VARIANTS_GIFT_H

#include "engine/game.h"

/* May the player at `position` propose to his partner that they give up? Until the second trick
 * is led, once for each level, by a defender, out of turn too. */
bool skat_gift_possible(const struct skat_game *game, unsigned position);

void skat_gift_propose(struct skat_game *game, unsigned position);

/* Partner (SKAT_PHASE_AGREE) or declarer (SKAT_PHASE_GIFT) says yes, or no. */
void skat_gift_accept(struct skat_game *game);
void skat_gift_refuse(struct skat_game *game);

#endif
