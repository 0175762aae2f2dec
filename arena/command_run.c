/* arena/command_run.c - skat-arena run CONFIG */
#include <stdio.h>
#include <stdlib.h>

#include "arena/play_options.h"
#include "arena/tables.h"
#include "arena/tournament.h"

static void report(const struct play_options *options, const struct tournament *tournament,
                   const char *out)
{
    const struct run_result *result = &tournament->result;

    if (options->json) {
        print_json(tournament->summary, stdout);
    } else if (!options->quiet) {
        int width = terminal_width(stdout);
        print_summary(tournament->summary, width, stdout);
        print_standings(tournament->summary, width, stdout);
        if (tournament->tested)
            print_test(tournament->summary, stdout);
        printf("\n%s in %.1f s, %.0f games/s\n", out, result->seconds,
               result->seconds > 0 ? (double)result->games / result->seconds : 0);
    }
}

static int play(const struct config *config, const struct play_options *options, const char *out,
                struct problems *problems)
{
    static struct tournament tournament; /* 100 kB, used once */
    struct tournament_options how = {.quiet = options->quiet};
    int code = tournament_play(&tournament, config, out, &how, problems);

    if (tournament.summary)
        report(options, &tournament, out);
    if (code == EXIT_OK && tournament.tested)
        code = verdict_exit_code(tournament.verdict);
    tournament_free(&tournament);
    return code;
}

static int run(int argc, char **argv)
{
    struct play_options options = PLAY_OPTIONS_DEFAULT;
    const struct cli_option deals = play_options_deals(&options);
    struct cli_option table[1 + PLAY_OPTIONS];
    int options_count = play_options_table(&options, &deals, 1, table), count;
    const char *words[1];
    char out[FOLDER_PATH_SIZE];
    int code = cli_parse(&command_run, table, options_count, argc, argv, words, &count, 1, 1);
    if (code >= 0)
        return code;

    struct config config;
    struct problems problems = {0};
    code = EXIT_USAGE;
    if (config_load(&config, words[0], &options.overrides, &problems)) {
        if (folder_name(options.out, config.name, out, &problems) &&
            folder_open(out, options.force, &problems))
            code = play(&config, &options, out, &problems);
    }
    problems_print(&problems, stderr);
    problems_free(&problems);
    config_free(&config);
    return code;
}

const struct cli_command command_run = {
    "run", "CONFIG", "play a configured tournament", NULL, run,
};
