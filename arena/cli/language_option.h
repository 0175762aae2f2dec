// SPDX-License-Identifier: MIT
/* arena/cli/language_option.h - --lang and --german-cards, for commands that show games. */
#ifndef ARENA_CLI_LANGUAGE_OPTION_H
#define ARENA_CLI_LANGUAGE_OPTION_H

#include "arena/cli/command.h"
#include "arena/record/language.h"

/* What the two options store. */
struct language_words {
    const char *lang; /* or NULL */
    bool german_cards;
};

/* The two options, for the table of a command. */
struct cli_option language_option(struct language_words *words);
struct cli_option german_cards_option(struct language_words *words);

/* After parsing: sets *language. Returns -1, or an exit status after a printed error that names the
 * command. */
int language_option_take(const char *command, const struct language_words *words,
                         struct language *language);

#endif
