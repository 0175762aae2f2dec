// SPDX-License-Identifier: MIT
/* arena/config/command_places.h - errors of a config that was made from a command line, told by the
 * words of that command line instead of places in a config that nobody wrote. */
#ifndef ARENA_CONFIG_COMMAND_PLACES_H
#define ARENA_CONFIG_COMMAND_PLACES_H

#include "arena/base/errors.h"

/* The name of such a config, for config_parse(). */
extern const char command_places_config[];

/* A bot of that config, and the word that it was made from. */
struct command_bot {
    const char *name, *word;
};

/* Moves all lines of `from` behind those of `errors`; `from` is then empty. What begins with a
 * place of that config begins with a word or option of the command line instead:
 * "command line: $.bots.new.module: no bot module ..." becomes "stamtisch: no bot module ...". */
void command_places_move(struct errors *errors, struct errors *from, const struct command_bot *bots,
                         int count);

#endif
