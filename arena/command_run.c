/* arena/command_run.c - skat-arena run CONFIG */
#include <stdio.h>
#include <stdlib.h>

#include "arena/cli.h"
#include "arena/tables.h"
#include "arena/tournament.h"

struct run_options {
    const char *out;
    bool force, quiet, json;
    struct config_overrides overrides;
};

static void report(const struct run_options *options, const struct config *config,
                   const struct tournament *tournament, const char *out)
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
    if (result->interrupted)
        fprintf(stderr, "skat-arena: interrupted: %llu of %llu games are finished and in %s\n",
                (unsigned long long)result->games,
                (unsigned long long)schedule_games(&config->schedule), out);
}

static int play(const struct config *config, const struct run_options *options, const char *out,
                struct problems *problems)
{
    static struct tournament tournament; /* 100 kB, used once */
    struct tournament_options how = {.quiet = options->quiet};
    int code = tournament_play(&tournament, config, out, &how, problems);

    if (tournament.summary)
        report(options, config, &tournament, out);
    if (code == EXIT_OK && tournament.tested)
        code = verdict_exit_code(tournament.verdict);
    tournament_free(&tournament);
    return code;
}

static int run(int argc, char **argv)
{
    struct run_options options = {.overrides = CONFIG_NO_OVERRIDES};
    const struct cli_option table[] = {
        {"out", 'o', CLI_TEXT, "DIR", "result folder (default: results/ and the config's name)",
         &options.out, 0, 0},
        {"seed", 0, CLI_INT, "N", "instead of the config's seed", &options.overrides.seed, 0,
         ((int64_t)1 << 53) - 1},
        {"deals", 0, CLI_INT, "N", "deals of a session, instead of the config's",
         &options.overrides.deals, 1, 1000000000},
        {"workers", 'j', CLI_INT, "N", "processes that play (default: one for each processor)",
         &options.overrides.workers, 1, WORKERS_MAX},
        {"log", 0, CLI_CHOICE, "all|none", "what games.jsonl keeps", &options.overrides.log, 0, 0},
        {"force", 'f', CLI_FLAG, NULL, "overwrite the results in an existing folder",
         &options.force, 0, 0},
        {"quiet", 'q', CLI_FLAG, NULL, "no progress and no table", &options.quiet, 0, 0},
        {"json", 0, CLI_FLAG, NULL, "print summary.json instead of the table", &options.json, 0, 0},
    };
    const char *words[1];
    char out[FOLDER_PATH_SIZE];
    int count;
    int code = cli_parse(&command_run, table, sizeof table / sizeof *table, argc, argv, words,
                         &count, 1, 1);
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
