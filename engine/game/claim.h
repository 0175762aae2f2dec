// SPDX-License-Identifier: MIT
/* engine/game/claim.h - claiming all tricks that are left: the option `claims` (rules.md 5).
 *
 * A claim is judged by what the claimer knows, not by the cards that the others have: sure is one
 * that holds in every layout of the hidden cards that agrees with the claimer's view. So neither
 * answer tells a player what it could not know. */
#ifndef SKAT_ENGINE_GAME_CLAIM_H
#define SKAT_ENGINE_GAME_CLAIM_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"
#include "engine/game/view.h"

/* May the player to move claim the rest: once a deal, in a suit game, grand or sächsische Spitze,
 * and a declarer only without spitzen announced? In null and revolution only a declarer, who claims
 * to take no trick, and only with claims "consent". */
bool skat_may_claim(const struct skat_game *game);

/* Is there an order of the cards of the player whose view this is, and whose turn it is in a game
 * under these prepared rules, by which it takes every trick that is left, also the open one:
 * whatever the hidden cards are and whatever the others play? Exact, and without a search of the
 * play. Not for null and revolution. Allocates nothing; any number of threads. */
bool skat_claim_holds(const struct skat_rules *rules, const struct skat_view *view);

/* The player to move claims. Granted: it gets the rest, and the game is over as if played out. Not
 * sure, as every claim in null is: its cards lie open from now on, and it is asked for a card
 * again; with claims "consent" the others are asked first (resigning.h). SKAT_REFUSED_CLAIM if it
 * may not claim. */
enum skat_refusal skat_claim(struct skat_game *game);

#endif
