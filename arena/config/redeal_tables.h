// SPDX-License-Identifier: MIT
/* arena/config/redeal_tables.h - the tables of a deal at which two bots can be compared seat by
 * seat, so that the deals on which they bid differently can be dealt again (compare/redeal_case.h);
 * and what else it takes. */
#ifndef ARENA_CONFIG_REDEAL_TABLES_H
#define ARENA_CONFIG_REDEAL_TABLES_H

#include "arena/config/comparison_plan.h"
#include "arena/config/config_bots.h"
#include "arena/config/schedule.h"

/* A table of the pair at which one of the two has a single seat. */
struct redeal_table {
    int place;                           /* of the deal's tables */
    uint8_t seat;                        /* of the single one */
    uint8_t counterpart[SKAT_SEATS_MAX]; /* bots by seat, with the other one there, too */
    int counterpart_number;              /* tables with the same counterpart have the same: 0 .. */
    int same_seat;                       /* tables before it with the same single seat */
};

/* The tables of a deal's group that can have cases: each shares its counterpart with
 * another one, since only then games show whether both answer alike. */
struct redeal_tables {
    int count, counterparts;
    struct redeal_table of[ARRANGEMENTS_MAX];
};

/* Lists the tables of the group of arrangement `first` for the bots a and b. Where both have one
 * seat, that of b is the counterpart on even deals, that of a on odd ones. */
void redeal_tables_of(struct redeal_tables *tables, const struct schedule *schedule, uint32_t first,
                      int a, int b, bool odd);

/* Why deals between a and b (-1: none are compared) cannot be dealt again under these rules, by
 * this schedule and these bots: a sentence's end, or NULL. */
const char *redeals_wrong(const struct skat_rules *rules, const struct schedule *schedule, int a,
                          int b, const struct bot *bots, int bot_count);

/* Why deals that a and b (-1: none are compared) bid alike have to be played all the same, although
 * both play cards alike: the same. */
const char *bidding_wrong(const struct skat_rules *rules, const struct schedule *schedule, int a,
                          int b, const struct bot *bots, int bot_count);

#endif
