// SPDX-License-Identifier: MIT
/* bots/stammtisch/calls.h - the auction by suits (rules.md 3.1): which game to name or hold, and
 * which to play after it. */
#ifndef STAMMTISCH_CALLS_H
#define STAMMTISCH_CALLS_H

#include "bots/stammtisch/bidding.h"

/* The highest rank worth naming or holding, 0 for none; `passing` as in bidding_limit. */
int calls_limit(const struct bidding_style *style, const struct rules *rules, cards hand,
                int forehand, int passing);

/* CALL and HOLD_CALL, up to this rank. */
void calls_bid(const struct skat_bot_view *view, const struct skat_bot_decision *decision,
               int limit, struct skat_bot_action *out);

/* GAME: is one of the games by hand better than taking the skat for those that are owed? Then fills
 * in *contract and returns 1. */
int calls_hand_game(const struct bidding_style *style, const struct rules *rules,
                    const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                    struct skat_bot_contract *contract);

/* DECLARE after a game by hand was named: the best of those on offer. */
struct skat_bot_contract calls_by_hand(const struct bidding_style *style, const struct rules *rules,
                                       const struct skat_bot_view *view,
                                       const struct skat_bot_decision *decision);

#endif
