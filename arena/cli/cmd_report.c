// SPDX-License-Identifier: MIT
/* arena/cli/cmd_report.c - skat-arena report FOLDER...: turns results into one HTML page. */
#include <stdio.h>

#include "arena/base/folder.h"
#include "arena/cli/options.h"
#include "arena/report/report.h"

static int run(struct cli_line *line)
{
    enum { FOLDERS_MAX = 64 };
    const char *out = NULL, *games = NULL;
    enum page_solver solver = PAGE_SOLVER_AUTO;
    char path[FOLDER_PATH_SIZE];
    struct game_wishes wishes = GAME_WISHES_NONE;
    struct game_filter *filter = &wishes.filter;
    struct language_words said = {0};
    const struct cli_option table[] = {
        OPT_TEXT("out", 'o', "FILE",
                 "output file (default: report.html in the folder; for several folders, here)",
                 &out),
        OPT_GROUP("Deals to step through"),
        OPT_TEXT("game", 'g', "N[,N...]", "also show the deals of these games", &games),
        OPT_TEXT("bot", 'b', "NAME", "also show deals in which this bot takes part", &filter->bot),
        OPT_CHOICE("contract", 'c', GAME_FILTER_CONTRACTS,
                   "also show deals in which this was played", &filter->contract),
        OPT_FLAG("lost", 0, "with these: lost by the declarer, or by --bot", &filter->lost),
        OPT_FLAG("fault", 0, "also show games that a fault ended, of any bot or of --bot",
                 &filter->fault),
        OPT_GROUP("How it looks"),
        OPT_ENUM("solver", 0, "auto|always|never",
                 "put the solver into the page; auto: unless that makes it larger than 400 kB",
                 &solver),
        LANGUAGE_OPTION(&said),
        GERMAN_CARDS_OPTION(&said),
    };
    int code = cli_parse(line, OPTIONS(table), 1, FOLDERS_MAX);
    if (code < 0)
        code = language_option_take(line, &said, &wishes.language);
    if (code >= 0)
        return code;
    wishes.filtered = filter->bot || filter->contract || filter->lost || filter->fault;
    wishes.game_count = games ? read_game_numbers(games, wishes.games, PICKED_GAMES_MAX) : 0;
    if (wishes.game_count < 0)
        return cli_wrong(line,
                         "--game must be up to %d ascending indices separated by commas, not "
                         "\"%s\"",
                         PICKED_GAMES_MAX, games);
    if (solver == PAGE_SOLVER_ALWAYS && !page_has_solver())
        return cli_wrong(line, "--solver=always: this program was built without the solver for "
                               "pages (make wasm)");
    const bool inside = !out && line->count == 1;
    if (!out)
        out = inside ? folder_file(line->words[0], "report.html", path) : "report.html";
    code = report_write(line->words, line->count, out, inside, &wishes, solver, line->errors);
    if (code == EXIT_OK)
        printf("%s\n", out);
    return code;
}

const struct cli_command command_report = {
    "report",
    "FOLDER...",
    "turn results into one HTML page that needs no network",
    "FOLDER is the result folder of a run, a study or a search, or a folder of them (results): "
    "then the page is an index.",
    run,
    .manual = "The page of a run has at most 32 deals to step through: those that made the most "
              "difference between two compared bots, or else those with the largest swings; games "
              "that one card turned, if analyze was run; a sample; games that a fault ended; and "
              "those that the options choose.",
    .examples = "report results/stammtisch\n"
                "write results/stammtisch/report.html\n"
                "report results/stammtisch --bot bold --contract null --lost --out nulls.html\n"
                "with the null games that bold lost to step through\n"
                "report results\n"
                "an index of all results, with links to their pages",
};
