/* arena/cli/cmd_export.c - skat-arena export FOLDER: writes the games of a run as ISS records. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "arena/cli/options.h"
#include "arena/base/exit_code.h"
#include "arena/import/iss_export.h"
#include "arena/log/game_rows.h"
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

struct csv {
    FILE *out;
    bool seats; /* a row for each seat, else for each game */
};

static bool print_rows(void *context, const struct game_row *row)
{
    const struct csv *csv = context;

    for (unsigned seat = 0; csv->seats && seat < row->stats.seats; seat++)
        row_print_csv(seat_columns, seat_column_count, row, seat, csv->out);
    if (!csv->seats)
        row_print_csv(game_columns, game_column_count, row, 0, csv->out);
    return !ferror(csv->out);
}

static int export_csv(const char *path, const struct iss_export_options *options, const char *rows)
{
    struct csv csv = {stdout, strcmp(rows, "seats") == 0};
    struct errors errors = {0};
    struct log_reader log;
    int code = EXIT_BAD_FILE;

    if (options->out && !(csv.out = fopen(options->out, "w"))) {
        fprintf(stderr, "skat-arena: %s: %s\n", options->out, strerror(errno));
        return EXIT_USAGE;
    }
    if (log_reader_open(&log, path, options->rules, &errors)) {
        row_print_csv_head(csv.seats ? seat_columns : game_columns,
                           csv.seats ? seat_column_count : game_column_count, csv.out);
        if (game_rows_each(&log, print_rows, &csv, &errors))
            code = EXIT_OK;
    }
    if (fflush(csv.out) != 0 || ferror(csv.out)) {
        errors_add(&errors, options->out, "cannot be written: %s", strerror(errno));
        code = EXIT_INTERNAL;
    }
    if (options->out)
        fclose(csv.out);
    errors_print(&errors, stderr);
    errors_free(&errors);
    log_reader_close(&log);
    return code;
}

static int run(int argc, char **argv)
{
    /* A run has no date, so that its files do not depend on when it is played. */
    struct iss_export_options options = {.date = "1970-01-01/00:00:00/UTC"};
    const char *words[1], *csv = NULL;
    bool quiet = false;
    int count;
    const struct cli_option table[] = {
        {"out", 'o', CLI_TEXT, "FILE", "output file (default: standard output)", &options.out, 0,
         0},
        {"normalize", 'n', CLI_FLAG, NULL,
         "imported records: rewrite moves and results instead of copying them", &options.normalize,
         0, 0},
        {"date", 'd', CLI_TEXT, "TEXT", "value of DT for games played here", &options.date, 0, 0},
        {"rules", 'r', CLI_TEXT, "NAME", "rule set of the log instead of the manifest's",
         &options.rules, 0, 0},
        {"csv", 0, CLI_CHOICE, "games|seats",
         "instead of records, a table with a row for each game, or for each seat of each game",
         &csv, 0, 0},
        {"quiet", 'q', CLI_FLAG, NULL, "do not print counts", &quiet, 0, 0},
    };
    int code = cli_parse(&command_export, table, sizeof table / sizeof *table, argc, argv, words,
                         &count, 1, 1);
    if (code >= 0)
        return code;
    if (csv && options.normalize) {
        fprintf(stderr, "skat-arena export: --normalize is about records; --csv writes none\n");
        return EXIT_USAGE;
    }
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
    "export results/stammtisch --out stammtisch.sgf\n"
    "all games as ISS records\n"
    "export results/stammtisch --csv seats --out seats.csv\n"
    "a row for each seat of each game, for pandas, DuckDB or R",
};
