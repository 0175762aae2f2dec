// SPDX-License-Identifier: MIT
/* arena/cli/cmd_export.c - skat-arena export FOLDER: writes the games of a run as ISS records. */
#include <string.h>

#include "arena/cli/options.h"
#include "arena/export/csv_export.h"
#include "arena/export/decision_export.h"
#include "arena/export/iss_export.h"
#include "arena/base/text.h"

static void tell(const struct iss_exported *exported)
{
    print_note("%llu game%s exported\n", (unsigned long long)exported->games,
               text_plural(exported->games));
    for (int skip = 0; skip < ISS_EXPORT_SKIPS; skip++)
        if (exported->skipped[skip])
            print_note("  %llu skipped: %s\n", (unsigned long long)exported->skipped[skip],
                       iss_export_skip_texts[skip]);
    if (exported->revalued)
        print_note("  %llu have another value by the official rules, given in R\n",
                   (unsigned long long)exported->revalued);
}

static int export_games(const char *path, const struct iss_export_options *options, bool quiet,
                        struct errors *errors)
{
    struct iss_exported exported;
    int code = iss_export(path, options, &exported, errors);

    if (code == EXIT_OK && !quiet)
        tell(&exported);
    return code;
}

static int export_csv(const char *path, const struct iss_export_options *options, const char *rows,
                      struct errors *errors)
{
    return csv_export(path, options->rules, strcmp(rows, "seats") == 0, options->out, errors);
}

static int export_decisions(const char *path, const struct decision_export_options *options,
                            struct errors *errors)
{
    struct decision_exported exported;
    int code = decision_export(path, options, &exported, errors);

    if (code == EXIT_OK && options->progress)
        print_note("%llu decision%s of %llu game%s, %d file%s\n", (unsigned long long)exported.rows,
                   text_plural(exported.rows), (unsigned long long)exported.games,
                   text_plural(exported.games), exported.files, text_plural(exported.files));
    return code;
}

/* What the command line says. */
struct export_options {
    struct iss_export_options games;
    struct decision_export_options rows; /* with `decisions`, but for out and rules */
    const char *csv, *decisions;
    bool quiet;
};

static bool options_fit(const struct cli_line *line, const struct export_options *options)
{
    const bool decisions = options->decisions != NULL;
    const bool csv = decisions && strcmp(options->decisions, "csv") == 0;
    const struct refusal refusals[] = {
        {decisions, "csv normalize date", "is about games; --decisions writes none"},
        {decisions && !options->games.out, "resume",
         "needs --out: nothing is kept of what goes to standard output"},
        {csv, "shard", "is for --decisions npz: csv is one file"},
        {decisions && !csv, "no-observation",
         "is for --decisions csv: programs that learn need the observation"},
        {!decisions, "values no-observation open-cards", "is for --decisions"},
        {!decisions, "shard", "is for --decisions npz"},
        {!decisions, "resume", "is for --decisions; others take seconds"},
        {!decisions && options->csv, "normalize date", "is about records; --csv writes none"},
    };

    return cli_refuse(line, OPTIONS(refusals));
}

static int export_as_asked(const char *path, struct export_options *options, struct errors *errors)
{
    if (options->decisions) {
        options->rows.csv = strcmp(options->decisions, "csv") == 0;
        options->rows.out = options->games.out;
        options->rows.rules = options->games.rules;
        options->rows.progress = !options->quiet;
        if (!options->rows.shard)
            options->rows.shard = DECISION_EXPORT_SHARD;
        return export_decisions(path, &options->rows, errors);
    }
    if (options->csv)
        return export_csv(path, &options->games, options->csv, errors);
    /* A run has no date, so that its files do not depend on when it is played. */
    if (!options->games.date)
        options->games.date = "1970-01-01/00:00:00/UTC";
    return export_games(path, &options->games, options->quiet, errors);
}

static int run(struct cli_line *line)
{
    struct log_rules rules = {0};
    struct export_options options = {.csv = NULL};
    const struct cli_option table[] = {
        OPT_TEXT("out", 'o', "FILE", "output file (default: standard output)", &options.games.out),
        OPT_CHOICE(
            "csv", 0, "games|seats",
            "instead of records, a table with a row for each game, or for each seat of each game",
            &options.csv),
        OPT_CHOICE("decisions", 0, "npz|csv",
                   "instead of games, a row for each decision, for programs that learn: files in "
                   "the folder --out for numpy, or a table",
                   &options.decisions),
        OPT_FLAG("quiet", 'q', "print no counts", &options.quiet),
        OPT_GROUP("Decisions"),
        OPT_FLAG("values", 0,
                 "with --decisions: also the value of each legal card with all cards open, which "
                 "takes milliseconds per decision",
                 &options.rows.values),
        OPT_FLAG("no-observation", 0, "with --decisions csv: leave out what was seen and allowed",
                 &options.rows.no_observation),
        OPT_FLAG("open-cards", 0, "with --decisions: also all hands, for a critic",
                 &options.rows.open),
        OPT_INT("shard", 0, "N", "with --decisions npz: rows per file (default: 32768)",
                &options.rows.shard, 1, 1 << 20),
        OPT_FLAG("resume", 0, "with --decisions and --out: continue after an interruption",
                 &options.rows.resume),
        OPT_GROUP("ISS records"),
        OPT_FLAG("normalize", 0,
                 "imported records: rewrite moves and results instead of copying them",
                 &options.games.normalize),
        OPT_TEXT("date", 0, "TEXT", "value of DT for games played here", &options.games.date),
        OPT_GROUP("How the log is read"),
        LOG_RULES_OPTIONS(&rules),
    };
    int code = cli_parse(line, OPTIONS(table), 1, 1);
    if (code < 0)
        code = log_rules_take(&rules, line->errors);
    if (code >= 0)
        return code;
    options.games.rules = rules.name;
    return options_fit(line, &options) ? export_as_asked(line->words[0], &options, line->errors)
                                       : EXIT_USAGE;
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
