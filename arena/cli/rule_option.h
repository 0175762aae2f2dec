// SPDX-License-Identifier: MIT
/* arena/cli/rule_option.h - --rule KEY=VALUE beside --rules NAME, for commands that read a rule set
 * by its name and no config. arena/config/rule_words.c reads KEY=VALUE. */
#ifndef ARENA_CLI_RULE_OPTION_H
#define ARENA_CLI_RULE_OPTION_H

#include "arena/cli/command.h"

/* The option; the words are stored in *words. */
struct cli_option rule_option(struct word_list *words);

/* After parsing: sets *rules to the text of that rule set changed by the words, for
 * rules_config_load(), which lives as long as the program. Without --rules that set is skat, or,
 * for commands that replay a log (`replays`), an error, since a log has rules of its own. Of a
 * command that replays, a rule set that is not there or not valid is an error here, since all that
 * comes later is one of the log.
 * Returns -1, or an exit status after a printed error. */
int rule_option_join(const char **rules, const struct word_list *words, bool replays);

#endif
