// SPDX-License-Identifier: MIT
#include "bots/pimc/prospects.h"

#include "bots/pimc/rollout.h"

enum { SUIT, GRAND_GAME, NULL_CLOSED, NULL_OUVERT, KINDS };
enum { ALL = 1000, PRIOR = 10 };

/* Fitted to games of this bot with itself (README.md). */
static const struct {
    int shift; /* of the tables' log odds, in 256ths */
    int share; /* thousandths that the tables count, however many worlds there are */
} corrections[KINDS] = {
    [SUIT] = {0, 500},
    [GRAND_GAME] = {260, 150},
    [NULL_CLOSED] = {-120, 0},
    [NULL_OUVERT] = {-120, 100},
};

static int kind_of(struct skat_bot_contract contract)
{
    if (contract.type == NULL_GAME)
        return contract.with & SKAT_BOT_OUVERT ? NULL_OUVERT : NULL_CLOSED;
    return contract.type == GRAND ? GRAND_GAME : SUIT;
}

int prospect_chance(struct skat_bot_contract contract, cards ten, cards aside, int forehand)
{
    const int kind = kind_of(contract);
    const enum stage stage = contract.with & SKAT_BOT_HAND ? BY_HAND : AFTER_DISCARD;
    int log_odds = contract.type == NULL_GAME
                       ? model_null_log_odds(ten, stage, forehand, kind == NULL_OUVERT)
                       : model_log_odds(contract.type, ten, stage, forehand, points_in(aside));

    return model_chance(log_odds + corrections[kind].shift);
}

int prospect_mean(struct skat_bot_contract contract, int by_tables, int played, int worlds)
{
    int share = corrections[kind_of(contract)].share;
    int at_first = PRIOR * ALL / (PRIOR + worlds); /* few worlds say little */

    share = share > at_first ? share : at_first;
    return (int)(((int64_t)by_tables * share + (int64_t)played * (ALL - share)) / ALL);
}
