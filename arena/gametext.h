/* arena/gametext.h - a game for a person to read. */
#ifndef ARENA_GAMETEXT_H
#define ARENA_GAMETEXT_H

#include <stdio.h>

#include "arena/gameline.h"

/* Where and how a game is written. */
struct gametext {
    const struct gameline *line;
    bool symbols; /* suits as symbols rather than letters */
    FILE *out;
};

/* Can the terminal show the suits' symbols? Sets the locale's character type. */
bool gametext_symbols(void);

/* The whole game: deal, auction, tricks, the count in words. */
void gametext_print(const struct gametext *text);

/* The position before move `move` (an actor and his action, from 1): what is played, what lies on the
 * table, and the hand of the player at `position`. */
void gametext_print_position(const struct gametext *text, int move, unsigned position);

#endif
