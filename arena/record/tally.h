// SPDX-License-Identifier: MIT
/* arena/record/tally.h - counts over games. Only integers: their sums do not depend on the order of
 * games, so any number of workers gives the same numbers. Counts of faults have words, too. */
#ifndef ARENA_RECORD_TALLY_H
#define ARENA_RECORD_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "arena/record/game_outcome.h"

struct bot_tally {
    int64_t seats;         /* seats that it had, sitting out included */
    int64_t active;        /* of these, seats in which it held cards */
    int64_t declared, won; /* games as declarer */
    int64_t defended, defended_won;
    int64_t type_declared[SKAT_GAME_DECLARED], type_won[SKAT_GAME_DECLARED];
    int64_t hand, ouvert; /* announced */
    int64_t overbid, conceded;
    int64_t schneider, schwarz; /* made as declarer */
    int64_t bid_sum;            /* final bids as declarer */
    int64_t points;             /* sum of classic scores, whatever the rule set's scoring is */
    int64_t seeger_extras;      /* Seeger and Fabian's, whatever the rule set's scoring is */
    int64_t score;              /* sum of scores in the rule set's scoring, without extras */
    int64_t as_declarer, as_defender; /* of the score with extras, if the rules have them */
    int64_t money;                    /* points won from the other seats minus those lost to them */
    int64_t paid; /* with money.rounding: what it got for them, in units of that */
    int64_t ramsch, ramsch_lost, marches; /* ramsch in which it held cards */
    int64_t kontra, re;  /* games in which it said the first kontra, and answered it */
    int64_t kontra_won;  /* its kontras in games that declarer lost */
    int64_t rounds_lost; /* Bierlachs */
    int64_t faults[GAME_STATUSES];
    int64_t inconsistent; /* decisions found by inconsistency.h: not by tally_add() */
};

struct tally {
    int64_t games;
    int64_t declared, won, passed_in;
    int64_t ramsch, bock; /* deals that were ramsch; that counted more than once */
    uint64_t signature;   /* sum of game_outcome_signature() modulo 2^64 */
    struct bot_tally bots[BOTS_MAX];
};

/* What is counted of each bot: a row is a member of its object in summary.json, a column of the
 * page and, with a group, of the terminal's tables. A new counter is a field above, a row here, and
 * the line that counts. */
enum tally_section { TALLY_DEALS, TALLY_DEFENCE, TALLY_GAMES, TALLY_VARIANTS, TALLY_SECTIONS };
struct tally_counter {
    const char *key, *title, *meaning;
    size_t offset; /* of an int64_t in struct bot_tally */
    enum tally_section section;
    const char *share_of; /* key: the page shows the share of that counter; NULL: the number */
    const char *group;    /* of variants: key of the counter that tells whether one was played */
    const char *column;   /* of variants: its title within its group */
};
extern const struct tally_counter tally_counters[];
extern const int tally_counter_count;
/* The counter of a row, and its count. */
int64_t *tally_counter_of(struct bot_tally *bot, const struct tally_counter *counter);
int64_t tally_count(const struct bot_tally *bot, const struct tally_counter *counter);

/* Adds one game; `table` has the bot of each seat. */
void tally_add(struct tally *tally, const struct skat_game *game,
               const struct game_outcome *outcome, const uint8_t *table);
/* Adds the counts of the first `bots` bots of `more`. */
void tally_merge(struct tally *tally, const struct tally *more, int bots);
/* Sets the counts that tally_merge() reads to zero. */
void tally_clear(struct tally *tally, int bots);

/* ---- faults ---- */

/* How many games ended by faults, by kind. */
struct fault_counts {
    int64_t of[GAME_STATUSES]; /* only those of faults are not 0 */
    int64_t all;
};

enum { FAULT_COUNTS_TEXT = 160 };

/* Adds the counts of a tally. */
void fault_counts_add(struct fault_counts *counts, const int64_t faults[GAME_STATUSES]);

/* "1 illegal action, 670 crashes"; "" without faults. */
void fault_counts_text(const struct fault_counts *counts, char text[FAULT_COUNTS_TEXT]);

#endif
