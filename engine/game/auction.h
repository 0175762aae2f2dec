// SPDX-License-Identifier: MIT
/* engine/game/auction.h - the auction (rules.md 3): phases BID and HOLD. */
#ifndef SKAT_ENGINE_GAME_AUCTION_H
#define SKAT_ENGINE_GAME_AUCTION_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

/* Middlehand bids first, to forehand. A dummy passes, so the dealer bids first. */
void skat_auction_start(struct skat_game *game);

void skat_bid_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_bid_answer(struct skat_game *game, const struct skat_action *action);
enum skat_refusal skat_hold_answer(struct skat_game *game, const struct skat_action *action);

#endif
