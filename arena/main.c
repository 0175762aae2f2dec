// SPDX-License-Identifier: MIT
/* arena/main.c - skat-arena COMMAND ...: finds the command, and lists all of them. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/bot/bot_process.h"
#include "arena/cli/generated_lists.h"
#include "arena/cli/manual.h"
#include "arena/base/terminal.h"
#include "arena/base/program_dirs.h"
#include "arena/bot/module_probe.h"
#include "arena/config/config.h"
#include "arena/base/text.h"
#include "arena/cli/options.h"
#include "arena/base/version.h"

/* In the order of the overview. */
static const struct cli_command *const commands[] = {
    &command_run,     &command_compare, &command_regress,   &command_study, &command_plan,
    &command_results, &command_report,  &command_serve,     &command_games, &command_replay,
    &command_analyze, &command_realism, &command_verify,    &command_merge, &command_archive,
    &command_import,  &command_export,  &command_new_bot,   &command_check, &command_bots,
    &command_play,    &command_ladder,  &command_positions, &command_tune,  &command_history,
    &command_rules,   &command_deal,    &command_bench,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* The groups of the overview: each begins with a command. */
static const struct {
    const struct cli_command *first;
    const char *title;
} groups[] = {
    {&command_run, "Play and compare"},
    {&command_results, "Look at results"},
    {&command_verify, "Keep results and pass them on"},
    {&command_new_bot, "Write and improve a bot"},
    {&command_rules, "Rules, deals, speed"},
};

static void print_usage(FILE *out)
{
    fprintf(out, "Usage: skat-arena COMMAND [ARGUMENT]...\n\n"
                 "Skat tournaments between bots, which are shared objects.\n");
    for (int i = 0; i < COMMANDS; i++) {
        for (size_t group = 0; group < sizeof groups / sizeof *groups; group++)
            if (groups[group].first == commands[i])
                fprintf(out, "\n%s:\n", groups[group].title);
        fprintf(out, "  %-9s  %s\n", commands[i]->name, commands[i]->summary);
    }
    fprintf(out, "\nSee 'skat-arena help COMMAND' and 'man skat-arena'.\n");
}

static const struct cli_command *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i]->name) == 0)
            return commands[i];
    return NULL;
}

static int unknown_command(const char *name)
{
    static const char *const options[] = {"--help", "--version", "--no-pager"};
    const char *names[COMMANDS];
    char suggestion[SUGGESTION_SIZE];

    if (name[0] == '-') {
        fprintf(stderr, "skat-arena: unknown option %s%s\nTry 'skat-arena --help'.\n", name,
                did_you_mean(name, options, sizeof options / sizeof *options, sizeof *options,
                             suggestion));
        return EXIT_USAGE;
    }
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i]->name;
    fprintf(stderr, "skat-arena: no command \"%s\"%s\n", name,
            did_you_mean(name, names, COMMANDS, sizeof *names, suggestion));
    fprintf(stderr, "'skat-arena help' lists all commands.\n");
    return EXIT_USAGE;
}

static int show_usage(void)
{
    struct paged paged;
    FILE *out = pager_begin(&paged);

    print_usage(out);
    pager_end(&paged);
    return EXIT_OK;
}

/* "help", "help help" and "help COMMAND [--all]", which is "COMMAND --help [--all]". */
static int help(int argc, char **argv)
{
    char option[] = "--help", all[] = "--all";
    const bool whole = argc == 4 && strcmp(argv[3], all) == 0;

    if (argc > 3 && !whole) {
        fprintf(stderr, "skat-arena help: one argument too many: %s\n", argv[3]);
        return EXIT_USAGE;
    }
    if (argc < 3 || strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0) {
        terminal_fold_stdout();
        return show_usage();
    }
    if (strcmp(argv[2], "help") == 0) {
        puts(
            "Usage: skat-arena help [COMMAND [--all]]\n\n"
            "List all commands, or show what one does, like skat-arena COMMAND --help; with --all\n"
            "also options that are rarely needed, and all exit statuses. On a terminal, longer\n"
            "help is shown by the program that PAGER names, unless --no-pager is given.");
        return EXIT_OK;
    }
    const struct cli_command *command = find_command(argv[2]);
    char *words[] = {argv[2], option, whole ? all : NULL, NULL};
    return command ? cli_run(command, whole ? 3 : 2, words) : unknown_command(argv[2]);
}

/* Takes --no-pager out of the arguments, as far as they are options. Returns how many are left. */
static int take_no_pager(int argc, char **argv)
{
    int kept = 0;

    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            memmove(&argv[kept], &argv[i], (size_t)(argc - i + 1) * sizeof *argv);
            return kept + argc - i;
        }
        if (strcmp(argv[i], "--no-pager") == 0)
            pager_disable();
        else
            argv[kept++] = argv[i];
    }
    argv[kept] = NULL;
    return kept;
}

static void print_names(enum program_dir which)
{
    int count;
    char **names = program_names(which, &count);

    for (int i = 0; i < count; i++)
        puts(names[i]);
    program_names_free(names, count);
}

/* For the Makefile, the completions, and what is generated: cli/manual.h, generated_lists.h. */
static int describe(const char *option)
{
    static const char *const names[PROGRAM_DIRS] = {
        [PROGRAM_BOTS] = "--describe=bots",
        [PROGRAM_CONFIGS] = "--describe=configs",
        [PROGRAM_STUDIES] = "--describe=studies",
        [PROGRAM_RULES] = "--describe=rules",
        [PROGRAM_POPULATIONS] = "--describe=populations",
        [PROGRAM_REFERENCE] = "--describe=references",
        [PROGRAM_LADDER] = "--describe=ladders",
    };

    for (int i = 0; i < PROGRAM_DIRS; i++)
        if (strcmp(option, names[i]) == 0) {
            print_names((enum program_dir)i);
            return EXIT_OK;
        }
    if (strcmp(option, "--describe=man") == 0)
        print_program_manual(commands, COMMANDS, stdout);
    else if (strcmp(option, "--describe=commands") == 0)
        print_program_commands(commands, COMMANDS, stdout);
    else if (strcmp(option, "--describe=config-keys") == 0)
        for (const char *const *key = config_keys; *key; key++)
            puts(*key);
    else if (strcmp(option, "--describe=decisions") == 0)
        print_decision_list(stdout);
    else if (strcmp(option, "--describe=fields") == 0)
        print_field_list(stdout);
    else
        return unknown_command(option);
    return EXIT_OK;
}

static int dispatch(int argc, char **argv)
{
    char share[FOLDER_PATH_SIZE];

    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return help(argc, argv);
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("skat-arena %s\n", ARENA_VERSION);
        return EXIT_OK;
    }
    if (strncmp(argv[1], "--describe=", 11) == 0)
        return describe(argv[1]);
    program_share(share);
    setenv("SKAT_ARENA_SHARE", share, true); /* for commands that configs run: configs/pipe.json */
    const struct cli_command *command = find_command(argv[1]);
    return command ? cli_run(command, argc - 1, argv + 1) : unknown_command(argv[1]);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "bot-process") == 0)
        return bot_process_main(); /* internal: run by bot_process.c */
    if (argc == 2 && strcmp(argv[1], "probe") == 0)
        return module_probe_main(); /* internal: run by module_probe.c */
    signal(SIGXFSZ, SIG_IGN);       /* a file over its size limit fails its write instead */
    FILE *before = stdout;
    argc = take_no_pager(argc, argv);
    int code = dispatch(argc, argv);
    terminal_unfold_stdout(before);
    if (fflush(stdout) != 0)
        perror("skat-arena: standard output");
    else if (ferror(stdout)) /* some time ago: why is not known any more */
        fprintf(stderr, "skat-arena: standard output: not all could be written\n");
    else
        return code;
    return code ? code : EXIT_INTERNAL;
}
