// SPDX-License-Identifier: MIT
/* arena/cli/command.h - a command and its options: one table per command, for parsing, --help,
 * manual pages and completions. */
#ifndef ARENA_CLI_COMMAND_H
#define ARENA_CLI_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/base/command_line.h"
#include "arena/base/errors.h"

enum cli_type {
    CLI_FLAG,
    CLI_JSON,
    CLI_TEXT,
    CLI_TEXTS,
    CLI_INT,
    CLI_REAL,
    CLI_CHOICE,
    CLI_ENUM,
    CLI_SEED,
    CLI_GROUP
};

#define GROUP_OUTPUT "Output" /* the title of options that say how output looks */

/* An option, or (CLI_GROUP) the title of the rare options in the rows below it, which --help leaves
 * to --help --all and the manual. */
struct cli_option {
    const char *name; /* long, without the dashes; of a title "" */
    char letter;      /* short, or 0 */
    enum cli_type type;
    const char *argument; /* as shown by --help, NULL: it takes no value; CHOICE, ENUM: the allowed
                             words, "all|none"; GROUP: the title, NULL: options that are not rare
                             again */
    const char *help;
    /* bool *, const char ** (also of a CHOICE and of a SEED, whose form is checked), struct
     * word_list *, int64_t *, double *; ENUM: an enum, which gets the number of the word; JSON: an
     * enum table_format, which gets TABLE_JSON */
    void *value;
    int64_t min, max; /* INT, REAL */
};

/* A command line. */
struct cli_line {
    const struct cli_command *command;
    int argc;
    char **argv;        /* argv[0] is the command's name */
    const char **words; /* after cli_parse(): those that are no options; room for one at least */
    int count;          /* of words */
    const char **given; /* after cli_parse(): the names of the options that were given */
    int given_count;
    struct errors *errors; /* printed when the command has ended */
};

struct cli_command {
    const char *name;
    const char *arguments;             /* "CONFIG" */
    const char *summary;               /* one line */
    const char *details;               /* a few sentences for --help, or NULL */
    int (*run)(struct cli_line *line); /* returns the exit status */
    const char
        *examples; /* pairs of lines, without "skat-arena": what to type, and what that does; or
                     NULL */
    const char *accepted;             /* what exit status 0 says, or NULL */
    const char *rejected, *undecided; /* what 1 and 2 say; NULL: it never ends so */
    const char *interrupted; /* what exit status 75 says, of a command without --resume that has it;
                                or NULL */
    const char *manual;      /* what --help --all and the manual say beyond the details, or NULL */
    bool prints_data; /* records or deals, for programs: lines are not folded on a terminal */
};

/* Rows of a table of options; `letter` is 0 where there is none. */
#define OPT_FLAG(name, letter, help, value)                                                        \
    {                                                                                              \
        name, letter, CLI_FLAG, NULL, help, value, 0, 0                                            \
    }
#define OPT_TEXT(name, letter, argument, help, value)                                              \
    {                                                                                              \
        name, letter, CLI_TEXT, argument, help, value, 0, 0                                        \
    }
#define OPT_TEXTS(name, letter, argument, help, value)                                             \
    {                                                                                              \
        name, letter, CLI_TEXTS, argument, help, value, 0, 0                                       \
    }
#define OPT_CHOICE(name, letter, words, help, value)                                               \
    {                                                                                              \
        name, letter, CLI_CHOICE, words, help, value, 0, 0                                         \
    }
/* For an enum whose members are in the order of the words. */
#define OPT_ENUM(name, letter, words, help, value)                                                 \
    {                                                                                              \
        name, letter, CLI_ENUM, words, help, value, 0, 0                                           \
    }
#define OPT_INT(name, letter, argument, help, value, min, max)                                     \
    {                                                                                              \
        name, letter, CLI_INT, argument, help, value, min, max                                     \
    }
#define OPT_REAL(name, letter, argument, help, value, min, max)                                    \
    {                                                                                              \
        name, letter, CLI_REAL, argument, help, value, min, max                                    \
    }
/* The title of the options below it, which are rare; NULL: those below are not. */
#define OPT_GROUP(title)                                                                           \
    {                                                                                              \
        "", 0, CLI_GROUP, title, "", NULL, 0, 0                                                    \
    }

/* The two arguments that a table of options is. */
#define OPTIONS(table) (table), (int)(sizeof(table) / sizeof *(table))

/* The commands, each in its own file. */
extern const struct cli_command command_run, command_verify, command_replay, command_deal,
    command_bots, command_rules, command_bench, command_compare, command_regress, command_report,
    command_study, command_merge, command_check, command_import, command_export, command_analyze,
    command_plan, command_realism, command_tune, command_history, command_new_bot, command_games,
    command_results, command_archive, command_positions, command_play, command_serve,
    command_ladder;

#endif
