// SPDX-License-Identifier: MIT
#include "arena/cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/errors.h"
#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/terminal.h"
#include "arena/base/text.h"
#include "arena/cli/manual.h"
#include "arena/history/git_repository.h"
#include "engine/seed.h"

static int complain(const struct cli_command *command, const char *format, const char *what,
                    const char *more)
{
    char *found = xasprintf(format, what, more);

    print_note("skat-arena %s: %s\n", command->name, found);
    fprintf(stderr, "Try 'skat-arena %s --help'.\n", command->name);
    free(found);
    return EXIT_USAGE;
}

static const struct cli_option *find_long(const struct cli_option *options, int count,
                                          const char *name, size_t length)
{
    for (int i = 0; i < count; i++)
        if (options[i].type != CLI_GROUP && strncmp(options[i].name, name, length) == 0 &&
            !options[i].name[length])
            return &options[i];
    return NULL;
}

static bool word_in(const char *word, const char *words)
{
    size_t length = strlen(word);
    for (const char *at = words; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL)
        if (length && strncmp(at, word, length) == 0 && (at[length] == '|' || !at[length]))
            return true;
    return false;
}

/* The word of "all|none" that was probably meant: `; did you mean "..."?`, or "". */
static const char *meant_word(const char *word, const char *words, char text[SUGGESTION_SIZE])
{
    enum { WORDS_MAX = 32 };
    const char *of[WORDS_MAX];
    char *copy = xstrdup(words), *rest = copy;
    size_t count = 0;

    for (char *one; count < WORDS_MAX && (one = strsep(&rest, "|"));)
        of[count++] = one;
    did_you_mean(word, of, count, sizeof *of, text);
    free(copy);
    return text;
}

static int not_a_choice(const struct cli_command *command, const char *name, const char *words,
                        const char *word)
{
    char suggestion[SUGGESTION_SIZE], found[SUGGESTION_SIZE + 60];

    snprintf(found, sizeof found, "%.30s\"%s", word, meant_word(word, words, suggestion));
    char *what = xasprintf("%s must be one of %s", name, words);
    int code = complain(command, "--%s, not \"%s", what, found);
    free(what);
    return code;
}

static int not_a_number(const struct cli_command *command, const struct cli_option *option,
                        const char *text)
{
    char allowed[80];

    snprintf(allowed, sizeof allowed, "%lld..%lld, not \"%.20s\"", (long long)option->min,
             (long long)option->max, text);
    return complain(command,
                    option->type == CLI_REAL ? "--%s must be a number %s"
                                             : "--%s must be an integer %s",
                    option->name, allowed);
}

static int set_real(const struct cli_command *command, const struct cli_option *option,
                    const char *text)
{
    char *end;
    const double number = strtod(text, &end);

    if (!*text || *end || !(number >= (double)option->min && number <= (double)option->max))
        return not_a_number(command, option, text);
    *(double *)option->value = number;
    return -1;
}

static int set_integer(const struct cli_command *command, const struct cli_option *option,
                       const char *text)
{
    char *end;

    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (!*text || *end || errno || number < option->min || number > option->max)
        return not_a_number(command, option, text);
    *(int64_t *)option->value = number;
    return -1;
}

/* The first 32 bits of its hash: each commit has deals of its own, the same on every machine. */
static int set_commit_seed(const struct cli_command *command, const struct cli_option *option)
{
    enum { HEXADECIMAL = 16, DIGITS = 8 };
    static char text[DIGITS + 3]; /* as long as the program */
    struct git_repository repository;
    struct errors errors = {0};
    struct pool pool = {0};
    const char *hash = git_repository_open(&repository, ".", &pool, &errors)
                           ? git_commit_hash(&repository, "HEAD", &pool, &errors)
                           : NULL;

    if (hash) {
        char digits[DIGITS + 1];
        snprintf(digits, sizeof digits, "%s", hash);
        snprintf(text, sizeof text, "%lu", strtoul(digits, NULL, HEXADECIMAL));
        *(const char **)option->value = text;
    }
    pool_free(&pool);
    errors_free(&errors);
    return hash ? -1
                : complain(command,
                           "--%s commit: the working directory is in no git repository that has a "
                           "commit%s",
                           option->name, "");
}

static int set_value(const struct cli_command *command, const struct cli_option *option,
                     const char *text)
{
    struct skat_error wrong;
    struct skat_seed seed;

    switch (option->type) {
    case CLI_FLAG:
        *(bool *)option->value = true;
        return -1;
    case CLI_TEXT:
        *(const char **)option->value = text;
        return -1;
    case CLI_TEXTS: {
        struct word_list *texts = option->value;
        if (texts->count == WORD_LIST_MAX)
            return complain(command, "--%s may be repeated up to %s times", option->name, "16");
        texts->of[texts->count++] = text;
        return -1;
    }
    case CLI_CHOICE:
        if (!word_in(text, option->argument))
            return not_a_choice(command, option->name, option->argument, text);
        *(const char **)option->value = text;
        return -1;
    case CLI_SEED:
        if (strcmp(text, "commit") == 0)
            return set_commit_seed(command, option);
        if (!skat_seed_parse(&seed, text, &wrong))
            return complain(command, "--%s: %s", option->name, wrong.text);
        *(const char **)option->value = text;
        return -1;
    case CLI_REAL:
        return set_real(command, option, text);
    case CLI_INT:
        return set_integer(command, option, text);
    case CLI_GROUP:
        break;
    }
    return -1;
}

static const struct cli_option *find_letter(const struct cli_option *options, int count,
                                            char letter)
{
    for (int i = 0; i < count; i++)
        if (options[i].letter && options[i].letter == letter)
            return &options[i];
    return NULL;
}

/* `text` as it was typed: "--sede", "-sede" or "-x". */
static int unknown_option(const struct cli_command *command, const struct cli_option *options,
                          int count, const char *text)
{
    static const char *const everywhere[] = {"help", "no-pager"}; /* they are no rows of a table */
    const char *word = text + strspn(text, "-"), *nearest = NULL;
    char *name = xstrndup(word, strcspn(word, "="));

    if (count && strlen(name) > 1)
        nearest = nearest_word(name, &options[0].name, (size_t)count, sizeof *options);
    if (!nearest && strlen(name) > 1)
        nearest = nearest_word(name, everywhere, sizeof everywhere / sizeof *everywhere,
                               sizeof *everywhere);
    free(name);
    return nearest ? complain(command, "unknown option %s; did you mean --%s?", text, nearest)
                   : complain(command, "unknown option %s%s", text, "");
}

/* Sets an option with the value that stands with it, or with the next argument. */
static int take_value(const struct cli_command *command, const struct cli_option *option,
                      const char *value, int argc, char **argv, int *index)
{
    if (option->type != CLI_FLAG && !value) {
        if (*index + 1 == argc)
            return complain(command, "--%s needs a value%s", option->name, "");
        value = argv[++*index];
    }
    return set_value(command, option, value);
}

/* "-q", "-j4", "-j 4", and several in one: "-qj4", of which only the last may have a value. */
static int parse_letters(const struct cli_command *command, const struct cli_option *options,
                         int count, int argc, char **argv, int *index)
{
    const char *text = argv[*index];

    for (const char *letter = text + 1; *letter; letter++) {
        const struct cli_option *option = find_letter(options, count, *letter);
        if (!option && letter == text + 1)
            return unknown_option(command, options, count, text);
        if (!option) {
            const char one[] = {'-', *letter, '\0'};
            return complain(command, "unknown option %s in %s", one, text);
        }
        if (option->type != CLI_FLAG)
            return take_value(command, option, letter[1] ? letter + 1 : NULL, argc, argv, index);
        set_value(command, option, NULL);
    }
    return -1;
}

/* Parses an argument that begins with a dash. Advances *index if the next argument is its value. */
static int parse_option(const struct cli_command *command, const struct cli_option *options,
                        int count, int argc, char **argv, int *index)
{
    const char *text = argv[*index];
    size_t length = strcspn(text + 2, "=");

    if (text[1] != '-')
        return parse_letters(command, options, count, argc, argv, index);
    const struct cli_option *option = find_long(options, count, text + 2, length);
    const char *value = text[2 + length] ? text + 2 + length + 1 : NULL;
    if (!option)
        return unknown_option(command, options, count, text);
    if (option->type == CLI_FLAG && value)
        return complain(command, "--%s takes no value%s", option->name, "");
    return take_value(command, option, value, argc, argv, index);
}

/* What the Makefile and completions ask: manual.h. */
static int describe(const char *what, const struct cli_command *command,
                    const struct cli_option *options, int count)
{
    if (strcmp(what, "man") == 0)
        print_command_manual(command, options, count, stdout);
    else if (strcmp(what, "options") == 0)
        print_command_options(options, count, stdout);
    else
        return complain(command, "unknown option --describe=%s%s", what, "");
    return EXIT_OK;
}

/* "-10:3" and "-.5:3" are words: no option begins with a digit or point. */
static bool begins_number(char letter) { return (letter >= '0' && letter <= '9') || letter == '.'; }

/* Is what it prints for programs, not for people? */
static bool prints_data(const struct cli_command *command, const struct cli_option *options,
                        int count)
{
    static const char *const forms[] = {"json", "csv", "ids"};

    for (int i = 0; i < count; i++)
        for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
            if (options[i].type == CLI_FLAG && strcmp(options[i].name, forms[k]) == 0 &&
                *(bool *)options[i].value)
                return true;
    for (int i = 0; i < count; i++)
        if (strcmp(options[i].name, "format") == 0 && *(const char **)options[i].value &&
            strcmp(*(const char **)options[i].value, "text") != 0)
            return true;
    return command->prints_data;
}

static int show_help(const struct cli_command *command, const struct cli_option *options, int count,
                     bool all)
{
    struct paged paged;
    FILE *out = pager_begin(&paged);

    print_command_help(command, options, count, all, terminal_width(stdout), out);
    pager_end(&paged);
    return EXIT_OK;
}

static int parse_words(const struct cli_command *command, const struct cli_option *options,
                       int count, int argc, char **argv, const char **words, int *word_count,
                       int word_min, int word_max)
{
    bool only_words = false;

    *word_count = 0;
    for (int i = 1; i < argc; i++) {
        if (!only_words && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0))
            return show_help(command, options, count,
                             argv[i + 1] && strcmp(argv[i + 1], "--all") == 0);
        if (!only_words && strncmp(argv[i], "--describe=", 11) == 0)
            return describe(argv[i] + 11, command, options, count);
        if (!only_words && strcmp(argv[i], "--") == 0) {
            only_words = true;
        } else if (!only_words && argv[i][0] == '-' && argv[i][1] && !begins_number(argv[i][1])) {
            int code = parse_option(command, options, count, argc, argv, &i);
            if (code >= 0)
                return code;
        } else if (*word_count == word_max) {
            return complain(command, "one argument too many: %s%s", argv[i], "");
        } else {
            words[(*word_count)++] = argv[i];
        }
    }
    return *word_count < word_min
               ? complain(command, "missing argument: %s%s", command->arguments, "")
               : -1;
}

/* The command's own options, and the one that all commands have, in a group of its own; the caller
 * frees them. */
static struct cli_option *with_common_option(const struct cli_option *options, int count,
                                             const char **colour)
{
    static const char words[] = "auto|always|never",
                      help[] = "colours: auto, on a terminal unless NO_COLOR is set";
    struct cli_option *all = xcalloc((size_t)count + 2, sizeof *all);

    for (int i = 0; i < count; i++)
        all[i] = options[i];
    all[count] = (struct cli_option)OPT_GROUP(GROUP_OUTPUT);
    all[count + 1] = (struct cli_option)OPT_CHOICE("color", 0, words, help, colour);
    return all;
}

int cli_parse(const struct cli_command *command, const struct cli_option *options, int count,
              int argc, char **argv, const char **words, int *word_count, int word_min,
              int word_max)
{
    const char *colour = "auto";
    struct cli_option *all = with_common_option(options, count, &colour);
    const int code =
        parse_words(command, all, count + 2, argc, argv, words, word_count, word_min, word_max);

    free(all);
    if (code >= 0)
        return code;
    terminal_set_colours(colour);
    if (!prints_data(command, options, count))
        terminal_fold_stdout();
    return -1;
}

bool options_refuse(const struct refusal *list, int count, struct errors *errors)
{
    for (int i = 0; i < count; i++)
        if (list[i].given)
            errors_add(errors, list[i].option, "%s", list[i].why);
    return !errors->count;
}
