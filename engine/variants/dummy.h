/* engine/variants/dummy.h - the third hand at a table of two (rules.md 10.7).
 *
 * Either it lies open from the first lead on and the declarer's opponent plays it; or it is a pile
 * whose top card goes to each trick, whatever was led. The game's row says which (variant.h).
 * Part of the state machine: see game_steps.h. */
#ifndef SKAT_ENGINE_VARIANTS_DUMMY_H
#define SKAT_ENGINE_VARIANTS_DUMMY_H

#include "engine/game.h"

/* The dummy passes first, so the dealer bids to forehand. */
void skat_dummy_passes(struct skat_game *game);

/* Turns cards of the pile while it is the pile's turn. Does nothing in games without a pile. */
void skat_dummy_turns(struct skat_game *game);

/* The dummy's cards that are open to everybody. */
skat_cards skat_dummy_shown(const struct skat_game *game);

#endif
