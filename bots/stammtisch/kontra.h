// SPDX-License-Identifier: MIT
/* bots/stammtisch/kontra.h - doubling: the declarer's chance given a defender's ten cards, and when
 * to answer. The weights are in kontra_weights.c, in 256ths of log odds. */
#ifndef STAMMTISCH_KONTRA_H
#define STAMMTISCH_KONTRA_H

#include "bots/stammtisch/bidding.h"

/* For a suit or grand game, from the view of the defender being asked. */
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

/* The declarer's chance, in thousandths, as this defender sees it. */
int kontra_declarers_chance(const struct skat_bot_view *view);

/* The same for any player, the declarer included; 0 if certainly overbid. */
int kontra_chance(const struct rules *rules, const struct skat_bot_view *view);

/* Does this chance justify doubling? */
int kontra_pays(const struct bidding_style *style, const struct skat_bot_view *view, int chance);

/* Should this player double (kontra, re or more)? */
int kontra_says(const struct bidding_style *style, const struct rules *rules,
                const struct skat_bot_view *view);

#endif
