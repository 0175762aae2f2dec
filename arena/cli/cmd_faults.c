// SPDX-License-Identifier: MIT
/* arena/cli/cmd_faults.c - skat-arena faults FOLDER: lists fault reports. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/cli/options.h"
#include "arena/base/memory.h"
#include "arena/show/comparison_tables.h"
#include "arena/base/exit_code.h"
#include "arena/base/json_write.h"
#include "arena/base/folder.h"
#include "arena/base/json_read.h"

struct faults_options {
    const char *folder, *bot;
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

static void print_fault(const struct faults_options *options, const cJSON *fault)
{
    const cJSON *frame;

    printf("game %.0f: %s, %s, %s: %s\n", json_number(fault, "game"), json_text(fault, "bot"),
           json_text(fault, "position"), json_text(fault, "status"), json_text(fault, "what"));
    cJSON_ArrayForEach (frame, cJSON_GetObjectItemCaseSensitive(fault, "backtrace"))
        if (cJSON_IsString(frame))
            printf("      at %s\n", frame->valuestring);
    print_output(json_text(fault, "output"));
    printf("      ");
    print_replay(options->folder, stdout);
    printf(" --game %.0f\n", json_number(fault, "game"));
}

static void take_fault(struct faults_options *options, const char *text, const char *where,
                       struct errors *errors)
{
    cJSON *fault = json_parse(text, strlen(text), where, errors);

    if (fault && (!options->bot || strcmp(options->bot, json_text(fault, "bot")) == 0)) {
        if (options->found++ < options->most) {
            options->shown++;
            if (options->json)
                printf("%s\n", text);
            else
                print_fault(options, fault);
        }
    }
    cJSON_Delete(fault);
}

static void read_faults(struct faults_options *options, const char *path, struct errors *errors)
{
    FILE *file = fopen(path, "r");
    char *text = NULL, where[FOLDER_PATH_SIZE + 30];
    size_t size = 0;

    if (!file) {
        if (errno != ENOENT)
            errors_add(errors, path, "%s", strerror(errno));
        return; /* no file: no faults */
    }
    for (uint64_t number = 1; !errors->count && getline(&text, &size, file) > 0; number++) {
        text[strcspn(text, "\n")] = '\0';
        snprintf(where, sizeof where, "%s:%llu", path, (unsigned long long)number);
        take_fault(options, text, where, errors);
    }
    free(text);
    fclose(file);
}

/* A folder without a manifest is not a result folder: "no faults" would be wrong. */
static int list(struct faults_options *options, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    if (access(folder_file(options->folder, "manifest.json", path), F_OK) != 0) {
        errors_add(errors, path, "%s", strerror(errno));
        return EXIT_BAD_FILE;
    }
    read_faults(options, folder_file(options->folder, "faults.jsonl", path), errors);
    if (errors->count)
        return EXIT_BAD_FILE;
    if (!options->json && options->found == 0)
        printf("no faults%s%s\n", options->bot ? " of " : "", options->bot ? options->bot : "");
    if (options->found > options->shown && !options->json)
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
        {"json", 0, CLI_FLAG, NULL, "print the lines of faults.jsonl", &options.json, 0, 0},
    };
    int code = cli_parse(&command_faults, table, sizeof table / sizeof *table, argc, argv,
                         &options.folder, &count, 1, 1);
    if (code >= 0)
        return code;
    code = list(&options, &errors);
    errors_print(&errors, stderr);
    errors_free(&errors);
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
                "which bot failed, where, and how to see it again",
};
