// SPDX-License-Identifier: MIT
#include "arena/cli/options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/base/terminal.h"
#include "arena/base/text.h"
#include "arena/cli/manual.h"
#include "arena/config/rules_config.h"
#include "arena/history/git_repository.h"
#include "engine/seed.h"

/* ---- what is wrong with a command line ---- */

/* "skat-arena run: ..." */
static void say_wrong(const struct cli_line *line, const char *format, va_list arguments)
{
    char *found = NULL;

    print_note("skat-arena %s: %s\n", line->command->name,
               vasprintf(&found, format, arguments) < 0 ? "" : found);
    free(found);
}

int cli_wrong(const struct cli_line *line, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say_wrong(line, format, arguments);
    va_end(arguments);
    return EXIT_USAGE;
}

/* The same, and where --help is: for an option or an argument that is wrong by itself. */
__attribute__((format(printf, 2, 3))) static int complain(const struct cli_line *line,
                                                          const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say_wrong(line, format, arguments);
    va_end(arguments);
    fprintf(stderr, "Try 'skat-arena %s --help'.\n", line->command->name);
    return EXIT_USAGE;
}

/* ---- the value of an option ---- */

/* Its number among the words of "all|none"; -1: it is none of them. */
static int number_in(const char *word, const char *words)
{
    const size_t length = strlen(word);
    int number = 0;

    for (const char *at = words; length && at; number++) {
        const char *end = strchr(at, '|');
        if (strncmp(at, word, length) == 0 && (at[length] == '|' || !at[length]))
            return number;
        at = end ? end + 1 : NULL;
    }
    return -1;
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

static int not_a_choice(const struct cli_line *line, const struct cli_option *option,
                        const char *word)
{
    char suggestion[SUGGESTION_SIZE];

    return complain(line, "--%s must be one of %s, not \"%.30s\"%s", option->name, option->argument,
                    word, meant_word(word, option->argument, suggestion));
}

static int not_a_number(const struct cli_line *line, const struct cli_option *option,
                        const char *text)
{
    return complain(line, "--%s must be %s %lld..%lld, not \"%.20s\"", option->name,
                    option->type == CLI_REAL ? "a number" : "an integer", (long long)option->min,
                    (long long)option->max, text);
}

static int set_real(const struct cli_line *line, const struct cli_option *option, const char *text)
{
    char *end;
    const double number = strtod(text, &end);

    if (!*text || *end || !(number >= (double)option->min && number <= (double)option->max))
        return not_a_number(line, option, text);
    *(double *)option->value = number;
    return -1;
}

static int set_integer(const struct cli_line *line, const struct cli_option *option,
                       const char *text)
{
    char *end;

    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (!*text || *end || errno || number < option->min || number > option->max)
        return not_a_number(line, option, text);
    *(int64_t *)option->value = number;
    return -1;
}

/* The first 32 bits of its hash: each commit has deals of its own, the same on every machine. */
static int set_commit_seed(const struct cli_line *line, const struct cli_option *option)
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
                : complain(line,
                           "--%s commit: the working directory is in no git repository that has a "
                           "commit",
                           option->name);
}

static int set_value(const struct cli_line *line, const struct cli_option *option, const char *text)
{
    struct skat_error wrong;
    struct skat_seed seed;
    int number;

    switch (option->type) {
    case CLI_FLAG:
        *(bool *)option->value = true;
        return -1;
    case CLI_JSON:
        *(int *)option->value = TABLE_JSON;
        return -1;
    case CLI_TEXT:
        *(const char **)option->value = text;
        return -1;
    case CLI_TEXTS: {
        struct word_list *texts = option->value;
        if (texts->count == WORD_LIST_MAX)
            return complain(line, "--%s may be repeated up to %d times", option->name,
                            WORD_LIST_MAX);
        texts->of[texts->count++] = text;
        return -1;
    }
    case CLI_CHOICE:
    case CLI_ENUM:
        number = number_in(text, option->argument);
        if (number < 0)
            return not_a_choice(line, option, text);
        if (option->type == CLI_CHOICE)
            *(const char **)option->value = text;
        else
            *(int *)option->value = number;
        return -1;
    case CLI_SEED:
        if (strcmp(text, "commit") == 0)
            return set_commit_seed(line, option);
        if (!skat_seed_parse(&seed, text, &wrong))
            return complain(line, "--%s: %s", option->name, wrong.text);
        *(const char **)option->value = text;
        return -1;
    case CLI_REAL:
        return set_real(line, option, text);
    case CLI_INT:
        return set_integer(line, option, text);
    case CLI_GROUP:
        break;
    }
    return -1;
}

/* ---- options and words ---- */

static const struct cli_option *find_long(const struct cli_option *options, int count,
                                          const char *name, size_t length)
{
    for (int i = 0; i < count; i++)
        if (options[i].type != CLI_GROUP && strncmp(options[i].name, name, length) == 0 &&
            !options[i].name[length])
            return &options[i];
    return NULL;
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
static int unknown_option(const struct cli_line *line, const struct cli_option *options, int count,
                          const char *text)
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
    return nearest ? complain(line, "unknown option %s; did you mean --%s?", text, nearest)
                   : complain(line, "unknown option %s", text);
}

/* Sets an option with the value that stands with it, or with the next argument. */
static int take_value(struct cli_line *line, const struct cli_option *option, const char *value,
                      int *index)
{
    if (option->argument && !value) {
        if (*index + 1 == line->argc)
            return complain(line, "--%s needs a value", option->name);
        value = line->argv[++*index];
    }
    line->given[line->given_count++] = option->name;
    return set_value(line, option, value);
}

/* "-q", "-j4", "-j 4", and several in one: "-qj4", of which only the last may have a value. */
static int parse_letters(struct cli_line *line, const struct cli_option *options, int count,
                         int *index)
{
    const char *text = line->argv[*index];

    for (const char *letter = text + 1; *letter; letter++) {
        const struct cli_option *option = find_letter(options, count, *letter);
        if (!option && letter == text + 1)
            return unknown_option(line, options, count, text);
        if (!option)
            return complain(line, "unknown option -%c in %s", *letter, text);
        const bool last = option->argument;
        const char *value = last && letter[1] ? letter + 1 : NULL;
        const int code = take_value(line, option, value, index);
        if (last)
            return code;
    }
    return -1;
}

/* Parses an argument that begins with a dash. Advances *index if the next argument is its value. */
static int parse_option(struct cli_line *line, const struct cli_option *options, int count,
                        int *index)
{
    const char *text = line->argv[*index];
    size_t length = strcspn(text + 2, "=");

    if (text[1] != '-')
        return parse_letters(line, options, count, index);
    const struct cli_option *option = find_long(options, count, text + 2, length);
    const char *value = text[2 + length] ? text + 2 + length + 1 : NULL;
    if (!option)
        return unknown_option(line, options, count, text);
    if (!option->argument && value)
        return complain(line, "--%s takes no value", option->name);
    return take_value(line, option, value, index);
}

/* What the Makefile and completions ask: manual.h. */
static int describe(const char *what, const struct cli_line *line, const struct cli_option *options,
                    int count)
{
    if (strcmp(what, "man") == 0)
        print_command_manual(line->command, options, count, stdout);
    else if (strcmp(what, "options") == 0)
        print_command_options(options, count, stdout);
    else
        return complain(line, "unknown option --describe=%s", what);
    return EXIT_OK;
}

/* "-10:3" and "-.5:3" are words: no option begins with a digit or point. */
static bool begins_number(char letter) { return (letter >= '0' && letter <= '9') || letter == '.'; }

/* Is what it prints for programs, not for people? */
static bool prints_data(const struct cli_line *line, const struct cli_option *options, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(options[i].name, "format") == 0 && *(int *)options[i].value != TABLE_TEXT)
            return true;
    return line->command->prints_data || cli_given(line, "json") || cli_given(line, "ids");
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

static int parse_words(struct cli_line *line, const struct cli_option *options, int count,
                       int least, int most)
{
    bool only_words = false;

    for (int i = 1; i < line->argc; i++) {
        const char *word = line->argv[i], *next = line->argv[i + 1];
        const bool dash = !only_words && *word == '-';
        if (dash && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0))
            return show_help(line->command, options, count, next && strcmp(next, "--all") == 0);
        if (dash && strncmp(word, "--describe=", 11) == 0)
            return describe(word + 11, line, options, count);
        if (dash && strcmp(word, "--") == 0) {
            only_words = true;
        } else if (dash && word[1] && !begins_number(word[1])) {
            const int code = parse_option(line, options, count, &i);
            if (code >= 0)
                return code;
        } else if (line->count == most) {
            return complain(line, "one argument too many: %s", word);
        } else {
            line->words[line->count++] = word;
        }
    }
    return line->count < least ? complain(line, "missing argument: %s", line->command->arguments)
                               : -1;
}

/* Whatever --format said before or after it. */
static void take_json(const struct cli_line *line, const struct cli_option *options, int count)
{
    for (int i = 0; i < count; i++)
        if (options[i].type == CLI_JSON && cli_given(line, "json"))
            *(int *)options[i].value = TABLE_JSON;
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

int cli_parse(struct cli_line *line, const struct cli_option *options, int count, int least,
              int most)
{
    const char *colour = "auto";
    struct cli_option *all = with_common_option(options, count, &colour);
    const int code = parse_words(line, all, count + 2, least, most);

    free(all);
    if (code >= 0)
        return code;
    take_json(line, options, count);
    terminal_set_colours(colour);
    if (!prints_data(line, options, count))
        terminal_fold_stdout();
    return -1;
}

int cli_run(const struct cli_command *command, int argc, char **argv)
{
    struct errors errors = {0};
    size_t length = (size_t)argc;

    for (int i = 0; i < argc; i++) /* "-qqq" */
        length += strlen(argv[i]);
    const char **words = xcalloc((size_t)argc + 1, sizeof *words),
               **given = xcalloc(length, sizeof *given);
    struct cli_line line = {.command = command,
                            .argc = argc,
                            .argv = argv,
                            .words = words,
                            .given = given,
                            .errors = &errors};
    const int code = command->run(&line);
    free(words);
    free(given);
    return errors_end(&errors, code);
}

/* ---- what was given ---- */

/* Whether it is one of the words of "seed log". */
static bool is_among(const char *word, const char *words)
{
    const size_t length = strlen(word);

    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return true;
    return false;
}

bool cli_given(const struct cli_line *line, const char *options)
{
    for (int i = 0; i < line->given_count; i++)
        if (is_among(line->given[i], options))
            return true;
    return false;
}

bool cli_refuse(const struct cli_line *line, const struct refusal *list, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; list[i].when && k < line->given_count; k++)
            if (is_among(line->given[k], list[i].options)) {
                char *option = xasprintf("--%s", line->given[k]);
                errors_add(line->errors, option, "%s", list[i].why);
                free(option);
            }
    return !line->errors->count;
}

/* ---- options that several commands have ---- */

int language_option_take(const struct cli_line *line, const struct language_words *words,
                         struct language *language)
{
    *language = (struct language){words->german, words->german_cards};
    return words->german_cards && !words->german ? cli_wrong(line, "--german-cards needs --lang de")
                                                 : -1;
}

int rule_option_join(const char **rules, const struct word_list *words, bool replays,
                     struct errors *errors)
{
    static char *text; /* of the rule set of a command: until the next one */
    const int before = errors->count;
    struct skat_rules checked;

    if (words->count && !*rules && replays)
        errors_add(errors, "--rule",
                   "changes the set that --rules names: the log has rules of its own");
    else if (words->count) {
        free(text);
        *rules = text = rule_words_text(*rules, words, errors);
    }
    if (*rules && replays && errors->count == before)
        rules_config_load_prepared(&checked, *rules, errors);
    return errors->count == before ? -1 : EXIT_USAGE;
}

int log_rules_take(struct log_rules *rules, struct errors *errors)
{
    return rule_option_join(&rules->name, &rules->rule, true, errors);
}

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
