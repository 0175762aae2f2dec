/* bots/stammtisch/kontra.h - doubling: what a defender's ten cards say of declarer's chance, and
 * when to answer. The weights stand in kontra_weights.c, in 256ths of log odds. */
#ifndef STAMMTISCH_KONTRA_H
#define STAMMTISCH_KONTRA_H

#include "bots/stammtisch/bidding.h"

/* Of a suit or grand game, as the defender who is asked sees it. */
struct kontra_weights {
    int16_t bias, by_hand;
    int16_t bid;                         /* each eight that declarer bid */
    int16_t partner_bid, partner_height; /* the partner bid; each eight of it */
    int16_t own_bid;
    int16_t places[3][2]; /* declarer's position; is this player on his left or right */
    int16_t suits[SUITS]; /* the trump suit */
    int16_t jacks[16];
    int16_t trumps[4][8]; /* ace and ten of trumps as bits; trumps but jacks */
    int16_t plain[PLAIN_MASKS];
};
struct kontra_null {
    int16_t bias, by_hand, bid, partner_bid, partner_height, own_bid;
    int16_t places[3][2];
    int16_t cards[256]; /* of a suit, by null_mask */
};
extern const struct kontra_weights kontra_suit, kontra_grand;
extern const struct kontra_null kontra_null;

/* Declarer's chance in thousandths, as this defender sees it. */
int kontra_declarers_chance(const struct skat_bot_view *view);

/* The same as this player sees it, defender or declarer himself; 0 where it is overbid for certain. */
int kontra_chance(const struct rules *rules, const struct skat_bot_view *view);

/* Is that chance a reason for this player to double? */
int kontra_pays(const struct bidding_style *style, const struct skat_bot_view *view, int chance);

/* Shall this player double, be it kontra, re or more? */
int kontra_says(const struct bidding_style *style, const struct rules *rules,
                const struct skat_bot_view *view);

#endif
