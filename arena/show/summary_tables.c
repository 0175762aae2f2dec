#include "arena/show/summary_tables.h"

#include <stdbool.h>
#include <string.h>

#include "arena/config/config.h"
#include "arena/base/json_write.h"
#include "arena/base/folder.h"
#include "arena/base/terminal.h"
#include "arena/record/tally.h"

static double percent(double part, double whole) { return whole ? 100 * part / whole : 0; }

static int name_width(const cJSON *bots)
{
    int widest = 4;
    const cJSON *bot;
    cJSON_ArrayForEach (bot, bots) {
        int width = text_width(json_text(bot, "name"));
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* The scoring shown next to the classic one: the rule set's own, or Seeger and Fabian's. */
static const char *other_scoring(const cJSON *summary)
{
    const cJSON *scoring = cJSON_GetObjectItemCaseSensitive(summary, "scoring");
    bool own = scoring && (strcmp(scoring->valuestring, "minus") == 0 ||
                           strcmp(scoring->valuestring, "opponents") == 0);
    return own ? scoring->valuestring : NULL;
}

static void print_points(const cJSON *summary, int width, FILE *out)
{
    const cJSON *bot, *bots = cJSON_GetObjectItemCaseSensitive(summary, "bots");
    const char *own = other_scoring(summary);
    const char *key = own ? "score" : "seeger_fabian";

    fprintf(out, "%-*s %9s %9s %6s %9s %9s %9s %9s %7s\n", width, "bot", "deals", "declared", "won",
            "classic", "per 36", own ? own : "Seeger", "per 36", "faults");
    cJSON_ArrayForEach (bot, bots) {
        print_name(json_text(bot, "name"), width, out);
        fprintf(out, " %9.0f %8.1f%% %5.1f%% %9.2f %9.1f %9.2f %9.1f %7.0f\n",
                json_number_needed(bot, "deals"),
                percent(json_number_needed(bot, "declared"), json_number_needed(bot, "active")),
                percent(json_number_needed(bot, "won"), json_number_needed(bot, "declared")),
                json_number_within(bot, "classic", "per_deal"),
                json_number_within(bot, "classic", "per_36"),
                json_number_within(bot, key, "per_deal"), json_number_within(bot, key, "per_36"),
                json_number_within(bot, "faults", "illegal") +
                    json_number_within(bot, "faults", "timeout") +
                    json_number_within(bot, "faults", "crash"));
    }
}

static void print_games(const cJSON *bots, int width, FILE *out)
{
    const cJSON *bot, *game;

    fprintf(out, "\nof the games it declared, share / won in percent\n%-*s", width, "bot");
    cJSON_ArrayForEach (game, cJSON_GetObjectItemCaseSensitive(bots->child, "games"))
        fprintf(out, " %9s", game->string);
    fprintf(out, " %6s %7s\n", "hand", "overbid");
    cJSON_ArrayForEach (bot, bots) {
        double declared = json_number_needed(bot, "declared");
        print_name(json_text(bot, "name"), width, out);
        cJSON_ArrayForEach (game, cJSON_GetObjectItemCaseSensitive(bot, "games"))
            fprintf(out, " %5.1f/%-3.0f", percent(json_number(game, "declared"), declared),
                    percent(json_number(game, "won"), json_number(game, "declared")));
        fprintf(out, " %6.1f %7.1f\n", percent(json_number_needed(bot, "hand"), declared),
                percent(json_number_needed(bot, "overbid"), declared));
    }
}

/* What variants add: the counters of each that was played. */
enum { VARIANT_COLUMNS_MAX = 32 };

static bool counted(const cJSON *bots, const char *key)
{
    const cJSON *bot;
    cJSON_ArrayForEach (bot, bots)
        if (json_number_needed(bot, key))
            return true;
    return false;
}

static int column_width(const struct tally_counter *counter)
{
    enum { LEAST = 8 };
    int width = (int)strlen(counter->column);
    return width > LEAST ? width : LEAST;
}

static void print_variants(const cJSON *bots, int width, FILE *out)
{
    const struct tally_counter *shown[VARIANT_COLUMNS_MAX];
    int count = 0;
    const cJSON *bot;

    for (int i = 0; i < tally_counter_count && count < VARIANT_COLUMNS_MAX; i++)
        if (tally_counters[i].group && counted(bots, tally_counters[i].group))
            shown[count++] = &tally_counters[i];
    if (!count)
        return;
    fprintf(out, "\n%-*s", width, "bot");
    for (int i = 0; i < count; i++)
        fprintf(out, " %*s", column_width(shown[i]), shown[i]->column);
    fprintf(out, "\n");
    cJSON_ArrayForEach (bot, bots) {
        print_name(json_text(bot, "name"), width, out);
        for (int i = 0; i < count; i++)
            fprintf(out, " %*.0f", column_width(shown[i]), json_number_needed(bot, shown[i]->key));
        fprintf(out, "\n");
    }
}

static void print_money(const cJSON *bots, int width, FILE *out)
{
    const cJSON *bot;

    if (!cJSON_GetObjectItemCaseSensitive(bots->child, "money"))
        return;
    fprintf(out, "\n%-*s %9s\n", width, "bot", "money");
    cJSON_ArrayForEach (bot, bots) {
        print_name(json_text(bot, "name"), width, out);
        fprintf(out, " %9.2f\n", json_number_within(bot, "money", "amount"));
    }
}

/* A line for each variant that this bot met. */
static void print_narrow_variants(const cJSON *bot, FILE *out)
{
    const char *group = NULL;

    for (int i = 0; i < tally_counter_count; i++) {
        const struct tally_counter *counter = &tally_counters[i];
        if (!counter->group || !json_number_needed(bot, counter->group))
            continue;
        bool first = !group || strcmp(group, counter->group) != 0;
        fprintf(out, "%s%s%-*s %.0f", first && group ? "\n" : "", first ? "  " : ", ",
                first ? 8 : 0, counter->column, json_number_needed(bot, counter->key));
        group = counter->group;
    }
    fputs(group ? "\n" : "", out);
}

/* One bot under the other, for a narrow terminal. */
static void print_narrow(const cJSON *summary, FILE *out)
{
    const cJSON *bot, *game, *bots = cJSON_GetObjectItemCaseSensitive(summary, "bots");
    const char *own = other_scoring(summary);
    const char *key = own ? "score" : "seeger_fabian";

    cJSON_ArrayForEach (bot, bots) {
        double declared = json_number_needed(bot, "declared");
        fprintf(out, "%s\n", json_text(bot, "name"));
        fprintf(out, "  declared %.1f%%, won %.1f%%\n",
                percent(declared, json_number_needed(bot, "active")),
                percent(json_number_needed(bot, "won"), declared));
        fprintf(out, "  classic  %.2f a deal, %.1f per 36\n",
                json_number_within(bot, "classic", "per_deal"),
                json_number_within(bot, "classic", "per_36"));
        fprintf(out, "  %-8s %.2f a deal, %.1f per 36\n", own ? own : "Seeger",
                json_number_within(bot, key, "per_deal"), json_number_within(bot, key, "per_36"));
        print_narrow_variants(bot, out);
        if (cJSON_GetObjectItemCaseSensitive(bot, "money"))
            fprintf(out, "  money    %.2f\n", json_number_within(bot, "money", "amount"));
        for (game = cJSON_GetObjectItemCaseSensitive(bot, "games")->child; game && declared;
             game = game->next)
            fprintf(out, "  %-8s %5.1f%%, won %.0f%%\n", game->string,
                    percent(json_number(game, "declared"), declared),
                    percent(json_number(game, "won"), json_number(game, "declared")));
        fprintf(out, "  faults   %.0f illegal, %.0f timeout, %.0f crash\n",
                json_number_within(bot, "faults", "illegal"),
                json_number_within(bot, "faults", "timeout"),
                json_number_within(bot, "faults", "crash"));
    }
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

void print_summary(const cJSON *summary, int width, FILE *out)
{
    enum { COLUMNS_BESIDE_NAME = 77 };
    const cJSON *bots = cJSON_GetObjectItemCaseSensitive(summary, "bots");
    int names = name_width(bots);

    double games = json_number(summary, "games");
    fprintf(out, "\n%.0f games: %.1f%% declared, %.1f%% of these won, %.1f%% passed in", games,
            100 * json_number(summary, "declared_share"), 100 * json_number(summary, "won_share"),
            percent(json_number(summary, "passed_in"), games));
    if (json_number(summary, "ramsch"))
        fprintf(out, ", %.1f%% ramsch", percent(json_number(summary, "ramsch"), games));
    if (json_number(summary, "bock"))
        fprintf(out, ", %.1f%% bock", percent(json_number(summary, "bock"), games));
    fprintf(out, "\n");
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(summary, "depends_on_clock")))
        fprintf(out, "time mattered (a bot uses the clock, or was too late): another machine may "
                     "give another result\n");
    fprintf(out, "\n");
    if (width && width < names + COLUMNS_BESIDE_NAME) {
        print_narrow(summary, out);
        return;
    }
    print_points(summary, names, out);
    if (json_number(summary, "declared"))
        print_games(bots, names, out);
    print_variants(bots, names, out);
    print_money(bots, names, out);
}
