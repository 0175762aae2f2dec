// SPDX-License-Identifier: MIT
/* arena/record/refused_answer.h - an illegal answer of a bot in words: what it said, why that is
 * illegal, and what it was asked. */
#ifndef ARENA_RECORD_REFUSED_ANSWER_H
#define ARENA_RECORD_REFUSED_ANSWER_H

#include "engine/game/game.h"

enum { REFUSED_ANSWER_SIZE = 500 };

/* Writes "refused: 0 D7 (the player must follow suit); asked: card, legal: DA DK" for a game that
 * this answer has ended. `illegal` is the answer as a record has it: a position, and an action, or
 * "?" for an answer that is no action. Returns `text`. */
const char *refused_answer_words(const struct skat_game *game, const char *illegal,
                                 char text[REFUSED_ANSWER_SIZE]);

#endif
