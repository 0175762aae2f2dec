/* bots/stammtisch/attack.h - one suit of a null ouvert, played out.
 *
 * When declarer's cards lie open, each suit can be looked at by itself: can the defenders, who keep
 * the lead, make him take a trick in it? The answer is exact for the suit with these cards; what
 * happens in other suits meanwhile is left out. */
#ifndef STAMMTISCH_ATTACK_H
#define STAMMTISCH_ATTACK_H

/* Cards of the suit by position, as bits in null's order (null_mask). */
struct attack_suit {
    unsigned cards[3];
    int declarer;
};

/* Is declarer caught when `leader`, a defender, leads the suit card `rank` of his? */
int attack_lead(const struct attack_suit *suit, int leader, int rank);

/* Is he caught when any defender leads the suit with any card? */
int attack_works(const struct attack_suit *suit);

#endif
