// SPDX-License-Identifier: MIT
/* arena/cli/cmd_faults.c - skat-arena faults FOLDER: lists fault reports. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/cli/format_option.h"
#include "arena/cli/options.h"
#include "arena/base/wrong_path.h"
#include "arena/base/memory.h"
#include "arena/show/comparison_tables.h"
#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/result/fault_line.h"

struct faults_options {
    const char *folder, *bot;
    const char *format;
    cJSON *rows; /* of the table; NULL: it is printed as text, or as lines */
    bool json;
    int64_t most; /* to show */
    int64_t shown, found;
};

static void print_output(const char *output)
{
    char *copy = xstrdup(output), *rest = copy;

    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line)
            printf("      | %s\n", line);
    free(copy);
}

static void print_fault(const struct faults_options *options, const struct fault_line *fault)
{
    printf("game %lld: %s, %s, %s: %s\n", (long long)fault->game, fault->bot, fault->position,
           fault->status, fault->what);
    for (int i = 0; i < fault->backtrace_count; i++)
        printf("      at %s\n", fault->backtrace[i]);
    print_output(fault->output ? fault->output : "");
    printf("      ");
    print_replay(options->folder, stdout);
    printf(" --game %lld\n", (long long)fault->game);
}

static bool take_fault(void *context, const struct fault_line *fault, const char *text)
{
    struct faults_options *options = context;

    if ((options->bot && strcmp(options->bot, fault->bot) != 0) ||
        options->found++ >= options->most)
        return true;
    options->shown++;
    if (options->rows)
        cJSON_AddItemToArray(options->rows, cJSON_Parse(text));
    else if (options->json)
        printf("%s\n", text);
    else
        print_fault(options, fault);
    return true;
}

static void print_rows(const struct faults_options *options)
{
    static const struct table_column columns[] = {{"game", "game", -1},
                                                  {"bot", "bot", -1},
                                                  {"position", "position", -1},
                                                  {"status", "fault", -1},
                                                  {"what", "what", -1}};

    row_table_print(options->rows, columns, sizeof columns / sizeof *columns,
                    table_format_of(options->format), stdout);
}

/* A folder without a manifest is not a result folder: "no faults" would be wrong. */
static int list(struct faults_options *options, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    if (access(folder_file(options->folder, "manifest.json", path), F_OK) != 0) {
        run_folder_refused(options->folder, errors);
        return EXIT_BAD_FILE;
    }
    if (!fault_lines_read(options->folder, take_fault, options, errors))
        return EXIT_BAD_FILE;
    if (options->rows)
        print_rows(options);
    else if (!options->json && options->found == 0)
        printf("no faults%s%s\n", options->bot ? " of " : "", options->bot ? options->bot : "");
    if (options->found > options->shown && !options->json && !options->rows)
        printf("and %lld more (--most)\n", (long long)(options->found - options->shown));
    return EXIT_OK;
}

static int run(int argc, char **argv)
{
    struct faults_options options = {.most = 20};
    struct errors errors = {0};
    int count;
    const struct cli_option table[] = {
        {"bot", 'b', CLI_TEXT, "NAME", "only faults of this bot", &options.bot, 0, 0},
        {"most", 'n', CLI_INT, "N", "show at most N (default 20)", &options.most, 1, INT64_MAX},
        format_option(&options.format),
        {"json", 0, CLI_FLAG, NULL, "print the lines of faults.jsonl", &options.json, 0, 0},
    };
    int code = cli_parse(&command_faults, table, sizeof table / sizeof *table, argc, argv,
                         &options.folder, &count, 1, 1);
    if (code >= 0)
        return code;
    if (table_format_of(options.format) != TABLE_TEXT)
        options.rows = cJSON_CreateArray();
    code = list(&options, &errors);
    cJSON_Delete(options.rows);
    errors_report(&errors);
    return code;
}

const struct cli_command command_faults = {
    "faults",
    "FOLDER",
    "list the faults of a run: bot, game, reason and details",
    "A crash shows the signal, its place in the module (for addr2line), the last output of the\n"
    "bot, and the command that replays the game up to the fault.",
    run,
    .examples = "faults results/stammtisch\n"
                "which bot failed, where, and how to reproduce it",
};
