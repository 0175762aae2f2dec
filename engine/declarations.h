// SPDX-License-Identifier: MIT
/* engine/declarations.h - the games that a player can announce under a rule set, and their values:
 * the lists and the bid ladder of struct skat_rules (rules.md 3, 4).
 *
 * skat_rules_prepare() fills in both; afterwards they are read-only. */
#ifndef SKAT_ENGINE_DECLARATIONS_H
#define SKAT_ENGINE_DECLARATIONS_H

#include "engine/rules.h"

/* Fills in rules->derived.declarations: what the game has (struct skat_variant); by rank for the
 * auction by suits. */
void skat_list_declarations(struct skat_rules *rules);

/* Fills in rules->derived.ladder with all values that these games can have. If there are too many,
 * returns false with the reason in *error. */
bool skat_make_ladder(struct skat_rules *rules, struct skat_error *error);

/* Can the game be announced before the pick-up, or with `skat` after it? Prepared rules only. */
bool skat_is_declaration(const struct skat_rules *rules, bool skat, struct skat_contract contract);

/* Index in the ladder of the first value above `bid` (0..): the legal bids start there.
 * Equals ladder_count if there are none. Prepared rules only. */
int skat_ladder_above(const struct skat_rules *rules, int bid);

/* ---- the auction by suits (rules.md 3.1): games are named instead of values ---- */

/* The rank of an announced game, 1 the lowest, whatever else is announced with it (schneider,
 * spitzen); 0: the auction has no such game. Whoever has named a game owes one of its rank, or of a
 * higher one. */
int skat_call_rank(struct skat_contract contract);

/* The place of a game among those that can be named, or -1. Prepared rules only. */
int skat_call_place(const struct skat_rules *rules, struct skat_contract contract);

#endif
