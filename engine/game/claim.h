// SPDX-License-Identifier: MIT
/* engine/game/claim.h - is a claim of all tricks that are left sure (rules.md 5)?
 *
 * It is judged by what the claimer knows, not by the cards that the others have: sure is a claim
 * that holds in every layout of the hidden cards that agrees with the claimer's view. So neither
 * answer tells a player what it could not know. early_end.c has who may claim, and what follows. */
#ifndef SKAT_ENGINE_GAME_CLAIM_H
#define SKAT_ENGINE_GAME_CLAIM_H

#include "engine/game/view.h"

/* Is there an order of the cards of the player whose view this is, and whose turn it is in a game
 * under these prepared rules, by which it takes every trick that is left, also the open one:
 * whatever the hidden cards are and whatever the others play? Exact, and without a search of the
 * play. Not for null and revolution. Allocates nothing; any number of threads. */
bool skat_claim_holds(const struct skat_rules *rules, const struct skat_view *view);

#endif
