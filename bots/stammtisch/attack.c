#include "bots/stammtisch/attack.h"

/* An open trick. */
struct trick {
    int leader, played; /* number of players that have played */
    int high, holder;   /* the highest card so far, and who played it */
};

static int continues(struct attack_suit *suit, const struct trick *trick);

static int play(struct attack_suit *suit, const struct trick *before, int position, int rank)
{
    struct trick trick = *before;

    if (rank > trick.high) {
        trick.high = rank;
        trick.holder = position;
    }
    trick.played++;
    suit->cards[position] &= ~(1u << rank);
    int caught = continues(suit, &trick);
    suit->cards[position] |= 1u << rank;
    return caught;
}

/* The next player chooses: the declarer tries to stay safe, a defender to catch the declarer. Tries
 * only the lowest card of a run of adjacent cards; a player out of the suit plays none. */
static int continues(struct attack_suit *suit, const struct trick *trick)
{
    int position = (trick->leader + trick->played) % 3;
    int for_declarer = position == suit->declarer;

    if (trick->played == 3) {
        if (trick->holder == suit->declarer)
            return 1;
        return suit->cards[suit->declarer] ? attack_works(suit) : 0;
    }
    if (!suit->cards[position]) {
        struct trick next = *trick;
        next.played++;
        return continues(suit, &next);
    }
    for (int rank = 0; rank < 8; rank++) {
        if (!(suit->cards[position] >> rank & 1) ||
            (rank && suit->cards[position] >> (rank - 1) & 1))
            continue;
        if (play(suit, trick, position, rank) != for_declarer)
            return !for_declarer;
    }
    return for_declarer;
}

int attack_lead(const struct attack_suit *suit, int leader, int rank)
{
    struct attack_suit copy = *suit;
    const struct trick trick = {.leader = leader, .high = -1, .holder = leader};
    return play(&copy, &trick, leader, rank);
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
        for (int rank = 0; leader != suit->declarer && rank < 8; rank++)
            if (suit->cards[leader] >> rank & 1 &&
                !(rank && suit->cards[leader] >> (rank - 1) & 1) && attack_lead(suit, leader, rank))
                return 1;
    return 0;
}
