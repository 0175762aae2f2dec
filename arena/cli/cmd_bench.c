// SPDX-License-Identifier: MIT
/* arena/cli/cmd_bench.c - skat-arena bench: speed, and a signature of every card and score. */
#include <stdio.h>

#include "arena/base/exit_code.h"
#include "arena/cli/options.h"
#include "arena/config/config.h"
#include "arena/match/speed_bench.h"
#include "arena/solve/solver_bench.h"

static int bench_solver(const char *deals, bool techniques)
{
    struct errors errors = {0};
    bool ok = solver_bench(deals, techniques, &errors);

    errors_report(&errors);
    return ok ? EXIT_OK : EXIT_BAD_FILE;
}

static int run(int argc, char **argv)
{
    enum { GAMES_EACH = 20000 };
    struct speed_bench_options options = {.workers = 1};
    bool signature_only = false, techniques = false;
    int64_t factor = 20;
    const char *deals = NULL;
    int words;
    const struct cli_option table[] = {
        {"signature", 0, CLI_FLAG, NULL,
         "print only signatures, no times, as `make test` compares them", &signature_only, 0, 0},
        {"bot", 'b', CLI_TEXT, "NAME", "only the cases of this bot", &options.bot, 0, 0},
        {"factor", 0, CLI_INT, "N", "play N x 20000 games per case (default 20)", &factor, 1,
         100000},
        {"workers", 'j', CLI_INT, "N", "worker processes (default 1)", &options.workers, 1,
         WORKERS_MAX},
        {"instructions", 0, CLI_FLAG, NULL, "also count instructions a game, with valgrind",
         &options.instructions, 0, 0},
        {"solver", 0, CLI_TEXT, "FILE", "measure the solver on solved deals", &deals, 0, 0},
        {"techniques", 0, CLI_FLAG, NULL, "with --solver: also with each technique disabled",
         &techniques, 0, 0},
    };
    int code = cli_parse(&command_bench, table, sizeof table / sizeof *table, argc, argv, NULL,
                         &words, 0, 0);
    if (code >= 0)
        return code;
    if (techniques && !deals) {
        fprintf(stderr, "skat-arena bench: --techniques requires --solver\n");
        return EXIT_USAGE;
    }
    if (deals)
        return bench_solver(deals, techniques);

    struct errors errors = {0};
    if (options.bot && !speed_bench_knows(options.bot)) {
        fprintf(stderr, "skat-arena bench: no case with bot \"%s\"\n", options.bot);
        return EXIT_USAGE;
    }
    options.games = factor * GAMES_EACH;
    bool ok = signature_only ? speed_bench_signatures(&options, stdout, &errors)
                             : speed_bench_table(&options, stdout, &errors);
    errors_print(&errors, stderr);
    code = errors.count ? EXIT_INTERNAL : ok ? EXIT_OK : EXIT_INTERRUPTED;
    errors_free(&errors);
    return code;
}

const struct cli_command command_bench = {
    "bench",
    "",
    "measure games per second and compute a signature of every card and score",
    "Plays all cases in seven rounds, with XSkat in each round if it is installed, and shows the\n"
    "medians. The signature is the same on every machine and with any number of workers. It "
    "changes\n"
    "when a change to a bot, the dealer or a rule changes what is played.",
    run,
    .examples = "bench --signature\n"
                "one hash for the play of each bot",
    .interrupted = "interrupted; nothing was kept",
};
