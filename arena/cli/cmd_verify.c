// SPDX-License-Identifier: MIT
/* arena/cli/cmd_verify.c - skat-arena verify FOLDER|FILE: recomputes every field of a log. */
#include <stdio.h>

#include "arena/cli/options.h"
#include "arena/cli/rule_option.h"
#include "arena/config/config.h"
#include "arena/base/exit_code.h"
#include "arena/base/errors.h"
#include "arena/match/verify.h"
#include "engine/deal.h"

static int verify(const char *path, const char *rules, int64_t workers, bool quiet)
{
    struct errors errors = {0};
    struct verified verified;
    bool ok = verify_log(path, rules, (int)workers, quiet, &verified, &errors);

    if (ok && !quiet)
        printf("%s: %llu games replayed, every field agrees%s\n", verified.path,
               (unsigned long long)verified.games,
               verified.partial ? " (the log keeps a part: summary.json not compared)" : "");
    errors_print(&errors, stderr);
    errors_free(&errors);
    return ok ? EXIT_OK : EXIT_BAD_FILE;
}

static int run(int argc, char **argv)
{
    struct word_list rule = {0};
    const char *rules = NULL, *words[1];
    bool quiet = false;
    int64_t workers = 0;
    int count;
    const struct cli_option table[] = {
        {"rules", 'r', CLI_TEXT, "NAME", "replay by this rule set instead of the manifest's",
         &rules, 0, 0},
        rule_option(&rule),
        {"workers", 'j', CLI_INT, "N", "threads that replay (default: one per processor)", &workers,
         1, WORKERS_MAX},
        {"quiet", 'q', CLI_FLAG, NULL, "print nothing if every field agrees", &quiet, 0, 0},
    };
    int code = cli_parse(&command_verify, table, sizeof table / sizeof *table, argc, argv, words,
                         &count, 1, 1);
    if (code < 0)
        code = rule_option_join(&rules, &rule, true);
    return code >= 0 ? code : verify(words[0], rules, workers, quiet);
}

const struct cli_command command_verify = {
    "verify",
    "FOLDER|FILE",
    "replay every game of a log and recompute every field",
    "Differences are errors with file, line and field. If a manifest is next to the log, tables\n"
    "and dealt cards are also compared with it, and summary.json with the totals of the log.",
    run,
    .examples = "verify results/stammtisch\n"
                "recompute every field of every game",
};
