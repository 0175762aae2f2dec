// SPDX-License-Identifier: MIT
/* arena/cli/cmd_results.c - skat-arena results: what was played, how far it is, how players of
 * imported games fared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/terminal.h"
#include "arena/cli/options.h"
#include "arena/import/player_table.h"
#include "arena/log/result_folder.h"
#include "arena/match/board.h"
#include "arena/show/result_list.h"
#include "arena/show/run_ratings.h"
#include "arena/show/run_tables.h"
#include "arena/match/run_progress.h"
#include "arena/result/estimates.h"
#include "arena/base/output_file.h"

/* ---- of imported games: how each player fared ---- */

struct player_list_options {
    int64_t most, least; /* players to show, 0: all; games of each, at least */
    const char *out;     /* the file that gets the sum of the tables instead; or NULL */
    enum table_format format;
};

static void print_players(struct player_table *table, const struct player_list_options *options)
{
    static const struct column columns[] = {
        COLUMN("player", "name", .csv = "name"),
        COLUMN("games", "games:"),
        COLUMN("declared", "declared:", .leave = 1),
        COLUMN("won", "won:%1", .csv = "won,won_low,won_high=won"),
        COLUMN("Seeger a game", "seeger:2", .csv = "seeger,seeger_low,seeger_high=seeger"),
    };
    const int64_t most = options->most;
    uint32_t count, enough = 0, shown;
    cJSON *rows = cJSON_CreateArray(), *root = cJSON_CreateObject();
    const struct player_results *players = player_table_sorted(table, &count);

    while (enough < count && players[enough].games >= options->least)
        enough++;
    shown = most && most < enough ? (uint32_t)most : enough;
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
        print_sentence(
            root, "{shown} of {count} player{count:s}[; {more} more have enough games (--most)]\n",
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

/* Before the tables are read, which may take long: an exit code. A table that was added up may be
 * replaced, the files of a folder may not. */
static int can_write(const char *out, const char *const *paths, int count, struct errors *errors)
{
    for (int i = 0; i < count; i++)
        if (folder_exists(paths[i]) && !result_files_may_write(paths[i], out, errors))
            return EXIT_USAGE;
    return output_file_possible(out, errors) ? EXIT_OK : EXIT_INTERNAL;
}

/* Adds up the tables of players of folders and files, and prints or writes the sum. Returns an exit
 * code, with errors if it is not EXIT_OK. */
static int player_list_print(const struct player_list_options *options, const char *const *paths,
                             int count, struct errors *errors)
{
    int code = options->out ? can_write(options->out, paths, count, errors) : EXIT_OK;
    struct player_table *table = player_table_new();

    for (int i = 0; code == EXIT_OK && i < count; i++)
        code = player_table_read(table, paths[i], errors) ? EXIT_OK : EXIT_BAD_FILE;
    if (code == EXIT_OK && options->out)
        code = write_table(table, options->out, errors) ? EXIT_OK : EXIT_INTERNAL;
    else if (code == EXIT_OK)
        print_players(table, options);
    player_table_free(table);
    return code;
}

/* ---- of a run: how far it is, or its shards, and the verdict so far ---- */

/* A run that has no shards has one row. */
static bool is_whole(const cJSON *root)
{
    return cJSON_GetArraySize(json_get(root, "shards")) == 1 &&
           !json_number(root, "verdict_of_shard");
}

/* "in 8 shards: 3 finished, 5 playing", or ": playing" of a run that has none. */
static void print_states(cJSON *root)
{
    const cJSON *shards = json_get(root, "shards");
    char field[60];
    int shown = 0;

    if (is_whole(root)) {
        print_sentence(shards->child, ": {state}", stdout);
        return;
    }
    json_put_int(root, "shard_count", cJSON_GetArraySize(shards));
    print_sentence(root, " in {shard_count} shard{shard_count:s}:", stdout);
    for (int state = RUN_STATES - 1; state >= 0; state--)
        if (field_says(root, run_state_words[state])) {
            snprintf(field, sizeof field, "%s {%s} %s", shown++ ? "," : "", run_state_words[state],
                     run_state_words[state]);
            print_sentence(root, field, stdout);
        }
}

static void put_left(cJSON *root)
{
    const double seconds = json_number(root, "seconds_left");
    char text[PROGRESS_LEFT_SIZE];

    if (seconds > 0)
        cJSON_AddStringToObject(root, "left", progress_left(seconds, text));
}

/* Prints the verdict so far, and which units it is of. An interval that holds only at the end is
 * wrong more often than it says for somebody who looks again and again. */
static void print_verdict_so_far(cJSON *root)
{
    const cJSON *warning;

    if (!field_says(root, "sentence"))
        return;
    cJSON_AddBoolToObject(root, "whole", is_whole(root));
    if (strcmp(json_text(root, "result"), "nothing") != 0)
        print_sentence(root,
                       "[{decided:?}decided ][{whole:?}after][{!whole:?}{decided:?}by the first]"
                       "[{!whole:?}{!decided:?}the first] {beginning} {unit}s"
                       "[{verdict_of_shard:?} of shard {verdict_of_shard}]"
                       "[{!verdict_of_shard:?}{!whole:?} of the beginning]: ",
                       stdout);
    print_sentence(root, "{sentence}\n", stdout);
    cJSON_ArrayForEach (warning, json_get(root, "warnings"))
        printf("WARNING %s\n", warning->valuestring);
    if (strcmp(json_text(root, "valid"), "fixed") == 0 &&
        json_number(root, "beginning") < json_number(root, "planned"))
        printf("  the interval is made for the end of the run, not for looking before\n");
    print_sentence(root, "[  {needed}\n]", stdout);
}

static void print_status(const cJSON *status)
{
    cJSON *root = cJSON_Duplicate(status, true);

    print_sentence(root, "{run}: {units:} of {planned} {unit}s", stdout);
    print_states(root);
    put_left(root);
    print_sentence(root, "[{left:?}; ][{left:?}{tested:?}at most ][{left} at this rate]\n", stdout);
    print_verdict_so_far(root);
    show_shards(json_get(root, "shards"), &(struct table_sink){TABLE_TEXT, stdout, NULL});
    cJSON_Delete(root);
}

/* Adds a row for each shard, with the folder and the run that it is of. */
static void add_rows(cJSON *rows, const char *folder, const cJSON *root)
{
    const cJSON *shard;

    cJSON_ArrayForEach (shard, json_get(root, "shards")) {
        cJSON *row = cJSON_Duplicate(shard, true);
        cJSON_DeleteItemFromObjectCaseSensitive(row, "folder"); /* the shard's name alone */
        json_put_line(row, "folder", folder);
        json_copy(row, root, "run");
        json_copy(row, root, "unit");
        json_copy(row, root, "seconds_left");
        json_copy(row, root, "sentence");
        json_copy(row, root, "warnings");
        cJSON_AddItemToArray(rows, row);
    }
}

static const struct column columns[] = {
    COLUMN("folder", "folder"),
    COLUMN("run", "run"),
    COLUMN("shard", "shard"),
    COLUMN("state", "state"),
    COLUMN("finished", "units"),
    COLUMN("of", "of"),
    COLUMN("unit", "unit"),
    COLUMN("a second", "units_per_second"),
    COLUMN("last, s ago", "last_seconds_ago"),
    COLUMN("seconds left", "seconds_left"),
    COLUMN("verdict so far", "sentence"),
    COLUMN("warnings", "warnings"),
};

/* Prints a row for each folder of a run, and for each board that shards share. */
static void status_list_print(const char *const *folders, int count, enum table_format format,
                              struct errors *errors)
{
    cJSON *all = cJSON_CreateArray(), *rows = cJSON_CreateArray();

    for (int i = 0; i < count; i++) {
        cJSON *root = board_exists(folders[i]) ? board_status(folders[i], errors)
                                               : folder_status(folders[i], errors);
        if (!root)
            continue;
        add_rows(rows, folders[i], root);
        if (format == TABLE_TEXT) {
            printf("%s", cJSON_GetArraySize(all) ? "\n" : "");
            print_status(root);
        }
        cJSON_AddItemToArray(all, root);
    }
    if (format == TABLE_JSON)
        json_print(all, stdout);
    else if (format != TABLE_TEXT)
        table_print(rows, COLUMNS(columns), format, stdout);
    cJSON_Delete(rows);
    cJSON_Delete(all);
}

/* ---- the command ---- */

/* What a word of the command line names, and so what is shown of it. */
enum results_kind { SEVERAL_RESULTS, ONE_RUN, SOME_PLAYERS };

static enum results_kind kind_of(const char *word)
{
    char path[FOLDER_PATH_SIZE];

    if (!folder_exists(word) ? access(word, F_OK) == 0
                             : access(folder_file(word, player_table_file, path), F_OK) == 0)
        return SOME_PLAYERS;
    return board_exists(word) || access(folder_file(word, "manifest.json", path), F_OK) == 0 ||
                   access(folder_file(word, RESUME_FILE, path), F_OK) == 0
               ? ONE_RUN
               : SEVERAL_RESULTS;
}

/* The bots of all runs in a list of results. */
static void print_ratings(const char *folder, const cJSON *list, enum table_format format)
{
    cJSON *ratings = run_ratings_of(list);

    if (format == TABLE_JSON)
        json_print(ratings, stdout);
    else
        print_run_ratings(ratings, format, stdout);
    if (!json_get(ratings, "lists")->child)
        print_note("no two runs in %s can be put together: no bot was in two of them with the same "
                   "options and limits and under the same rules\n",
                   folder);
    cJSON_Delete(ratings);
}

/* The results in a folder. */
static void print_list(const char *folder, bool ratings, enum table_format format,
                       struct errors *errors)
{
    cJSON *list = result_list(folder, errors);

    if (list && ratings)
        print_ratings(folder, list, format);
    else if (list && format == TABLE_TEXT && !cJSON_GetArraySize(list))
        print_note("no results in %s\n", folder);
    else if (list)
        print_result_list(list, format, stdout);
    cJSON_Delete(list);
}

static int print_results(const struct cli_line *line, bool ratings,
                         const struct player_list_options *options)
{
    const char *const *words = line->words;
    const int count = line->count;
    struct errors *errors = line->errors;
    const enum results_kind kind = kind_of(words[0]);
    const struct refusal refusals[] = {
        {kind != SOME_PLAYERS, "out", "adds up tables of players"},
        {kind != SOME_PLAYERS || options->out, "most least",
         "chooses the players of imported games to be shown"},
        {kind != SEVERAL_RESULTS, "ratings", "needs a folder with several runs"},
    };

    for (int i = 1; i < count; i++)
        if (kind_of(words[i]) != kind || kind == SEVERAL_RESULTS)
            errors_add(errors, words[i],
                       "is not of one kind with %s: give runs, or tables of players, or one folder "
                       "of results",
                       words[0]);
    if (!cli_refuse(line, OPTIONS(refusals)))
        return EXIT_USAGE;
    if (kind == SOME_PLAYERS)
        return player_list_print(options, words, count, errors);
    if (kind == ONE_RUN)
        status_list_print(words, count, options->format, errors);
    else
        print_list(words[0], ratings, options->format, errors);
    return errors->count ? EXIT_BAD_FILE : EXIT_OK;
}

static int run(struct cli_line *line)
{
    struct player_list_options options = {.most = 20, .least = 1};
    bool ratings = false;
    const struct cli_option table[] = {
        FORMAT_OPTION(&options.format),
        JSON_OPTION(&options.format),
        OPT_FLAG("ratings", 0, "of a folder: one list of the bots of all its runs", &ratings),
        OPT_INT("most", 'n', "N", "players: show at most N; 0: all (default 20)", &options.most, 0,
                INT64_MAX),
        OPT_INT("least", 0, "N", "players: only those with at least N games (default 1)",
                &options.least, 0, INT64_MAX),
        OPT_TEXT("out", 'o', "FILE",
                 "players: write the sum of the tables to FILE instead, as players.jsonl",
                 &options.out),
    };
    const int code = cli_parse(line, OPTIONS(table), 0, CLI_ANY);

    if (code >= 0)
        return code;
    if (!line->count)
        line->words[line->count++] = "results";
    return print_results(line, ratings, &options);
}

const struct cli_command command_results = {
    "results",
    "[FOLDER...]",
    "list results; show how far a run is, and how imported players fared",
    "A folder of results (default: results) is listed, a line for each: date, verdict, command. "
    "For "
    "a run, or the board that its shards share, shows how far it is, the time left, and the "
    "verdict "
    "so far; for imported games, the results of each player.",
    run,
    .manual =
        "A run may be in progress, interrupted or finished. For each shard, the table shows how "
        "many deals or sessions are finished, how fast, and when it was last heard of. The verdict "
        "is about the beginning of the run, up to the first deal that is missing; without a board, "
        "about the shard. A shard on a board is called silent after a minute without news, or "
        "after ten times as long as a deal takes.\n\n"
        "With --ratings, the bots that runs under the same rules connect are ranked by points a "
        "deal above the mean of the list, by least squares over the differences of all pairs that "
        "met (docs/statistics.md). A bot is the same if its files, options and limits are, "
        "whatever it is called; several of one name are shown with what tells them apart.\n\n"
        "Tables of players (players.jsonl, or the folders of imports) are added up, so that parts "
        "of an archive can be imported one by one. Won is the share of the games that a player "
        "declared, with Wilson's interval. Seeger points are a mean over all games, with Student's "
        "interval; each game is a unit, and the strength of opponents is not taken into account.",
    .examples = "results\n"
                "everything that was played here\n"
                "results results/short\n"
                "how far this run is, how much time is left, and the verdict so far\n"
                "results --ratings\n"
                "the bots of all runs here, ranked together",
};
