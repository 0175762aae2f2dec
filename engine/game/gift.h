// SPDX-License-Identifier: MIT
/* engine/game/gift.h - schenken: the defenders offer to give up (rules.md 7.2).
 *
 * Phases AGREE and GIFT. engine/value.c has the effect of a refused gift. */
#ifndef SKAT_ENGINE_GAME_GIFT_H
#define SKAT_ENGINE_GAME_GIFT_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

/* May the player at `position` propose to the partner that they give up? Only a defender may, also
 * out of turn, until the lead to the second trick, once per level. */
bool skat_gift_possible(const struct skat_game *game, unsigned position);

/* The player at `position` proposes it. */
enum skat_refusal skat_gift_propose(struct skat_game *game, unsigned position);

/* The partner (AGREE) or the declarer (GIFT) says yes or no. */
enum skat_refusal skat_gift_answer(struct skat_game *game, const struct skat_action *action);

#endif
