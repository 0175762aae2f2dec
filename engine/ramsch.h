// SPDX-License-Identifier: MIT
/* engine/ramsch.h - the scores of ramsch: a pure function of the rules and the facts.
 *
 * ramsch.c implements all of the count of ramsch and the doublings of schieberamsch (rules.md 7.4,
 * 7.5). Passing on the skat is in game/undeclared.c. */
#ifndef SKAT_ENGINE_RAMSCH_H
#define SKAT_ENGINE_RAMSCH_H

#include "engine/rules.h"

/* All that the count of ramsch depends on, by position. */
struct skat_ramsch_facts {
    uint8_t points[SKAT_PLAYERS]; /* card points in each player's tricks, without skat */
    uint8_t tricks[SKAT_PLAYERS];
    int8_t last_trick[SKAT_PLAYERS]; /* last trick that each player took, -1 for none */
    uint8_t skat_points;             /* card points of the skat at the end */
    uint8_t unseen;                  /* how often the skat was passed on unseen, 0..3 */
    uint8_t knocks;                  /* how many players knocked, 0..3 */
    uint8_t bock;                    /* the factor by which the deal counts, 1.. */
    /* After a fault: how many times players could still have doubled the loss, with the times that
     * they have, and the highest factor (rules.md 8.3). */
    uint8_t doublings_most, bock_most;
};

struct skat_ramsch_result {
    int16_t points[SKAT_PLAYERS]; /* with the skat for the player who gets it */
    int16_t tricks[SKAT_PLAYERS];
    uint8_t virgins;  /* number of virgins, each doubling the loss */
    uint8_t march;    /* 1: one player took all tricks and wins */
    int16_t doubling; /* factor 2 for each unseen pass-on, penalties only; and for each knock */
    /* What each player loses (negative) or wins, including bock and all doublings. */
    int32_t score[SKAT_PLAYERS];
};

/* The most that one player can lose in ramsch, before doublings by pass-ons, knocks and bock; if it
 * is won by the fewest points, how far one can fall behind all others by what they win. */
int skat_ramsch_most(const struct skat_rules *rules);

/* The most that one player can win, likewise. */
int skat_ramsch_most_won(const struct skat_rules *rules);

/* Does each virgin double the loss? Otherwise they choose among amounts, or count nothing. */
static inline bool skat_virgins_double(const struct skat_rules *rules)
{
    return rules->ramsch_score == SKAT_RAMSCH_POINTS || rules->ramsch_score == SKAT_RAMSCH_EACH;
}

/* What a fault in ramsch costs, before doublings by pass-ons, knocks and bock (rules.md 8.3). */
int skat_ramsch_fault(const struct skat_rules *rules);

void skat_ramsch_count(const struct skat_rules *rules, const struct skat_ramsch_facts *facts,
                       struct skat_ramsch_result *result);

#endif
