// SPDX-License-Identifier: MIT
/* arena/solve/game_analysis.h - the analysis of one game: a line of analysis.jsonl. */
#ifndef ARENA_SOLVE_GAME_ANALYSIS_H
#define ARENA_SOLVE_GAME_ANALYSIS_H

#include "arena/solve/play_accuracy.h"
#include "arena/solve/contract_search.h"
#include "arena/record/game_json.h"

enum game_analysis_kind {
    GAME_ANALYSIS_PLAYED,    /* declared: has the values of its cards */
    GAME_ANALYSIS_PASSED_IN, /* has the missed games */
    GAME_ANALYSIS_RAMSCH,    /* no sides, so what a card loses is not one number */
    GAME_ANALYSIS_NO_GAME,   /* ended before card play, by a fault or too high a bid */
    GAME_ANALYSIS_GAVE_UP,   /* reached the node limit before all values were known */
    GAME_ANALYSIS_KINDS
};
extern const char *const game_analysis_kind_names[GAME_ANALYSIS_KINDS];

/* A game that a player who passed could have won. */
struct missed {
    int8_t type; /* CONTRACTS: none; CONTRACT_UNKNOWN */
    struct contract_found found;
};

/* Plain data, 1.5 kB: workers send it through a pipe. */
struct game_analysis {
    struct game_id id;
    uint64_t unit;      /* number of its deal (or session) among those read from the log */
    uint64_t signature; /* of all decisions and scores (game_outcome_signature) */
    uint64_t nodes;
    enum game_analysis_kind kind;
    char names[SKAT_SEATS_MAX][41]; /* by seat */
    uint8_t seats;
    uint8_t seat_of[SKAT_PLAYERS];
    uint8_t declarer; /* position, SKAT_NOBODY without one */
    char contract[SKAT_CODE_SIZE];
    bool won; /* in actual play */
    bool hand;
    struct play_accuracy accuracy; /* PLAYED */
    int turn_move;                 /* of accuracy.turn: its number in `moves`, from 1 */
    bool has_worth;                /* PLAYED, and the goal is known */
    int32_t score[SKAT_SEATS_MAX]; /* by seat, in the primary scoring */
    int32_t worth[SKAT_SEATS_MAX]; /* likewise, with perfect play of open cards; else 0 */
    bool asked;                    /* `contracts` or `missed` are set */
    struct contract_found contracts[CONTRACTS]; /* PLAYED */
    struct missed missed[SKAT_PLAYERS];         /* PASSED_IN, by position */
};

/* How games are analysed. */
struct game_analysis_options {
    enum contract_search_depth depth;
    uint64_t limit_nodes; /* for a game, 0: none */
};

/* Analyses games. Results of a deal are kept for its other seatings and dropped with the next deal,
 * so node counts, and where a limit ends the search, depend only on the seatings of this deal that
 * were analysed before. */
struct game_analyzer;
struct game_analyzer *
game_analyzer_new(const struct game_analysis_options *options); /* the options outlive it */
void game_analyzer_free(struct game_analyzer *analyzer);
/* The next game belongs to another deal. */
void game_analyzer_begin_deal(struct game_analyzer *analyzer);
/* Analyses a game that was read from a log. */
void game_analysis_make(struct game_analysis *analysis, const struct game_json *line,
                        struct game_analyzer *analyzer);

/* Whether each index and size in an analysis that was read from a file is within its range, and its
 * texts end. If not, *field names what is wrong. */
bool game_analysis_is_sound(const struct game_analysis *analysis, const char **field);

/* The line of analysis.jsonl. The caller deletes it. */
cJSON *game_analysis_json(const struct game_analysis *analysis);

/* Reads analyses back along with a log, forward only. */
struct game_analyses {
    FILE *file; /* NULL if there are none */
    char *text;
    size_t size;
    uint64_t next; /* the game of `text`; UINT64_MAX at the end */
};
/* Opens analysis.jsonl next to the log at `log_path`, if there is one. False with an error if what
 * has its name is no file. game_analyses_close() must follow. */
bool game_analyses_open(struct game_analyses *analyses, const char *log_path,
                        struct errors *errors);
/* The parsed line of this game; NULL if there is none, or if it belongs to a different game. The
 * caller deletes it. Ask for games in ascending order. */
cJSON *game_analyses_find(struct game_analyses *analyses, const struct game_json *line);
void game_analyses_close(struct game_analyses *analyses);

#endif
