/* arena/solve/contract_search.h - which games would have won with the cards of one player, all cards open.
 *
 * Asked is the simple game, without announcements, from null to grand, that reaches the bid: is there a
 * discard with which it is won against best defence? All 66 are too many questions. Left out are those
 * that cannot matter - of two cards between which nobody else holds one, with the same points, the
 * lower goes first - and, in games with trumps, those of trumps, as long as two other cards are
 * there. Likely ones come first, as the first that wins is the answer. */
#ifndef ARENA_SOLVE_CONTRACT_SEARCH_H
#define ARENA_SOLVE_CONTRACT_SEARCH_H

#include "engine/card.h"
#include "engine/contract.h"
#include "engine/rules.h"
#include "engine/solver/solver.h"


/* What is asked of games: "none", "actual", "best". */
enum contract_search_depth {
    CONTRACTS_NONE,
    CONTRACTS_ACTUAL, /* with the cards that were put aside; nothing was: by hand */
    CONTRACTS_BEST,   /* with the best discards */
    CONTRACTS_DEPTHS
};
extern const char *const contract_search_depth_names[CONTRACTS_DEPTHS];

/* Whose cards, and how he may play. */
struct contract_question {
    const struct skat_rules *rules;
    skat_cards dealt[SKAT_PLAYERS];
    skat_cards skat;
    skat_cards discards; /* the only ones that are asked about; 0: any */
    unsigned position;   /* of declarer */
    int bid;
    bool hand;           /* the skat stays where it is */
};

enum { CONTRACTS = SKAT_GAME_NULL + 1 }; /* by enum skat_game_type: suits, grand, null */

/* -1: not known, the solver gave up. */
enum { CONTRACT_UNKNOWN = -1 };

struct contract_found {
    int8_t won;          /* 1, 0, CONTRACT_UNKNOWN */
    int16_t value;       /* of the game when it is won so */
    skat_cards discards; /* with which it is; 0 by hand */
};

/* Asks about one type. */
struct contract_found contract_search_ask(const struct contract_question *question,
                                    struct skat_solver *solver, enum skat_game_type type);

/* The game of highest value that would have won, in *found. `ask` answers for one type, as contract_search_ask()
 * does. Returns the type; CONTRACTS when there is none; CONTRACT_UNKNOWN when the solver gave up
 * before that was clear. */
int contract_search_best(const struct contract_question *question,
                   struct contract_found (*ask)(void *context,
                                                const struct contract_question *question,
                                                enum skat_game_type type),
                   void *context, struct contract_found *found);

#endif
