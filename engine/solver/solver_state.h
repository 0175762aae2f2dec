// SPDX-License-Identifier: MIT
/* engine/solver/solver_state.h - internals of the solver, for solver.c and the search.
 *
 * Internally, the cards of a deal are numbered by class and then by strength, trumps last. A set is
 * one word in which each class is a range of bits (a lane); a card beats another one in its lane if
 * its number is higher. Cards that nobody holds have no number, so cards with adjacent numbers are
 * adjacent in the game. */
#ifndef SKAT_ENGINE_SOLVER_SOLVER_STATE_H
#define SKAT_ENGINE_SOLVER_SOLVER_STATE_H

#include "engine/solver/position.h"

typedef uint64_t set; /* a set of inner cards: bit n is card n */

/* Adjacent cards in a lane with the same points. It does not matter which of them are left, only in
 * which order their owners occur: `canonical` gives, for each subset, the lowest subset with the
 * same order of owners. */
enum { ALIKE_WIDTH = 8, ALIKE_MAX = 10 };
struct alike {
    uint8_t shift; /* number of the lowest card */
    uint16_t mask; /* a bit for each card */
    uint16_t canonical[1 << ALIKE_WIDTH];
};

/* The cards with a given number of points. */
struct price {
    set cards;
    int points;
};
enum { PRICE_MAX = 7 }; /* 11 10 6 4 3 2 0 */

/* What is searched for. */
enum aim {
    AIM_POINTS,      /* the card points of the player alone */
    AIM_TRICK,       /* 1 if the player alone takes a trick: null */
    AIM_OTHERS_TRICK /* 1 if another player takes a trick: schwarz */
};

enum { INNER_CARDS = SKAT_DECK_MAX, NO_INNER = 63 };
enum { AGES = 15 }; /* deals that the table can distinguish before it is cleared */

struct skat_solver {
    /* the deal */
    struct skat_solver_deal deal;
    const struct skat_ranking *order;
    uint8_t aim;                    /* enum aim */
    uint8_t maximisers;             /* bits 1 << position: players who want a high value */
    uint8_t takers;                 /* bits 1 << position: players whose tricks count */
    bool tricks_are_good;           /* the players whose tricks count want tricks */
    uint8_t inner[SKAT_CARD_CODES]; /* from card to number */
    skat_card outer[INNER_CARDS];   /* from number to card */
    uint8_t points[INNER_CARDS];    /* 0 where only tricks count */
    set lane[INNER_CARDS];          /* the cards of the class of a card */
    set higher[INNER_CARDS];        /* the cards that beat a card when it is led */
    set trumps;
    set lane_starts;  /* the lowest card of each lane */
    set price_starts; /* the lowest card of each range of adjacent cards with equal points */
    set rising;       /* the cards of lanes in which points never fall with strength */
    set plain;        /* cards in no `alike` group */
    struct alike alike[ALIKE_MAX];
    uint8_t alike_of[INNER_CARDS]; /* the group of each card that is not plain */
    int alike_count;
    struct price prices[PRICE_MAX]; /* the most points first */
    int price_count;
    /* the search */
    unsigned techniques;
    uint64_t nodes, limit;
    bool gave_up;
    set hands[SKAT_PLAYERS];
    /* the table */
    uint64_t age; /* of entries for this deal and aim: 1..AGES */
    unsigned bits;
    uint64_t *table; /* 2^bits entries */
};

/* A trick on the table. */
struct trick {
    uint8_t card[SKAT_PLAYERS];
    uint8_t placed; /* cards in it */
    uint8_t turn;   /* position to move */
    uint8_t winner; /* who is winning it */
    uint8_t best;   /* the winning card so far */
    uint8_t points; /* points in it */
};

/* A card that may be played, in one word, so that moves are compared and exchanged in one step.
 * From the high bits: its score (32), higher for a more promising card; its place in the list,
 * counted down (8), so that the first of two with equal scores is the greater; its points (8); the
 * number of its run of adjacent cards in the hand (8); the card (8). */
typedef int64_t solver_move;

static inline solver_move make_move(int place, unsigned points, unsigned run, unsigned card)
{
    return (solver_move)((unsigned)(SKAT_HAND_MAX - place) << 24 | points << 16 | run << 8 | card);
}
static inline solver_move scored(solver_move move, int score)
{
    return move + score * ((int64_t)1 << 32);
}
static inline unsigned card_of(solver_move move) { return move & 255; }
static inline unsigned run_of(solver_move move) { return move >> 8 & 255; }
static inline int points_of_move(solver_move move) { return move >> 16 & 255; }
static inline int place_of(solver_move move) { return SKAT_HAND_MAX - (int)(move >> 24 & 255); }

/* The playable cards, first from high to low. */
struct moves {
    int count;
    bool near; /* some are of the same run */
    solver_move move[SKAT_HAND_MAX];
};

static inline set card_bit(unsigned card) { return (set)1 << card; }
static inline int count_cards(set cards) { return __builtin_popcountll(cards); }
static inline unsigned highest_card(set cards) { return 63u - (unsigned)__builtin_clzll(cards); }
static inline unsigned lowest_card(set cards) { return (unsigned)__builtin_ctzll(cards); }
static inline int larger(int a, int b) { return a > b ? a : b; }
static inline int smaller(int a, int b) { return a < b ? a : b; }
static inline unsigned seat_after(unsigned seat) { return seat == 2 ? 0 : seat + 1; }
static inline set cards_above(unsigned card) { return ~((card_bit(card) << 1) - 1); }

static inline bool is_trump(const struct skat_solver *solver, unsigned card)
{
    return solver->trumps >> card & 1;
}
static inline bool is_on(uint8_t seats, unsigned seat) { return seats >> seat & 1; }

static inline bool same_side(const struct skat_solver *solver, unsigned a, unsigned b)
{
    return (a == solver->deal.alone) == (b == solver->deal.alone);
}

/* The cards of `hand` that may be played to the led card. */
static inline set following(const struct skat_solver *solver, set hand, unsigned led)
{
    set same = hand & solver->lane[led];
    return same ? same : hand;
}

/* Does this card win the trick so far? Some card must have been led. */
static inline bool beats(const struct skat_solver *solver, const struct trick *trick, unsigned card)
{
    return solver->higher[trick->best] >> card & 1;
}

/* Adds a card to the trick. Does not change the hands. */
static inline void place_card(const struct skat_solver *solver, struct trick *trick, unsigned card)
{
    if (!trick->placed || beats(solver, trick, card)) {
        trick->winner = trick->turn;
        trick->best = (uint8_t)card;
    }
    trick->points = (uint8_t)(trick->points + solver->points[card]);
    trick->card[trick->placed++] = (uint8_t)card;
    trick->turn = (uint8_t)seat_after(trick->turn);
}

/* solver_bounds.c: can it be decided without a search, at the beginning of a trick, whether the
 * value reaches `target`? Then *value is a bound that decides it. `rest` is the most that is left
 * to win. */
bool skat_solver_bounded(const struct skat_solver *solver, unsigned leader, int rest, int target,
                         int *value);

/* solver_order.c: scores the moves from the place `first` on. */
void skat_solver_score(const struct skat_solver *solver, const struct trick *trick,
                       struct moves *moves, int first);

/* solver_search.c: a bound on the value of the position given by solver->hands and the trick: a
 * lower bound if it is at least `target`, else an upper bound. `rest` is the most that is left to
 * win, including the open trick. */
int skat_solver_search(struct skat_solver *solver, const struct trick *trick, int rest, int target);

/* solver_search.c: the points that the player alone gets if everybody plays the card that the
 * search would try first. No bound; on average 14 card points off. Only for AIM_POINTS. */
int skat_solver_estimate(struct skat_solver *solver, const struct trick *trick);

#endif
