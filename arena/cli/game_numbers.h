// SPDX-License-Identifier: MIT
/* arena/cli/game_numbers.h - the option --game: numbers of games. */
#ifndef ARENA_CLI_GAME_NUMBERS_H
#define ARENA_CLI_GAME_NUMBERS_H

#include <stdint.h>

/* Reads "12" or "12,13,14" into `games`: their number, 1..most; -1 if it is anything else, or not
 * ascending. */
int read_game_numbers(const char *text, int64_t *games, int most);

#endif
