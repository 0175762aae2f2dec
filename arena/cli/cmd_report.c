/* arena/cli/cmd_report.c - skat-arena report FOLDER... */
#include <stdio.h>

#include "arena/cli/options.h"
#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/report/report.h"

static int run(int argc, char **argv)
{
    enum { FOLDERS_MAX = 64 };
    const char *out = NULL, *words[FOLDERS_MAX];
    struct errors errors = {0};
    char path[FOLDER_PATH_SIZE];
    int count;
    const struct cli_option table[] = {
        {"out", 'o', CLI_TEXT, "FILE",
         "output file (default: report.html in the folder; for several folders, here)", &out, 0, 0},
    };
    int done = cli_parse(&command_report, table, 1, argc, argv, words, &count, 1, FOLDERS_MAX);
    if (done >= 0)
        return done;

    bool inside = !out && count == 1;
    if (!out)
        out = count == 1 ? folder_file(words[0], "report.html", path) : "report.html";
    int code = report_write(words, count, out, inside, &errors);
    if (code == EXIT_OK)
        printf("%s\n", out);
    errors_print(&errors, stderr);
    errors_free(&errors);
    return code;
}

const struct cli_command command_report = {
    "report",
    "FOLDER...",
    "turn results into one HTML page that needs no network",
    "FOLDER is the result folder of a run or a study. gnuplot draws the plots; if it is not\n"
    "installed, the page shows their numbers.",
    run,
    .examples = "report results/stammtisch\n"
                "write results/stammtisch/report.html",
};
