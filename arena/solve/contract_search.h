// SPDX-License-Identifier: MIT
/* arena/solve/contract_search.h - which games a player's cards would have won, all cards open.
 *
 * For each simple game that reaches the bid, from null to grand and without announcements: is there
 * a discard that wins against best defence? All 66 discards are too many to solve. Skipped are
 * those that make no difference (of two cards with the same points and no other player's card
 * between them, the lower is discarded first) and, in games with trumps, discards of trumps as long
 * as there are two other cards. Likely discards come first, because the first that wins is the
 * answer. */
#ifndef ARENA_SOLVE_CONTRACT_SEARCH_H
#define ARENA_SOLVE_CONTRACT_SEARCH_H

#include "engine/card.h"
#include "engine/contract.h"
#include "engine/rules.h"
#include "engine/solver/solver.h"

/* How contracts are searched: "none", "actual", "best". */
enum contract_search_depth {
    CONTRACTS_NONE,
    CONTRACTS_ACTUAL, /* with the actual discards; without any, as hand games */
    CONTRACTS_BEST,   /* with the best discards */
    CONTRACTS_DEPTHS
};
extern const char *const contract_search_depth_names[CONTRACTS_DEPTHS];

/* The cards, and how declarer may play. */
struct contract_question {
    const struct skat_rules *rules;
    skat_cards dealt[SKAT_PLAYERS];
    skat_cards skat;
    skat_cards discards; /* the only ones to try; 0: any */
    unsigned position;   /* of declarer */
    int bid;
    bool hand; /* without picking up the skat */
};

enum { CONTRACTS = SKAT_GAME_NULL + 1 }; /* by enum skat_game_type: suits, grand, null */

/* -1: unknown, because the solver gave up. */
enum { CONTRACT_UNKNOWN = -1 };

struct contract_found {
    int8_t won;          /* 1, 0, CONTRACT_UNKNOWN */
    int16_t value;       /* of the game, if won this way */
    skat_cards discards; /* that win; 0 by hand */
};

/* Searches for one type of game. */
struct contract_found contract_search_ask(const struct contract_question *question,
                                          struct skat_solver *solver, enum skat_game_type type);

/* Sets *found to the game of highest value that would have won. `ask` answers for one type, like
 * contract_search_ask(). Returns the type; CONTRACTS when there is none; CONTRACT_UNKNOWN when the
 * solver gave up before that was clear. */
int contract_search_best(const struct contract_question *question,
                         struct contract_found (*ask)(void *context,
                                                      const struct contract_question *question,
                                                      enum skat_game_type type),
                         void *context, struct contract_found *found);

#endif
