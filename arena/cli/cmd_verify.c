// SPDX-License-Identifier: MIT
/* arena/cli/cmd_verify.c - skat-arena verify FOLDER|FILE|ARCHIVE: recomputes every field of a log.
 */
#include <stdio.h>

#include "arena/cli/options.h"
#include "arena/cli/rule_option.h"
#include "arena/config/config.h"
#include "arena/base/exit_code.h"
#include "arena/base/errors.h"
#include "arena/import/player_check.h"
#include "arena/base/folder.h"
#include "arena/report/archive_verify.h"
#include "arena/report/result_archive.h"
#include "engine/deal.h"

static int verify(const char *path, const char *rules, int64_t workers, bool quiet)
{
    struct errors errors = {0};
    struct verified verified;
    bool ok = player_check_log(path, rules, (int)workers, quiet, &verified, &errors);

    if (ok && !quiet)
        printf("%s: %llu games replayed, every field agrees%s\n", verified.path,
               (unsigned long long)verified.games,
               verified.partial ? " (the log keeps a part: summary.json not compared)" : "");
    errors_report(&errors);
    return ok ? EXIT_OK : EXIT_BAD_FILE;
}

static void print_archive(const char *path, const struct archive_verified *verified)
{
    printf("%s: %llu files have their checksums, %llu games of %llu logs replayed, every field "
           "agrees\n",
           path, (unsigned long long)verified->files, (unsigned long long)verified->games,
           (unsigned long long)verified->logs);
    if (verified->packed_by[0])
        printf("config.json and README.txt differ from what this version makes of the results: not "
               "checked, since \"%s\" packed them\n",
               verified->packed_by);
    else
        printf("config.json and README.txt are what the results say\n");
    printf("report.html was not checked: skat-arena report makes it anew\n");
    if (verified->why_not[0])
        printf("nothing was played again: %s\n", verified->why_not);
    else
        printf("part %d of %d%s%s played again from nothing: %llu games, the same lines\n",
               verified->part, verified->parts, verified->run[0] ? " of " : "", verified->run,
               (unsigned long long)verified->again);
}

static int verify_archive(const char *path, int64_t parts, int64_t workers, bool quiet)
{
    const struct archive_check check = {(int)parts, (int)workers};
    struct archive_verified verified;
    struct errors errors = {0};
    const bool ok = archive_verify(path, &check, &verified, &errors);

    if (ok && !quiet)
        print_archive(path, &verified);
    if (verified.interrupted)
        errors_add(&errors, path, "interrupted while a part was played again");
    errors_report(&errors);
    return ok ? EXIT_OK : verified.interrupted ? EXIT_INTERRUPTED : EXIT_BAD_FILE;
}

static int run(int argc, char **argv)
{
    struct word_list rule = {0};
    const char *rules = NULL, *words[1];
    bool quiet = false;
    int64_t workers = 0, parts = -1;
    int count;
    const struct cli_option table[] = {
        {"rules", 'r', CLI_TEXT, "NAME", "replay by this rule set instead of the manifest's",
         &rules, 0, 0},
        rule_option(&rule),
        {"workers", 'j', CLI_INT, "N", "threads that replay (default: one per processor)", &workers,
         1, WORKERS_MAX},
        {"parts", 0, CLI_INT, "N",
         "archive: play one of N parts of a run again (default 20; 0: none)", &parts, 0, 1000},
        {"quiet", 'q', CLI_FLAG, NULL, "print nothing if every field agrees", &quiet, 0, 0},
    };
    int code = cli_parse(&command_verify, table, sizeof table / sizeof *table, argc, argv, words,
                         &count, 1, 1);
    if (code < 0)
        code = rule_option_join(&rules, &rule, true);
    if (code >= 0)
        return code;
    const bool archive = result_archive_is_name(words[0]) && !folder_exists(words[0]);
    if (archive ? rules != NULL : parts >= 0) {
        fprintf(stderr, "skat-arena verify: %s\n",
                archive ? "an archive is verified by its own rules: unpack it for others"
                        : "--parts is of archives: a folder's games are only replayed");
        return EXIT_USAGE;
    }
    return archive ? verify_archive(words[0], parts < 0 ? 20 : parts, workers, quiet)
                   : verify(words[0], rules, workers, quiet);
}

const struct cli_command command_verify = {
    "verify",
    "FOLDER|FILE|ARCHIVE",
    "replay every game of a log and recompute every field",
    "Differences are errors with file, line and field. If a manifest is next to the log, tables "
    "and\n"
    "dealt cards are also compared with it, and summary.json with the totals of the log. For "
    "imported\n"
    "games, players.jsonl is computed again, too, from the log and records.sgf. In an archive\n"
    "(`archive`), checksums, all logs, the hashes of all bots, config.json and README.txt are\n"
    "compared (but not report.html), and a part of a run, drawn at random, is played again in the\n"
    "sandbox, with bots on this machine that have the same hashes.",
    run,
    .examples = "verify results/stammtisch\n"
                "recompute every field of every game",
    .interrupted =
        "interrupted while a part of an archive was being played again; nothing was kept",
};
