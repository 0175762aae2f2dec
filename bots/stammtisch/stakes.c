#include "bots/stammtisch/stakes.h"

enum { SEEGER_PLAYER = 50, SEEGER_OTHERS = 40, OTHERS = 2 };

/* Bierlachs: what it costs a player, in points, that its total reaches the limit. A round is played for
 * who loses it, so this weighs as much as all that is written in one. */
static int round_lost(const struct rules *rules, int total, int charged)
{
    int limit = rules->bierlachs_limit;
    return limit && total - charged <= -limit ? limit : 0;
}

int stakes_won(const struct rules *rules, int value)
{
    int rounds = 0;

    value *= rules->bock;
    for (int other = 0; other < OTHERS; other++)
        rounds += round_lost(rules, rules->totals[1 + other], value) / OTHERS;
    return value + rounds + (rules->seeger ? SEEGER_PLAYER : 0);
}

int stakes_lost(const struct rules *rules, int value, int times)
{
    value *= rules->bock * times;
    return value + round_lost(rules, rules->totals[0], value) +
           (rules->seeger ? SEEGER_PLAYER + SEEGER_OTHERS : 0);
}

int stakes_times(const struct rules *rules, int by_hand)
{
    return by_hand && rules->lost_single_hand ? 1 : rules->lost_factor;
}

int stakes_expected(const struct rules *rules, int chance, int value, int times)
{
    return chance * stakes_won(rules, value) - (1000 - chance) * stakes_lost(rules, value, times);
}

/* What the deal is worth if another player declares, in points: an average game. Each of its points is
 * a player's whose mean over the others this player is half of. */
static int elsewhere(const struct rules *rules)
{
    enum { VALUE = 30, WON = 8, OF = 10 };
    int charged = VALUE * rules->bock;
    int won = VALUE * rules->bock + (rules->seeger ? SEEGER_PLAYER : 0);
    int lost = VALUE * rules->bock * rules->lost_factor +
               (rules->seeger ? SEEGER_PLAYER + SEEGER_OTHERS : 0);

    return ((OF - WON) * lost - WON * won) / (OTHERS * OF) -
           WON * round_lost(rules, rules->totals[0], charged) / OF;
}

int stakes_break_even(const struct rules *rules, int value, int passing)
{
    int won = stakes_won(rules, value), lost = stakes_lost(rules, value, rules->lost_factor);

    return 1000 * (lost + elsewhere(rules) - passing * rules->bock) / (won + lost);
}
