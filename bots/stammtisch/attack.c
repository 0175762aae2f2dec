// SPDX-License-Identifier: MIT
#include "bots/stammtisch/attack.h"

/* An open trick. */
struct attack_trick {
    int leader, played; /* number of players that have played */
    int high, holder;   /* the highest card so far, and who played it */
};

static int continues(struct attack_suit *suit, struct attack_trick trick);

/* The lowest card of each run of adjacent cards: the others are worth the same. */
static unsigned lowest_of_runs(unsigned set) { return set & ~(set << 1); }

static int play_rank(struct attack_suit *suit, struct attack_trick trick, int position, int rank)
{
    if (rank > trick.high) {
        trick.high = rank;
        trick.holder = position;
    }
    trick.played++;
    suit->cards[position] &= ~(1u << rank);
    int caught = continues(suit, trick);
    suit->cards[position] |= 1u << rank;
    return caught;
}

/* The next player chooses: the declarer tries to stay safe, a defender to catch the declarer. A
 * player out of the suit plays none. */
static int continues(struct attack_suit *suit, struct attack_trick trick)
{
    int position = (trick.leader + trick.played) % 3;

    while (trick.played < 3 && !suit->cards[position]) {
        trick.played++;
        position = (position + 1) % 3;
    }
    if (trick.played == 3) {
        if (trick.holder == suit->declarer)
            return 1;
        return suit->cards[suit->declarer] ? attack_works(suit) : 0;
    }
    const int for_declarer = position == suit->declarer;
    for (unsigned rest = lowest_of_runs(suit->cards[position]); rest; rest &= rest - 1)
        if (play_rank(suit, trick, position, __builtin_ctz(rest)) != for_declarer)
            return !for_declarer;
    return for_declarer;
}

int attack_lead(const struct attack_suit *suit, int leader, int rank)
{
    struct attack_suit copy = *suit;
    const struct attack_trick trick = {.leader = leader, .high = -1, .holder = leader};
    return play_rank(&copy, trick, leader, rank);
}

int attack_works(const struct attack_suit *suit)
{
    unsigned his = suit->cards[suit->declarer];
    unsigned theirs = 0;

    for (int position = 0; position < 3; position++)
        if (position != suit->declarer)
            theirs |= suit->cards[position];
    if (!his || !(theirs & ((1u << (31 - __builtin_clz(his))) - 1)))
        return 0; /* no card that the declarer could take */
    for (int leader = 0; leader < 3; leader++)
        if (leader != suit->declarer)
            for (unsigned rest = lowest_of_runs(suit->cards[leader]); rest; rest &= rest - 1)
                if (attack_lead(suit, leader, __builtin_ctz(rest)))
                    return 1;
    return 0;
}
