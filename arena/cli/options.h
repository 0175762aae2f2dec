// SPDX-License-Identifier: MIT
/* arena/cli/options.h - parses command lines; options that several commands have. */
#ifndef ARENA_CLI_OPTIONS_H
#define ARENA_CLI_OPTIONS_H

#include "arena/base/exit_code.h"
#include "arena/base/json_write.h"
#include "arena/base/terminal.h"
#include "arena/cli/command.h"
#include "arena/record/language.h"
#include "arena/show/field_text.h"
#include "arena/show/table.h"

/* Runs a command, and prints its errors. argv[0] is its name. Returns the exit status. */
int cli_run(const struct cli_command *command, int argc, char **argv);

/* Parses the options, and sets the words, at least `least` and at most `most`, CLI_ANY: any number.
 * Returns -1 to continue, or the exit code to exit with (after --help, or a printed error). */
enum { CLI_ANY = -1 };
int cli_parse(struct cli_line *line, const struct cli_option *options, int count, int least,
              int most);

/* Says what is wrong with a command line, after "skat-arena COMMAND: ". Returns EXIT_USAGE. */
__attribute__((format(printf, 2, 3))) int cli_wrong(const struct cli_line *line, const char *format,
                                                    ...);

/* Was one of these options given? "seed log play" */
bool cli_given(const struct cli_line *line, const char *options);

/* Such options, and when they have no meaning. */
struct refusal {
    bool when;
    const char *options, *why;
};
/* Adds an error for each of them that was given. Returns whether there is no error. */
bool cli_refuse(const struct cli_line *line, const struct refusal *list, int count);

/* ---- options that several commands have ---- */

/* --seed, whose text is stored; "commit" is replaced by the seed that git's HEAD in the working
 * directory gives. */
#define SEED_OPTION(seed)                                                                          \
    {                                                                                              \
        "seed", 's', CLI_SEED, "SEED",                                                             \
            "a number, or commit: of git's HEAD (default: the config's, or drawn)", seed, 0, 0     \
    }
/* How a table is printed: for people, and for programs the whole result; of one enum table_format.
 */
#define FORMAT_OPTION(format)                                                                      \
    OPT_ENUM("format", 0, TABLE_FORMATS_WORDS, "how the table is printed (default text)", format)
#define JSON_OPTION(format)                                                                        \
    {                                                                                              \
        "json", 0, CLI_JSON, NULL, "print the whole result as JSON, for programs", format, 0, 0    \
    }
/* The number of processes or threads. */
#define WORKERS_OPTION(workers)                                                                    \
    OPT_INT("workers", 'j', "N", "worker processes (default: one per processor)", workers, 1,      \
            WORKERS_MAX)
#define FORCE_OPTION(force)                                                                        \
    OPT_FLAG("force", 'f', "overwrite the results in an existing folder", force)

/* What --lang and --german-cards store: after parsing, language_option_take() sets *language.
 * Returns -1, or an exit status after a printed error. */
struct language_words {
    int german; /* 0, 1 */
    bool german_cards;
};
#define LANGUAGE_OPTION(words)                                                                     \
    OPT_ENUM("lang", 0, "en|de", "language of games and rules (default en)", &(words)->german)
#define GERMAN_CARDS_OPTION(words)                                                                 \
    OPT_FLAG("german-cards", 0,                                                                    \
             "with --lang de: Eichel, Grün, Rot, Schellen, Ober and Unter: EU is CJ, RO is HQ",    \
             &(words)->german_cards)
int language_option_take(const struct cli_line *line, const struct language_words *words,
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
 * Returns -1, or EXIT_USAGE with errors. */
int rule_option_join(const char **rules, const struct word_list *words, bool replays,
                     struct errors *errors);

/* The same for the rules of a log: both options, and what comes after parsing. */
struct log_rules {
    const char *name; /* NULL: the log's own */
    struct word_list rule;
};
#define LOG_RULES_OPTIONS(rules)                                                                   \
    OPT_TEXT("rules", 'r', "NAME", "rule set of the log instead of the manifest's",                \
             &(rules)->name),                                                                      \
        RULE_OPTION(&(rules)->rule)
int log_rules_take(struct log_rules *rules, struct errors *errors);

/* Reads the value of --game, "12" or "12,13,14", into `games`. Returns their number, 1..most; -1 if
 * it is anything else, or not ascending. */
int read_game_numbers(const char *text, int64_t *games, int most);

#endif
