/* engine/variants/ramsch.h - what ramsch costs, and whom: a pure function of the rules and the facts.
 *
 * Rulebook section 7, ramsch and the doublings of schieberamsch, stand in ramsch.c and nowhere
 * else. How the skat is passed on is played in schieben.c. */
#ifndef SKAT_ENGINE_VARIANTS_RAMSCH_H
#define SKAT_ENGINE_VARIANTS_RAMSCH_H

#include "engine/rules.h"

/* All that the count of a ramsch depends on, by position. */
struct skat_ramsch_facts {
    uint8_t points[SKAT_PLAYERS];   /* card points in each one's tricks, without the skat */
    uint8_t tricks[SKAT_PLAYERS];
    int8_t last_trick[SKAT_PLAYERS]; /* number of the last trick that each took, -1 for none */
    uint8_t skat_points;            /* card points of the skat as it lay at the end */
    uint8_t unseen;                 /* how often the skat was passed on unseen, 0..3 */
    uint8_t bock;                   /* so many times does the deal count, 1.. */
};

struct skat_ramsch_result {
    int16_t points[SKAT_PLAYERS];   /* with the skat, for whom it was given */
    int16_t tricks[SKAT_PLAYERS];
    uint8_t virgins;                /* how many doubled the loss */
    uint8_t march;                  /* 1: one player took all tricks, and wins */
    int16_t doubling;               /* 2 for each unseen pass-on: penalties only */
    /* What each is charged (negative) or credited, bock and all doublings included. */
    int32_t score[SKAT_PLAYERS];
};

void skat_ramsch_count(const struct skat_rules *rules, const struct skat_ramsch_facts *facts,
                       struct skat_ramsch_result *result);

#endif
