/* arena/record/game_stats.h - what statistics keep of a finished game: no cards and no moves, but everything that
 * is compared. Plain data of fixed size; workers leave one for each game in shared memory, and
 * `verify` makes the same ones from a log. */
#ifndef ARENA_RECORD_GAME_STATS_H
#define ARENA_RECORD_GAME_STATS_H

#include "arena/record/game_outcome.h"

/* What became of a deal. A contract that was announced is 0 .. SKAT_GAME_DECLARED - 1, its type. */
enum stats_game {
    STATS_RAMSCH = SKAT_GAME_DECLARED,
    STATS_UNANNOUNCED, /* a fault ended it when there was a declarer but no game yet */
    STATS_PASSED_IN,
    STATS_NO_GAME,     /* a fault ended it before there was a declarer */
    STATS_GAMES
};

/* What a seat was in a deal. */
enum stats_role {
    STATS_ROLE_DECLARER, STATS_ROLE_DEFENDER, STATS_ROLE_RAMSCH, STATS_ROLE_PASSED_IN, STATS_ROLE_SITTING_OUT, STATS_ROLE_NO_GAME,
    STATS_ROLES
};

/* Scorings that are always looked at: classic, Seeger and Fabian's with their extras, and the rule
 * set's own, with the extras if it is Seeger and Fabian's. */
enum stats_scoring { STATS_CLASSIC, STATS_SEEGER, STATS_OWN, STATS_SCORINGS };
extern const char *const stats_scoring_names[STATS_SCORINGS]; /* keys: classic, seeger_fabian, score */

/* The one that verdicts are about: what bots play for. */
enum stats_scoring stats_primary_scoring(const struct skat_rules *rules);

struct game_stats {
    uint64_t game, session, deal;
    uint64_t moves;          /* a hash of everything that was decided */
    uint32_t arrangement;
    uint8_t seats;
    uint8_t seat_of[SKAT_PLAYERS]; /* by position; SKAT_NOBODY where nobody sits */
    int32_t score[STATS_SCORINGS][SKAT_SEATS_MAX];
    int32_t value;           /* of a declared game, unsigned, before doublings */
    uint16_t highest[SKAT_PLAYERS]; /* by position: the highest value named or held, 0: none */
    uint16_t bid;            /* final bid, 0 without declarer */
    uint8_t kind;            /* enum stats_game, or the type of the contract */
    uint8_t declarer;        /* position, or SKAT_NOBODY */
    uint8_t won, hand, ouvert, overbid, schneider, schwarz; /* of the declarer */
    uint8_t doublings;       /* kontra 1, re 2 ... */
    uint8_t kontra_by;       /* position, or SKAT_NOBODY */
    uint8_t bock;            /* so many times does the deal count */
    uint8_t status;          /* enum game_status */
};

/* Fills a fact from a finished game; `illegal` is the refused action as a record token, or "". */
void game_stats_of(struct game_stats *game_stats, const struct skat_game *game, const struct game_outcome *outcome,
                  const char *illegal);

/* The position of a seat, SKAT_NOBODY for one that sits out. */
unsigned game_stats_position(const struct game_stats *game_stats, unsigned seat);
/* What that position was; SKAT_NOBODY sits out. */
enum stats_role game_stats_role(const struct game_stats *game_stats, unsigned position);

#endif
