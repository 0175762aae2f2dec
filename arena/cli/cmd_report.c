// SPDX-License-Identifier: MIT
/* arena/cli/cmd_report.c - skat-arena report FOLDER...: turns results into one HTML page. */
#include <stdio.h>
#include <string.h>

#include "arena/cli/common_options.h"
#include "arena/cli/options.h"
#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/terminal.h"
#include "arena/report/report.h"

/* Takes the games that are wished for; false with a message. */
static bool take_games(struct game_wishes *wishes, const char *games)
{
    const struct game_filter *filter = &wishes->filter;

    wishes->filtered = filter->bot || filter->contract || filter->lost || filter->fault;
    wishes->game_count = games ? read_game_numbers(games, wishes->games, PICKED_GAMES_MAX) : 0;
    if (wishes->game_count < 0)
        print_note("skat-arena report: --game must be up to %d ascending indices separated by "
                   "commas, not \"%s\"\n",
                   PICKED_GAMES_MAX, games);
    return wishes->game_count >= 0;
}

static int run(int argc, char **argv)
{
    enum { FOLDERS_MAX = 64 };
    const char *out = NULL, *words[FOLDERS_MAX];
    struct errors errors = {0};
    char path[FOLDER_PATH_SIZE];
    int count;
    struct game_wishes wishes = GAME_WISHES_NONE;
    struct game_filter *filter = &wishes.filter;
    struct language_words said = {0};
    const char *games = NULL, *solver = NULL;
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
        OPT_CHOICE("solver", 0, "auto|always|never",
                   "put the solver into the page; auto: unless that makes it larger than 400 kB",
                   &solver),
        LANGUAGE_OPTION(&said),
        GERMAN_CARDS_OPTION(&said),
    };
    int done =
        cli_parse(&command_report, OPTIONS(table), argc, argv, words, &count, 1, FOLDERS_MAX);
    if (done < 0)
        done = language_option_take("report", &said, &wishes.language);
    if (done >= 0)
        return done;

    if (!take_games(&wishes, games))
        return EXIT_USAGE;
    enum page_solver with = PAGE_SOLVER_AUTO;
    while (solver && strcmp(solver, page_solver_names[with]) != 0)
        with++;
    if (with == PAGE_SOLVER_ALWAYS && !page_has_solver()) {
        print_note("skat-arena report: --solver=always: this program was built without the solver "
                   "for pages (make wasm)\n");
        return EXIT_USAGE;
    }
    bool inside = !out && count == 1;
    if (!out)
        out = count == 1 ? folder_file(words[0], "report.html", path) : "report.html";
    int code = report_write(words, count, out, inside, &wishes, with, &errors);
    if (code == EXIT_OK)
        printf("%s\n", out);
    errors_report(&errors);
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
