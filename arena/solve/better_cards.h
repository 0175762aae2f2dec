// SPDX-License-Identifier: MIT
/* arena/solve/better_cards.h - which cards would have lost nothing, where a card did. */
#ifndef ARENA_SOLVE_BETTER_CARDS_H
#define ARENA_SOLVE_BETTER_CARDS_H

#include "engine/game/game.h"
#include "engine/solver/solver.h"

/* Sets better[n] to the legal cards that keep the value from before card `n`, for each card of a
 * finished game that lost something: values[n] is the value before card n, and
 * values[table.played_count] at the end, as in play_accuracy.h (for null and revolution 1 or 0). 0
 * for all other cards. `solver` may have any deal, and has this game's afterwards. False if the
 * game was not played, or if the solver gave up. */
bool better_cards_find(const struct skat_game *game, const int *values, struct skat_solver *solver,
                       skat_cards better[SKAT_DECK_MAX]);

#endif
