// SPDX-License-Identifier: MIT
#include "arena/base/text.h"
#include "arena/show/summary_tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "arena/config/config.h"
#include "arena/base/json_write.h"
#include "arena/base/folder.h"
#include "arena/base/terminal.h"
#include "arena/base/terminal_table.h"
#include "arena/record/tally.h"

/* What has no deals to be divided by. */
static double zero_if_none(double number) { return isnan(number) ? 0 : number; }

static double percent(int64_t part, int64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

static int name_width(const struct run_summary *summary)
{
    int widest = 4;

    for (int i = 0; i < summary->bots_count; i++) {
        int width = text_width(summary->bots[i].name);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* The scoring shown next to the classic one: the rule set's own, or Seeger and Fabian's. */
static const char *other_scoring(const struct run_summary *summary)
{
    return run_summary_has_own_scoring(summary) ? summary->scoring : "Seeger";
}

static const struct points_won *other_points(const struct run_summary *summary,
                                             const struct bot_summary *bot)
{
    return run_summary_has_own_scoring(summary) ? &bot->score : &bot->seeger_fabian;
}

/* Only then is there a column for it. */
static bool anybody_inconsistent(const struct run_summary *summary)
{
    for (int i = 0; i < summary->bots_count; i++)
        if (bot_summary_inconsistent(&summary->bots[i]))
            return true;
    return false;
}

static const char inconsistent_column[] = " inconsistent";

static void print_points(const struct run_summary *summary, int width, FILE *out)
{
    const bool inconsistent = anybody_inconsistent(summary);

    fprintf(out, "%-*s %9s %9s %6s %9s %9s %9s %9s %7s%s\n", width, "bot", "seats", "declared",
            "won", "classic", "per 36", other_scoring(summary), "per 36", "faults",
            inconsistent ? inconsistent_column : "");
    for (int i = 0; i < summary->bots_count; i++) {
        const struct bot_summary *bot = &summary->bots[i];
        const struct points_won *other = other_points(summary, bot);
        print_name(bot->name, width, out);
        fprintf(out, " %9" PRId64 " %8.1f%% %5.1f%% %9.2f %9.1f %9.2f %9.1f %7" PRId64,
                bot->counts.seats, percent(bot->counts.declared, bot->counts.active),
                percent(bot->counts.won, bot->counts.declared), zero_if_none(bot->classic.per_deal),
                zero_if_none(bot->classic.per_36), zero_if_none(other->per_deal),
                zero_if_none(other->per_36), bot_summary_faults(bot).all);
        if (inconsistent)
            fprintf(out, "%*" PRId64, (int)sizeof inconsistent_column - 1,
                    bot_summary_inconsistent(bot));
        fprintf(out, "\n");
    }
}

/* In the usual order: null, grand, the suits from clubs. */
static const struct games_won *games_of(const struct bot_summary *bot, unsigned type)
{
    struct declared_games games = bot->games;
    return *declared_games_of(&games, type);
}

static void print_games(const struct run_summary *summary, int width, FILE *out)
{
    fprintf(out, "\nof the games it declared, share / won in percent\n%-*s", width, "bot");
    for (unsigned type = SKAT_GAME_DECLARED; type-- > 0;)
        if (games_of(&summary->bots[0], type))
            fprintf(out, " %9s", skat_games[type].name);
    fprintf(out, " %6s %7s\n", "hand", "overbid");
    for (int i = 0; i < summary->bots_count; i++) {
        const struct bot_summary *bot = &summary->bots[i];
        const int64_t declared = bot->counts.declared;
        print_name(bot->name, width, out);
        for (unsigned type = SKAT_GAME_DECLARED; type-- > 0;) {
            const struct games_won *game = games_of(bot, type);
            if (game)
                fprintf(out, " %5.1f/%-3.0f", percent(game->declared, declared),
                        percent(game->won, game->declared));
        }
        fprintf(out, " %6.1f %7.1f\n", percent(bot->counts.hand, declared),
                percent(bot->counts.overbid, declared));
    }
}

/* What variants add: the counters of each that was played. */
enum { VARIANT_COLUMNS_MAX = 32 };

/* The counter that tells whether a variant was played. */
static int64_t played(const struct bot_summary *bot, const struct tally_counter *counter)
{
    for (int i = 0; counter->group && i < tally_counter_count; i++)
        if (strcmp(tally_counters[i].key, counter->group) == 0)
            return tally_count(&bot->counts, &tally_counters[i]);
    return 0;
}

static bool anybody_played(const struct run_summary *summary, const struct tally_counter *counter)
{
    for (int i = 0; i < summary->bots_count; i++)
        if (played(&summary->bots[i], counter) > 0)
            return true;
    return false;
}

static int column_width(const struct tally_counter *counter)
{
    enum { LEAST = 8 };
    int width = (int)strlen(counter->column);
    return width > LEAST ? width : LEAST;
}

static void print_variants(const struct run_summary *summary, int width, FILE *out)
{
    const struct tally_counter *shown[VARIANT_COLUMNS_MAX];
    struct terminal_table table;
    int count = 0;

    for (int i = 0; i < tally_counter_count && count < VARIANT_COLUMNS_MAX; i++)
        if (anybody_played(summary, &tally_counters[i]))
            shown[count++] = &tally_counters[i];
    if (!count)
        return;
    FILE *rows = terminal_table_begin(&table);
    fprintf(rows, "\n%-*s", width, "bot");
    for (int i = 0; i < count; i++)
        fprintf(rows, "\v %*s", column_width(shown[i]), shown[i]->column);
    fprintf(rows, "\n");
    for (int k = 0; k < summary->bots_count; k++) {
        print_name(summary->bots[k].name, width, rows);
        for (int i = 0; i < count; i++)
            fprintf(rows, "\v %*" PRId64, column_width(shown[i]),
                    tally_count(&summary->bots[k].counts, shown[i]));
        fprintf(rows, "\n");
    }
    terminal_table_end(&table, out);
}

static void print_money(const struct run_summary *summary, int width, FILE *out)
{
    if (!summary->bots_count || !summary->bots[0].money)
        return;
    fprintf(out, "\n%-*s %9s\n", width, "bot", "money");
    for (int i = 0; i < summary->bots_count; i++) {
        print_name(summary->bots[i].name, width, out);
        if (summary->bots[i].money)
            fprintf(out, " %9.2f", summary->bots[i].money->amount);
        fprintf(out, "\n");
    }
}

/* A line for each variant that this bot met. */
static void print_narrow_variants(const struct bot_summary *bot, FILE *out)
{
    const char *group = NULL;

    for (int i = 0; i < tally_counter_count; i++) {
        const struct tally_counter *counter = &tally_counters[i];
        if (played(bot, counter) <= 0)
            continue;
        bool first = !group || strcmp(group, counter->group) != 0;
        fprintf(out, "%s%s%-*s %" PRId64, first && group ? "\n" : "", first ? "  " : ", ",
                first ? 8 : 0, counter->column, tally_count(&bot->counts, counter));
        group = counter->group;
    }
    fputs(group ? "\n" : "", out);
}

static void print_narrow_games(const struct bot_summary *bot, FILE *out)
{
    const int64_t declared = bot->counts.declared;

    for (unsigned type = SKAT_GAME_DECLARED; declared && type-- > 0;) {
        const struct games_won *game = games_of(bot, type);
        if (game)
            fprintf(out, "  %-8s %5.1f%%, won %.0f%%\n", skat_games[type].name,
                    percent(game->declared, declared), percent(game->won, game->declared));
    }
}

static void print_narrow_bot(const struct run_summary *summary, const struct bot_summary *bot,
                             FILE *out)
{
    const struct points_won *other = other_points(summary, bot);

    fprintf(out, "%s\n", bot->name);
    fprintf(out, "  declared %.1f%%, won %.1f%%\n",
            percent(bot->counts.declared, bot->counts.active),
            percent(bot->counts.won, bot->counts.declared));
    fprintf(out, "  classic  %.2f a deal, %.1f per 36\n", zero_if_none(bot->classic.per_deal),
            zero_if_none(bot->classic.per_36));
    fprintf(out, "  %-8s %.2f a deal, %.1f per 36\n", other_scoring(summary),
            zero_if_none(other->per_deal), zero_if_none(other->per_36));
    print_narrow_variants(bot, out);
    if (bot->money)
        fprintf(out, "  money    %.2f\n", bot->money->amount);
    print_narrow_games(bot, out);
    fprintf(out, "  faults   %" PRId64 " illegal, %" PRId64 " timeout, %" PRId64 " crash",
            bot->faults.illegal, bot->faults.timeout, bot->faults.crash);
    if (bot_summary_inconsistent(bot))
        fprintf(out, ", %" PRId64 " inconsistent", bot_summary_inconsistent(bot));
    fprintf(out, "\n");
}

void print_conditions(const char *folder, FILE *out)
{
    const cJSON *bot;
    struct errors ignored = {0};
    char path[FOLDER_PATH_SIZE];
    cJSON *manifest = json_load(folder_file(folder, "manifest.json", path), &ignored);

    if (strcmp(json_text(manifest, "play"), card_play_names[PLAY_SOLVER]) == 0)
        fprintf(out, "the cards were played by the solver, all hands open\n");
    if (strcmp(json_text(manifest, "contract"), contracts_names[CONTRACTS_FIXED]) == 0)
        fprintf(out, "the contracts were given: nobody bid\n");
    if (strcmp(json_text(manifest, "contract"), contracts_names[CONTRACTS_POSITION]) == 0)
        fprintf(out, "the games were played on from given positions\n");
    cJSON_ArrayForEach (bot, cJSON_GetObjectItemCaseSensitive(manifest, "bots"))
        if (strcmp(json_text(bot, "sees"), "all") == 0)
            fprintf(out, "%s saw all hands\n", json_text(bot, "name"));
    cJSON_Delete(manifest);
    errors_free(&ignored);
}

void print_summary(const struct run_summary *summary, int width, FILE *out)
{
    enum { COLUMNS_BESIDE_NAME = 77 };
    const int names = name_width(summary),
              beside = COLUMNS_BESIDE_NAME +
                       (anybody_inconsistent(summary) ? (int)sizeof inconsistent_column - 1 : 0);
    const int64_t games = summary->games;

    fprintf(out, "\n%" PRId64 " game%s: %.1f%% declared, %.1f%% of these won, %.1f%% passed in",
            games, text_plural(games), percent(summary->declared, games),
            percent(summary->won, summary->declared), percent(summary->passed_in, games));
    if (summary->ramsch)
        fprintf(out, ", %.1f%% ramsch", percent(summary->ramsch, games));
    if (summary->bock)
        fprintf(out, ", %.1f%% bock", percent(summary->bock, games));
    fprintf(out, "\n");
    if (summary->depends_on_clock)
        fprintf(out, "time mattered (a bot uses the clock, or was too late): another machine may "
                     "give another result\n");
    fprintf(out, "\n");
    if (width && width < names + beside) {
        for (int i = 0; i < summary->bots_count; i++)
            print_narrow_bot(summary, &summary->bots[i], out);
        return;
    }
    print_points(summary, names, out);
    if (summary->declared && summary->bots_count)
        print_games(summary, names, out);
    print_variants(summary, names, out);
    print_money(summary, names, out);
}
