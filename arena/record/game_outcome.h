/* arena/record/game_outcome.h - a finished game as the log and the statistics see it. */
#ifndef ARENA_RECORD_GAME_OUTCOME_H
#define ARENA_RECORD_GAME_OUTCOME_H

#include "engine/game.h"
#include "engine/session.h"

/* How a game ended; names in the log are game_status_names[]. */
enum game_status { GAME_OK, GAME_CONCEDED, GAME_ILLEGAL, GAME_TIMEOUT, GAME_CRASH, GAME_STATUSES };
extern const char *const game_status_names[GAME_STATUSES];

static inline bool game_status_is_fault(enum game_status status) { return status >= GAME_ILLEGAL; }

/* Which game of the run. */
struct game_id {
    uint64_t game;    /* index in schedule order, from 0 */
    uint64_t session;
    uint64_t deal;    /* of the session */
    uint32_t arrangement;
};

struct game_outcome {
    struct game_id id;
    int seats;
    int dealer;                     /* seat */
    uint8_t seat_of[SKAT_PLAYERS];  /* by position; SKAT_NOBODY where nobody sits */
    enum game_status status;
    struct skat_result result;
    int32_t score[SKAT_SEATS_MAX];   /* by seat, in the rule set's scoring */
    int32_t classic[SKAT_SEATS_MAX]; /* by seat, in classic scoring */
    bool in_session;                 /* `news` is set: the deal was added to its session */
    struct skat_session_news news;
};

/* Fills `outcome` from a finished game of `id`; `fault_status` says how, when there is a fault. */
void game_outcome_of_game(const struct skat_game *game, const struct game_id *id,
                     enum game_status fault_status, struct game_outcome *outcome);

/* Another result of the same game, with its scores: what it would have paid. */
void game_outcome_set_result(struct game_outcome *outcome, const struct skat_game *game,
                        const struct skat_result *result);

/* Adds the deal to its session: what it triggers, what the totals are. For rule sets that carry
 * something from deal to deal. */
void game_outcome_add_to_session(struct game_outcome *outcome, const struct skat_game *game,
                            struct skat_session *session);

/* A number for everything that was decided and scored in a game, mixed with its index: sums of
 * these over games do not depend on their order. */
uint64_t game_outcome_signature(const struct skat_game *game, const struct game_outcome *outcome);

/* A number for what was decided alone, a refused action (a record token, or ""), the way it ended and
 * by whose fault included: equal for two games of the same deal in which everybody did the same. */
uint64_t game_outcome_moves_hash(const struct skat_game *game, const struct game_outcome *outcome,
                            const char *illegal);

#endif
