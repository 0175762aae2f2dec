// SPDX-License-Identifier: MIT
/* arena/study/play_metrics.h - the shares by which `realism` compares play with tables that others
 * have published, beyond the metrics of a study (study_metrics.h): how schneider, schwarz and what
 * is announced are divided among the contracts and won, the kinds of null and of hand games, and
 * habits in suit games. */
#ifndef ARENA_STUDY_PLAY_METRICS_H
#define ARENA_STUDY_PLAY_METRICS_H

#include "arena/study/study_metrics.h"

/* What may be true of a declared suit game or grand. */
enum play_event {
    PLAY_DECLARED,
    PLAY_SCHNEIDER, /* of either side */
    PLAY_SCHWARZ,
    PLAY_SAID_SCHNEIDER,
    PLAY_SAID_SCHWARZ,
    PLAY_OPEN,
    PLAY_EVENTS
};

enum {
    PLAY_CONTRACTS = SKAT_GAME_GRAND + 1, /* the four suits and grand */
    PLAY_NULLS = 4                        /* plain, by hand, ouvert, ouvert by hand */
};

/* Sums over games, whose numbers follow those of enum metric_sum. */
enum play_sum {
    SUM_EVENT = METRIC_SUMS, /* games by event, and how many of them are won */
    SUM_EVENT_WON = SUM_EVENT + PLAY_EVENTS,
    SUM_EVENT_IN = SUM_EVENT_WON + PLAY_EVENTS, /* the same by event and contract */
    SUM_EVENT_IN_WON = SUM_EVENT_IN + PLAY_EVENTS * PLAY_CONTRACTS,
    SUM_NULLS = SUM_EVENT_IN_WON + PLAY_EVENTS * PLAY_CONTRACTS, /* by kind of null */
    SUM_NULLS_WON = SUM_NULLS + PLAY_NULLS,
    SUM_HAND_SUIT = SUM_NULLS_WON + PLAY_NULLS,
    SUM_HAND_GRAND,
    SUM_HAND_NULL,
    SUM_PICKED_UP, /* suit games and grands */
    SUM_ACE_ASIDE,
    SUM_DECLARER_LEADS,
    SUM_DECLARER_TRUMPS,
    SUM_DEFENDER_LEADS,
    SUM_DEFENDER_TRUMPS,
    PLAY_SUMS
};

/* Appends them to a list; none if the game is not Skat. */
void play_metrics_list(struct metrics *metrics, const struct skat_rules *rules);

/* Whether this is the key of one of them. */
bool play_metrics_is_share(const char *key);

/* Adds a game to its unit's sums, which has room for PLAY_SUMS. */
void play_metrics_count(const struct game_stats *game, int64_t *sums);

#endif
