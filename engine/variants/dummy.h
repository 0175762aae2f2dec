/* engine/variants/dummy.h - two at the table, three hands: the one at which nobody sits (rules.md 10.7).
 *
 * It lies open from the first lead on, and declarer's opponent plays it; or it is a pile, whose top
 * card is turned to each trick, whatever was led. Which it is stands in the game's row (variant.h).
 * Part of the state machine: see game_steps.h. */
#ifndef SKAT_ENGINE_VARIANTS_DUMMY_H
#define SKAT_ENGINE_VARIANTS_DUMMY_H

#include "engine/game.h"

/* The dummy passes before anybody else speaks: the dealer bids to forehand. */
void skat_dummy_passes(struct skat_game *game);

/* Turns cards of the pile for as long as it is its turn. Where no game has one, nothing happens. */
void skat_dummy_turns(struct skat_game *game);

/* The dummy's cards that everybody sees. */
skat_cards skat_dummy_shown(const struct skat_game *game);

#endif
