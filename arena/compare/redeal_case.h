// SPDX-License-Identifier: MIT
/* arena/compare/redeal_case.h - where two bots first answer differently in a deal, and other deals
 * that look the same to the player who answers.
 *
 * In duplicate play most deals are played alike, and nearly all of the variance lies in the others:
 * in cards that the player who bid otherwise did not know. So what it knew is kept, the rest is
 * dealt again, and if all the others say again what they had said, both ways are played from there.
 * docs/statistics.md, Re-deals, says why the mean is unbiased.
 *
 * A *case* is a seat of a deal at which one of two bots answers differently from what the other
 * would, in the auction or the announcement, with the same bots in all other seats. The table with
 * the other bot there is the *counterpart*: all seats of the pair have the same bot.
 *
 * Nothing here plays or asks; everything is a function of the games, so that a reader of the log
 * finds the same cases. */
#ifndef ARENA_COMPARE_REDEAL_CASE_H
#define ARENA_COMPARE_REDEAL_CASE_H

#include "arena/config/redeal_tables.h"
#include "arena/record/game_stats.h"
#include "arena/record/game_trace.h"
#include "arena/record/played_moves.h"
#include "engine/random.h"

enum {
    REDEAL_TRIES_MOST = 300 /* deals that are tried for the re-deals of a case */
};

/* A finished game of a deal, with all that was answered in it. */
struct redeal_game {
    struct game_trace trace;
    struct game_stats stats;
};

struct redeal_case {
    const struct redeal_table *table;
    int steps;        /* answers before the first one that differs */
    uint8_t position; /* of the seat */
    uint8_t decision; /* enum skat_decision_kind: what was asked */
    bool knows_skat;  /* the player has seen it */
};

/* Whether tables with the same counterpart were played differently, by the hashes of their
 * moves: `games` are those of the deal, by place. Such deals, and no others, have a line in
 * redeals.jsonl. */
bool redeal_tables_differ(const struct redeal_tables *tables, const struct game_stats *games);

/* Makes a game from its cards and moves, replayed under prepared rules. `id` names it; `seat_of` is
 * found from the deal. False if the moves are not legal, or the game is not over by itself: a
 * fault. */
bool redeal_game_of(struct redeal_game *game, const struct skat_rules *rules,
                    const struct game_id *id, const struct played_moves *moves);

/* What is known of the counterpart of some tables. */
enum redeal_counterpart {
    REDEAL_COUNTERPART_UNUSED,  /* no case: nobody needs it */
    REDEAL_COUNTERPART_KNOWN,   /* one of the games was played like it: *like */
    REDEAL_COUNTERPART_UNKNOWN, /* it must be played; then the cases are found with it */
};

/* Finds the cases among the tables with counterpart number `counterpart`, from the games of the
 * deal by place and from the game of the counterpart, or NULL. At most one for each table;
 * returns their number in `*count`. */
enum redeal_counterpart redeal_cases_find(struct redeal_case cases[], int *count,
                                          const struct redeal_tables *tables, int counterpart,
                                          const struct redeal_game *const games[],
                                          const struct redeal_game *of_counterpart, int *like);

/* The cards of try number `number` (0..) of a case: its player keeps what it knows, and all else is
 * dealt anew, every layout with the same chance. `key` is the key of the deal. */
void redeal_cards(struct skat_deal *deal, const struct redeal_case *of,
                  const struct redeal_game *game, const struct skat_random_key *key,
                  uint32_t arrangement, uint32_t number);

/* Whether the first `steps` answers of a game are those of another. */
bool redeal_begins_alike(const struct game_trace *game, const struct game_trace *other, int steps);

/* By how much the game at a table with both is better for a than the counterpart, by scoring, in
 * SEAT_WEIGHT-ths of points (twelfths), with the weights of the seats at the table. */
void redeal_difference(int32_t difference[STATS_SCORINGS], const uint8_t *table, int seats, int a,
                       int b, const struct game_stats *game, const struct game_stats *counterpart);

/* What the mean over the deal as played and its re-deals, differences[0 .. count], changes, in
 * REDEAL_WEIGHT-ths of points. `count` is 0 to REDEALS_MOST. */
int64_t redeal_change(const int32_t differences[], int count);

#endif
