// SPDX-License-Identifier: MIT
#include "arena/cli/manual.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/text.h"
#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/version.h"

enum { LEFT_SIZE = 80, LEFT_MIN = 24, LEFT_MAX = 34, WIDTH = 100, WIDTH_LEAST = 40 };

/* What every command has, and no table. */
static const struct cli_option help_row =
    OPT_FLAG("help [--all]", 'h', "show this help; --all: with rare options", NULL);
static const struct cli_option no_pager_row =
    OPT_FLAG("no-pager", 0, "do not show long help through the program that PAGER names", NULL);

#define INTERRUPTED_HELP                                                                           \
    "interrupted, or the machine was short of something; where there is --resume, what it needs "  \
    "was kept"

static const struct {
    int status;
    const char *meaning;
} statuses[] = {
    {EXIT_OK, "done, or accepted"},
    {EXIT_REJECTED, "rejected: worse, different, not sound"},
    {EXIT_UNDECIDED, "undecided"},
    {EXIT_USAGE, "a wrong command line or config"},
    {EXIT_BAD_FILE, "an input file that cannot be read"},
    {EXIT_INTERNAL, "an internal error, or a full disk"},
    {EXIT_INTERRUPTED, INTERRUPTED_HELP},
};
enum { STATUSES = sizeof statuses / sizeof *statuses };

/* What a status says of a command; NULL: it does not end with this one. */
static const char *meaning_for(int index, const struct cli_command *command,
                               const struct cli_option *options, int count)
{
    const int status = statuses[index].status;

    if (status == EXIT_OK)
        return command->accepted   ? command->accepted
               : command->rejected ? statuses[index].meaning
                                   : "done";
    if (status == EXIT_REJECTED || status == EXIT_UNDECIDED)
        return status == EXIT_REJECTED ? command->rejected : command->undecided;
    if (status != EXIT_INTERRUPTED)
        return statuses[index].meaning;
    for (int i = 0; i < count; i++)
        if (strcmp(options[i].name, "resume") == 0)
            return "interrupted; what --resume needs was kept";
    return command->interrupted;
}

/* ---- --help ---- */

/* Prints words from column `indent` on, in lines of at most `width` columns; `column` is where the
 * first begins. Line ends of the text are spaces, but empty lines stay. */
static void print_wrapped(const char *text, int column, int indent, int width, FILE *out)
{
    bool first = true;

    while (*text) {
        size_t blanks = strspn(text, " \n"), length;
        bool paragraph = strncmp(text, "\n\n", 2) == 0;
        text += blanks;
        length = strcspn(text, " \n");
        if (!length)
            break;
        if (paragraph || (!first && column + 1 + (int)length > width)) {
            fprintf(out, paragraph ? "\n\n%*s" : "\n%*s", indent, "");
            column = indent;
            first = true;
        }
        column += fprintf(out, "%s%.*s", first ? "" : " ", (int)length, text);
        text += length;
        first = false;
    }
    fprintf(out, "\n");
}

/* "-o, --out=DIR" */
static int left_column(const struct cli_option *option, char text[LEFT_SIZE])
{
    char letter[8] = "    ";

    if (option->letter)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    return snprintf(text, LEFT_SIZE, "%s--%s%s%s", letter, option->name,
                    option->argument ? "=" : "", option->argument ? option->argument : "");
}

static void print_row(const struct cli_option *option, int left_width, int width, FILE *out)
{
    const int indent = left_width + 4;
    char left[LEFT_SIZE];
    const int length = left_column(option, left);
    const int used = length > left_width ? fprintf(out, "  %s\n%*s", left, indent, "") - length - 3
                                         : fprintf(out, "  %-*s  ", left_width, left);

    print_wrapped(option->help, used, indent, width, out);
}

/* Calls visit() with both lines of each example, or of the first two. */
static void each_example(const struct cli_command *command, bool all,
                         void (*visit)(const char *line, int length, bool is_command, int width,
                                       FILE *out),
                         int width, FILE *out)
{
    enum { FEW = 4 };
    bool is_command = true;
    int lines = 0;

    for (const char *at = command->examples; at && *at && (all || lines < FEW); lines++) {
        int length = (int)strcspn(at, "\n");
        visit(at, length, is_command, width, out);
        at += length + (at[length] == '\n');
        is_command = !is_command;
    }
}

static void print_example(const char *line, int length, bool is_command, int width, FILE *out)
{
    enum { INDENT = 6 };
    char text[200];

    if (is_command) {
        fprintf(out, "  skat-arena %.*s\n", length, line);
        return;
    }
    snprintf(text, sizeof text, "%.*s", length, line);
    fprintf(out, "%*s", INDENT, "");
    print_wrapped(text, INDENT, INDENT, width, out);
}

/* The group of rare options that a row is in; NULL: it is common, or a title itself. */
static const char *group_of(const struct cli_option *options, int index)
{
    if (options[index].type == CLI_GROUP)
        return NULL;
    while (index >= 0 && options[index].type != CLI_GROUP)
        index--;
    return index < 0 ? NULL : options[index].argument;
}

/* Whether the title of row `index` begins a group, for the first time. */
static bool begins_group(const struct cli_option *options, int index)
{
    const char *title = options[index].type == CLI_GROUP ? options[index].argument : NULL;

    for (int i = 0; title && i < index; i++)
        if (options[i].type == CLI_GROUP && options[i].argument &&
            strcmp(options[i].argument, title) == 0)
            return false;
    return title != NULL;
}

/* Calls visit() for each option of a group; NULL: for the common ones. */
static void each_option(const struct cli_option *options, int count, const char *group,
                        void (*visit)(const struct cli_option *option, int left_width, int width,
                                      FILE *out),
                        int left_width, int width, FILE *out)
{
    for (int i = 0; i < count; i++) {
        const char *of = group_of(options, i);
        if (options[i].type != CLI_GROUP && (of && group ? strcmp(of, group) == 0 : of == group))
            visit(&options[i], left_width, width, out);
    }
}

static int left_width_of(const struct cli_option *options, int count, bool all, int width)
{
    char left[LEFT_SIZE];
    int left_width = LEFT_MIN;

    for (int i = 0; i < count; i++) {
        const bool shown = options[i].type != CLI_GROUP && (all || !group_of(options, i));
        int length = left_column(&options[i], left);
        if (shown && length > left_width && length <= LEFT_MAX)
            left_width = length;
    }
    return left_width > width / 2 ? width / 2 : left_width;
}

static void print_options(const struct cli_option *options, int count, bool all, int width,
                          FILE *out)
{
    const int left_width = left_width_of(options, count, all, width);

    fprintf(out, "\nOptions:\n");
    each_option(options, count, NULL, print_row, left_width, width, out);
    print_row(&help_row, left_width, width, out);
    for (int i = 0; all && i < count; i++) {
        if (!begins_group(options, i))
            continue;
        const char *title = options[i].argument;
        fprintf(out, "\n%s:\n", title);
        each_option(options, count, title, print_row, left_width, width, out);
        if (strcmp(title, GROUP_OUTPUT) == 0)
            print_row(&no_pager_row, left_width, width, out);
    }
}

/* Without `all`, only statuses that say something of this command. */
static void print_statuses(const struct cli_command *command, const struct cli_option *options,
                           int count, bool all, int width, FILE *out)
{
    if (!all && !command->rejected)
        return;
    fprintf(out, "\nExit status:\n");
    for (int i = 0; i < STATUSES; i++) {
        const char *meaning = meaning_for(i, command, options, count);
        if (meaning && (all || statuses[i].status < EXIT_USAGE)) {
            const int column = fprintf(out, "  %-3d  ", statuses[i].status);
            print_wrapped(meaning, column, column, width, out);
        }
    }
}

void print_command_help(const struct cli_command *command, const struct cli_option *options,
                        int count, bool all, int width, FILE *out)
{
    char summary[200];

    width = width > WIDTH || width < 1 ? WIDTH : width < WIDTH_LEAST ? WIDTH_LEAST : width;
    fprintf(out, "Usage: skat-arena %s [OPTION]...%s%s\n\n", command->name,
            *command->arguments ? " " : "", command->arguments);
    snprintf(summary, sizeof summary, "%c%s.", toupper((unsigned char)*command->summary),
             command->summary + 1);
    print_wrapped(summary, 0, 0, width, out);
    if (command->details) {
        fprintf(out, "\n");
        print_wrapped(command->details, 0, 0, width, out);
    }
    if (all && command->manual) {
        fprintf(out, "\n");
        print_wrapped(command->manual, 0, 0, width, out);
    }
    print_options(options, count, all, width, out);
    if (command->examples)
        fprintf(out, "\nExamples:\n");
    each_example(command, all, print_example, width, out);
    print_statuses(command, options, count, all, width, out);
}

/* ---- manual pages ---- */

/* One line with what is special to roff escaped. */
static void print_roff(const char *text, int length, FILE *out)
{
    if (length && (*text == '.' || *text == '\''))
        fprintf(out, "\\&");
    for (int i = 0; i < length; i++)
        if (text[i] == '\\')
            fprintf(out, "\\e");
        else if (text[i] == '-')
            fprintf(out, "\\-");
        else
            fputc(text[i], out);
}

/* A word on a macro's line. */
static void print_word(const char *word, FILE *out) { print_roff(word, (int)strlen(word), out); }

/* Running text, in lines that mandoc does not find too long. An empty line begins a paragraph. */
static void print_text(const char *text, FILE *out)
{
    enum { LINE = 70 };
    int column = 0;

    while (*text) {
        bool paragraph = strncmp(text, "\n\n", 2) == 0;
        text += strspn(text, " \n");
        int length = (int)strcspn(text, " \n");
        if (!length)
            break;
        if (paragraph || column + length > LINE) {
            fprintf(out, paragraph ? "\n.PP\n" : "\n");
            column = 0;
        }
        if (column)
            fputc(' ', out);
        print_roff(text, length, out);
        column += length + 1;
        text += length;
    }
    fprintf(out, "\n");
}

static void print_title(const char *name, FILE *out)
{
    fprintf(out, ".TH \"");
    for (const char *at = name; *at; at++)
        if (*at == '-')
            fprintf(out, "\\-");
        else
            fputc(*at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : *at, out);
    fprintf(out, "\" 1 \"%s\" \"skat\\-arena %s\" \"Skat Arena\"\n", ARENA_DATE, ARENA_VERSION);
}

static void print_roff_option(const struct cli_option *option, int left_width, int width, FILE *out)
{
    (void)left_width;
    (void)width;
    fprintf(out, ".TP\n.B ");
    if (option->letter)
        fprintf(out, "\\-%c, ", option->letter);
    fprintf(out, "\\-\\-");
    print_word(option->name, out);
    if (option->argument) {
        fprintf(out, "=");
        print_word(option->argument, out);
    }
    fprintf(out, "\n");
    print_text(option->help, out);
}

static void print_roff_example(const char *line, int length, bool is_command, int width, FILE *out)
{
    (void)width;
    fprintf(out, is_command ? ".TP\n.B skat\\-arena " : "");
    print_roff(line, length, out);
    fprintf(out, "\n");
}

static void print_roff_status(int index, const char *meaning, FILE *out)
{
    fprintf(out, ".TP\n.B %d\n", statuses[index].status);
    print_text(meaning, out);
}

void print_command_manual(const struct cli_command *command, const struct cli_option *options,
                          int count, FILE *out)
{
    char name[60];

    snprintf(name, sizeof name, "skat-arena-%s", command->name);
    print_title(name, out);
    fprintf(out, ".SH NAME\n");
    print_word(name, out);
    fprintf(out, " \\-\n");
    print_text(command->summary, out);
    fprintf(out, ".SH SYNOPSIS\n.B skat\\-arena %s\n[\\fIOPTION\\fR]...\n", command->name);
    print_word(command->arguments, out);
    fprintf(out, "%s.SH DESCRIPTION\n", *command->arguments ? "\n" : "");
    print_text(command->details ? command->details : command->summary, out);
    if (command->manual) {
        fprintf(out, ".PP\n");
        print_text(command->manual, out);
    }
    fprintf(out, ".SH OPTIONS\n");
    each_option(options, count, NULL, print_roff_option, 0, 0, out);
    fprintf(out, ".TP\n.B \\-h, \\-\\-help\nshow the common options and exit; \\-\\-help \\-\\-all "
                 "shows all\n");
    for (int i = 0; i < count; i++) {
        if (!begins_group(options, i))
            continue;
        fprintf(out, ".SS ");
        print_word(options[i].argument, out);
        fprintf(out, "\n");
        each_option(options, count, options[i].argument, print_roff_option, 0, 0, out);
    }
    print_roff_option(&no_pager_row, 0, 0, out);
    if (command->examples)
        fprintf(out, ".SH EXAMPLES\n");
    each_example(command, true, print_roff_example, 0, out);
    fprintf(out, ".SH EXIT STATUS\n");
    for (int i = 0; i < STATUSES; i++) {
        const char *meaning = meaning_for(i, command, options, count);
        if (meaning)
            print_roff_status(i, meaning, out);
    }
    fprintf(out, ".SH SEE ALSO\n.BR skat\\-arena (1),\n.BR skat\\-arena\\-config (5),\n.BR "
                 "skat\\-arena\\-formats (5)\n");
}

static const struct {
    const char *name, *meaning;
} variables[] = {
    {"SKAT_ARENA_PATH",
     "folders, separated by colons, in which configs (configs/NAME.json), rule sets "
     "(configs/rules/NAME.json), populations and bots (bots/NAME.so) are found by name: after the "
     "working directory, where bots are not looked for, and before the program's own"},
    {"SKAT_ARENA_SEED", "the seed of the deals where neither the command line nor a config names "
                        "one, instead of a drawn one"},
    {"PAGER", "the command that shows help longer than the terminal (default: less); empty or "
              "\"cat\": none"},
    {"NO_COLOR", "if it is set and not empty, nothing is coloured"},
    {"CLICOLOR_FORCE",
     "if it is set and not empty, output is coloured even if it is not printed on a terminal"},
    {"SKAT_ARENA_SHARE",
     "set by the program for the commands that it runs: the folder of its own files"},
};

void print_program_manual(const struct cli_command *const *commands, int count, FILE *out)
{
    print_title("skat-arena", out);
    fprintf(out, ".SH NAME\nskat\\-arena \\- play Skat tournaments between bots\n"
                 ".SH SYNOPSIS\n.B skat\\-arena\n.I COMMAND\n[\\fIARGUMENT\\fR]...\n"
                 ".SH DESCRIPTION\n");
    print_text("A seeded dealer deals thousands to millions of games of Skat, bots loaded as "
               "shared objects play them under a configurable rule set, and every game is logged "
               "as JSON. The bots of a comparison play the same deals in all seats, so the luck of "
               "the cards cancels; a run repeats to the byte.",
               out);
    fprintf(out, ".SH COMMANDS\n");
    for (int i = 0; i < count; i++) {
        fprintf(out, ".TP\n.BR skat\\-arena\\-%s (1)\n", commands[i]->name);
        print_text(commands[i]->summary, out);
    }
    fprintf(out, ".SH ENVIRONMENT\n");
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        fprintf(out, ".TP\n.B %s\n", variables[i].name);
        print_text(variables[i].meaning, out);
    }
    fprintf(out, ".SH EXIT STATUS\n");
    for (int i = 0; i < STATUSES; i++)
        print_roff_status(i, statuses[i].meaning, out);
    fprintf(out, ".SH SEE ALSO\n.BR skat\\-arena\\-config (5),\n.BR skat\\-arena\\-rules (5),\n"
                 ".BR skat\\-arena\\-formats (5),\n.BR skat\\-arena\\-bot (7)\n");
}

/* ---- completions ---- */

void print_command_options(const struct cli_option *options, int count, FILE *out)
{
    for (int i = 0; i < count; i++)
        if (options[i].type != CLI_GROUP)
            fprintf(out, "--%s%s\t%s\t%s\n", options[i].name, options[i].argument ? "=" : "",
                    options[i].help,
                    options[i].type == CLI_CHOICE || options[i].type == CLI_ENUM
                        ? options[i].argument
                        : "");
    fprintf(out, "--no-pager\t%s\t\n", no_pager_row.help);
    fprintf(out, "--help\tshow help and exit\t\n");
}

void print_program_commands(const struct cli_command *const *commands, int count, FILE *out)
{
    for (int i = 0; i < count; i++)
        fprintf(out, "%s\t%s\n", commands[i]->name, commands[i]->summary);
    fprintf(out, "help\tshow what a command does\n");
}
