/* arena/main.c - skat-arena COMMAND ... */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "arena/bot/bot_process.h"
#include "arena/cli/options.h"
#include "arena/base/exit_code.h"
#include "arena/bot/module.h"
#include "arena/base/spelling.h"
#include "arena/base/version.h"

static const struct cli_command *const commands[] = {
    &command_run,     &command_compare, &command_regress, &command_study,  &command_report,
    &command_analyze, &command_verify,  &command_merge,   &command_replay, &command_faults,
    &command_tune,    &command_sweep,   &command_realism, &command_plan,   &command_test,
    &command_import,  &command_export,  &command_deal,    &command_bots,   &command_check,
    &command_rules,   &command_bench,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *out)
{
    fprintf(out, "Usage: skat-arena COMMAND [ARGUMENT]...\n\n"
                 "Skat tournaments between bots, which are shared objects.\n\nCommands:\n");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-8s  %s\n", commands[i]->name, commands[i]->summary);
    fprintf(out, "\nSee 'skat-arena COMMAND --help' for details and docs/guide.md for a guide.\n");
}

int main(int argc, char **argv)
{
    const char *names[COMMANDS];

    if (argc == 2 && strcmp(argv[1], "bot-process") == 0)
        return bot_process_main(); /* internal: run by bot_process.c */
    if (argc == 2 && strcmp(argv[1], "probe") == 0)
        return module_probe_main(); /* internal: run by module_describe.c */
    signal(SIGXFSZ, SIG_IGN);       /* a file over its size limit fails its write instead */
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_usage(stdout);
        return EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("skat-arena %s\n", ARENA_VERSION);
        return EXIT_OK;
    }
    for (int i = 0; i < COMMANDS; i++) {
        names[i] = commands[i]->name;
        if (strcmp(argv[1], names[i]) == 0) {
            int code = commands[i]->run(argc - 1, argv + 1);
            if (fflush(stdout) != 0 || ferror(stdout)) {
                perror("skat-arena: standard output");
                return code ? code : EXIT_INTERNAL;
            }
            return code;
        }
    }
    char suggestion[SUGGESTION_SIZE];
    fprintf(stderr, "skat-arena: no command \"%s\"%s\n", argv[1],
            did_you_mean(argv[1], names, COMMANDS, sizeof *names, suggestion));
    print_usage(stderr);
    return EXIT_USAGE;
}
