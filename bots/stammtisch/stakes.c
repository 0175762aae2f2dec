// SPDX-License-Identifier: MIT
#include "bots/stammtisch/stakes.h"

#include <stdint.h>

enum { SEEGER_PLAYER = 50, SEEGER_OTHERS = 40, OTHERS = 2, ME = 0 };

/* An average game of another player: its value, and how often of ten it is won. */
enum { VALUE = 30, WON = 8, OF = 10 };

/* ---- Bierlachs: a round is lost by one, and then all begin again ---- */

enum { CERTAIN = 100000 };

/* How likely the first of two players loses the round rather than the other, in parts of CERTAIN,
 * by their minus points: as if each lost points at the same pace, who has less left is sooner
 * there. */
static int loses_before(int limit, int one, int other)
{
    int left = one < limit ? limit - one : 0, others = other < limit ? limit - other : 0;

    return left + others ? (int)((int64_t)CERTAIN * others / (left + others)) : CERTAIN / 2;
}

/* What the session is worth to this player after these minus points, in points: those of a game
 * count fully while all players are at their beginning. */
static int standing(const struct rules *rules, const int minus[1 + OTHERS])
{
    int limit = rules->bierlachs_limit;
    int64_t sum = 0;

    for (int other = 1; other <= OTHERS; other++)
        sum += loses_before(limit, minus[ME], minus[other]);
    return (int)(-4 * limit * sum / (CERTAIN * OTHERS));
}

/* The change if these are charged, in points. */
static int charged(const struct rules *rules, int me, int left, int right)
{
    int before[1 + OTHERS], after[1 + OTHERS];
    const int charge[1 + OTHERS] = {me, left, right};

    for (int player = 0; player <= OTHERS; player++) {
        before[player] = -rules->totals[player];
        after[player] = before[player] + charge[player];
    }
    return standing(rules, after) - standing(rules, before);
}

/* ---- all scorings ---- */

int stakes_won(const struct rules *rules, int value)
{
    value *= rules->bock;
    if (rules->bierlachs_limit)
        return charged(rules, 0, value, value);
    return value + (rules->seeger ? SEEGER_PLAYER : 0);
}

int stakes_lost(const struct rules *rules, int value, int times)
{
    value *= rules->bock * times;
    if (rules->bierlachs_limit)
        return -charged(rules, value, 0, 0);
    return value + (rules->seeger ? SEEGER_PLAYER + SEEGER_OTHERS : 0);
}

int stakes_times(const struct rules *rules, int by_hand)
{
    return by_hand && rules->lost_single_hand ? 1 : rules->lost_factor;
}

int stakes_expected(const struct rules *rules, int chance, int value, int times)
{
    return chance * stakes_won(rules, value) - (1000 - chance) * stakes_lost(rules, value, times);
}

int stakes_elsewhere(const struct rules *rules)
{
    int value = VALUE * rules->bock, lost = value * rules->lost_factor;

    if (rules->bierlachs_limit)
        return (WON * (charged(rules, value, 0, value) + charged(rules, value, value, 0)) +
                (OF - WON) * (charged(rules, 0, lost, 0) + charged(rules, 0, 0, lost))) /
               (OTHERS * OF);
    /* The declarer's points, of whose mean over the others this player is half. */
    return ((OF - WON) * stakes_lost(rules, VALUE, rules->lost_factor) -
            WON * stakes_won(rules, VALUE)) /
           (OTHERS * OF);
}

int stakes_break_even(const struct rules *rules, int value, int otherwise)
{
    int won = stakes_won(rules, value), lost = stakes_lost(rules, value, rules->lost_factor);

    return won + lost > 0 ? 1000 * (lost + otherwise) / (won + lost) : 1000;
}
