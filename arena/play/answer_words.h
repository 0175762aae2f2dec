// SPDX-License-Identifier: MIT
/* arena/play/answer_words.h - what a person may answer to a decision, and what they mean by words:
 * "18", "pass", "skat", "G C7 D8", "CJ". Made from the rows of engine/decision.h, so every decision
 * of every rule set has its words. */
#ifndef ARENA_PLAY_ANSWER_WORDS_H
#define ARENA_PLAY_ANSWER_WORDS_H

#include <stdio.h>

#include "engine/game/game.h"

/* Prints the legal answers in a line: "18 20 22 ... | pass". */
void answer_words_print(const struct skat_game *game, const struct skat_decision *decision,
                        FILE *out);

/* Reads an answer: a word of the decision (skat_action_word()) with what it needs, or that alone;
 * upper or lower case, separated by spaces, commas or dots. NULL if it is legal; else why not, as
 * half a sentence. */
const char *answer_words_read(const struct skat_game *game, const struct skat_decision *decision,
                              const char *text, struct skat_action *action);

#endif
