// SPDX-License-Identifier: MIT
/* arena/cli/cmd_export.c - skat-arena export FOLDER: writes the games of a run as ISS records. */
#include <stdio.h>
#include <string.h>

#include "arena/cli/options.h"
#include "arena/cli/rule_option.h"
#include "arena/base/exit_code.h"
#include "arena/import/csv_export.h"
#include "arena/import/decision_export.h"
#include "arena/import/iss_export.h"
#include "arena/base/errors.h"

static void tell(const struct iss_exported *exported)
{
    fprintf(stderr, "%llu games exported\n", (unsigned long long)exported->games);
    for (int skip = 0; skip < ISS_EXPORT_SKIPS; skip++)
        if (exported->skipped[skip])
            fprintf(stderr, "  %llu skipped: %s\n", (unsigned long long)exported->skipped[skip],
                    iss_export_skip_texts[skip]);
    if (exported->revalued)
        fprintf(stderr, "  %llu have another value by the official rules, given in R\n",
                (unsigned long long)exported->revalued);
}

static int export_games(const char *path, const struct iss_export_options *options, bool quiet)
{
    struct errors errors = {0};
    struct iss_exported exported;
    int code = iss_export(path, options, &exported, &errors);

    if (code == EXIT_OK && !quiet)
        tell(&exported);
    errors_print(&errors, stderr);
    errors_free(&errors);
    return code;
}

static int export_csv(const char *path, const struct iss_export_options *options, const char *rows)
{
    struct errors errors = {0};
    int code = csv_export(path, options->rules, strcmp(rows, "seats") == 0, options->out, &errors);

    errors_print(&errors, stderr);
    errors_free(&errors);
    return code;
}

static int export_decisions(const char *path, const struct decision_export_options *options,
                            bool quiet)
{
    struct errors errors = {0};
    struct decision_exported exported;
    int code = decision_export(path, options, &exported, &errors);

    if (code == EXIT_OK && !quiet)
        fprintf(stderr, "%llu decisions of %llu games, %d files\n",
                (unsigned long long)exported.rows, (unsigned long long)exported.games,
                exported.files);
    errors_print(&errors, stderr);
    errors_free(&errors);
    return code;
}

static int run(int argc, char **argv)
{
    /* A run has no date, so that its files do not depend on when it is played. */
    struct word_list rule = {0};
    struct iss_export_options options = {.date = NULL};
    const char *words[1], *csv = NULL, *decisions = NULL, *observation = NULL;
    struct decision_export_options of_decisions = {.shard = DECISION_EXPORT_SHARD};
    bool quiet = false;
    int count;
    const struct cli_option table[] = {
        {"out", 'o', CLI_TEXT, "FILE", "output file (default: standard output)", &options.out, 0,
         0},
        {"normalize", 0, CLI_FLAG, NULL,
         "imported records: rewrite moves and results instead of copying them", &options.normalize,
         0, 0},
        {"date", 0, CLI_TEXT, "TEXT", "value of DT for games played here", &options.date, 0, 0},
        {"rules", 'r', CLI_TEXT, "NAME", "rule set of the log instead of the manifest's",
         &options.rules, 0, 0},
        rule_option(&rule),
        {"csv", 0, CLI_CHOICE, "games|seats",
         "instead of records, a table with a row for each game, or for each seat of each game",
         &csv, 0, 0},
        {"decisions", 0, CLI_CHOICE, "npz|csv",
         "instead of games, a row for each decision, for programs that learn: files in the folder "
         "--out for numpy, or a table",
         &decisions, 0, 0},
        {"values", 0, CLI_FLAG, NULL,
         "with --decisions: also what each legal card is worth with all cards open; takes "
         "milliseconds each",
         &of_decisions.values, 0, 0},
        {"observation", 0, CLI_CHOICE, "1|2",
         "with --decisions: which observation (default: 1); 2 has the order of tricks, who did not "
         "follow, and the auction",
         &observation, 0, 0},
        {"open-cards", 0, CLI_FLAG, NULL,
         "with --decisions: also all cards as they were, for a critic", &of_decisions.open, 0, 0},
        {"shard", 0, CLI_INT, "N", "with --decisions npz: rows of a file (default: 32768)",
         &of_decisions.shard, 1, 1 << 20},
        {"resume", 0, CLI_FLAG, NULL, "with --decisions and --out: go on after an interruption",
         &of_decisions.resume, 0, 0},
        {"quiet", 'q', CLI_FLAG, NULL, "do not print counts", &quiet, 0, 0},
    };
    int code = cli_parse(&command_export, table, sizeof table / sizeof *table, argc, argv, words,
                         &count, 1, 1);
    if (code < 0)
        code = rule_option_join(&options.rules, &rule, true);
    if (code >= 0)
        return code;
    if (decisions) {
        if (csv || options.normalize || options.date) {
            fprintf(stderr, "skat-arena export: --csv, --normalize and --date are about games; "
                            "--decisions writes none\n");
            return EXIT_USAGE;
        }
        of_decisions.second = observation && strcmp(observation, "2") == 0;
        of_decisions.csv = strcmp(decisions, "csv") == 0;
        of_decisions.out = options.out;
        of_decisions.rules = options.rules;
        of_decisions.progress = !quiet;
        if (of_decisions.resume && !of_decisions.out) {
            fprintf(stderr, "skat-arena export: --resume needs --out: nothing is kept of what goes "
                            "to standard output\n");
            return EXIT_USAGE;
        }
        return export_decisions(words[0], &of_decisions, quiet);
    }
    if (observation || of_decisions.open) {
        fprintf(stderr, "skat-arena export: --observation and --open-cards are for --decisions\n");
        return EXIT_USAGE;
    }
    if (of_decisions.resume) {
        fprintf(stderr, "skat-arena export: --resume is for --decisions; others take seconds\n");
        return EXIT_USAGE;
    }
    if (csv && (options.normalize || options.date)) {
        fprintf(stderr,
                "skat-arena export: --normalize and --date are about records; --csv writes none\n");
        return EXIT_USAGE;
    }
    if (!options.date)
        options.date = "1970-01-01/00:00:00/UTC";
    return csv ? export_csv(words[0], &options, csv) : export_games(words[0], &options, quiet);
}

const struct cli_command command_export = {
    "export",
    "FOLDER|FILE",
    "write the games of a log as ISS records or as CSV",
    "Imported games are exported byte for byte. Other games have the run's name as comment, and\n"
    "session and game as series and number. Results are computed by the official rules. Games\n"
    "that the ISS cannot express are skipped and counted.\n\n"
    "The columns of --csv are explained in docs/formats.md.",
    run,
    .examples = "export results/stammtisch --out stammtisch.sgf\n"
                "all games as ISS records\n"
                "export results/stammtisch --csv seats --out seats.csv\n"
                "a row for each seat of each game, for pandas, DuckDB or R\n"
                "export results/stammtisch --decisions npz --out decisions\n"
                "a row for each decision, for numpy",
    .prints_data = true,
};
