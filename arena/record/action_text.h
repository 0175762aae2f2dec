// SPDX-License-Identifier: MIT
/* arena/record/action_text.h - an action in a word or two. */
#ifndef ARENA_RECORD_ACTION_TEXT_H
#define ARENA_RECORD_ACTION_TEXT_H

#include "engine/game/game.h"
#include "engine/game/record.h"

/* Writes what a player at a position does: "pass", "yes", "plays on", or its token in a record
 * ("CJ", "G.C7.D8"). Returns `text`. */
const char *action_text(const struct skat_rules *rules, unsigned position,
                        const struct skat_action *action, char text[SKAT_TOKEN_SIZE]);

/* Puts the cards of an action in the order of their numbers: those that are put aside are the same
 * in any order. */
void action_sort_cards(struct skat_action *action);

#endif
