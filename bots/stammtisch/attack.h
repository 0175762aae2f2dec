// SPDX-License-Identifier: MIT
/* bots/stammtisch/attack.h - one suit of a null ouvert, played out.
 *
 * When the declarer's cards are open, each suit can be analysed separately: can the defenders, if
 * they keep the lead, force the declarer to take a trick in it? The answer is exact for these cards
 * of the suit but ignores the other suits. */
#ifndef STAMMTISCH_ATTACK_H
#define STAMMTISCH_ATTACK_H

/* Cards of the suit by position, as bits in null's order (null_mask). */
struct attack_suit {
    unsigned cards[3];
    int declarer;
};

/* Is the declarer caught if the defender `leader` leads the card `rank` of the suit? */
int attack_lead(const struct attack_suit *suit, int leader, int rank);

/* Is the declarer caught by any lead of any defender in the suit? */
int attack_works(const struct attack_suit *suit);

#endif
