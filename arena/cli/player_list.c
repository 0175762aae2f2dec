// SPDX-License-Identifier: MIT
#include "arena/cli/player_list.h"

#include <math.h>
#include <stdio.h>

#include "arena/base/exit_code.h"
#include "arena/result/estimates.h"
#include "arena/base/folder.h"
#include "arena/base/output_file.h"
#include "arena/base/json_write.h"
#include "arena/show/field_text.h"
#include "arena/import/player_table.h"
#include "arena/log/result_folder.h"

static void print_players(struct player_table *table, const struct player_list_options *options)
{
    static const struct column columns[] = {
        COLUMN("player", "name", .csv = "name"),
        COLUMN("games", "games:"),
        COLUMN("declared", "declared:", .leave = 1),
        COLUMN("won", "won:%1", .csv = "won,won_low,won_high=won"),
        COLUMN("Seeger a game", "seeger:2", .csv = "seeger,seeger_low,seeger_high=seeger"),
    };
    uint32_t count, enough = 0, shown;
    cJSON *rows = cJSON_CreateArray(), *root = cJSON_CreateObject();
    const struct player_results *players = player_table_sorted(table, &count);

    while (enough < count && players[enough].games >= options->least)
        enough++;
    shown = options->most && options->most < enough ? (uint32_t)options->most : enough;
    for (uint32_t i = 0; i < shown; i++) {
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "name", players[i].name);
        json_put_int(row, "games", (int64_t)players[i].games);
        json_put_int(row, "declared", (int64_t)players[i].declared);
        estimate_put(row, "won", player_share(players[i].won, players[i].declared));
        estimate_put(row, "seeger", player_seeger(&players[i]));
        cJSON_AddItemToArray(rows, row);
    }
    table_print(rows, COLUMNS(columns), options->format, stdout);
    json_put_int(root, "shown", shown);
    json_put_int(root, "count", count);
    json_put_int(root, "more", enough - shown);
    if (options->format == TABLE_TEXT)
        print_sentence(root,
                       "{shown} of {count} player{count:s}[; {more} more have so many games "
                       "(--most)]\n",
                       stdout);
    cJSON_Delete(rows);
    cJSON_Delete(root);
}

static bool write_table(struct player_table *table, const char *path, struct errors *errors)
{
    struct output_file output;

    if (output_file_begin(&output, path, OUTPUT_NAMED))
        player_table_write(table, output.file);
    return output_file_end(&output, errors);
}

/* A table that was added up may be replaced, the files of a folder may not. */
static bool may_write(const char *out, const char *const *paths, int count, struct errors *errors)
{
    for (int i = 0; i < count; i++)
        if (folder_exists(paths[i]) && !result_files_may_write(paths[i], out, errors))
            return false;
    return true;
}

/* Before the tables are read, which may take long. */
static bool can_write(const char *out, const char *const *paths, int count, int *code,
                      struct errors *errors)
{
    *code = EXIT_USAGE;
    if (!may_write(out, paths, count, errors))
        return false;
    *code = EXIT_INTERNAL;
    return output_file_possible(out, errors);
}

int player_list_print(const struct player_list_options *options, const char *const *paths,
                      int count, struct errors *errors)
{
    struct player_table *table;
    int code = EXIT_OK;

    if (options->out && !can_write(options->out, paths, count, &code, errors))
        return code;
    code = EXIT_OK;
    table = player_table_new();
    for (int i = 0; code == EXIT_OK && i < count; i++)
        code = player_table_read(table, paths[i], errors) ? EXIT_OK : EXIT_BAD_FILE;
    if (code == EXIT_OK && options->out)
        code = write_table(table, options->out, errors) ? EXIT_OK : EXIT_INTERNAL;
    else if (code == EXIT_OK)
        print_players(table, options);
    player_table_free(table);
    return code;
}
