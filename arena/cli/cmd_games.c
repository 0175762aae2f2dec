// SPDX-License-Identifier: MIT
/* arena/cli/cmd_games.c - skat-arena games FOLDER: the games of a log that are wanted, a line each.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/text.h"
#include "arena/base/terminal.h"
#include "arena/base/memory.h"
#include "arena/base/terminal_fold.h"
#include "arena/base/terminal_table.h"
#include "arena/cli/fault_list.h"
#include "arena/cli/format_option.h"
#include "arena/cli/options.h"
#include "arena/cli/rule_option.h"
#include "arena/export/game_filter.h"

/* On a narrower terminal the deal and its swing are left out. */
enum { NARROW = 94, CONTRACT = 20, NAME = 12 };

enum form { FORM_TABLE, FORM_JSON, FORM_CSV, FORM_IDS, FORM_MD };

/* How the games are printed, as it was asked for. */
struct form_options {
    const char *format;
    bool json, ids, faults;
    int64_t most; /* NOT_GIVEN, or at least 1 */
};
enum { MOST_SHOWN = 50, NOT_GIVEN = -1 };

struct games_listing {
    struct game_filter filter;
    enum form form;
    int64_t most;                /* to print; 0: all */
    int width;                   /* of the terminal, 0: none */
    struct terminal_table table; /* of FORM_TABLE */
    const char *path;
    int64_t read, found;
    cJSON *rows; /* of FORM_MD */
};

static bool is_narrow(int width) { return width && width < NARROW; }

static void print_head(int width, FILE *out)
{
    fprintf(out, "%8s", "game");
    if (!is_narrow(width))
        fprintf(out, "\v %9s", "deal");
    fprintf(out, "\v  %-*s\v %-*s\v %4s\v  %-8s\v %6s\v %6s%s\n", CONTRACT, "contract", NAME,
            "declarer", "bid", "result", "points", "score", is_narrow(width) ? "" : "\v   swing");
}

static const char *result_of(const struct game_stats *stats)
{
    if (stats->fault_seat != SKAT_NOBODY)
        return game_status_names[stats->status];
    return stats->declarer == SKAT_NOBODY ? "-"
           : stats->overbid               ? "overbid"
           : stats->won                   ? "won"
                                          : "lost";
}

/* "12.3" for deal 3 of session 12. */
static void print_row(const struct game_row *row, int width, FILE *out)
{
    const struct game_stats *stats = &row->stats;
    const bool declared = stats->declarer != SKAT_NOBODY;
    const unsigned seat = declared ? stats->seat_of[stats->declarer] : 0;
    char deal[48], contract[48];

    snprintf(deal, sizeof deal, "%" PRIu64 ".%" PRIu64, stats->session, stats->deal);
    snprintf(contract, sizeof contract, "%s%s%s", game_row_type(row), stats->hand ? " hand" : "",
             stats->ouvert ? " ouvert" : "");
    fprintf(out, "%8" PRIu64, stats->game);
    if (!is_narrow(width))
        fprintf(out, "\v %9s", deal);
    fprintf(out, "\v  %-*s\v ", CONTRACT, contract);
    print_name(declared ? row->names[seat] : "-", NAME, out);
    if (declared)
        fprintf(out, "\v %4d\v  %-8s\v %6d\v %+6d", stats->bid, result_of(stats), row->points,
                stats->score[STATS_OWN][seat]);
    else
        fprintf(out, "\v %4s\v  %-8s\v %6s\v %6s", "-", result_of(stats), "-", "-");
    if (row->swing != INT_MIN && !is_narrow(width))
        fprintf(out, "\v %7d", row->swing);
    fprintf(out, "\n");
}

/* Markdown is for a few games, so they are kept until all are there. */
static void add_row(struct games_listing *games, const struct game_row *row)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = xcheck(open_memstream(&text, &size));

    row_print_json(game_columns, game_column_count, row, 0, memory);
    fclose(memory);
    cJSON_AddItemToArray(games->rows, cJSON_Parse(text));
    free(text);
}

static void print_markdown(const struct games_listing *games)
{
    struct table_column *columns = xcalloc((size_t)game_column_count, sizeof *columns);

    for (int i = 0; i < game_column_count; i++)
        columns[i] = (struct table_column){game_columns[i].name, game_columns[i].name, -1};
    row_table_print(games->rows, columns, game_column_count, TABLE_MD, stdout);
    free(columns);
}

/* What does not go to a narrow terminal may be long: its lines are printed at once. */
static void print_wide(struct games_listing *games)
{
    if (!is_narrow(games->width))
        terminal_table_flush(&games->table, stdout);
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
    if (games->form == FORM_JSON) {
        printf(games->found > 1 ? ",\n" : "\n");
        row_print_json(game_columns, game_column_count, row, 0, stdout);
    } else if (games->form == FORM_CSV) {
        row_print_csv(game_columns, game_column_count, row, 0, stdout);
    } else if (games->form == FORM_MD) {
        add_row(games, row);
    } else if (games->form == FORM_IDS) {
        printf("%s%" PRIu64, games->found > 1 ? "," : "", row->stats.game);
    } else {
        print_row(row, games->width, games->table.rows);
        print_wide(games);
    }
    return true;
}

static void begin(struct games_listing *games)
{
    if (games->form == FORM_TABLE) {
        print_head(games->width, terminal_table_begin(&games->table));
        print_wide(games);
    } else if (games->form == FORM_JSON) {
        printf("[");
    } else if (games->form == FORM_CSV) {
        row_print_csv_head(game_columns, game_column_count, stdout);
    }
}

static void end(struct games_listing *games)
{
    if (games->form == FORM_TABLE)
        terminal_table_end(&games->table, stdout);
    if (games->form == FORM_JSON)
        printf("%s]\n", games->found ? "\n" : "");
    if (games->form == FORM_MD)
        print_markdown(games);
    if (games->form == FORM_IDS && games->found)
        printf("\n");
    if (games->form != FORM_TABLE)
        return;
    fflush(stdout);
    char shown[60] = "";
    if (games->most && games->found > games->most)
        snprintf(shown, sizeof shown, ", the first %" PRId64 " shown (--most)", games->most);
    print_note("%" PRId64 " of %" PRId64 " game%s%s; skat-arena replay %s --game N shows one\n",
               games->found, games->read, text_plural(games->read), shown, games->path);
}

static int list(struct games_listing *games, const char *rules)
{
    struct errors errors = {0};
    struct log_reader log;
    int code = EXIT_BAD_FILE;

    if (log_reader_open(&log, games->path, rules, &errors)) {
        code = EXIT_USAGE;
        if (game_filter_check(&games->filter, &log, &errors)) {
            begin(games);
            code = game_rows_each(&log, show_game, games, &errors) ? EXIT_OK : EXIT_BAD_FILE;
            end(games);
        }
    }
    errors_report(&errors);
    log_reader_close(&log);
    return code;
}

static enum form form_of(const struct form_options *asked)
{
    static const enum form forms[TABLE_FORMATS] = {[TABLE_TEXT] = FORM_TABLE,
                                                   [TABLE_MD] = FORM_MD,
                                                   [TABLE_CSV] = FORM_CSV,
                                                   [TABLE_JSON] = FORM_JSON};

    return asked->ids ? FORM_IDS : forms[table_format_of(asked->format, asked->json)];
}

/* Sets the form and how many games are printed. False after a printed error. */
static bool take_form(struct games_listing *games, const struct form_options *asked)
{
    if (asked->json + asked->ids + (asked->format != NULL) > 1) {
        print_note("skat-arena games: --format, --json and --ids exclude each other\n");
        return false;
    }
    games->form = form_of(asked);
    const bool for_people = games->form == FORM_TABLE || games->form == FORM_MD;
    games->most = asked->most != NOT_GIVEN ? asked->most : for_people ? MOST_SHOWN : 0;
    return true;
}

/* Does anything but a bot's name choose games? */
static bool chooses_games(const struct game_filter *filter)
{
    return filter->role || filter->contract || filter->hand || filter->ouvert || filter->won ||
           filter->lost || filter->overbid || filter->kontra || filter->bock || filter->fault ||
           filter->session >= 0 || filter->deal >= 0 || filter->min_value || filter->min_swing;
}

/* The reports of faults, of which only --bot chooses some. */
static int list_faults(const struct games_listing *games, const struct form_options *asked)
{
    enum { MOST_FAULTS = 20 };
    struct errors errors = {0};

    if (asked->ids || chooses_games(&games->filter)) {
        print_note("skat-arena games: --faults goes with --bot, --most and --format only\n");
        return EXIT_USAGE;
    }
    const struct fault_list_options options = {
        .folder = games->path,
        .bot = games->filter.bot,
        .most = asked->most != NOT_GIVEN ? asked->most : MOST_FAULTS,
        .format = table_format_of(asked->format, asked->json)};
    return errors_end(&errors, fault_list_print(&options, &errors));
}

static int run(int argc, char **argv)
{
    struct word_list rule = {0};
    struct games_listing games = {.filter = GAME_FILTER_ALL, .width = terminal_width(stdout)};
    struct game_filter *filter = &games.filter;
    const char *words[1], *rules = NULL;
    struct form_options form = {.most = NOT_GIVEN};
    int count;
    const struct cli_option table[] = {
        {"bot", 'b', CLI_TEXT, "NAME",
         "only games of this bot; --won, --lost and --fault then refer to it", &filter->bot, 0, 0},
        {"contract", 'c', CLI_CHOICE, GAME_FILTER_CONTRACTS,
         "only this game; suit: any of the four suits", &filter->contract, 0, 0},
        {"won", 0, CLI_FLAG, NULL, "only games that the declarer, or --bot, won", &filter->won, 0,
         0},
        {"lost", 0, CLI_FLAG, NULL, "only games that the declarer, or --bot, lost", &filter->lost,
         0, 0},
        {"faults", 0, CLI_FLAG, NULL,
         "instead of games, list the reports of faults: why a bot failed, where in its code, and "
         "how to reproduce it (with --bot: its own)",
         &form.faults, 0, 0},
        {"most", 'n', CLI_INT, "N",
         "show at most N (default: 50 as a table or Markdown, 20 faults, else all)", &form.most, 1,
         INT64_MAX},
        format_option(&form.format),
        json_option(&form.json),
        {"ids", 0, CLI_FLAG, NULL, "only the numbers, as replay --game takes them", &form.ids, 0,
         0},
        option_group("More filters"),
        {"role", 0, CLI_CHOICE, "declarer|defender", "with --bot: only as declarer, or as defender",
         &filter->role, 0, 0},
        {"hand", 0, CLI_FLAG, NULL, "only hand games", &filter->hand, 0, 0},
        {"ouvert", 0, CLI_FLAG, NULL, "only ouvert games", &filter->ouvert, 0, 0},
        {"overbid", 0, CLI_FLAG, NULL, "only overbid games", &filter->overbid, 0, 0},
        {"kontra", 0, CLI_FLAG, NULL, "only games in which kontra was said", &filter->kontra, 0, 0},
        {"bock", 0, CLI_FLAG, NULL, "only games that count more than once", &filter->bock, 0, 0},
        {"fault", 0, CLI_FLAG, NULL, "only games that a fault ended, of any bot or of --bot",
         &filter->fault, 0, 0},
        {"session", 0, CLI_INT, "N", "only this session", &filter->session, 0, INT64_MAX},
        {"deal", 0, CLI_INT, "N", "only this deal of a session", &filter->deal, 0, INT64_MAX},
        {"min-value", 0, CLI_INT, "N", "a game value of at least N", &filter->min_value, 1,
         1000000},
        {"min-swing", 0, CLI_INT, "N", "a swing of at least N points", &filter->min_swing, 1,
         1000000},
        option_group("How the log is read"),
        {"rules", 'r', CLI_TEXT, "NAME", "rule set of the log instead of the manifest's", &rules, 0,
         0},
        rule_option(&rule),
    };
    int code = cli_parse(&command_games, table, sizeof table / sizeof *table, argc, argv, words,
                         &count, 1, 1);
    if (code < 0)
        code = rule_option_join(&rules, &rule, true);

    if (code >= 0)
        return code;
    if (!take_form(&games, &form))
        return EXIT_USAGE;
    games.path = words[0];
    if (form.faults)
        return list_faults(&games, &form);
    games.rows = games.form == FORM_MD ? cJSON_CreateArray() : NULL;
    code = list(&games, rules);
    cJSON_Delete(games.rows);
    return code;
}

const struct cli_command command_games = {
    "games",
    "FOLDER|FILE",
    "list the games of a log that match",
    "Prints a line for each game: its number for replay, its deal as SESSION.DEAL, what was "
    "played, the declarer's card points and score, and the swing of the deal: the "
    "largest difference, between its seatings, of scores with the same cards in the same position.",
    run,
    .examples = "games results/stammtisch --bot bold --contract grand --lost\n"
                "the grands that bold lost, and those that it could not defeat\n"
                "games results/stammtisch --min-swing 150 --ids\n"
                "numbers for replay: deals in which the same hand had very different results\n"
                "games results/stammtisch --faults\n"
                "which bot failed, where, and how to reproduce it",
};
