// SPDX-License-Identifier: MIT
#include "arena/cli/fault_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/memory.h"
#include "arena/base/wrong_path.h"
#include "arena/result/fault_line.h"
#include "arena/show/comparison_tables.h"

struct fault_listing {
    const struct fault_list_options *options;
    cJSON *rows; /* of the table; NULL: reports are printed as text */
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

static void print_fault(const char *folder, const struct fault_line *fault)
{
    printf("game %lld: %s, %s, %s: %s\n", (long long)fault->game, fault->bot, fault->position,
           fault->status, fault->what);
    for (int i = 0; i < fault->backtrace_count; i++)
        printf("      at %s\n", fault->backtrace[i]);
    print_output(fault->output ? fault->output : "");
    printf("      ");
    print_replay(folder, stdout);
    printf(" --game %lld\n", (long long)fault->game);
}

static bool take_fault(void *context, const struct fault_line *fault, const char *text)
{
    struct fault_listing *listing = context;
    const struct fault_list_options *options = listing->options;

    if ((options->bot && strcmp(options->bot, fault->bot) != 0) ||
        listing->found++ >= options->most)
        return true;
    listing->shown++;
    if (listing->rows)
        cJSON_AddItemToArray(listing->rows, cJSON_Parse(text));
    else
        print_fault(options->folder, fault);
    return true;
}

static void print_listing(const struct fault_listing *listing)
{
    static const struct table_column columns[] = {{"game", "game", -1},
                                                  {"bot", "bot", -1},
                                                  {"position", "position", -1},
                                                  {"status", "fault", -1},
                                                  {"what", "what", -1}};
    const char *bot = listing->options->bot;

    if (listing->rows)
        row_table_print(listing->rows, columns, sizeof columns / sizeof *columns,
                        listing->options->format, stdout);
    else if (!listing->found)
        printf("no faults%s%s\n", bot ? " of " : "", bot ? bot : "");
    else if (listing->found > listing->shown)
        printf("and %lld more (--most)\n", (long long)(listing->found - listing->shown));
}

int fault_list_print(const struct fault_list_options *options, struct errors *errors)
{
    struct fault_listing listing = {.options = options};
    char path[FOLDER_PATH_SIZE];

    /* A folder without a manifest is not a result folder: "no faults" would be wrong. */
    if (access(folder_file(options->folder, "manifest.json", path), F_OK) != 0) {
        run_folder_refused(options->folder, errors);
        return EXIT_BAD_FILE;
    }
    listing.rows = options->format == TABLE_TEXT ? NULL : cJSON_CreateArray();
    const bool read = fault_lines_read(options->folder, take_fault, &listing, errors);
    if (read)
        print_listing(&listing);
    cJSON_Delete(listing.rows);
    return read ? EXIT_OK : EXIT_BAD_FILE;
}
