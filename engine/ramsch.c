// SPDX-License-Identifier: MIT
#include "engine/ramsch.h"

#include "engine/variant.h"

static int most_of(const int16_t points[SKAT_PLAYERS])
{
    int most = points[0];
    for (int i = 1; i < SKAT_PLAYERS; i++)
        if (points[i] > most)
            most = points[i];
    return most;
}

static int who_took_last(const struct skat_ramsch_facts *facts)
{
    int who = 0;
    for (int i = 1; i < SKAT_PLAYERS; i++)
        if (facts->last_trick[i] > facts->last_trick[who])
            who = i;
    return who;
}

static void give_skat(const struct skat_rules *rules, const struct skat_ramsch_facts *facts,
                      int16_t points[SKAT_PLAYERS])
{
    int most = most_of(points);

    for (int i = 0; i < SKAT_PLAYERS; i++)
        if ((rules->ramsch_skat_to == SKAT_RAMSCH_LAST_TRICK && i == who_took_last(facts)) ||
            (rules->ramsch_skat_to == SKAT_RAMSCH_MOST_POINTS && points[i] == most))
            points[i] = (int16_t)(points[i] + facts->skat_points);
}

static int count_virgins(int rule, const struct skat_ramsch_result *result)
{
    int count = 0;

    for (int i = 0; i < SKAT_PLAYERS; i++)
        count += (rule == SKAT_RAMSCH_NO_TRICK && result->tricks[i] == 0) ||
                 (rule == SKAT_RAMSCH_NO_POINTS && result->points[i] == 0);
    return count;
}

/* The players with the most points, or everybody, lose points; each virgin doubles the loss. */
static void lose_points(const struct skat_rules *rules, struct skat_ramsch_result *result)
{
    int most = most_of(result->points), at_most = 0;

    for (int i = 0; i < SKAT_PLAYERS; i++)
        at_most += result->points[i] == most;
    bool nobody = at_most == SKAT_PLAYERS && rules->ramsch_three_tie == SKAT_RAMSCH_NOBODY_LOSES;
    for (int i = 0; i < SKAT_PLAYERS; i++)
        if (rules->ramsch_score == SKAT_RAMSCH_EACH || (result->points[i] == most && !nobody))
            result->score[i] = -(int32_t)result->points[i] * (1 << result->virgins);
}

/* The count of Turnéskat: in a tie, the player who took a trick last loses (rules.md 10.1). */
static void lose_fixed(const struct skat_ramsch_facts *facts, struct skat_ramsch_result *result)
{
    static const int8_t loss[SKAT_PLAYERS] = {20, 30, 50}; /* by number of virgins */
    int most = most_of(result->points), loser = -1;

    for (int i = 0; i < SKAT_PLAYERS; i++)
        if (result->points[i] == most &&
            (loser < 0 || facts->last_trick[i] > facts->last_trick[loser]))
            loser = i;
    result->score[loser] = -loss[result->virgins];
}

void skat_ramsch_count(const struct skat_rules *rules, const struct skat_ramsch_facts *facts,
                       struct skat_ramsch_result *result)
{
    bool fixed = rules->ramsch_score == SKAT_RAMSCH_FIXED;
    int marcher = -1;

    *result = (struct skat_ramsch_result){.doubling = (int16_t)(1 << facts->unseen)};
    for (int i = 0; i < SKAT_PLAYERS; i++) {
        result->points[i] = facts->points[i];
        result->tricks[i] = facts->tricks[i];
        if (facts->tricks[i] == rules->derived.deck->hand)
            marcher = i;
    }
    give_skat(rules, facts, result->points);
    result->virgins =
        (uint8_t)count_virgins(fixed ? SKAT_RAMSCH_NO_TRICK : rules->ramsch_virgin, result);
    if (marcher >= 0 && rules->ramsch_march && !fixed) {
        result->march = 1;
        result->score[marcher] = rules->ramsch_march * facts->bock;
        return;
    }
    if (fixed)
        lose_fixed(facts, result);
    else
        lose_points(rules, result);
    for (int i = 0; i < SKAT_PLAYERS; i++)
        result->score[i] *= result->doubling * facts->bock;
}
