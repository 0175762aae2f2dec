// SPDX-License-Identifier: MIT
/* arena/record/game_stats.h - game statistics of a finished game: no cards and no moves, but all
 * that is compared. Plain data of fixed size; workers store them in shared memory for each game,
 * and `verify` recomputes them from a log. */
#ifndef ARENA_RECORD_GAME_STATS_H
#define ARENA_RECORD_GAME_STATS_H

#include "arena/record/game_outcome.h"

/* The result of a deal. An announced contract is its type, 0 .. SKAT_GAME_DECLARED - 1. */
enum stats_game {
    STATS_RAMSCH = SKAT_GAME_DECLARED,
    STATS_UNANNOUNCED, /* a fault ended it after the auction, before the announcement */
    STATS_PASSED_IN,
    STATS_NO_GAME, /* a fault ended it before there was a declarer */
    STATS_GAMES
};

/* The role of a seat in a deal. */
enum stats_role {
    STATS_ROLE_DECLARER,
    STATS_ROLE_DEFENDER,
    STATS_ROLE_RAMSCH,
    STATS_ROLE_PASSED_IN,
    STATS_ROLE_SITTING_OUT,
    STATS_ROLE_NO_GAME,
    STATS_ROLES
};

/* Scorings that are always computed: classic, Seeger-Fabian with its extras, and that of the rule
 * set, with the extras if it is Seeger-Fabian. */
enum stats_scoring { STATS_CLASSIC, STATS_SEEGER, STATS_OWN, STATS_SCORINGS };
extern const char
    *const stats_scoring_names[STATS_SCORINGS]; /* keys: classic, seeger_fabian, score */

/* The scoring of the verdict, for which bots play. */
enum stats_scoring stats_primary_scoring(const struct skat_rules *rules);

/* What is known of the bids of a deal before it is played (match/bid_scout.h). */
enum stats_bids {
    STATS_BIDS_UNKNOWN,
    STATS_BIDS_DIFFER, /* somewhere: its games are played */
    STATS_BIDS_ALIKE,  /* at all of its tables: its games are not played, and all else here is 0 */
    STATS_BIDS_CHECKED /* alike, and played all the same: all games should be */
};

struct deal_bids {
    uint8_t known;    /* enum stats_bids */
    uint16_t answers; /* that were asked for to know it */
};

/* How suit games were led, and what was discarded: habits by which people and bots differ. */
struct game_habits {
    uint8_t declarer_leads, declarer_trumps; /* leads to the first three tricks, those of trumps */
    uint8_t defender_leads, defender_trumps; /* leads to later tricks than the first */
    uint8_t picked_up, ace_aside;            /* suit game or grand; an ace was discarded */
};
enum { STATS_EARLY_TRICKS = 3 };

/* The stages of a game, by its decisions: the auction; picking up, announcing and discarding, or
 * what other games have instead of these; kontra and its answers; the cards. */
enum stats_stage {
    STATS_STAGE_BIDS,
    STATS_STAGE_GAME,
    STATS_STAGE_KONTRA,
    STATS_STAGE_CARDS,
    STATS_STAGES
};

struct game_stats {
    uint64_t game, session, deal;
    uint64_t moves;                      /* a hash of all decisions */
    uint32_t opening[STATS_STAGE_CARDS]; /* of those up to the end of each stage before the cards */
    uint32_t arrangement;
    uint8_t seats;
    uint8_t seat_of[SKAT_PLAYERS]; /* by position; SKAT_NOBODY where nobody sits */
    int32_t score[STATS_SCORINGS][SKAT_SEATS_MAX];
    int32_t value;                  /* of a declared game, unsigned, before doublings */
    uint16_t highest[SKAT_PLAYERS]; /* by position: the highest value named or held, 0: none */
    uint16_t bid;                   /* final bid, 0 without declarer */
    uint8_t kind;                   /* enum stats_game, or the type of the contract */
    uint8_t declarer;               /* position, or SKAT_NOBODY */
    uint8_t won, hand, ouvert, overbid, schneider, schwarz; /* of the declarer */
    uint8_t announced;                                      /* SKAT_WITH_SCHNEIDER, SCHWARZ */
    struct game_habits habits;
    uint8_t doublings;  /* kontra 1, re 2 ... */
    uint8_t kontra_by;  /* position, or SKAT_NOBODY */
    uint8_t bock;       /* how many times the deal counts */
    uint8_t status;     /* enum game_status */
    uint8_t fault_seat; /* of the bot whose fault ended it, or SKAT_NOBODY */
    struct deal_bids bids;
};

/* Fills game statistics from a finished game; `illegal` is the refused action as a record token, or
 * "". */
void game_stats_of(struct game_stats *game_stats, const struct skat_game *game,
                   const struct game_outcome *outcome, const char *illegal);

/* The statistics of a game that is not played because its deal is bid alike. */
struct game_stats game_stats_of_skipped(const struct game_id *id, int seats, struct deal_bids bids);

/* Whether all fields but game, session, deal and arrangement are what game_stats_of() can set at a
 * table of so many seats: whoever reads them as indices may do so. They may come from memory that a
 * bot has written to, or from a file. If not, sets *field to the name of the first that is not. */
bool game_stats_are_sound(const struct game_stats *game_stats, unsigned seats, const char **field);

/* The stage of the first decision that differs between two games of a deal; STATS_STAGES: none. */
enum stats_stage game_stats_first_difference(const struct game_stats *one,
                                             const struct game_stats *other);

/* The position of a seat, SKAT_NOBODY for one that sits out. */
unsigned game_stats_position(const struct game_stats *game_stats, unsigned seat);
/* The role of that position; SKAT_NOBODY sits out. */
enum stats_role game_stats_role(const struct game_stats *game_stats, unsigned position);

#endif
