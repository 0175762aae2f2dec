// SPDX-License-Identifier: MIT
/* arena/cli/common_options.h - options that several commands have. */
#ifndef ARENA_CLI_COMMON_OPTIONS_H
#define ARENA_CLI_COMMON_OPTIONS_H

#include <stdint.h>

#include "arena/cli/command.h"
#include "arena/show/table.h"
#include "arena/record/language.h"

/* For people: the option; its word is stored in *format, for table_format_of(). */
struct cli_option format_option(const char **format);
/* For programs: the whole result, not the table. */
struct cli_option json_option(bool *json);

/* What --lang and --german-cards store. */
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

/* --rule KEY=VALUE beside --rules NAME, for commands that read a rule set by its name and no
 * config; the words are stored in *words. */
struct cli_option rule_option(struct word_list *words);

/* After parsing: sets *rules to the text of that rule set changed by the words, for
 * rules_config_load(), which lives as long as the program. Without --rules that set is skat, or,
 * for commands that replay a log (`replays`), an error, since a log has rules of its own. Of a
 * command that replays, a rule set that is not there or not valid is an error here, since all that
 * comes later is one of the log.
 * Returns -1, or an exit status after a printed error. */
int rule_option_join(const char **rules, const struct word_list *words, bool replays);

/* Of --game: reads "12" or "12,13,14" into `games`: their number, 1..most; -1 if it is anything
 * else, or not ascending. */
int read_game_numbers(const char *text, int64_t *games, int most);

#endif
