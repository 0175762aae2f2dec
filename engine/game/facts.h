// SPDX-License-Identifier: MIT
/* engine/game/facts.h - what the value of a game depends on, as facts that value.h and ramsch.h
 * compute with. Functions of rules, deal and decisions alone. */
#ifndef SKAT_ENGINE_GAME_FACTS_H
#define SKAT_ENGINE_GAME_FACTS_H

#include "engine/game/state.h"
#include "engine/value.h"

/* The facts of a declared game. Valid only if there is a declarer. */
void skat_game_facts(const struct skat_game *game, struct skat_facts *facts);

/* The facts of a ramsch so far. */
void skat_game_ramsch_facts(const struct skat_game *game, struct skat_ramsch_facts *facts);

/* What a deal that a fault ended without a declarer could still have become (rules.md 8.3). */
void skat_game_undeclared_facts(const struct skat_game *game, struct skat_undeclared_facts *facts);

#endif
