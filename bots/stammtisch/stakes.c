// SPDX-License-Identifier: MIT
#include "bots/stammtisch/stakes.h"

#include <stdint.h>
#include <string.h>

/* ---- the rules ---- */

/* Defenders have nine cards against the declarer's eleven; nobody plays three. Tuned by duels. */
enum { SECOND_SKAT = 100 };

struct rules rules_official(void)
{
    return (struct rules){
        .grand_base = 24,
        .lost_factor = 2,
        .null_values = {23, 35, 46, 59},
        .schneider_points = 90,
        .skat_to_last_trick = 1,
        .games = ALL_GAMES,
        .any_game = 1,
        .bock = 1,
        .spitzen_levels = 1,
    };
}

void rules_take_over(struct rules *rules, const struct skat_bot_rules *from)
{
    const struct skat_bot_rule *nulls = skat_bot_rule_find(from, "value.null");
    const int opponents = skat_bot_rule_is(from, "scoring.system", "opponents");

    rules->grand_base = skat_bot_rule(from, "value.grand", 24);
    rules->jacks_only = skat_bot_rule_is(from, "value.matadors", "jacks");
    rules->seeger = skat_bot_rule_is(from, "scoring.system", "seeger_fabian");
    rules->lost_factor = skat_bot_rule(from, "value.lost_factor", 2);
    /* Under `opponents` a lost hand game counts once, whatever value.lost_hand says. */
    rules->lost_single_hand = skat_bot_rule_is(from, "value.lost_hand", "single") || opponents;
    for (uint32_t i = 0; nulls && i < nulls->value_count && i < 4; i++)
        rules->null_values[i] = nulls->values[i];
    rules->schneider_points = skat_bot_rule(from, "value.schneider_points", 90);
    rules->passed_in = skat_bot_rule(from, "passed_in", 0);
    rules->ramsch_march = skat_bot_rule(from, "ramsch.march", 0);
    rules->skat_to_last_trick = skat_bot_rule_is(from, "ramsch.skat_to", "last_trick");
    rules->ramsch_each = skat_bot_rule_is(from, "ramsch.score", "each");
    rules->revolution = skat_bot_rule(from, "revolution", 0) & REVOLUTION_BOTH;
    rules->revolution_both = rules->revolution == REVOLUTION_BOTH;
    rules->rum = skat_bot_rule(from, "rum", 0);
    rules->spitzen_max = skat_bot_rule(from, "spitzen.max", 0);
    rules->spitzen_grand = rules->spitzen_max && skat_bot_rule(from, "spitzen.grand", 0);
    rules->spitzen_levels = skat_bot_rule(from, "spitzen.levels", 1);
    rules->bierlachs_limit = skat_bot_rule(from, "scoring.limit", 0);
    rules->bock = 1; /* these two are the deal's; nothing of an earlier session remains */
    for (int i = 0; i < 3; i++)
        rules->totals[i] = 0;
    /* In an upside-down game sixes would be the highest: the bot plays none with 36 cards. */
    rules->sachsenspitze_base =
        skat_bot_rule_is(from, "game", "6er-skat") ? 0 : skat_bot_rule(from, "sachsenspitze", 0);
    rules->turns = skat_bot_rule_is(from, "game", "tourneeskat");
    rules->guckser_null = skat_bot_rule(from, "tourneeskat.guckser_null", 0);
    memcpy(rules->base_values, from->base_values, sizeof rules->base_values);
    rules->ladder = from->ladder;
    rules->ladder_count = (int)from->ladder_count;
    rules->any_game =
        skat_bot_rule_is(from, "game", "skat") && !skat_bot_rule_is(from, "auction", "suits");
    rules->relief = from->aside_cards ? SECOND_SKAT : 0;
    rules->two_hands = skat_bot_rule_is(from, "game", "offiziersskat");
    rules->duties = skat_bot_rule_is(from, "game", "raeuberskat");
    rules->usual_trumps = !skat_bot_rule_is(from, "game", "ass");
    rules->asks_for_consent = skat_bot_rule_is(from, "concede_later", "consent");
    rules->pile = skat_bot_rule_is(from, "game", "oma");
}

void rules_by_habit(struct rules *rules)
{
    const struct rules official = rules_official();

    rules->grand_base = official.grand_base;
    rules->jacks_only = official.jacks_only;
    rules->seeger = official.seeger;
    rules->lost_factor = official.lost_factor;
    rules->lost_single_hand = official.lost_single_hand;
    rules->passed_in = official.passed_in;
    rules->bierlachs_limit = official.bierlachs_limit;
    rules->rum = official.rum;
    rules->spitzen_max = official.spitzen_max;
    rules->spitzen_grand = official.spitzen_grand;
}

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
