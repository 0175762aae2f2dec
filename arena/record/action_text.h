// SPDX-License-Identifier: MIT
/* arena/record/action_text.h - an action in a word or two. */
#ifndef ARENA_RECORD_ACTION_TEXT_H
#define ARENA_RECORD_ACTION_TEXT_H

#include <stdbool.h>

#include "engine/game/game.h"
#include "engine/game/record.h"

/* Writes what a player at a position does: "pass", "yes", "plays on", or its token in a record
 * ("CJ", "G.C7.D8"). Returns `text`. */
const char *action_text(const struct skat_rules *rules, unsigned position,
                        const struct skat_action *action, char text[SKAT_TOKEN_SIZE]);

/* A text in which cards stand as "CJ", with suits as symbols if `symbols`. Returns `shown`; what is
 * longer is cut. */
enum { CARDS_TEXT_SIZE = 4096 };
const char *text_with_cards(const char *text, bool symbols, char shown[CARDS_TEXT_SIZE]);

enum { ACTION_WORDS_SIZE = 120 };
/* What the token of a move in a record says of somebody, for people: "bids 18", "passes", "plays
 * ♣J", "announces grand hand", "announces grand, puts C7 D8 aside"; cards with suits as `symbols`,
 * or as letters. NULL: "is silent". Returns `text`. */
const char *action_in_words(const char *token, bool symbols, char text[ACTION_WORDS_SIZE]);

/* The token of a move as people read it: "18", "passes", "♣J", "G ♣7 ♦8". Returns `text`. */
const char *action_token_text(const char *token, bool symbols, char text[ACTION_WORDS_SIZE]);

/* Puts the cards of an action in the order of their numbers: those that are put aside are the same
 * in any order. */
void action_sort_cards(struct skat_action *action);

#endif
