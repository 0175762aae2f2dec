// SPDX-License-Identifier: MIT
#include "arena/cli/player_list.h"

#include <math.h>
#include <stdio.h>

#include "arena/base/exit_code.h"
#include "arena/base/text.h"
#include "arena/base/folder.h"
#include "arena/base/output_file.h"
#include "arena/base/json_write.h"
#include "arena/base/terminal_table.h"
#include "arena/import/player_table.h"
#include "arena/log/result_folder.h"

static void print_interval(struct estimate estimate, double scale, int digits, int width, FILE *out)
{
    char text[64];

    if (isnan(estimate.mean))
        snprintf(text, sizeof text, "-");
    else if (isnan(estimate.low))
        snprintf(text, sizeof text, "%.*f", digits, estimate.mean * scale);
    else
        snprintf(text, sizeof text, "%.*f (%.*f to %.*f)", digits, estimate.mean * scale, digits,
                 estimate.low * scale, digits, estimate.high * scale);
    fprintf(out, "\v %*s", width, text);
}

static void print_player(const struct player_results *player, FILE *out)
{
    fprintf(out, "%-16s\v %7lld\v %8lld", player->name, (long long)player->games,
            (long long)player->declared);
    print_interval(player_share(player->won, player->declared), 100, 1, 22, out);
    print_interval(player_seeger(player), 1, 2, 23, out);
    fprintf(out, "\n");
}

/* An interval as three members of a row; what is not known is missing. */
static void add_interval(cJSON *row, const char *name, struct estimate estimate)
{
    const double values[] = {estimate.mean, estimate.low, estimate.high};
    static const char *const ends[] = {"", "_low", "_high"};
    char key[40];

    for (int i = 0; i < 3; i++) {
        snprintf(key, sizeof key, "%s%s", name, ends[i]);
        if (!isnan(values[i]))
            cJSON_AddNumberToObject(row, key, values[i]);
    }
}

static void print_rows(struct player_table *table, const struct player_list_options *options)
{
    static const struct table_column columns[] = {
        {"name", "player", -1},         {"games", "games", -1},
        {"declared", "declared", -1},   {"won", "won", -1},
        {"won_low", "from", -1},        {"won_high", "to", -1},
        {"seeger", "Seeger a game", 2}, {"seeger_low", "from", 2},
        {"seeger_high", "to", 2}};
    uint32_t count;
    cJSON *rows = cJSON_CreateArray();
    const struct player_results *players = player_table_sorted(table, &count);

    for (uint32_t i = 0;
         i < count && players[i].games >= options->least && (!options->most || i < options->most);
         i++) {
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "name", players[i].name);
        json_put_int(row, "games", (int64_t)players[i].games);
        json_put_int(row, "declared", (int64_t)players[i].declared);
        add_interval(row, "won", player_share(players[i].won, players[i].declared));
        add_interval(row, "seeger", player_seeger(&players[i]));
        cJSON_AddItemToArray(rows, row);
    }
    row_table_print(rows, columns, sizeof columns / sizeof *columns, options->format, stdout);
    cJSON_Delete(rows);
}

static void print_table(struct player_table *table, const struct player_list_options *options)
{
    uint32_t count;
    int64_t shown = 0, enough = 0;
    struct terminal_table lines;
    const struct player_results *players = player_table_sorted(table, &count);

    FILE *rows = terminal_table_begin(&lines);
    fprintf(rows, "%-16s\v %7s\v %8s\v %22s\v %23s\n", "player", "games", "declared",
            "won, percent", "Seeger a game");
    for (uint32_t i = 0; i < count && players[i].games >= options->least; i++) {
        enough++;
        if (options->most && shown == options->most)
            continue;
        print_player(&players[i], rows);
        shown++;
    }
    terminal_table_end(&lines, stdout);
    printf("%lld of %u player%s", (long long)shown, count, text_plural(count));
    if (shown < enough)
        printf("; %lld more have so many games (--most)", (long long)(enough - shown));
    printf("\n");
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
    else if (code == EXIT_OK && options->format != TABLE_TEXT)
        print_rows(table, options);
    else if (code == EXIT_OK)
        print_table(table, options);
    player_table_free(table);
    return code;
}
