// SPDX-License-Identifier: MIT
/* arena/study/study_metrics.h - what a study measures: shares, means and the spread of points.
 *
 * Each metric is a function of a few integer sums over games; study_metrics.c has the table. Some
 * shares are only of use to `realism`, which compares play with tables that others have published:
 * how schneider, schwarz and what is announced are divided among the contracts and won, the kinds
 * of null and of hand games, and habits in suit games. */
#ifndef ARENA_STUDY_STUDY_METRICS_H
#define ARENA_STUDY_STUDY_METRICS_H

#include "arena/config/schedule.h"
#include "arena/record/game_stats.h"

/* Sums over games. */
enum metric_sum {
    SUM_GAMES,
    SUM_DECLARED,
    SUM_PASSED_IN,
    SUM_RAMSCH,
    SUM_BOCK,                                 /* games, all and by type */
    SUM_KIND,                                 /* declared games by enum skat_game_type */
    SUM_SUIT = SUM_KIND + SKAT_GAME_DECLARED, /* those of the four suits */
    SUM_WON,
    SUM_WON_GRAND,
    SUM_WON_NULL,
    SUM_WON_SUIT,
    SUM_HAND,
    SUM_OUVERT,
    SUM_OVERBID,
    SUM_SCHNEIDER,
    SUM_SCHWARZ,
    SUM_KONTRA,
    SUM_RE,
    SUM_BID,
    SUM_VALUE,
    SUM_FACTOR,                                /* of declared games */
    SUM_POSITION,                              /* of declarer */
    SUM_HIGHEST = SUM_POSITION + SKAT_PLAYERS, /* highest bid of each deal */
    SUM_DECLARER_POINTS,
    SUM_DEFENDER_SEATS,
    SUM_DEFENDER_POINTS,
    SUM_RAMSCH_SEATS,
    SUM_RAMSCH_POINTS, /* classic */
    SUM_SQUARES,
    SUM_POINTS,
    SUM_SEATS,     /* classic, of all seats that held cards */
    SUM_BOT_SEATS, /* by bot, including sitting out */
    SUM_BOT_CLASSIC = SUM_BOT_SEATS + BOTS_MAX,
    SUM_BOT_OWN = SUM_BOT_CLASSIC + BOTS_MAX,
    METRIC_SUMS = SUM_BOT_OWN + BOTS_MAX
};

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

enum metric_unit { METRIC_SHARE, METRIC_POINTS, METRIC_NUMBER, METRIC_UNITS };
extern const char *const metric_unit_names[METRIC_UNITS];

enum metric_kind {
    METRIC_RATIO,    /* sum 0 / sum 1 */
    METRIC_DEVIATION /* of single values; sums: their squares, the values, their number */
};

enum { METRIC_TITLE_SIZE = 72, METRICS_MAX = 120 + 2 * BOTS_MAX };

struct metric {
    char key[METRIC_TITLE_SIZE], title[METRIC_TITLE_SIZE];
    enum metric_unit unit;
    enum metric_kind kind;
    int sums[3]; /* enum metric_sum, the last one is the number of values */
    bool own;    /* in the rule set's own scoring: meaningless if that differs */
    /* How far apart sum 0 of two games can be, at most, of all rule sets; of METRIC_DEVIATION, how
     * far a single value can be from 0. */
    double most;
    int bot; /* whose points these are; -1: it is about all of the table */
};

struct metrics {
    const struct schedule *schedule;
    int count;
    struct metric of[METRICS_MAX];
};

/* Lists the metrics that can differ from 0 under one of the `count` rule sets. The first is the
 * baseline; its own scoring is measured unless it is classic. `names` are those of the bots; the
 * schedule outlives the list. */
void metrics_list(struct metrics *metrics, const struct skat_rules *const *rules, int count,
                  const struct schedule *schedule, const char *const *names);

/* The shares of one rule set, with those for `realism`, which only Skat has: what players choose
 * and achieve, not their points. */
void metrics_list_play(struct metrics *metrics, const struct skat_rules *rules,
                       const struct schedule *schedule);

/* Whether this is the key of a metric of a study that is a share; and of one that only `realism`
 * has. */
bool metrics_is_share(const char *key);
bool metrics_is_play_share(const char *key);

/* Adds a game to its unit's sums; the second one to those of `realism`, too, for which there is
 * room for PLAY_SUMS. */
void metrics_count(const struct metrics *metrics, const struct game_stats *game,
                   int64_t sums[METRIC_SUMS]);
void metrics_count_play(const struct metrics *metrics, const struct game_stats *game,
                        int64_t sums[PLAY_SUMS]);

#endif
