// SPDX-License-Identifier: MIT
/* arena/solve/play_accuracy.h - the play of a game, measured with all cards open.
 *
 * Before every card, and after the last one, the value is declarer's card points at the end of the
 * game under best play by both sides, including the skat and the points taken so far. A declarer's
 * card can only lower the value and a defender's can only raise it, so the change is what the card
 * lost, and
 *
 *     value at the end = value before the first card - lost by declarer + lost by the defenders. */
#ifndef ARENA_SOLVE_PLAY_ACCURACY_H
#define ARENA_SOLVE_PLAY_ACCURACY_H

#include "engine/game/game.h"
#include "engine/solver/solver.h"

/* What declarer must do to win, including bid and announcements. */
enum goal_kind {
    GOAL_POINTS,     /* reach `points` */
    GOAL_NO_TRICK,   /* null */
    GOAL_ALL_TRICKS, /* schwarz was announced, or is needed to reach the bid */
    GOAL_IMPOSSIBLE, /* overbid, whatever is played */
    GOAL_UNKNOWN     /* spitzen: the solver does not track the cards of the last tricks */
};
struct goal {
    enum goal_kind kind;
    int points;
};

/* The goal of a game with these facts by the rules; its end, points and tricks do not matter. */
struct goal goal_of(const struct skat_rules *rules, const struct skat_facts *facts);

/* A moment in the play, and what both sides have so far. */
struct moment {
    struct skat_solver_position position;
    int points;         /* declarer's, including the skat */
    bool alone, others; /* declarer has a trick; the defenders have one */
};

/* The moment before the first card, which the position `leader` plays: forehand, except in a
 * revolution. `skat_points` belong to declarer. */
struct moment moment_start(const struct skat_solver_deal *deal, unsigned leader, int skat_points);
/* Plays a legal card. */
void moment_play(struct moment *moment, const struct skat_solver *solver,
                 const struct skat_solver_deal *deal, skat_card card);
/* Does declarer reach the goal from here if all play best? 1, 0 or SKAT_SOLVER_GAVE_UP. The goal is
 * not GOAL_UNKNOWN. */
int moment_won(const struct moment *moment, struct skat_solver *solver, struct goal goal);

/* The deal at the start of card play. False if there is no declarer, or if a fault in an exchange
 * left cards out of place. */
bool play_accuracy_deal(const struct skat_game *game, struct skat_solver_deal *deal);

enum { PLAY_NO_TURN = -1 };

struct play_accuracy {
    uint8_t cards;                    /* number of cards played */
    bool null;                        /* value 1: declarer can be forced to take a trick; or 0 */
    bool all_tricks;                  /* before the first card, declarer could take every trick */
    int16_t value[SKAT_DECK_MAX + 1]; /* before card n, and at the end */
    skat_card card[SKAT_DECK_MAX];
    uint8_t player[SKAT_DECK_MAX];  /* position */
    uint8_t choices[SKAT_DECK_MAX]; /* number of legal cards */
    struct goal goal;
    uint64_t won;       /* bit n: before card n (or at the end) declarer could win */
    int8_t turn;        /* the last card that changed this, or PLAY_NO_TURN */
    skat_cards kept_by; /* cards that would have avoided that */
};

/* Points that card `n` lost for its side, at least 0; in null, 1 if it lost the game. */
static inline int play_accuracy_lost(const struct play_accuracy *accuracy, int n)
{
    int change = accuracy->value[n + 1] - accuracy->value[n];
    return change < 0 ? -change : change;
}

static inline bool play_accuracy_won(const struct play_accuracy *accuracy, int n)
{
    return accuracy->won >> n & 1;
}

/* Measures a finished game; `deal` is from play_accuracy_deal(), and the solver has begun it. False
 * when the solver gave up; *accuracy is then meaningless. */
bool play_accuracy_measure(struct play_accuracy *accuracy, const struct skat_game *game,
                           const struct skat_solver_deal *deal, struct skat_solver *solver);

/* Which cards would have lost nothing: sets better[n] to the legal cards that keep the value from
 * before card `n`, for each card of a finished game that lost something: values[n] is the value
 * before card n, and values[table.played_count] at the end, as above (for null and revolution 1 or
 * 0). 0 for all other cards. `solver` may have any deal, and has this game's afterwards. False if
 * the game was not played, or if the solver gave up. */
bool better_cards_find(const struct skat_game *game, const int *values, struct skat_solver *solver,
                       skat_cards better[SKAT_DECK_MAX]);

#endif
