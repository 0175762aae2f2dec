// SPDX-License-Identifier: MIT
#include "engine/calls.h"

enum { BY_HAND = SKAT_WITH_HAND, OPEN = SKAT_WITH_HAND | SKAT_WITH_OUVERT };

/* Frage, in which the skat is taken; solo; null and grand, which are by hand; the two that are
 * open. */
const struct skat_contract skat_call_games[SKAT_CALLS_MAX] = {
    {SKAT_GAME_DIAMONDS, 0},     {SKAT_GAME_HEARTS, 0},         {SKAT_GAME_SPADES, 0},
    {SKAT_GAME_CLUBS, 0},        {SKAT_GAME_DIAMONDS, BY_HAND}, {SKAT_GAME_HEARTS, BY_HAND},
    {SKAT_GAME_SPADES, BY_HAND}, {SKAT_GAME_CLUBS, BY_HAND},    {SKAT_GAME_NULL, BY_HAND},
    {SKAT_GAME_GRAND, BY_HAND},  {SKAT_GAME_NULL, OPEN},        {SKAT_GAME_GRAND, OPEN},
};

int skat_call_rank(struct skat_contract contract)
{
    /* An open suit game is a solo as any other; open null and grand have ranks of their own. */
    unsigned counts = contract.type < SKAT_SUITS ? BY_HAND : OPEN;

    for (int i = 0; i < SKAT_CALLS_MAX; i++)
        if (skat_call_games[i].type == contract.type &&
            skat_call_games[i].with == (contract.with & counts))
            return i + 1;
    return 0;
}

int skat_call_place(const struct skat_rules *rules, struct skat_contract contract)
{
    for (int i = 0; i < rules->derived.call_count; i++)
        if (skat_contract_same(rules->derived.calls[i], contract))
            return i;
    return -1;
}
