// SPDX-License-Identifier: MIT
/* engine/learn/observed_cards.h - a set of cards as 0 or 1 for each number of a card: the part of
 * an observation that is written most often. */
#ifndef SKAT_ENGINE_LEARN_OBSERVED_CARDS_H
#define SKAT_ENGINE_LEARN_OBSERVED_CARDS_H

#include <string.h>

#include "engine/card.h"

/* The lowest four bits as four numbers: a multiplication puts a copy of them every 15 bits, so that
 * bit n is at 16 n. */
static inline void skat_observed_four(int16_t out[4], uint64_t bits)
{
    const uint64_t four = (bits & 0xf) * 0x0000200040008001u & 0x0001000100010001u;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(out, &four, sizeof four);
#else
    for (int n = 0; n < 4; n++)
        out[n] = (int16_t)(four >> 16 * n & 1);
#endif
}

/* Sets all SKAT_DECK_MAX numbers, in less time than a loop over the cards takes. Written out, since
 * compilers do not unroll it. */
static inline void skat_observed_cards(int16_t out[SKAT_DECK_MAX], skat_cards cards)
{
    const uint64_t bits = (cards & 0x1ff) | (cards >> 16 & 0x1ff) << 9 |
                          (cards >> 32 & 0x1ff) << 18 | (cards >> 48 & 0x1ff) << 27;

    _Static_assert(SKAT_DECK_MAX == 36 && SKAT_RANKS == 9, "nine times four numbers");
    skat_observed_four(out, bits);
    skat_observed_four(out + 4, bits >> 4);
    skat_observed_four(out + 8, bits >> 8);
    skat_observed_four(out + 12, bits >> 12);
    skat_observed_four(out + 16, bits >> 16);
    skat_observed_four(out + 20, bits >> 20);
    skat_observed_four(out + 24, bits >> 24);
    skat_observed_four(out + 28, bits >> 28);
    skat_observed_four(out + 32, bits >> 32);
}

#endif
