// SPDX-License-Identifier: MIT
/* engine/game/in_world.h - a game with the cards of one of its worlds (worlds.h), so that a search
 * can play on from there. */
#ifndef SKAT_ENGINE_GAME_IN_WORLD_H
#define SKAT_ENGINE_GAME_IN_WORLD_H

#include "engine/game/game.h"
#include "engine/game/worlds.h"

/* The game as it would be now if the cards lay as in this world of a view of it, to be played on:
 * *other is dealt so that the same moves lead there, and the player of the view sees the same.
 * Declarer's discards are the world's, and so is the skat as far as nobody knows what it was. False
 * if no such deal is found: where cards were passed on (schieberamsch, revolution), at times in
 * variant games, or if the world is none of this game; then *other is of no use. */
bool skat_game_in_world(const struct skat_game *game, const struct skat_world *world,
                        struct skat_game *other);

#endif
