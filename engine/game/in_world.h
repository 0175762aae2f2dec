// SPDX-License-Identifier: MIT
/* engine/game/in_world.h - a game with the cards of one of its worlds (worlds.h), so that a search
 * can play on from there. */
#ifndef SKAT_ENGINE_GAME_IN_WORLD_H
#define SKAT_ENGINE_GAME_IN_WORLD_H

#include "engine/game/game.h"
#include "engine/game/worlds.h"

/* Sets *other to this game with the hidden cards of a world, so that it can be played on: its deal
 * is one in which the same moves were legal and the player whose view has this world saw the same.
 * Declarer's discards are those of the world, and so is the skat as far as nobody has seen it.
 * Returns false, and *other is of no use, if no such deal is found: where cards were passed on
 * (schieberamsch, revolution), at times in variant games, or if the world belongs to another game.
 */
bool skat_game_in_world(const struct skat_game *game, const struct skat_world *world,
                        struct skat_game *other);

#endif
