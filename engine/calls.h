// SPDX-License-Identifier: MIT
/* engine/calls.h - the auction by suits (rules.md 3.1): games are named instead of values. This is
 * its table: what may be named, what outranks what, and what whoever has named a game owes.
 * declarations.h makes lists from it. */
#ifndef SKAT_ENGINE_CALLS_H
#define SKAT_ENGINE_CALLS_H

#include "engine/rules.h"

/* The games of that auction, lowest first: a game outranks those before it, and declarer owes a
 * game of the rank that was named, or of a higher one. */
extern const struct skat_contract skat_call_games[SKAT_CALLS_MAX];

/* The rank of an announced game, 1 the lowest, whatever else is announced with it (schneider,
 * spitzen); 0: the auction has no such game. */
int skat_call_rank(struct skat_contract contract);

/* The place of a game among those that can be named, or -1. Prepared rules only. */
int skat_call_place(const struct skat_rules *rules, struct skat_contract contract);

#endif
