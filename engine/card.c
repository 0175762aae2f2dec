#include "engine/card.h"

#include <string.h>

#define SAME_IN_ALL_SUITS(rank, points)                                                            \
    [SKAT_DIAMONDS << 4 | (rank)] = (points), [SKAT_HEARTS << 4 | (rank)] = (points),              \
                          [SKAT_SPADES << 4 | (rank)] = (points),                                  \
                          [SKAT_CLUBS << 4 | (rank)] = (points)

const uint8_t skat_card_points[SKAT_CARD_CODES] = {
    SAME_IN_ALL_SUITS(SKAT_ACE, 11), SAME_IN_ALL_SUITS(SKAT_TEN, 10),
    SAME_IN_ALL_SUITS(SKAT_KING, 4), SAME_IN_ALL_SUITS(SKAT_QUEEN, 3),
    SAME_IN_ALL_SUITS(SKAT_JACK, 2), SAME_IN_ALL_SUITS(SKAT_SIX, 6),
};

const char skat_suit_letters[SKAT_SUITS + 1] = "DHSC";
const char skat_rank_letters[SKAT_RANKS + 1] = "6789QKTAJ";
const char *const skat_suit_names[SKAT_SUITS] = {
    [SKAT_DIAMONDS] = "diamonds",
    [SKAT_HEARTS] = "hearts",
    [SKAT_SPADES] = "spades",
    [SKAT_CLUBS] = "clubs",
};

int skat_cards_points(skat_cards set)
{
    int points = 0;
    while (set)
        points += skat_card_points[skat_cards_pop(&set)];
    return points;
}

skat_card skat_card_parse(const char *text)
{
    if (!text[0] || !text[1])
        return SKAT_NO_CARD;
    const char *suit = strchr(skat_suit_letters, text[0]);
    const char *rank = strchr(skat_rank_letters, text[1]);
    if (!suit || !rank)
        return SKAT_NO_CARD;
    return skat_card_of((enum skat_suit)(suit - skat_suit_letters),
                        (enum skat_rank)(rank - skat_rank_letters));
}
