// SPDX-License-Identifier: MIT
/* engine/spitzen.h - which cards spitzen name, the last trick's first: in a suit game its lowest
 * trumps, in grand the diamond jack alone (rules.md 7.6). */
#ifndef SKAT_ENGINE_SPITZEN_H
#define SKAT_ENGINE_SPITZEN_H

#include "engine/deck.h"
#include "engine/rules.h"

/* The most that may be announced in a game of this type, whatever the cards. */
static inline int skat_spitzen_most(const struct skat_rules *rules, unsigned type)
{
    const bool grand = type == SKAT_GAME_GRAND && rules->spitzen_grand;

    return type < SKAT_SUITS ? rules->spitzen_max : grand && rules->spitzen_max ? 1 : 0;
}

/* The card that must win the last trick (`i` 0), the one before (1) ...: the seven, eight, nine,
 * queen, king, ten, ace of trumps. `type`: a suit, or grand. */
static inline skat_card skat_spitze(const struct skat_deck *deck, unsigned type, int i)
{
    return type == SKAT_GAME_GRAND
               ? skat_card_of(SKAT_DIAMONDS, SKAT_JACK)
               : skat_card_of((enum skat_suit)type, (enum skat_rank)(skat_deck_lowest(deck) + i));
}

/* All that a contract names. */
static inline skat_cards skat_spitzen(const struct skat_deck *deck, struct skat_contract contract)
{
    skat_cards named = 0;

    for (int i = 0; i < skat_contract_spitzen(contract); i++)
        named |= skat_card_bit(skat_spitze(deck, contract.type, i));
    return named;
}

#endif
