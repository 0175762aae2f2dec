// SPDX-License-Identifier: MIT
/* arena/record/answer_words.h - what a person may answer to a decision, and what they mean by
 * words: "18", "pass", "skat", "G C7 D8", "CJ"; in German "passe", "Grand Kr7 Ka8", "KrB". Made
 * from the rows of engine/decision.h, so every decision of every rule set has its words. And what a
 * bot answered illegally, in words. */
#ifndef ARENA_RECORD_ANSWER_WORDS_H
#define ARENA_RECORD_ANSWER_WORDS_H

#include <stdio.h>

#include "arena/record/language.h"
#include "engine/game/game.h"

/* The question of a decision: "Which card?". */
const char *answer_words_question(const struct language *language,
                                  const struct skat_decision *decision);

/* A decision whose legal answers are listed, and for which reader. */
struct answer_words {
    const struct language *language;
    const struct skat_game *game;
    const struct skat_decision *decision;
    bool person; /* for a person: "skat"; else for a program: "pick_up" */
};

/* One of the legal answers. */
struct offered_answer {
    unsigned kind;             /* of the action */
    enum skat_operand operand; /* what it takes: NONE, the word is enough; CARD, CARDS: those of the
                                  decision */
    unsigned number;           /* the bid's or the game's in the decision, the duty or the place */
};

typedef void answer_visit(void *context, const struct offered_answer *answer);

void answer_words_each(const struct answer_words *words, answer_visit *visit, void *context);

enum { ANSWER_SIZE = 40 };
/* What to say for an answer that is none of cards: "pass", "18", "GH". */
const char *answer_words_say(const struct answer_words *words, const struct offered_answer *answer,
                             char text[ANSWER_SIZE]);

/* A game as it may be answered: its code, "GH"; in German "Grand-H". Returns `text`. */
const char *answer_words_contract(const struct answer_words *words, struct skat_contract contract,
                                  char text[ANSWER_SIZE]);

/* Prints the legal answers in a line: "18 20 22 ... | pass". */
void answer_words_print(const struct answer_words *words, FILE *out);

/* Reads an answer: a word of the decision (skat_action_word()) with what it needs, or that alone;
 * upper or lower case, separated by spaces, commas or dots; a game by its code or its name. In
 * German English is read, too, where German does not mean something else by it. NULL if it is
 * legal; else why not, as half a sentence in that language. */
const char *answer_words_read(const struct language *language, const struct skat_game *game,
                              const struct skat_decision *decision, const char *text,
                              struct skat_action *action);

/* ---- an illegal answer of a bot: what it said, why that is illegal, what it was asked ---- */

enum { REFUSED_ANSWER_SIZE = 500 };

/* Writes "refused: 0 D7 (the player must follow suit); asked: card, legal: DA DK" for a game that
 * this answer has ended. `illegal` is the answer as a record has it: a position, and an action, or
 * "?" for an answer that is no action. Returns `text`. */
const char *refused_answer_words(const struct skat_game *game, const char *illegal,
                                 char text[REFUSED_ANSWER_SIZE]);

#endif
