// SPDX-License-Identifier: MIT
/* arena/cli/cmd_replay.c - skat-arena replay FOLDER|FILE: prints games as readable text. */
#include <stdio.h>
#include <stdlib.h>

#include "arena/base/json_write.h"
#include "arena/solve/game_analysis.h"
#include "arena/cli/common_options.h"
#include "arena/cli/options.h"
#include "arena/base/exit_code.h"
#include "arena/base/terminal_fold.h"
#include "arena/record/game_text.h"
#include "arena/log/log_reader.h"
#include "arena/report/report.h"
#include "arena/show/redealt_text.h"

enum { GAMES_MAX = 64 };

struct wanted {
    int64_t games[GAMES_MAX]; /* indices, ascending; none: the first game of the file */
    int game_count;
    int64_t count; /* games to show from there on, when at most one index is given */
    bool ascii;
    struct language language;
};

/* The `game` field of a line. Lines of the arena begin with it, so that most need no parsing. */
static int64_t game_of(const struct log_reader *log)
{
    long long game = -1;

    if (sscanf(log->text, "{\"game\":%lld", &game) != 1) {
        cJSON *line = cJSON_ParseWithLength(log->text, log->length);
        const cJSON *item = json_get(line, "game");
        game = cJSON_IsNumber(item) ? (long long)item->valuedouble : -1;
        cJSON_Delete(line);
    }
    return game;
}

/* Whether to show the line that was just read. */
static bool is_wanted(const struct wanted *wanted, const struct log_reader *log, int64_t shown)
{
    if (wanted->game_count > 1)
        return game_of(log) == wanted->games[shown];
    return shown || !wanted->game_count || game_of(log) == wanted->games[0];
}

static void complain(struct errors *errors, const struct log_reader *log,
                     const struct wanted *wanted, int64_t shown)
{
    if (!wanted->game_count)
        errors_add(errors, log->path, "has no games");
    else if (shown < wanted->game_count)
        errors_add(errors, log->path, "has no game %lld", (long long)wanted->games[shown]);
}

static int replay(const char *path, const char *rules, const struct wanted *wanted)
{
    static struct game_json line;
    struct log_reader log;
    struct errors errors = {0};
    int64_t shown = 0, most = wanted->game_count > 1 ? wanted->game_count : wanted->count;
    char where[1300];

    struct game_text text = {&line, !wanted->ascii && game_text_symbols(), stdout, NULL,
                             wanted->language};
    struct game_analyses analyses = {0};
    struct redeals_reader redeals = {0};
    bool ok = log_reader_open(&log, path, rules, &errors);
    ok = ok && game_analyses_open(&analyses, log.path, &errors);
    ok = ok && redealt_text_open(&redeals, &log, &errors);
    while (ok && shown < most && log_reader_next(&log)) {
        if (!is_wanted(wanted, &log, shown))
            continue;
        snprintf(where, sizeof where, "%s:%llu", log.path, (unsigned long long)log.number);
        if (game_json_read(log.text, log.length, &log.rules, NULL, where, &line, &errors)) {
            printf(shown++ ? "\n" : "");
            cJSON *analysis = game_analyses_find(&analyses, &line);
            text.analysis = analysis;
            game_text_print(&text);
            cJSON_Delete(analysis);
            ok = redealt_text_print(&redeals, &log, &line.outcome.id, &text, &errors);
        } else {
            ok = false;
        }
        cJSON_Delete(line.root);
    }
    if (ok && (!shown || wanted->game_count > 1))
        complain(&errors, &log, wanted, shown);
    errors_print(&errors, stderr);
    int code = errors.count ? EXIT_BAD_FILE : EXIT_OK;
    errors_free(&errors);
    game_analyses_close(&analyses);
    redeals_reader_close(&redeals);
    log_reader_close(&log);
    return code;
}

/* A page of the deal of one game. */
static int write_page(const char *folder, const struct wanted *wanted, const char *out)
{
    struct game_wishes wishes = GAME_WISHES_NONE;
    struct errors errors = {0};

    wishes.single_game = true;
    wishes.language = wanted->language;
    wishes.game_count = 1;
    wishes.games[0] = wanted->games[0];
    int code = report_write(&folder, 1, out, false, &wishes, PAGE_SOLVER_AUTO, &errors);
    if (code == EXIT_OK)
        printf("%s\n", out);
    errors_report(&errors);
    return code;
}

static int run(int argc, char **argv)
{
    struct word_list rule = {0};
    const char *html = NULL, *rules = NULL, *games = NULL, *words[1];
    struct wanted wanted = {.count = 1};
    struct language_words said = {0};
    int count;
    const struct cli_option table[] = {
        {"game", 'g', CLI_TEXT, "N[,N...]",
         "games to show, by their numbers in the log, ascending (default: the first)", &games, 0,
         0},
        {"count", 'n', CLI_INT, "N", "games to show from there on (default 1)", &wanted.count, 1,
         INT64_MAX},
        {"rules", 'r', CLI_TEXT, "NAME", "rule set of the log instead of the manifest's", &rules, 0,
         0},
        rule_option(&rule),
        {"html", 0, CLI_TEXT, "FILE",
         "instead, write an HTML page to step through the deal of --game", &html, 0, 0},
        {"ascii", 0, CLI_FLAG, NULL, "print cards as CJ, never as symbols", &wanted.ascii, 0, 0},
        language_option(&said),
        german_cards_option(&said),
    };
    int code = cli_parse(&command_replay, table, sizeof table / sizeof *table, argc, argv, words,
                         &count, 1, 1);
    if (code < 0)
        code = rule_option_join(&rules, &rule, true);
    if (code < 0)
        code = language_option_take("replay", &said, &wanted.language);
    if (code >= 0)
        return code;
    wanted.game_count = games ? read_game_numbers(games, wanted.games, GAMES_MAX) : 0;
    if (wanted.game_count < 0) {
        print_note(
            "skat-arena replay: --game must be up to 64 ascending indices separated by commas, "
            "not \"%s\"\n",
            games);
        return EXIT_USAGE;
    }
    if (html && (wanted.game_count != 1 || wanted.count != 1 || rules || wanted.ascii)) {
        print_note("skat-arena replay: --html shows one game: it needs --game N, and takes no "
                   "other option\n");
        return EXIT_USAGE;
    }
    return html ? write_page(words[0], &wanted, html) : replay(words[0], rules, &wanted);
}

const struct cli_command command_replay = {
    "replay",
    "FOLDER|FILE",
    "show games of a log trick by trick, with the scoring in words",
    "If analyze has written analysis.jsonl next to the log, the loss of each card is shown, too. "
    "If\n"
    "there is a redeals.jsonl, the results of the same hand on other deals are shown where two "
    "bots\n"
    "bid differently. A bot that has two seats is followed by the letter of its position: club F,\n"
    "club R.",
    run,
    .examples = "replay results/stammtisch --game 4\n"
                "one game, trick by trick\n"
                "replay results/stammtisch --game 4 --count 3 --ascii\n"
                "three games, with cards as CJ and D7\n"
                "replay results/stammtisch --game 4 --html game4.html\n"
                "a page to step through it, as every seating played the deal",
};
