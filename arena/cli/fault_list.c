// SPDX-License-Identifier: MIT
#include "arena/cli/fault_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/memory.h"
#include "arena/base/terminal_fold.h"
#include "arena/base/wrong_path.h"
#include "arena/record/action_text.h"
#include "arena/record/game_text.h"
#include "arena/result/fault_line.h"
#include "arena/show/conclusion.h"
#include "arena/show/field_text.h"

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
    cJSON *row = fields_to_json(&fault_line_fields, fault);
    char what[CARDS_TEXT_SIZE];

    print_sentence(row, "game {game}: {bot}, {position}, {status}: ", stdout);
    printf("%s\n", text_with_cards(fault->what, game_text_symbols(), what));
    for (int i = 0; i < fault->backtrace_count; i++)
        printf("      at %s\n", fault->backtrace[i]);
    print_output(fault->output ? fault->output : "");
    printf("      ");
    print_replay(folder, stdout);
    print_sentence(row, " --game {game}\n", stdout);
    cJSON_Delete(row);
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
    static const struct column columns[] = {COLUMN("game", "game:"), COLUMN("bot", "bot"),
                                            COLUMN("position", "position"),
                                            COLUMN("fault", "status"), COLUMN("what", "what")};
    const char *bot = listing->options->bot;

    if (listing->rows)
        table_print(listing->rows, COLUMNS(columns), listing->options->format, stdout);
    else if (!listing->found)
        printf("no faults%s%s\n", bot ? " of " : "", bot ? bot : "");
    else if (listing->found > listing->shown)
        print_note("and %lld more (--most)\n", (long long)(listing->found - listing->shown));
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
