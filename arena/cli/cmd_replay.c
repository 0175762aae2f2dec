// SPDX-License-Identifier: MIT
/* arena/cli/cmd_replay.c - skat-arena replay FOLDER|FILE: prints games as readable text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/cli/options.h"
#include "arena/solve/game_analysis.h"
#include "arena/base/memory.h"
#include "arena/record/game_text.h"
#include "arena/log/log_reader.h"
#include "arena/report/report.h"
#include "arena/compare/redeals.h"
#include "arena/record/game_outcome.h"
#include "arena/base/folder.h"
#include "arena/compare/redeal_case.h"
#include "arena/record/action_text.h"

/* ---- the re-deals below a game ---- */

/* Opens the re-deals beside a log, if it has a manifest and they are there. False with an error. */
static bool redealt_text_open(struct redeals_reader *reader, const struct log_reader *log,
                              struct errors *errors)
{
    char folder[FOLDER_PATH_SIZE];
    const char *end = strrchr(log->path, '/');
    const int length = end ? (int)(end - log->path) : 0;

    *reader = (struct redeals_reader){0};
    if (!log->has_manifest || !log->manifest.compared.redeals)
        return true;
    snprintf(folder, sizeof folder, "%.*s", length, log->path);
    return redeals_reader_open(reader, end ? folder : ".", &log->manifest.compared,
                               &log->manifest.schedule, log->manifest.names, errors);
}

static const char *in_words(const char *answer, bool symbols, char text[ACTION_WORDS_SIZE])
{
    return strcmp(answer, "yes") == 0    ? "holds"
           : strcmp(answer, "pass") == 0 ? "passes"
                                         : action_token_text(answer, symbols, text);
}

static double points(int64_t parts) { return (double)parts / SEAT_WEIGHT; }

/* The differences of a hand in the scoring of the rules: as dealt, and of each re-deal. */
static const int64_t *differences_of(const struct redealt_seat *seat,
                                     const struct skat_rules *rules, int *count)
{
    const enum stats_scoring scoring = stats_primary_scoring(rules);

    *count = scoring == STATS_CLASSIC  ? seat->classic_count
             : scoring == STATS_SEEGER ? seat->seeger_fabian_count
                                       : seat->score_count;
    return scoring == STATS_CLASSIC  ? seat->classic
           : scoring == STATS_SEEGER ? seat->seeger_fabian
                                     : seat->score;
}

/* A number of points with what stands before it. */
static void print_points(const char *before, double number, FILE *out)
{
    cJSON *row = cJSON_CreateObject();

    cJSON_AddStringToObject(row, "before", before);
    cJSON_AddNumberToObject(row, "points", number);
    print_sentence(row, "{before} {points:+1}", out);
    cJSON_Delete(row);
}

static void print_hand(const struct redealt_seat *seat, const struct log_reader *log, bool symbols,
                       FILE *out)
{
    const struct comparison_plan *compared = &log->manifest.compared;
    const char *const *names = log->manifest.names;
    char texts[2][ACTION_WORDS_SIZE];
    int64_t sum = 0;
    int count;
    const int64_t *of = differences_of(seat, &log->manifest.rules, &count);

    fprintf(out, "\nThe same hand, other deals: %s, %s %s, %s %s\n", seat->position, seat->bot,
            in_words(seat->answer, symbols, texts[0]), seat->other_bot,
            in_words(seat->other_answer, symbols, texts[1]));
    print_points("  as dealt", points(of[0]), out);
    for (int i = 1; i < count; i++)
        print_points(i > 1 ? "," : "; other deals", points(of[i]), out);
    for (int i = 0; i < count; i++)
        sum += of[i];
    if (seat->failed)
        fprintf(out, "; a bot failed, so it counts as it was dealt");
    else
        print_points("; mean", points(sum) / count, out);
    fprintf(out, "\n  points by which %s's way is better than %s's\n", names[compared->a],
            names[compared->b]);
}

/* Prints the hands of a game below its `text`, in ascending order of games; nothing if it has none.
 * False with errors. */
static bool redealt_text_print(struct redeals_reader *reader, const struct log_reader *log,
                               const struct game_id *id, const struct game_text *text,
                               struct errors *errors)
{
    const uint64_t deal = id->session * reader->deals + id->deal;
    struct redeal_change before;

    if (deal > 0 && !redeals_reader_each(reader, deal - 1, NULL, NULL, &before, errors))
        return false;
    if (!reader->more || reader->next_deal != deal)
        return true;
    for (int i = 0; i < reader->next.cases_count; i++)
        if (reader->next.cases[i].game == (int64_t)id->game)
            print_hand(&reader->next.cases[i], log, text->symbols, text->out);
    return true;
}

/* ---- the command ---- */

enum { GAMES_MAX = 64 };

struct wanted {
    int64_t games[GAMES_MAX]; /* indices, ascending; none: the first game of the file */
    int game_count;
    int64_t count; /* games to show from there on, when at most one index is given */
    bool ascii, json;
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

/* As the log has it, with what analyze found. */
static void print_json(const struct game_json *line, cJSON *analysis)
{
    if (analysis)
        cJSON_AddItemReferenceToObject(line->root, "analysis", analysis);
    char *text = xcheck(cJSON_PrintUnformatted(line->root));
    printf("%s", text);
    free(text);
}

static int replay(const char *path, const char *rules, const struct wanted *wanted,
                  struct errors *errors)
{
    static struct game_json line;
    struct log_reader log;
    int64_t shown = 0, most = wanted->game_count > 1 ? wanted->game_count : wanted->count;
    char where[1300];

    struct game_text text = {&line, !wanted->ascii && game_text_symbols(), stdout, NULL,
                             wanted->language};
    struct game_analyses analyses = {0};
    struct redeals_reader redeals = {0};
    bool ok = log_reader_open(&log, path, rules, errors);
    ok = ok && game_analyses_open(&analyses, log.path, errors);
    ok = ok && redealt_text_open(&redeals, &log, errors);
    while (ok && shown < most && log_reader_next(&log)) {
        if (!is_wanted(wanted, &log, shown))
            continue;
        snprintf(where, sizeof where, "%s:%llu", log.path, (unsigned long long)log.number);
        if (game_json_read(log.text, log.length, &log.rules, NULL, where, &line, errors)) {
            printf("%s", wanted->json ? shown++ ? ",\n" : "[\n" : shown++ ? "\n" : "");
            cJSON *analysis = game_analyses_find(&analyses, &line);
            text.analysis = analysis;
            if (wanted->json) {
                print_json(&line, analysis);
            } else {
                game_text_print(&text);
                ok = redealt_text_print(&redeals, &log, &line.outcome.id, &text, errors);
            }
            cJSON_Delete(analysis);
        } else {
            ok = false;
        }
        cJSON_Delete(line.root);
    }
    if (wanted->json && shown)
        puts("\n]");
    if (ok && (!shown || wanted->game_count > 1))
        complain(errors, &log, wanted, shown);
    game_analyses_close(&analyses);
    redeals_reader_close(&redeals);
    log_reader_close(&log);
    return errors->count ? EXIT_BAD_FILE : EXIT_OK;
}

/* A page of the deal of one game. */
static int write_page(const char *folder, const struct wanted *wanted, const char *out,
                      struct errors *errors)
{
    struct game_wishes wishes = GAME_WISHES_NONE;

    wishes.single_game = true;
    wishes.language = wanted->language;
    wishes.game_count = 1;
    wishes.games[0] = wanted->games[0];
    int code = report_write(&folder, 1, out, false, &wishes, PAGE_SOLVER_AUTO, errors);
    if (code == EXIT_OK)
        printf("%s\n", out);
    return code;
}

static int run(struct cli_line *line)
{
    struct log_rules rules = {0};
    const char *html = NULL, *games = NULL;
    struct wanted wanted = {.count = 1};
    struct language_words said = {0};
    const struct cli_option table[] = {
        OPT_TEXT("game", 'g', "N[,N...]",
                 "games to show, by their numbers in the log, ascending (default: the first)",
                 &games),
        OPT_INT("count", 'n', "N", "games to show from there on (default 1)", &wanted.count, 1,
                INT64_MAX),
        LOG_RULES_OPTIONS(&rules),
        OPT_TEXT("html", 0, "FILE",
                 "instead, write an HTML page to step through the deal of --game", &html),
        OPT_FLAG("ascii", 0, "print cards as CJ, never as symbols", &wanted.ascii),
        OPT_FLAG("json", 0, "print the whole result as JSON, for programs", &wanted.json),
        LANGUAGE_OPTION(&said),
        GERMAN_CARDS_OPTION(&said),
    };
    int code = cli_parse(line, OPTIONS(table), 1, 1);
    if (code < 0)
        code = log_rules_take(&rules, line->errors);
    if (code < 0)
        code = language_option_take(line, &said, &wanted.language);
    if (code >= 0)
        return code;
    wanted.game_count = games ? read_game_numbers(games, wanted.games, GAMES_MAX) : 0;
    if (wanted.game_count < 0)
        return cli_wrong(line,
                         "--game must be up to 64 ascending indices separated by "
                         "commas, not \"%s\"",
                         games);
    if (html &&
        (wanted.game_count != 1 || wanted.count != 1 || rules.name || wanted.ascii || wanted.json))
        return cli_wrong(line, "--html shows one game: it needs --game N, and takes no "
                               "other option");
    return html ? write_page(line->words[0], &wanted, html, line->errors)
                : replay(line->words[0], rules.name, &wanted, line->errors);
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
