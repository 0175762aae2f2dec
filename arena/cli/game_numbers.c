// SPDX-License-Identifier: MIT
#include "arena/cli/game_numbers.h"

#include <stdlib.h>

int read_game_numbers(const char *text, int64_t *games, int most)
{
    for (int count = 0;; text++) {
        char *end;
        long long game = strtoll(text, &end, 10);
        if (end == text || game < 0 || count == most || (count && game <= games[count - 1]))
            return -1;
        games[count++] = game;
        text = end;
        if (*text != ',')
            return *text ? -1 : count;
    }
}
