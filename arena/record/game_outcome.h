// SPDX-License-Identifier: MIT
/* arena/record/game_outcome.h - the outcome of a game, for the log and the statistics; and how many
 * bots and tables a run may have. */
#ifndef ARENA_RECORD_GAME_OUTCOME_H
#define ARENA_RECORD_GAME_OUTCOME_H

#include "engine/game/game.h"
#include "engine/session.h"

/* How a game ended; names in the log are game_status_names[]. */
enum game_status { GAME_OK, GAME_CONCEDED, GAME_ILLEGAL, GAME_TIMEOUT, GAME_CRASH, GAME_STATUSES };
extern const char *const game_status_names[GAME_STATUSES];
/* The status with this name; GAME_STATUSES if there is none. */
enum game_status game_status_named(const char *name);

static inline bool game_status_is_fault(enum game_status status) { return status >= GAME_ILLEGAL; }

/* Which game of the run. */
struct game_id {
    uint64_t game; /* index in schedule order, from 0 */
    uint64_t session;
    uint64_t deal; /* of the session */
    uint32_t arrangement;
};

struct game_outcome {
    struct game_id id;
    int seats;
    int dealer;                    /* seat */
    uint8_t seat_of[SKAT_PLAYERS]; /* by position; SKAT_NOBODY if empty */
    enum game_status status;
    struct skat_result result;
    int32_t score[SKAT_SEATS_MAX];   /* by seat, in the rule set's scoring */
    int32_t classic[SKAT_SEATS_MAX]; /* by seat, in classic scoring */
    bool in_session;                 /* `news` is set: the deal was added to its session */
    struct skat_session_news news;
};

/* Fills `outcome` from a finished game of `id`; `fault_status` is the status of a fault. */
void game_outcome_of_game(const struct skat_game *game, const struct game_id *id,
                          enum game_status fault_status, struct game_outcome *outcome);

/* Replaces the result of the game by another one, with its scores. */
void game_outcome_set_result(struct game_outcome *outcome, const struct skat_game *game,
                             const struct skat_result *result);

/* Makes the game count `times` times (skat_result_multiply()). */
void game_outcome_multiply(struct game_outcome *outcome, const struct skat_game *game, int times);

/* Adds the deal to its session, stores triggers and totals, and multiplies it if it counts more for
 * opening a bock round. For rule sets that carry state from
 * deal to deal. */
void game_outcome_add_to_session(struct game_outcome *outcome, const struct skat_game *game,
                                 struct skat_session *session);

/* A hash of all decisions and scores of a game, mixed with its index, so that sums of these over
 * games do not depend on their order. */
uint64_t game_outcome_signature(const struct skat_game *game, const struct game_outcome *outcome);

/* A hash of the decisions only, including a refused action (a record token, or ""), the status and
 * the fault: equal for two games of the same deal in which all players did the same. */
uint64_t game_outcome_moves_hash(const struct skat_game *game, const struct game_outcome *outcome,
                                 const char *illegal);

/* A hash of its first decisions. */
uint32_t game_outcome_opening_hash(const struct skat_game *game, size_t count);

/* ---- the most bots and tables of a run ---- */

enum {
    BOTS_MAX = 64,
    ARRANGEMENTS_MAX = 8192 /* tables of a schedule; a round robin of 20 bots has 6840 seatings */
};

#endif
