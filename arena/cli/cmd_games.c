// SPDX-License-Identifier: MIT
/* arena/cli/cmd_games.c - skat-arena games FOLDER: the games of a log that are wanted, a line each.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/text.h"
#include "arena/base/memory.h"
#include "arena/cli/options.h"
#include "arena/export/game_filter.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/record/action_text.h"
#include "arena/record/game_text.h"
#include "arena/result/fault_line.h"
#include "arena/show/conclusion.h"

/* How the games are printed, as it was asked for. */
struct form_options {
    enum table_format format;
    bool ids, faults;
    int64_t most; /* NOT_GIVEN, or at least 1 */
};
enum { MOST_SHOWN = 50, MOST_FAULTS = 20, NOT_GIVEN = -1 };

struct games_listing {
    struct game_filter filter;
    struct form_options form;
    int64_t most; /* to print; 0: all */
    const char *path;
    int64_t read, found;
    cJSON *rows; /* of a table; NULL: a game, or fault, is printed as soon as it is read */
};

static const char *result_of(const struct game_stats *stats)
{
    if (stats->fault_seat != SKAT_NOBODY)
        return game_status_names[stats->status];
    return stats->declarer == SKAT_NOBODY ? "-"
           : stats->overbid               ? "overbid"
           : stats->won                   ? "won"
                                          : "lost";
}

/* Tables are for a few games, so they are kept until all are there. */
static void add_row(struct games_listing *games, const struct game_row *row)
{
    const struct game_stats *stats = &row->stats;
    char *text = NULL;
    size_t size = 0;
    FILE *memory = xcheck(open_memstream(&text, &size));

    row_print_json(game_columns, game_column_count, row, 0, memory);
    fclose(memory);
    cJSON *entry = cJSON_Parse(text);
    free(text);
    cJSON_AddStringToObject(entry, "result", result_of(stats));
    if (stats->declarer != SKAT_NOBODY)
        json_put_int(entry, "score", stats->score[STATS_OWN][stats->seat_of[stats->declarer]]);
    cJSON_AddItemToArray(games->rows, entry);
}

static void print_table(const struct games_listing *games)
{
    static const struct column columns[] = {
        COLUMN("game", "game:"),
        COLUMN("deal", "{session:}.{deal}", .leave = 2),
        COLUMN("contract", "{type}[ {hand:?}hand][ {ouvert:?}ouvert]"),
        COLUMN("declarer", "[{declarer}][{!declarer:?}-]"),
        COLUMN("bid", "bid:", .leave = 3),
        COLUMN("result", "result"),
        COLUMN("points", "[{score:?}{points:}][{!score:?}-]", .leave = 4),
        COLUMN("score", "score:+0"),
        COLUMN("swing", "swing:", .leave = 1, .presence = IF_ANY),
    };

    table_print(games->rows, COLUMNS(columns), games->form.format, stdout);
}

/* "1,2,3", as replay --game takes them; at once, since there may be many. */
static void print_id(uint64_t game, bool first)
{
    cJSON *row = cJSON_CreateObject();

    json_put_int(row, "game", (int64_t)game);
    print_sentence(row, first ? "{game}" : ",{game}", stdout);
    cJSON_Delete(row);
}

static bool show_game(void *context, const struct game_row *row)
{
    struct games_listing *games = context;

    games->read++;
    if (!game_filter_accepts(&games->filter, row))
        return true;
    games->found++;
    if (games->most && games->found > games->most)
        return true; /* counted, not shown */
    if (games->form.ids) {
        print_id(row->stats.game, games->found == 1);
    } else if (games->rows) {
        add_row(games, row);
    } else if (games->form.format == TABLE_JSON) {
        printf(games->found > 1 ? ",\n" : "\n");
        row_print_json(game_columns, game_column_count, row, 0, stdout);
    } else {
        row_print_csv(game_columns, game_column_count, row, 0, stdout);
    }
    return true;
}

static void begin(struct games_listing *games)
{
    if (games->form.format == TABLE_JSON)
        printf("[");
    else if (games->form.format == TABLE_CSV)
        row_print_csv_head(game_columns, game_column_count, stdout);
}

static void end(struct games_listing *games)
{
    if (games->rows)
        print_table(games);
    if (games->form.format == TABLE_JSON)
        printf("%s]\n", games->found ? "\n" : "");
    if (games->form.ids && games->found)
        printf("\n");
    if (!games->rows || games->form.format != TABLE_TEXT)
        return;
    fflush(stdout);
    if (games->most && games->found > games->most)
        print_note("the first %" PRId64 " are shown (--most)\n", games->most);
    print_note("%" PRId64 " of %" PRId64 " game%s; `skat-arena replay %s --game N` shows one\n",
               games->found, games->read, text_plural(games->read), games->path);
}

static int list(struct games_listing *games, const char *rules, struct errors *errors)
{
    struct log_reader log;
    int code = EXIT_BAD_FILE;

    if (log_reader_open(&log, games->path, rules, errors)) {
        code = EXIT_USAGE;
        if (game_filter_check(&games->filter, &log, errors)) {
            begin(games);
            code = game_rows_each(&log, show_game, games, errors) ? EXIT_OK : EXIT_BAD_FILE;
            end(games);
        }
    }
    log_reader_close(&log);
    return code;
}

/* ---- --faults: the reports of the faults of a run ---- */

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
    struct games_listing *games = context;
    const char *bot = games->filter.bot;

    if ((bot && strcmp(bot, fault->bot) != 0) || games->found++ >= games->most)
        return true;
    if (games->rows)
        cJSON_AddItemToArray(games->rows, cJSON_Parse(text));
    else
        print_fault(games->path, fault);
    return true;
}

static int list_faults(struct games_listing *games, struct errors *errors)
{
    static const struct column columns[] = {COLUMN("game", "game:"), COLUMN("bot", "bot"),
                                            COLUMN("position", "position"),
                                            COLUMN("fault", "status"), COLUMN("what", "what")};
    const char *bot = games->filter.bot;

    /* A folder without a manifest is not a result folder: "no faults" would be wrong. */
    if (!run_folder_has(games->path, "manifest.json", errors) ||
        !fault_lines_read(games->path, take_fault, games, errors))
        return EXIT_BAD_FILE;
    if (games->rows)
        table_print(games->rows, COLUMNS(columns), games->form.format, stdout);
    else if (!games->found)
        printf("no faults%s%s\n", bot ? " of " : "", bot ? bot : "");
    else if (games->found > games->most)
        print_note("and %" PRId64 " more (--most)\n", games->found - games->most);
    return EXIT_OK;
}

/* ---- the command ---- */

static int run(struct cli_line *line)
{
    struct log_rules rules = {0};
    struct games_listing games = {.filter = GAME_FILTER_ALL, .form = {.most = NOT_GIVEN}};
    struct game_filter *filter = &games.filter;
    struct form_options *form = &games.form;
    const struct cli_option table[] = {
        OPT_TEXT("bot", 'b', "NAME",
                 "only games of this bot; --won, --lost and --fault then refer to it",
                 &filter->bot),
        OPT_CHOICE("contract", 'c', GAME_FILTER_CONTRACTS,
                   "only this game; suit: any of the four suits", &filter->contract),
        OPT_FLAG("won", 0, "only games that the declarer, or --bot, won", &filter->won),
        OPT_FLAG("lost", 0, "only games that the declarer, or --bot, lost", &filter->lost),
        OPT_FLAG("faults", 0,
                 "instead of games, list the reports of faults: why a bot failed, where in its "
                 "code, and how to reproduce it (with --bot: its own)",
                 &form->faults),
        OPT_INT("most", 'n', "N",
                "show at most N (default: 50 as a table or Markdown, 20 faults, else all)",
                &form->most, 1, INT64_MAX),
        FORMAT_OPTION(&form->format),
        JSON_OPTION(&form->format),
        OPT_FLAG("ids", 0, "only the numbers, as replay --game takes them", &form->ids),
        OPT_GROUP("More filters"),
        OPT_CHOICE("role", 0, "declarer|defender", "with --bot: only as declarer, or as defender",
                   &filter->role),
        OPT_FLAG("hand", 0, "only hand games", &filter->hand),
        OPT_FLAG("ouvert", 0, "only ouvert games", &filter->ouvert),
        OPT_FLAG("overbid", 0, "only overbid games", &filter->overbid),
        OPT_FLAG("kontra", 0, "only games in which kontra was said", &filter->kontra),
        OPT_FLAG("bock", 0, "only games that count more than once", &filter->bock),
        OPT_FLAG("fault", 0, "only games that a fault ended, of any bot or of --bot",
                 &filter->fault),
        OPT_INT("session", 0, "N", "only this session", &filter->session, 0, INT64_MAX),
        OPT_INT("deal", 0, "N", "only this deal of a session", &filter->deal, 0, INT64_MAX),
        OPT_INT("min-value", 0, "N", "a game value of at least N", &filter->min_value, 1, 1000000),
        OPT_INT("min-swing", 0, "N", "a swing of at least N points", &filter->min_swing, 1,
                1000000),
        OPT_GROUP("How the log is read"),
        LOG_RULES_OPTIONS(&rules),
    };
    int code = cli_parse(line, OPTIONS(table), 1, 1);
    if (code < 0)
        code = log_rules_take(&rules, line->errors);
    if (code >= 0)
        return code;
    if (cli_given(line, "json") + form->ids + cli_given(line, "format") > 1)
        return cli_wrong(line, "--format, --json and --ids exclude each other");
    const struct refusal refusals[] = {
        {form->faults,
         "ids contract won lost role hand ouvert overbid kontra bock fault session deal min-value "
         "min-swing rules rule",
         "chooses games: --faults goes with --bot, --most and --format only"}};
    if (!cli_refuse(line, OPTIONS(refusals)))
        return EXIT_USAGE;
    const bool people = !form->ids && (form->format == TABLE_TEXT || form->format == TABLE_MD),
               rows = form->faults ? form->format != TABLE_TEXT : people;
    games.path = line->words[0];
    games.most = form->most != NOT_GIVEN ? form->most
                 : form->faults          ? MOST_FAULTS
                 : people                ? MOST_SHOWN
                                         : 0;
    games.rows = rows ? cJSON_CreateArray() : NULL;
    code =
        form->faults ? list_faults(&games, line->errors) : list(&games, rules.name, line->errors);
    cJSON_Delete(games.rows);
    return code;
}

const struct cli_command command_games = {
    "games",
    "FOLDER|FILE",
    "list the games of a log that match",
    "Prints a line for each game: its number for replay, its deal as SESSION.DEAL, what was "
    "played, the declarer's card points and score, and the swing of the deal: the largest "
    "difference, between its seatings, of scores with the same cards in the same position.",
    run,
    .examples = "games results/stammtisch --bot bold --contract grand --lost\n"
                "the grands that bold lost, and those that it could not defeat\n"
                "games results/stammtisch --min-swing 150 --ids\n"
                "numbers for replay: deals in which the same hand had very different results\n"
                "games results/stammtisch --faults\n"
                "which bot failed, where, and how to reproduce it",
};
