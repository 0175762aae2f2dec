/* arena/solve/play_accuracy.h - the play of a game, measured with all cards open.
 *
 * Before every card that was played, and behind the last one, stands what both sides can still reach:
 * declarer's card points at the end of the game, those that he has and the skat included. A declarer's
 * card can only lower that number and a defender's only raise it, so what a card changes is what it
 * lost, and
 *
 *     value at the end = value before the first card - lost by declarer + lost by the defenders. */
#ifndef ARENA_SOLVE_PLAY_ACCURACY_H
#define ARENA_SOLVE_PLAY_ACCURACY_H

#include "engine/game.h"
#include "engine/solver/solver.h"

/* What declarer has to do to win, bid and announcements included. */
enum goal_kind {
    GOAL_POINTS,     /* reach `points` */
    GOAL_NO_TRICK,   /* null */
    GOAL_ALL_TRICKS, /* schwarz was announced, or is needed to reach the bid */
    GOAL_IMPOSSIBLE, /* overbid, whatever is played */
    GOAL_UNKNOWN     /* spitzen: the solver knows nothing of the last tricks' cards */
};
struct goal {
    enum goal_kind kind;
    int points;
};

/* By the rules, of a game with these facts: how it ended, points and tricks do not matter. */
struct goal goal_of(const struct skat_rules *rules, const struct skat_facts *facts);

/* A moment in the play, with what both sides have by then. */
struct moment {
    struct skat_solver_position position;
    int points;         /* declarer's, the skat included */
    bool alone, others; /* declarer, the defenders have a trick */
};

/* The moment before the first card, which the position `leader` plays: forehand, but in a revolution.
 * `skat_points` are declarer's. */
struct moment moment_start(const struct skat_solver_deal *deal, unsigned leader, int skat_points);
/* Plays a legal card. */
void moment_play(struct moment *moment, const struct skat_solver *solver,
                 const struct skat_solver_deal *deal, skat_card card);
/* Does declarer reach his goal from here with best play of all? 1, 0 or SKAT_SOLVER_GAVE_UP; goals that
 * are not unknown. */
int moment_won(const struct moment *moment, struct skat_solver *solver, struct goal goal);

/* The game at the moment when the cards are to be played. False where there is no declarer, or the
 * cards never were where they belong: a fault in an exchange. */
bool play_accuracy_deal(const struct skat_game *game, struct skat_solver_deal *deal);

enum { PLAY_NO_TURN = -1 };

struct play_accuracy {
    uint8_t cards;                     /* that were played */
    bool null;                         /* values are 1 and 0: declarer can, or cannot, be given a trick */
    bool all_tricks;                   /* before the first card declarer could take every trick */
    int16_t value[SKAT_DECK_MAX + 1];  /* before card n, and at the end */
    skat_card card[SKAT_DECK_MAX];
    uint8_t player[SKAT_DECK_MAX];     /* position */
    uint8_t choices[SKAT_DECK_MAX];    /* cards that were legal */
    struct goal goal;
    uint64_t won;                      /* bit n: before card n (or at the end) declarer could win */
    int8_t turn;                       /* the last card that changed this, or PLAY_NO_TURN */
    skat_cards kept_by;                /* the cards that would not have, instead of it */
};

/* Points that card `n` lost for the side that played it, 0 and more; in null 1 when it lost the game. */
static inline int play_accuracy_lost(const struct play_accuracy *accuracy, int n)
{
    int change = accuracy->value[n + 1] - accuracy->value[n];
    return change < 0 ? -change : change;
}

static inline bool play_accuracy_won(const struct play_accuracy *accuracy, int n)
{
    return accuracy->won >> n & 1;
}

/* Measures a finished game whose deal play_accuracy_deal() gave, and the solver has begun. False when the
 * solver gave up: nothing in *accuracy means anything then. */
bool play_accuracy_measure(struct play_accuracy *accuracy, const struct skat_game *game,
                      const struct skat_solver_deal *deal, struct skat_solver *solver);

#endif
