// SPDX-License-Identifier: MIT
/* bots/stammtisch/giving_up.h - claiming what is certain, and giving up what is lost: the rule
 * options `claims`, `concede_later` and `concede`. But for the latter, nothing of it changes what a
 * game is worth as this bot plays it: it ends games that are decided. */
#ifndef STAMMTISCH_GIVING_UP_H
#define STAMMTISCH_GIVING_UP_H

#include "bots/stammtisch/bidding.h"

/* Are all cards of this player, who leads, higher than any that others may hold, with no trump out
 * against a plain card? Then a claim is granted. */
int giving_up_claims(const struct rules *rules, const struct skat_bot_view *view);

/* Does the player view->gift_by take every trick that is left against this player's cards, whatever
 * it plays? Then the claim may stand. */
int giving_up_yields(const struct rules *rules, const struct skat_bot_view *view);

/* Has the side of this player lost, by the points that it sees? Then it proposes to give up. */
int giving_up_lost(const struct rules *rules, const struct skat_bot_view *view);

/* Does declarer, with all cards in hand, give up at once? Then the game is lost, but not schneider.
 */
int giving_up_concedes(const struct bidding_style *style, const struct skat_bot_view *view);

/* May the player view->gift_by give up? A side that can still make schneider plays on. */
int giving_up_agreed(const struct rules *rules, const struct skat_bot_view *view);

#endif
