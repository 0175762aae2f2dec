/* engine/session.h - who sits where, and how a session is added up (rulebook 2 and 8). */
#ifndef SKAT_ENGINE_SESSION_H
#define SKAT_ENGINE_SESSION_H

#include "engine/rules.h"
#include "engine/value.h"

/* The seat that deals deal number `deal` (from 0) of a session: it moves on clockwise. */
static inline int skat_dealer(int seats, uint64_t deal)
{
    return (int)(deal % (unsigned)seats);
}

/* The seats of forehand, middlehand and rearhand when `dealer` deals (rulebook 2): with three
 * the dealer is rearhand, with four he sits out, with five also the one across. */
void skat_positions(int seats, int dealer, uint8_t seat_of[SKAT_PLAYERS]);

/* Seeger and Fabian's extras of a declared deal (rulebook 8): +50 or -50 for declarer's seat,
 * and 40 (three seats) or 30 for everybody else, the sitting ones too, when he lost. Zero for
 * all where nobody declared. `declarer` is a seat, -1 for none. */
void skat_seeger_extras(int seats, int declarer, bool won, int32_t extra[SKAT_SEATS_MAX]);

#endif
