/* arena/cli/cmd_bench.c - skat-arena bench: speed, and a signature of every card and score. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/cli/options.h"
#include "arena/config/config.h"
#include "arena/base/exit_code.h"
#include "arena/match/supervisor.h"
#include "arena/solve/solver_bench.h"

/* The rules of a case: official, or those of configs/rules/stammtisch.json, written out here so
 * that the bench needs no file. The latter have nearly all that carries over between deals. */
static const char OFFICIAL[] = "{}";
static const char PUB[] =
    "{\"concede\": \"before_lead\", \"passed_in\": \"ramsch\", "
    "\"kontra\": {\"levels\": 2, \"when\": \"first_trick\", \"who\": \"bidders_or_18\"}, "
    "\"bock\": {\"triggers\": [\"grand_hand_played\", \"kontra_lost\", \"re_said\", "
    "\"sixty_sixty\"], "
    "\"ramsch_after\": true}, \"ramsch_round\": {\"grand_hand\": true}}";

/* The bot in all three seats, and whether a log is written (to a temporary file). */
static const struct bench_case {
    const char *bot;
    const char *rules;
    const char *title;
    bool log;
    int64_t games; /* for a signature; a measurement plays a multiple of this */
} cases[] = {
    {"basic", OFFICIAL, "no log", false, 20000},
    {"random", OFFICIAL, "no log", false, 20000},
    {"random", OFFICIAL, "with log", true, 20000},
    {"random", PUB, "pub rules", false, 20000},
    {"stammtisch", OFFICIAL, "no log", false, 20000},
    {"stammtisch", OFFICIAL, "with log", true, 20000},
    {"stammtisch", PUB, "pub rules", false, 20000},
};

static bool play_case(const struct bench_case *bench, int64_t games, int64_t workers,
                      struct supervisor_result *result, struct errors *errors)
{
    struct config_overrides overrides = CONFIG_NO_OVERRIDES;
    struct config config;
    const int64_t SESSION = 1000; /* deals; short, as some rules carry state over between deals */
    char text[1024];

    int length =
        snprintf(text, sizeof text,
                 "{\"name\": \"bench\", \"seed\": 20261121, \"sessions\": %lld, \"deals\": %lld, "
                 "\"rules\": %s, \"bots\": {\"bot\": \"%s\"}, "
                 "\"seats\": [\"bot\", \"bot\", \"bot\"], \"workers\": %lld, \"log\": \"%s\"}",
                 (long long)(bench->rules == PUB ? games / SESSION : 1),
                 (long long)(bench->rules == PUB ? SESSION : games), bench->rules, bench->bot,
                 (long long)workers, bench->log ? "all" : "none");
    bool ok = config_parse(&config, text, (size_t)length, "bench", ".", &overrides, errors);
    FILE *log = ok && bench->log ? tmpfile() : NULL;
    if (ok && bench->log && !log) {
        errors_add(errors, "bench", "cannot create a temporary file for the log");
        ok = false;
    }
    ok = ok && supervisor_play(&config, &(struct supervisor_outputs){.log = log}, result, errors);
    if (log)
        fclose(log);
    config_free(&config);
    return ok;
}

static bool is_case(const char *bot)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strcmp(cases[i].bot, bot) == 0)
            return true;
    return false;
}

static int bench_solver(const char *deals, bool techniques)
{
    struct errors errors = {0};
    bool ok = solver_bench(deals, techniques, &errors);

    errors_print(&errors, stderr);
    errors_free(&errors);
    return ok ? EXIT_OK : EXIT_BAD_FILE;
}

static int run(int argc, char **argv)
{
    bool signature_only = false;
    int64_t factor = 20, workers = 1;
    bool techniques = false;
    const char *only = NULL, *deals = NULL;
    int words;
    const struct cli_option table[] = {
        {"signature", 0, CLI_FLAG, NULL, "only signatures, no times, as `make test` compares them",
         &signature_only, 0, 0},
        {"bot", 'b', CLI_TEXT, "NAME", "only the cases of this bot", &only, 0, 0},
        {"factor", 'f', CLI_INT, "N", "play N x 20000 games per case (default 20)", &factor, 1,
         100000},
        {"workers", 'j', CLI_INT, "N", "worker processes (default 1)", &workers, 1, WORKERS_MAX},
        {"solver", 's', CLI_TEXT, "FILE", "measure the solver on solved deals", &deals, 0, 0},
        {"techniques", 't', CLI_FLAG, NULL, "with --solver: also with each technique disabled",
         &techniques, 0, 0},
    };
    int code = cli_parse(&command_bench, table, 6, argc, argv, NULL, &words, 0, 0);
    if (code >= 0)
        return code;
    if (techniques && !deals) {
        fprintf(stderr, "skat-arena bench: --techniques requires --solver\n");
        return EXIT_USAGE;
    }
    if (deals)
        return bench_solver(deals, techniques);

    struct supervisor_result *result = calloc(1, sizeof *result);
    struct errors errors = {0};
    if (only && !is_case(only)) {
        fprintf(stderr, "skat-arena bench: no case with bot \"%s\"\n", only);
        free(result);
        return EXIT_USAGE;
    }
    for (size_t i = 0; result && i < sizeof cases / sizeof *cases && !errors.count; i++) {
        int64_t games = cases[i].games * (signature_only ? 1 : factor);
        if ((only && strcmp(only, cases[i].bot) != 0) ||
            !play_case(&cases[i], games, workers, result, &errors))
            continue;
        if (result->interrupted)
            break;
        if (signature_only)
            printf("%-10s %-9s %016" PRIx64 "\n", cases[i].bot, cases[i].title,
                   result->tally.signature);
        else
            printf("%-10s %-9s %9lld games %8.3f s %10.0f games/s  %016" PRIx64 "\n", cases[i].bot,
                   cases[i].title, (long long)games, result->seconds,
                   (double)games / result->seconds, result->tally.signature);
        fflush(stdout);
    }
    errors_print(&errors, stderr);
    code = errors.count || !result ? EXIT_INTERNAL
           : result->interrupted   ? EXIT_INTERRUPTED
                                   : EXIT_OK;
    errors_free(&errors);
    free(result);
    return code;
}

const struct cli_command command_bench = {
    "bench",
    "",
    "measure games per second and compute a signature of every card and score",
    "The signature is the same on every machine and with any number of workers. It changes when a\n"
    "change to a bot, the dealer or a rule changes what is played.",
    run,
    .examples = "bench --signature\n"
                "the play of all bots, as one hash each",
};
