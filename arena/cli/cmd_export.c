/* arena/cli/cmd_export.c - skat-arena export FOLDER: the games of a run as records of the ISS. */
#include <stdio.h>

#include "arena/cli/options.h"
#include "arena/base/exit_code.h"
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
        fprintf(stderr, "  %llu have another value by the official rules, which R says\n",
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

static int run(int argc, char **argv)
{
    /* A run has no date, so that its files are the same whenever it is played. */
    struct iss_export_options options = {.date = "1970-01-01/00:00:00/UTC"};
    const char *words[1];
    bool quiet = false;
    int count;
    const struct cli_option table[] = {
        {"out", 'o', CLI_TEXT, "FILE", "where the records go (default: standard output)",
         &options.out, 0, 0},
        {"normalize", 'n', CLI_FLAG, NULL,
         "imported records: write moves and results anew, not as they were", &options.normalize, 0,
         0},
        {"date", 'd', CLI_TEXT, "TEXT", "DT of games played here", &options.date, 0, 0},
        {"rules", 'r', CLI_TEXT, "NAME", "rule set of the log, instead of the manifest's",
         &options.rules, 0, 0},
        {"quiet", 'q', CLI_FLAG, NULL, "no counts", &quiet, 0, 0},
    };
    int code = cli_parse(&command_export, table, sizeof table / sizeof *table, argc, argv, words,
                         &count, 1, 1);
    return code >= 0 ? code : export_games(words[0], &options, quiet);
}

const struct cli_command command_export = {
    "export",
    "FOLDER|FILE",
    "write the games of a log as records of the ISS",
    "Games that were imported come out as they were, to the byte; others have the run's name for\n"
    "a comment, session and game for series and number. Results are counted by the official\n"
    "rules. What the ISS cannot express is skipped and counted.",
    run,
};
