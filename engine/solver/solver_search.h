/* engine/solver/solver_search.h - the inside of the solver, for solver.c and the parts of the search.
 *
 * Inside, the cards of a deal are numbered by class and then by strength, trumps last, so that a
 * set is one word in which each class is one stretch of bits (a lane), and a card beats another
 * of its lane when its number is higher. Cards that nobody holds have no number: neighbours in
 * number are neighbours in the game. */
#ifndef SKAT_ENGINE_SOLVER_SOLVER_SEARCH_H
#define SKAT_ENGINE_SOLVER_SOLVER_SEARCH_H

#include "engine/solver/solver.h"

typedef uint64_t set; /* of inner cards: bit n is card n */

/* Neighbours in a lane that count the same number of points. Which of them are left makes no
 * difference, only in which order their owners follow each other: `canonical` gives, for each
 * subset, the lowest one in which they follow each other in the same order. */
enum { ALIKE_WIDTH = 8, ALIKE_MAX = 10 };
struct alike {
    uint8_t shift; /* number of the lowest card */
    uint16_t mask; /* a bit for each card */
    uint16_t canonical[1 << ALIKE_WIDTH];
};

/* The cards that count a number of points. */
struct price {
    set cards;
    int points;
};
enum { PRICE_MAX = 7 }; /* 11 10 6 4 3 2 0 */

/* What is searched for. */
enum aim {
    AIM_POINTS,      /* the card points of the player alone */
    AIM_TRICK,       /* 1 when the player alone takes a trick: null */
    AIM_OTHERS_TRICK /* 1 when another one takes a trick: schwarz */
};

enum { INNER_CARDS = SKAT_DECK_MAX, NO_INNER = 63 };
enum { AGES = 15 }; /* deals that the table can tell apart; then it is cleared */

struct skat_solver {
    /* the deal */
    struct skat_solver_deal deal;
    const struct skat_ranking *order;
    uint8_t aim;                    /* enum aim */
    uint8_t maximisers;             /* 1 << position of those who want the value high */
    uint8_t takers;                 /* 1 << position of those whose tricks count */
    bool tricks_are_good;           /* whose tricks count, wants them */
    uint8_t inner[SKAT_CARD_CODES]; /* number of a card */
    skat_card outer[INNER_CARDS];   /* and back */
    uint8_t points[INNER_CARDS];    /* 0 where only tricks count */
    set lane[INNER_CARDS];          /* the cards of the class of a card */
    set higher[INNER_CARDS];        /* the cards that beat it when it is led */
    set trumps;
    set plain;                      /* cards that are alike to none */
    struct alike alike[ALIKE_MAX];
    uint8_t alike_of[INNER_CARDS];  /* the group of a card that is not plain */
    int alike_count;
    struct price prices[PRICE_MAX]; /* the dearest first */
    int price_count;
    /* the search */
    unsigned techniques;
    uint64_t nodes, limit;
    bool gave_up;
    set hands[SKAT_PLAYERS];
    /* the table */
    uint64_t age;                   /* of the entries that are of this deal and aim: 1..AGES */
    unsigned bits;
    uint64_t *table;                /* 2^bits entries */
};

/* A trick on the table. */
struct trick {
    uint8_t card[SKAT_PLAYERS];
    uint8_t placed; /* cards in it */
    uint8_t turn;   /* position to play */
    uint8_t winner; /* who holds it */
    uint8_t best;   /* with which card */
    uint8_t points; /* in it */
};

/* The cards that can be played, from high to low. */
struct moves {
    int count;
    struct move {
        uint8_t card;
        uint8_t run; /* number of the row of neighbours in the hand that it belongs to */
        uint8_t points;
        int32_t score;
    } move[SKAT_HAND_MAX];
};

static inline set card_bit(unsigned card) { return (set)1 << card; }
static inline int count_cards(set cards) { return __builtin_popcountll(cards); }
static inline unsigned highest_card(set cards) { return 63u - (unsigned)__builtin_clzll(cards); }
static inline unsigned lowest_card(set cards) { return (unsigned)__builtin_ctzll(cards); }
static inline int larger(int a, int b) { return a > b ? a : b; }
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

/* The cards that the hand may play to the card that was led. */
static inline set following(const struct skat_solver *solver, set hand, unsigned led)
{
    set same = hand & solver->lane[led];
    return same ? same : hand;
}

/* Puts a card on the table. The hands stay as they are. */
static inline void place_card(const struct skat_solver *solver, struct trick *trick, unsigned card)
{
    if (!trick->placed || solver->higher[trick->best] >> card & 1) {
        trick->winner = trick->turn;
        trick->best = (uint8_t)card;
    }
    trick->points = (uint8_t)(trick->points + solver->points[card]);
    trick->card[trick->placed++] = (uint8_t)card;
    trick->turn = (uint8_t)seat_after(trick->turn);
}

/* solver_bounds.c: at the beginning of a trick, is it clear without a search whether the value reaches
 * `target`? Then *value is a bound that says so. `rest` is what is still to be had. */
bool skat_solver_bounded(const struct skat_solver *solver, unsigned leader, int rest, int target,
                         int *value);

/* solver_order.c: gives each move a score, the most promising the highest. */
void skat_solver_score(const struct skat_solver *solver, const struct trick *trick,
                       struct moves *moves);

/* solver_search.c: a bound of the value of the position of solver->hands and the trick: a lower bound
 * when it is at least `target`, which is what it is asked for, else an upper bound. `rest` is what is
 * still to be had, the open trick included. */
int skat_solver_search(struct skat_solver *solver, const struct trick *trick, int rest, int target);

#endif
