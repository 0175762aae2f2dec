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

/* If a march is played, a player who takes all tricks loses nothing, so at most one other player
 * has no trick when somebody loses. Two may have no points. */
static int most_virgins(const struct skat_rules *rules)
{
    if (rules->ramsch_virgin == SKAT_RAMSCH_NO_VIRGINS)
        return 0;
    return rules->ramsch_virgin == SKAT_RAMSCH_NO_TRICK && rules->ramsch_march ? 1 : 2;
}

static int largest_amount(const struct skat_rules *rules)
{
    int most = 0;

    for (int i = 0; i < SKAT_RAMSCH_AMOUNTS_MAX; i++)
        most = rules->ramsch_amounts[i] > most ? rules->ramsch_amounts[i] : most;
    return most;
}

int skat_ramsch_most_won(const struct skat_rules *rules)
{
    const int amount = rules->ramsch_score == SKAT_RAMSCH_FEWEST ? largest_amount(rules) : 0;

    return amount > rules->ramsch_march ? amount : rules->ramsch_march;
}

/* How far one player can fall behind all others together where ramsch is won like a game, with the
 * extras of a won game. */
static int most_behind(const struct skat_rules *rules)
{
    const bool extras = rules->scoring_system == SKAT_SCORING_SEEGER_FABIAN;

    return (rules->seats - 1) *
           (skat_ramsch_most_won(rules) + (extras ? rules->scoring_won_game : 0));
}

int skat_ramsch_most(const struct skat_rules *rules)
{
    if (rules->ramsch_score == SKAT_RAMSCH_FEWEST)
        return most_behind(rules);
    if (rules->ramsch_score == SKAT_RAMSCH_AMOUNTS)
        return largest_amount(rules);
    return rules->derived.deck->points << most_virgins(rules);
}

/* The most that the seats of one bot can lose together: all of these that play ramsch beside
 * another bot may tie, and then each loses the amount, unless only one of them does, or adds the
 * skat to its points. */
static int most_by_ties(const struct skat_rules *rules)
{
    enum { DEAREST = 11 }; /* card points of an ace */
    const int own = rules->seats > SKAT_PLAYERS ? SKAT_PLAYERS : SKAT_PLAYERS - 1;
    const int skat = DEAREST * rules->derived.deck->skat;

    if (rules->ramsch_score == SKAT_RAMSCH_AMOUNTS)
        return skat_ramsch_most(rules) *
               (rules->ramsch_tie == SKAT_RAMSCH_LAST_TRICK_LOSES ? 1 : own);
    if (rules->ramsch_skat_to != SKAT_RAMSCH_MOST_POINTS ||
        rules->ramsch_score == SKAT_RAMSCH_FEWEST)
        return skat_ramsch_most(rules);
    return (rules->derived.deck->points + (own - 1) * skat) << most_virgins(rules);
}

/* The same, or what they fall behind by a march: of all of them, only the one at fault is charged.
 */
static int most_of_a_bot(const struct skat_rules *rules)
{
    const int most = most_by_ties(rules), march = (rules->seats - 1) * rules->ramsch_march;

    return most > march ? most : march;
}

int skat_ramsch_fault(const struct skat_rules *rules)
{
    const int points = rules->derived.deck->points;
    const int most = rules->faults == SKAT_FAULTS_CONCEDED ? 0 : most_of_a_bot(rules);

    return most > points ? most : points;
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

/* All players lose their points; each virgin doubles the losses. */
static void each_loses(struct skat_ramsch_result *result)
{
    for (int i = 0; i < SKAT_PLAYERS; i++)
        result->score[i] = -(int32_t)result->points[i] * (1 << result->virgins);
}

/* The player who took a trick last, among those with the most points. */
static int last_of_most(const struct skat_ramsch_facts *facts,
                        const struct skat_ramsch_result *result)
{
    int most = most_of(result->points), loser = -1;

    for (int i = 0; i < SKAT_PLAYERS; i++)
        if (result->points[i] == most &&
            (loser < 0 || facts->last_trick[i] > facts->last_trick[loser]))
            loser = i;
    return loser;
}

/* Those with the most points lose `loss`, as ramsch.tie says. */
static void most_lose(const struct skat_rules *rules, const struct skat_ramsch_facts *facts,
                      int32_t loss, struct skat_ramsch_result *result)
{
    int most = most_of(result->points), at_most = 0;

    for (int i = 0; i < SKAT_PLAYERS; i++)
        at_most += result->points[i] == most;
    if (at_most == SKAT_PLAYERS && rules->ramsch_tie == SKAT_RAMSCH_TWO_LOSE)
        return;
    if (rules->ramsch_tie == SKAT_RAMSCH_SHARED)
        loss = (loss + at_most - 1) / at_most;
    for (int i = 0; i < SKAT_PLAYERS; i++)
        if (result->points[i] == most &&
            (rules->ramsch_tie != SKAT_RAMSCH_LAST_TRICK_LOSES || i == last_of_most(facts, result)))
            result->score[i] = -loss;
}

/* All who have the fewest points win the amount for so many of them. */
static void fewest_win(const struct skat_rules *rules, struct skat_ramsch_result *result)
{
    int fewest = result->points[0], at_fewest = 0;

    for (int i = 1; i < SKAT_PLAYERS; i++)
        fewest = result->points[i] < fewest ? result->points[i] : fewest;
    for (int i = 0; i < SKAT_PLAYERS; i++)
        at_fewest += result->points[i] == fewest;
    for (int i = 0; i < SKAT_PLAYERS; i++)
        if (result->points[i] == fewest)
            result->score[i] = rules->ramsch_amounts[at_fewest - 1];
}

static void lose(const struct skat_rules *rules, const struct skat_ramsch_facts *facts,
                 struct skat_ramsch_result *result)
{
    switch (rules->ramsch_score) {
    case SKAT_RAMSCH_EACH:
        each_loses(result);
        break;
    case SKAT_RAMSCH_AMOUNTS:
        most_lose(rules, facts, rules->ramsch_amounts[result->virgins], result);
        break;
    default:
        most_lose(rules, facts, most_of(result->points) * (1 << result->virgins), result);
    }
}

void skat_ramsch_count(const struct skat_rules *rules, const struct skat_ramsch_facts *facts,
                       struct skat_ramsch_result *result)
{
    int marcher = -1;

    *result =
        (struct skat_ramsch_result){.doubling = (int16_t)(1 << (facts->unseen + facts->knocks))};
    for (int i = 0; i < SKAT_PLAYERS; i++) {
        result->points[i] = facts->points[i];
        result->tricks[i] = facts->tricks[i];
        if (facts->tricks[i] == rules->derived.deck->hand)
            marcher = i;
    }
    give_skat(rules, facts, result->points);
    result->virgins = (uint8_t)count_virgins(rules->ramsch_virgin, result);
    if (marcher >= 0 && rules->ramsch_march) {
        result->march = 1;
        result->score[marcher] = rules->ramsch_march * (1 << facts->knocks) * facts->bock;
        return;
    }
    if (rules->ramsch_score == SKAT_RAMSCH_FEWEST)
        fewest_win(rules, result);
    else
        lose(rules, facts, result);
    for (int i = 0; i < SKAT_PLAYERS; i++)
        result->score[i] *=
            (result->score[i] > 0 ? 1 << facts->knocks : result->doubling) * facts->bock;
}
