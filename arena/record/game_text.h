// SPDX-License-Identifier: MIT
/* arena/record/game_text.h - prints a game as readable text. */
#ifndef ARENA_RECORD_GAME_TEXT_H
#define ARENA_RECORD_GAME_TEXT_H

#include <stdio.h>

#include "arena/record/game_json.h"
#include "arena/record/language.h"

/* Where and how a game is written. */
struct game_text {
    const struct game_json *line;
    bool symbols; /* suits as symbols instead of letters */
    FILE *out;
    const cJSON *analysis; /* its line of analysis.jsonl, or NULL */
    struct language language;
};

/* Whether the terminal can show suit symbols. Sets the locale's character type. */
bool game_text_symbols(void);

/* Prints the whole game: deal, auction, tricks, and the scoring in words. */
void game_text_print(const struct game_text *text);

/* Prints the position before move `move` (an actor and its action, from 1): the game, the cards on
 * the table, and the hand of the player at `position`. */
void game_text_print_position(const struct game_text *text, int move, unsigned position);

/* Parts of the text, for pages. */

/* The name of the player at a position; where nobody sits, "(dummy)" or "(pile)" in the language.
 */
const char *game_text_player(const struct language *language, const struct game_json *line,
                             unsigned position);

/* Move `index` (from 0) of the auction, "anna 18". False if it is not a move of an auction. */
bool game_text_print_bid(const struct game_text *text, int index);
/* "anna has left grand, ramsch, sees CA C9 ST S7 DK and chooses ramsch" in games with such a choice
 * (Räuberskat). Returns whether one was made, as the move after the auction. */
bool game_text_print_choice(const struct game_text *text);
/* Announcements and passed cards from move `from` on, a line each. */
void game_text_print_talk(const struct game_text *text, int from);
/* How the game ended and its value, a line each. */
void game_text_print_outcome(const struct game_text *text);
/* Prints cards of the game in this order, each after a space. */
void game_text_print_hand(const struct game_text *text, skat_cards hand);
/* Sorts a hand: trumps from the highest down, then the suits. Returns the number of cards. */
int game_text_sort_hand(const struct game_json *line, skat_cards hand, skat_card *sorted);

#endif
