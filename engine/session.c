#include "engine/session.h"

void skat_positions(int seats, int dealer, uint8_t seat_of[SKAT_PLAYERS])
{
    /* Steps clockwise from the dealer to each position. */
    static const uint8_t steps[SKAT_SEATS_MAX + 1][SKAT_PLAYERS] = {
        [3] = {1, 2, 3},
        [4] = {1, 2, 3},
        [5] = {1, 2, 4},
    };
    for (int position = 0; position < SKAT_PLAYERS; position++)
        seat_of[position] = (uint8_t)((dealer + steps[seats][position]) % seats);
}

void skat_seeger_extras(int seats, int declarer, bool won, int32_t extra[SKAT_SEATS_MAX])
{
    enum { GAME = 50, LOST_BY_OTHER_AT_THREE = 40, LOST_BY_OTHER = 30 };
    int other = won ? 0 : seats == 3 ? LOST_BY_OTHER_AT_THREE : LOST_BY_OTHER;

    for (int seat = 0; seat < seats; seat++)
        extra[seat] = declarer < 0 ? 0 : seat == declarer ? (won ? GAME : -GAME) : other;
}
