// SPDX-License-Identifier: MIT
/* arena/cli/cmd_results.c - skat-arena results: what was played, how far it is, how players of
 * imported games fared. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/json_file.h"
#include "arena/base/terminal_fold.h"
#include "arena/cli/format_option.h"
#include "arena/cli/options.h"
#include "arena/cli/player_list.h"
#include "arena/cli/status_list.h"
#include "arena/import/player_table.h"
#include "arena/log/result_folder.h"
#include "arena/match/board.h"
#include "arena/show/result_list.h"
#include "arena/show/run_ratings.h"

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
    else if (cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(ratings, "lists")) || format)
        print_run_ratings(ratings, format, stdout);
    else
        print_note("no two runs in %s can be put together: their bots differ, or their rules\n",
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

static int print_results(const char *const *words, int count, bool ratings,
                         const struct player_list_options *options, struct errors *errors)
{
    const enum results_kind kind = kind_of(words[0]);

    for (int i = 1; i < count; i++)
        if (kind_of(words[i]) != kind || kind == SEVERAL_RESULTS)
            errors_add(errors, words[i],
                       "is not of one kind with %s: give runs, or tables of "
                       "players, or one folder of results",
                       words[0]);
    if (options->out && kind != SOME_PLAYERS)
        errors_add(errors, "--out", "adds up tables of players; %s has none", words[0]);
    if (ratings && kind != SEVERAL_RESULTS)
        errors_add(errors, "--ratings", "needs a folder with several runs");
    if (errors->count)
        return EXIT_USAGE;
    if (kind == SOME_PLAYERS)
        return player_list_print(options, words, count, errors);
    if (kind == ONE_RUN)
        status_list_print(words, count, options->format, errors);
    else
        print_list(words[0], ratings, options->format, errors);
    return errors->count ? EXIT_BAD_FILE : EXIT_OK;
}

static int run(int argc, char **argv)
{
    enum { FOLDERS_MAX = 4096 };
    static const char *words[FOLDERS_MAX] = {"results"};
    struct player_list_options options = {.most = 20, .least = 1};
    const char *format = NULL;
    bool json = false, ratings = false;
    int count;
    const struct cli_option table[] = {
        format_option(&format),
        json_option(&json),
        {"ratings", 0, CLI_FLAG, NULL, "of a folder: one list of the bots of all its runs",
         &ratings, 0, 0},
        {"most", 'n', CLI_INT, "N", "players: show at most N; 0: all (default 20)", &options.most,
         0, INT64_MAX},
        {"least", 0, CLI_INT, "N", "players: only those with at least N games (default 1)",
         &options.least, 0, INT64_MAX},
        {"out", 'o', CLI_TEXT, "FILE",
         "players: write the sum of the tables to FILE instead, as players.jsonl", &options.out, 0,
         0},
    };
    int code = cli_parse(&command_results, table, sizeof table / sizeof *table, argc, argv, words,
                         &count, 0, FOLDERS_MAX);
    struct errors errors = {0};

    if (code >= 0)
        return code;
    options.format = table_format_of(format, json);
    code = print_results(words, count ? count : 1, ratings, &options, &errors);
    return errors_end(&errors, code);
}

const struct cli_command command_results = {
    "results",
    "[FOLDER...]",
    "list results; show how far a run is, and how imported players fared",
    "Of a folder of results (default: results), a line for each: date, verdict, command. Of a run, "
    "or of the board that its shards share, how far it is, the time left, and the verdict so far. "
    "Of imported games, the results of each player.",
    run,
    .manual =
        "A run may be in progress, interrupted or finished. For each shard, the table shows how "
        "many "
        "deals or sessions are finished, how fast, and when it was last heard of. The verdict is "
        "about the beginning of the run, up to the first deal that is missing; without a board, "
        "about the shard. A shard on a board is called silent after a minute without news, or "
        "after "
        "ten times as long as a deal takes."
        "\n\n"
        "With --ratings, the bots that runs under the same rules connect are ranked by points a "
        "deal above the mean of the list, by least squares over the differences of all pairs that "
        "met (docs/statistics.md). A bot is the same if its files, options and limits are, "
        "whatever "
        "it is called."
        "\n\n"
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
