// SPDX-License-Identifier: MIT
/* arena/cli/player_list.h - what `results` shows of imported games: how each player fared. */
#ifndef ARENA_CLI_PLAYER_LIST_H
#define ARENA_CLI_PLAYER_LIST_H

#include <stdint.h>

#include "arena/base/errors.h"
#include "arena/show/table.h"

struct player_list_options {
    int64_t most, least; /* players to show, 0: all; games of each, at least */
    const char *out;     /* the file that gets the sum of the tables instead; or NULL */
    enum table_format format;
};

/* Adds up the tables of players of folders and files, and prints or writes the sum. Returns an exit
 * code, with errors if it is not EXIT_OK. */
int player_list_print(const struct player_list_options *options, const char *const *paths,
                      int count, struct errors *errors);

#endif
