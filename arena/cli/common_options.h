// SPDX-License-Identifier: MIT
/* arena/cli/common_options.h - options that several commands have. */
#ifndef ARENA_CLI_COMMON_OPTIONS_H
#define ARENA_CLI_COMMON_OPTIONS_H

#include <stdint.h>

#include "arena/cli/command.h"
#include "arena/show/table.h"
#include "arena/record/language.h"

/* For people: the option; its word is stored, for table_format_of(). */
#define FORMAT_OPTION(format)                                                                      \
    OPT_CHOICE("format", 0, TABLE_FORMATS_WORDS, "how the table is printed (default text)", format)
/* For programs: the whole result, not the table. */
#define JSON_OPTION(json) OPT_FLAG("json", 0, "print the whole result as JSON, for programs", json)
/* The number of processes or threads. */
#define WORKERS_OPTION(workers)                                                                    \
    OPT_INT("workers", 'j', "N", "worker processes (default: one per processor)", workers, 1,      \
            WORKERS_MAX)
#define FORCE_OPTION(force)                                                                        \
    OPT_FLAG("force", 'f', "overwrite the results in an existing folder", force)

/* What --lang and --german-cards store. */
struct language_words {
    const char *lang; /* or NULL */
    bool german_cards;
};

/* The two options, for the table of a command. */
#define LANGUAGE_OPTION(words)                                                                     \
    OPT_CHOICE("lang", 0, "en|de", "language of games and rules (default en)", &(words)->lang)
#define GERMAN_CARDS_OPTION(words)                                                                 \
    OPT_FLAG("german-cards", 0,                                                                    \
             "with --lang de: Eichel, Grün, Rot, Schellen, Ober and Unter: EU is CJ, RO is HQ",    \
             &(words)->german_cards)

/* After parsing: sets *language. Returns -1, or an exit status after a printed error that names the
 * command. */
int language_option_take(const char *command, const struct language_words *words,
                         struct language *language);

/* --rule KEY=VALUE beside --rules NAME, for commands that read a rule set by its name and no
 * config; the words are stored in a struct word_list. */
#define RULE_OPTION(words)                                                                         \
    OPT_TEXTS("rule", 0, "KEY=VALUE",                                                              \
              "set an option of the rules, as grand=20 or kontra=re (`rules reference`); may be "  \
              "repeated",                                                                          \
              words)

/* After parsing: sets *rules to the text of that rule set changed by the words, for
 * rules_config_load(), which lives as long as the program. Without --rules that set is skat, or,
 * for commands that replay a log (`replays`), an error, since a log has rules of its own. Of a
 * command that replays, a rule set that is not there or not valid is an error here, since all that
 * comes later is one of the log.
 * Returns -1, or an exit status after a printed error. */
int rule_option_join(const char **rules, const struct word_list *words, bool replays);

/* Reads the value of --game, "12" or "12,13,14", into `games`. Returns their number, 1..most; -1 if
 * it is anything else, or not ascending. */
int read_game_numbers(const char *text, int64_t *games, int most);

#endif
