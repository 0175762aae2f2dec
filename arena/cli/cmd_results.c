// SPDX-License-Identifier: MIT
/* arena/cli/cmd_results.c - skat-arena results: what was played, when, by which command, with which
 * verdict. */
#include <stdio.h>
#include <stdlib.h>

#include "arena/base/exit_code.h"
#include "arena/base/json_write.h"
#include "arena/base/terminal.h"
#include "arena/base/terminal_fold.h"
#include "arena/cli/format_option.h"
#include "arena/cli/options.h"
#include "arena/show/result_list.h"
#include "arena/show/row_table.h"

/* What Markdown and CSV have of the list. */
static const struct table_column columns[] = {
    {"folder", "folder", -1},     {"kind", "kind", -1},       {"date", "date", -1},
    {"games", "games", -1},       {"verdict", "verdict", -1}, {"command", "command", -1},
    {"warnings", "warnings", -1},
};

/* As one text, for a cell. */
static void add_warnings(cJSON *list)
{
    cJSON *entry;

    cJSON_ArrayForEach (entry, list)
        json_put_joined(entry, "warnings",
                        cJSON_GetObjectItemCaseSensitive(
                            cJSON_GetObjectItemCaseSensitive(entry, "run_verdict"), "warnings"));
}

static int run(int argc, char **argv)
{
    const char *words[1] = {"results"};
    const char *format = NULL;
    bool json = false;
    int count;
    const struct cli_option table[] = {
        format_option(&format),
        {"json", 0, CLI_FLAG, NULL, "like --format=json", &json, 0, 0},
    };
    int code = cli_parse(&command_results, table, 2, argc, argv, words, &count, 0, 1);
    struct errors errors = {0};

    if (code >= 0)
        return code;
    cJSON *list = result_list(count ? words[0] : "results", &errors);
    const enum table_format wanted = json ? TABLE_JSON : table_format_of(format);
    if (list && wanted != TABLE_JSON)
        add_warnings(list);
    if (list && wanted != TABLE_TEXT)
        row_table_print(list, columns, sizeof columns / sizeof *columns, wanted, stdout);
    else if (list && !cJSON_GetArraySize(list))
        print_note("no results in %s\n", count ? words[0] : "results");
    else if (list)
        print_result_list(list, terminal_width(stdout), stdout);
    bool failed = errors.count > 0;
    errors_report(&errors);
    cJSON_Delete(list);
    return failed ? EXIT_BAD_FILE : EXIT_OK;
}

const struct cli_command command_results = {
    "results",
    "[FOLDER]",
    "list the results in a folder: date, verdict, command",
    "Prints a line for each run, study and search in FOLDER (default: results), the newest last. "
    "For runs and studies, the command that played them follows.",
    run,
    .examples = "results\n"
                "everything that was played here",
};
