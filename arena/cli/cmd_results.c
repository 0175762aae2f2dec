// SPDX-License-Identifier: MIT
/* arena/cli/cmd_results.c - skat-arena results: what was played, when, by which command, with which
 * verdict. */
#include <stdio.h>
#include <stdlib.h>

#include "arena/base/exit_code.h"
#include "arena/base/json_file.h"
#include "arena/base/terminal.h"
#include "arena/cli/options.h"
#include "arena/show/result_list.h"

static int run(int argc, char **argv)
{
    const char *words[1] = {"results"};
    bool json = false;
    int count;
    const struct cli_option table[] = {
        {"json", 0, CLI_FLAG, NULL, "print the list as JSON", &json, 0, 0},
    };
    int code = cli_parse(&command_results, table, 1, argc, argv, words, &count, 0, 1);
    struct errors errors = {0};

    if (code >= 0)
        return code;
    cJSON *list = result_list(count ? words[0] : "results", &errors);
    if (list && json)
        json_print(list, stdout);
    else if (list && !cJSON_GetArraySize(list))
        fprintf(stderr, "no results in %s\n", count ? words[0] : "results");
    else if (list)
        print_result_list(list, terminal_width(stdout), stdout);
    bool failed = errors.count > 0;
    errors_print(&errors, stderr);
    errors_free(&errors);
    cJSON_Delete(list);
    return failed ? EXIT_BAD_FILE : EXIT_OK;
}

const struct cli_command command_results = {
    "results",
    "[FOLDER]",
    "list what is in results/: command, date, verdict",
    "A line for each run, study and search in FOLDER (default: results), what was written last at "
    "the end, and the "
    "command of runs and studies.",
    run,
    .examples = "results\n"
                "what has been played here",
};
