// SPDX-License-Identifier: MIT
/* bots/stammtisch/kontra.h - the chances of a game after the announcement: doubling, claiming,
 * giving up. */
#ifndef STAMMTISCH_KONTRA_H
#define STAMMTISCH_KONTRA_H

#include "bots/stammtisch/bidding.h"

/* ---- doubling: the declarer's chance given a defender's ten cards, and when to answer ---- */

/* The weights (kontra_weights.c), in 256ths of log odds: for a suit or grand game, from the view of
 * the defender being asked. */
struct kontra_weights {
    int16_t bias, by_hand;
    int16_t bid;                         /* per eight of the declarer's bid */
    int16_t partner_bid, partner_height; /* the partner bid; per eight of it */
    int16_t own_bid;
    int16_t places[3][2]; /* the declarer's position; this player on its left or right */
    int16_t suits[SUITS]; /* the trump suit */
    int16_t jacks[16];
    int16_t trumps[4][8]; /* trump ace and ten as bits; trumps without jacks */
    int16_t plain[PLAIN_MASKS];
};
struct kontra_null {
    int16_t bias, by_hand, bid, partner_bid, partner_height, own_bid;
    int16_t places[3][2];
    int16_t cards[256]; /* of each suit, by null_mask */
};
extern const struct kontra_weights kontra_suit, kontra_grand;
extern const struct kontra_null kontra_null;

/* The declarer's chance, in thousandths, as any player sees it; 0 if declarer knows that the game
 * is overbid. */
int kontra_chance(const struct rules *rules, const struct skat_bot_view *view);

/* Does this chance justify doubling? */
int kontra_pays(const struct club_player *club, const struct skat_bot_view *view, int chance);

/* Should this player double (kontra, re or more)? */
int kontra_says(const struct club_player *club, const struct skat_bot_view *view);

/* ---- schenken: giving up a lost game, and declarer's answer ---- */

/* As a defender: propose to give up? Agree when the partner proposes it? */
int gift_proposed(const struct skat_bot_view *view);
int gift_agreed(const struct skat_bot_view *view);

/* As declarer: accept the gift? */
int gift_accepted(const struct rules *rules, const struct skat_bot_view *view);

/* ---- claiming what is certain, and giving up what is lost ----
 *
 * The rule options `claims`, `concede_later` and `concede`. But for the latter, nothing of it
 * changes what a game is worth as this bot plays it: it ends games that are decided. */

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
int giving_up_concedes(const struct club_player *club, const struct skat_bot_view *view);

/* May the player view->gift_by give up? A side that can still make schneider plays on. */
int giving_up_agreed(const struct rules *rules, const struct skat_bot_view *view);

#endif
