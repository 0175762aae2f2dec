/* arena/record/game_text.h - a game for a person to read. */
#ifndef ARENA_RECORD_GAME_TEXT_H
#define ARENA_RECORD_GAME_TEXT_H

#include <stdio.h>

#include "arena/record/game_json.h"

/* Where and how a game is written. */
struct game_text {
    const struct game_json *line;
    bool symbols; /* suits as symbols rather than letters */
    FILE *out;
    const cJSON *analysis; /* its line of analysis.jsonl, or NULL */
};

/* Can the terminal show the suits' symbols? Sets the locale's character type. */
bool game_text_symbols(void);

/* The whole game: deal, auction, tricks, the count in words. */
void game_text_print(const struct game_text *text);

/* The position before move `move` (an actor and his action, from 1): what is played, what lies on the
 * table, and the hand of the player at `position`. */
void game_text_print_position(const struct game_text *text, int move, unsigned position);

/* Parts of it, for pages. */

/* The name of the player at a position; "(dummy)" or "(pile)" where nobody sits. */
const char *game_text_player(const struct game_json *line, unsigned position);

/* Move `index` (from 0) of the auction, "anna 18". False: it is no move of an auction. */
bool game_text_print_bid(const struct game_text *text, int index);
/* "anna has left grand, ramsch, sees CA C9 ST S7 DK and chooses ramsch", where the game has such a choice
 * (Räuberskat). Was one made? It is the move behind the auction. */
bool game_text_print_choice(const struct game_text *text);
/* What is said or passed on from move `from` on, a line each. */
void game_text_print_talk(const struct game_text *text, int from);
/* How it ended and what it was worth, a line each. */
void game_text_print_outcome(const struct game_text *text);
/* A hand as it is held: trumps from the highest down, then the suits. Returns how many cards. */
int game_text_sort_hand(const struct game_json *line, skat_cards hand, skat_card *sorted);

#endif
