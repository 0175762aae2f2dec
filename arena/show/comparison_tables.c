#include "arena/record/fault_counts.h"
#include "arena/base/text.h"
#include "arena/show/comparison_tables.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/json_write.h"
#include "arena/base/folder.h"
#include "arena/show/summary_tables.h"
#include "arena/base/terminal.h"

/* The displayed name of a scoring. */
static const char *scoring_title(const char *key)
{
    return strcmp(key, "seeger_fabian") == 0 ? "Seeger" : key;
}

/* "+1.93", or "-" if it could not be computed; what rounds to nothing is "0.00". */
static void format_number(const cJSON *object, const char *key, int decimals, char text[40])
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    if (!cJSON_IsNumber(item))
        strcpy(text, "-");
    else if (fabs(item->valuedouble) > 1e300)
        strcpy(text, item->valuedouble > 0 ? "+infinite" : "-infinite");
    else if (fabs(item->valuedouble) < 0.5 * pow(10, -decimals))
        snprintf(text, 40, "%.*f", decimals, 0.0);
    else
        snprintf(text, 40, "%+.*f", decimals, item->valuedouble);
}

/* As many decimals as the interval is exact to: two digits of its half width. */
static int decimals_of(const cJSON *estimate)
{
    enum { USUAL = 2, MOST = 4 };
    double half = (json_number(estimate, "high") - json_number(estimate, "low")) / 2;

    if (!(half > 0))
        return USUAL;
    int decimals = 1 - (int)floor(log10(half));
    return decimals < 0 ? 0 : decimals > MOST ? MOST : decimals;
}

static void print_number(const cJSON *object, const char *key, int width, int decimals, FILE *out)
{
    char text[40];

    format_number(object, key, decimals, text);
    fprintf(out, "%*s", width, text);
}

/* "  +1.93 (+0.81 to +3.05)  ": the mean right-aligned in `width`, the interval left-aligned. */
enum { INTERVAL_WIDTH = 20 };

static void print_interval(const cJSON *estimate, int width, int decimals, FILE *out)
{
    char low[40], high[40], text[100];

    format_number(estimate, "low", decimals, low);
    format_number(estimate, "high", decimals, high);
    snprintf(text, sizeof text, "(%s to %s)", low, high);
    fprintf(out, "%-*s", width, text);
}

static void print_estimate(const cJSON *estimate, int width, int decimals, FILE *out)
{
    print_number(estimate, "mean", width, decimals, out);
    fprintf(out, " ");
    print_interval(estimate, width ? INTERVAL_WIDTH : 0, decimals, out);
}

static double percent_of(double part, double whole) { return whole ? 100 * part / whole : 0; }

/* ---- commands ---- */

/* A word of a command, quoted for a shell. */
static void print_shell_word(const char *word, FILE *out)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=@%+";

    char *quoted = text_shell_quoted(word);
    fputs(*word && !word[strspn(word, plain)] ? word : quoted, out);
    free(quoted);
}

static void print_program_word(FILE *out) { print_shell_word(program_invocation_name, out); }

void print_replay(const char *folder, FILE *out)
{
    print_program_word(out);
    fprintf(out, " replay ");
    print_shell_word(folder, out);
}

/* ---- standings ---- */

/* "213.7 +-9.1" */
static void print_level(const cJSON *bot, const char *scoring, FILE *out)
{
    const cJSON *level =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(bot, scoring), "per_36");
    double half = (json_number(level, "high") - json_number(level, "low")) / 2;

    if (cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(level, "low")))
        fprintf(out, " %9.1f +-%-7.1f", json_number(level, "mean"), half);
    else /* no interval with fewer than two units */
        fprintf(out, " %9.1f %-9s", json_number(level, "mean"), "-");
}

static const cJSON *rating_of(const cJSON *summary, const char *name)
{
    const cJSON *bot, *ratings = cJSON_GetObjectItemCaseSensitive(summary, "ratings");

    cJSON_ArrayForEach (bot, cJSON_GetObjectItemCaseSensitive(ratings, "bots"))
        if (strcmp(json_text(bot, "bot"), name) == 0)
            return bot;
    return NULL;
}

static int widest_name(const cJSON *list, const char *key)
{
    int widest = 4;
    const cJSON *item;
    cJSON_ArrayForEach (item, list) {
        int width = text_width(json_text(item, key));
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void print_levels(const cJSON *summary, FILE *out)
{
    const cJSON *bot, *list = cJSON_GetObjectItemCaseSensitive(summary, "standings");
    const char *scoring = json_text(summary, "scoring");
    bool own = strcmp(scoring, "minus") == 0 || strcmp(scoring, "opponents") == 0;
    bool rated = cJSON_GetObjectItemCaseSensitive(summary, "ratings") != NULL;
    int names = widest_name(list, "bot");

    fprintf(out, "\npoints per 36 deals, 95 %% intervals over %.0f %s%s\n",
            json_number(summary, "units"), json_text(summary, "unit"),
            json_number(summary, "units") == 1 ? "" : "s");
    fprintf(out, "%-*s %9s %9s %9s %9s%s\n", names, "bot", "classic", "", own ? scoring : "Seeger",
            "", rated ? "     rating" : "");
    cJSON_ArrayForEach (bot, list) {
        const cJSON *rating = rating_of(summary, json_text(bot, "bot"));
        print_name(json_text(bot, "bot"), names, out);
        print_level(bot, "classic", out);
        print_level(bot, own ? "score" : "seeger_fabian", out);
        if (rating) {
            fprintf(out, " ");
            print_number(rating, "rating", 8, 1, out);
            fprintf(out, " +-%.1f", (json_number(rating, "high") - json_number(rating, "low")) / 2);
        }
        fprintf(out, "\n");
    }
}

/* "97.3%"; never 0% or 100%, since nothing is certain. */
static void format_chance(const cJSON *object, const char *key, char text[16])
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    const double SURE = 0.9995;

    if (!cJSON_IsNumber(item))
        strcpy(text, "-");
    else if (item->valuedouble > SURE || item->valuedouble < 1 - SURE)
        strcpy(text, item->valuedouble > SURE ? ">99.9%" : "<0.1%");
    else
        snprintf(text, 16, "%.1f%%", 100 * item->valuedouble);
}

static void print_pair(const cJSON *pair, int names, bool narrow, FILE *out)
{
    int shown = text_width(json_text(pair, "a")) + 3 + text_width(json_text(pair, "b"));
    char chance[16];

    const cJSON *p = cJSON_GetObjectItemCaseSensitive(pair, "p_holm");
    const double SIGNIFICANT = 0.05;
    bool significant = cJSON_IsNumber(p) && p->valuedouble < SIGNIFICANT;

    format_chance(pair, "flat_prior_probability", chance);
    fprintf(out, "%s - %s", json_text(pair, "a"), json_text(pair, "b"));
    fprintf(out, narrow ? "\n  " : "%*s ", names > shown ? names - shown : 0, "");
    print_estimate(cJSON_GetObjectItemCaseSensitive(pair, "difference"), 7, 2, out);
    fprintf(out, narrow ? "\n  ahead %.1f%%" : " %8.1f%%",
            100 * json_number_within(pair, "superiority", "mean"));
    fprintf(out, narrow ? ", better %s%s\n" : " %9s%s\n", chance, significant ? " *" : "");
}

static void print_pairs(const cJSON *summary, bool narrow, FILE *out)
{
    const cJSON *pair, *list = cJSON_GetObjectItemCaseSensitive(summary, "pairs");
    int names = 4;

    cJSON_ArrayForEach (pair, list) {
        int width = text_width(json_text(pair, "a")) + 3 + text_width(json_text(pair, "b"));
        names = width > names ? width : names;
    }
    fprintf(out,
            "\ndifference in points a deal (%s), how often ahead, probability to be better (flat "
            "prior)\n%s",
            json_text(summary, "scoring"),
            cJSON_GetArraySize(list) > 1 ? "* below 0.05 adjusted for all pairs (Holm)\n"
                                         : "* below 0.05\n");
    if (!narrow)
        fprintf(out, "%-*s %7s %-*s %9s %9s\n", names, "pair", "mean", INTERVAL_WIDTH,
                "(95 % interval)", "ahead", "better");
    cJSON_ArrayForEach (pair, list)
        print_pair(pair, names, narrow, out);
}

void print_standings(const cJSON *summary, int width, FILE *out)
{
    enum { WIDE = 78 };
    const cJSON *pairs = cJSON_GetObjectItemCaseSensitive(summary, "pairs");

    if (!cJSON_GetArraySize(pairs) || !json_number(summary, "units"))
        return;
    print_levels(summary, out);
    print_pairs(summary, width && width < WIDE, out);
}

/* ---- a comparison ---- */

/* Stacked where the terminal is narrow. */
static void print_scorings_stacked(const cJSON *comparison, FILE *out)
{
    const cJSON *scoring;

    fprintf(out, "\npoints a deal, 95 %% intervals\n");
    cJSON_ArrayForEach (scoring, cJSON_GetObjectItemCaseSensitive(comparison, "scorings")) {
        int decimals = decimals_of(scoring);
        fprintf(out, "%s\n  ", scoring_title(scoring->string));
        print_estimate(scoring, 0, decimals, out);
        fprintf(out, "\n  by likelihood ");
        print_interval(cJSON_GetObjectItemCaseSensitive(scoring, "empirical"), 0, decimals, out);
        fprintf(out, "\n  per 36 ");
        print_interval(cJSON_GetObjectItemCaseSensitive(scoring, "per_36"), 0, 1, out);
        fprintf(out, "\n");
    }
}

static void print_scorings(const cJSON *comparison, bool narrow, FILE *out)
{
    const cJSON *scoring;

    if (narrow) {
        print_scorings_stacked(comparison, out);
        return;
    }
    fprintf(out, "\n%-8s %7s %-*s %-*s %8s %s\n", "", "a deal", INTERVAL_WIDTH, "(95 % interval)",
            INTERVAL_WIDTH, "(by likelihood)", "per 36", "(95 % interval)");
    cJSON_ArrayForEach (scoring, cJSON_GetObjectItemCaseSensitive(comparison, "scorings")) {
        fprintf(out, "%-8s ", scoring_title(scoring->string));
        print_estimate(scoring, 7, 2, out);
        fprintf(out, " ");
        print_interval(cJSON_GetObjectItemCaseSensitive(scoring, "empirical"), INTERVAL_WIDTH, 2,
                       out);
        fprintf(out, " ");
        print_number(cJSON_GetObjectItemCaseSensitive(scoring, "per_36"), "mean", 8, 1, out);
        fprintf(out, " ");
        print_interval(cJSON_GetObjectItemCaseSensitive(scoring, "per_36"), 0, 1, out);
        fprintf(out, "\n");
    }
}

/* "passed_in" with spaces. */
static void print_words(const char *key, int width, FILE *out)
{
    int shown = 0;

    for (; *key; key++, shown++)
        fputc(*key == '_' ? ' ' : *key, out);
    fprintf(out, "%*s", width > shown ? width - shown : 0, "");
}

/* Columns of a bot in the splits: its number of seats and mean score, below its name. */
enum { BOT_COLUMN = 18 };

static void print_parts(const cJSON *comparison, const char *key, const char *title, bool narrow,
                        FILE *out)
{
    static const char *const sides[2] = {"a", "b"};
    const cJSON *part;

    fprintf(out, "%s\n", title);
    cJSON_ArrayForEach (part, cJSON_GetObjectItemCaseSensitive(comparison, key)) {
        fprintf(out, "  ");
        print_words(json_text(part, "name"), 13, out);
        print_estimate(cJSON_GetObjectItemCaseSensitive(part, "effect"), 7, 2, out);
        if (narrow)
            fprintf(out, "\n   ");
        for (int side = 0; side < 2; side++) {
            const cJSON *bot = cJSON_GetObjectItemCaseSensitive(part, sides[side]);
            fprintf(out, "  %*.0f x", BOT_COLUMN - 10, json_number(bot, "seats"));
            print_number(bot, "mean", 8, 2, out);
        }
        fprintf(out, "\n");
    }
}

/* Shortens a name that is too long to its last characters: its options, which tell the most. */
static void print_name_right(const char *name, int width, FILE *out)
{
    int shown = text_width(name);

    for (; shown > width; shown--)
        do
            name++;
        while ((*name & 0xc0) == 0x80);
    fprintf(out, "%*s%s", width - shown, "", name);
}

/* The intervals are not corrected for their number, and the heading says so. */
static void print_splits(const cJSON *comparison, bool narrow, FILE *out)
{
    fprintf(out,
            "\nwhere it comes from, %s points a deal; exploratory: of so many intervals some miss "
            "by chance\n%-15s%7s %-*s%s",
            scoring_title(json_text(comparison, "primary")), "", "part", INTERVAL_WIDTH,
            "(95 % interval)", narrow ? "\n     " : "  ");
    print_name_right(json_text(comparison, "a"), BOT_COLUMN, out);
    fprintf(out, "  ");
    print_name_right(json_text(comparison, "b"), BOT_COLUMN, out);
    fprintf(out, "\n");
    print_parts(comparison, "roles", "as", narrow, out);
    print_parts(comparison, "contracts", "in", narrow, out);
    print_parts(comparison, "positions", "at", narrow, out);
}

static void print_declared(const cJSON *bidding, const char *a, const char *b, FILE *out)
{
    const cJSON *declared = cJSON_GetObjectItemCaseSensitive(bidding, "declared"), *class;
    char who[120];

    cJSON_ArrayForEach (class, declared) {
        bool only_a = strcmp(class->string, "only_a") == 0,
             only_b = strcmp(class->string, "only_b") == 0;
        if (only_a || only_b)
            snprintf(who, sizeof who, "only %s declared", only_a ? a : b);
        else
            snprintf(who, sizeof who, "%s declared", class->string);
        fprintf(out, "  %5.1f%%  worth", 100 * json_number(class, "share"));
        print_estimate(cJSON_GetObjectItemCaseSensitive(class, "worth"), 7, 2, out);
        double won = json_number(class, only_b ? "b_won" : "a_won");
        fprintf(out, " %s", who);
        if ((only_a || only_b) && json_number(class, "matches"))
            fprintf(out, ", won %.1f%%", percent_of(won, json_number(class, "matches")));
        fprintf(out, "\n");
    }
}

static void print_bidder(const char *name, const cJSON *bot, int width, FILE *out)
{
    double declared = json_number(bot, "declared");
    const cJSON *kontra = cJSON_GetObjectItemCaseSensitive(bot, "kontra");

    fprintf(out, "  ");
    print_name(name, width, out);
    fprintf(out,
            " declared %.0f, won %.1f%%, mean bid %.1f, overbid %.2f%%, hand %.1f%% (won %.0f%%)\n",
            declared, percent_of(json_number(bot, "won"), declared),
            declared ? json_number(bot, "bid_sum") / declared : 0,
            percent_of(json_number(bot, "overbid"), declared),
            percent_of(json_number(bot, "hand"), declared),
            percent_of(json_number(bot, "hand_won"), json_number(bot, "hand")));
    if (json_number(kontra, "said"))
        fprintf(out,
                "  %*s kontra %.0f, right %.1f%%; of %.0f games that declarer lost against it, "
                "%.1f%% had its kontra\n",
                width, "", json_number(kontra, "said"),
                percent_of(json_number(kontra, "right"), json_number(kontra, "said")),
                json_number(kontra, "lost_by_declarer"),
                percent_of(json_number(kontra, "right"), json_number(kontra, "lost_by_declarer")));
}

static void print_calibration(const cJSON *bidding, const char *a, const char *b, FILE *out)
{
    const cJSON *row;
    char range[24];

    fprintf(out, "  games won by final bid\n");
    cJSON_ArrayForEach (row, cJSON_GetObjectItemCaseSensitive(bidding, "calibration")) {
        double from = json_number(row, "from"), to = json_number(row, "to");
        snprintf(range, sizeof range,
                 from == to ? "%.0f"
                 : !to      ? "%.0f and more"
                            : "%.0f-%.0f",
                 from, to);
        fprintf(out, "    %-13s %s %5.1f%% of %-7.0f  %s %5.1f%% of %.0f\n", range, a,
                percent_of(json_number_within(row, "a", "won"),
                           json_number_within(row, "a", "declared")),
                json_number_within(row, "a", "declared"), b,
                percent_of(json_number_within(row, "b", "won"),
                           json_number_within(row, "b", "declared")),
                json_number_within(row, "b", "declared"));
    }
}

static void print_bidding(const cJSON *comparison, FILE *out)
{
    const cJSON *bidding = cJSON_GetObjectItemCaseSensitive(comparison, "bidding");
    const cJSON *bots = cJSON_GetObjectItemCaseSensitive(bidding, "bots");
    const char *a = json_text(comparison, "a"), *b = json_text(comparison, "b");
    int width = text_width(a) > text_width(b) ? text_width(a) : text_width(b);
    double matches = json_number(bidding, "matches");

    if (!cJSON_IsObject(bidding))
        return;
    bool bid =
        json_number_within(bidding, "highest", "a") || json_number_within(bidding, "highest", "b");
    fprintf(out, "\nbidding, same cards in the same position (%.0f matches)\n", matches);
    if (bid) /* some games have no auction */
        fprintf(out,
                "  goes higher: %s %.1f%%, %s %.1f%%, the same %.1f%%; on average %.2f and %.2f\n",
                a, percent_of(json_number_within(bidding, "higher", "a"), matches), b,
                percent_of(json_number_within(bidding, "higher", "b"), matches),
                percent_of(json_number_within(bidding, "higher", "same"), matches),
                json_number_within(bidding, "highest", "a"),
                json_number_within(bidding, "highest", "b"));
    print_declared(bidding, a, b, out);
    print_bidder(a, cJSON_GetObjectItemCaseSensitive(bots, "a"), width, out);
    print_bidder(b, cJSON_GetObjectItemCaseSensitive(bots, "b"), width, out);
    if (bid)
        print_calibration(bidding, a, b, out);
}

/* A move of a record in words. */
static const char *action_words(const char *action, char text[80])
{
    static const struct {
        const char *token, *words;
    } words[] = {
        {"", "is silent"},
        {"p", "passes"},
        {"y", "holds"},
        {"s", "picks up the skat"},
        {"RE", "concedes"},
        {"K", "doubles"},
        {"g", "gives up"},
        {"n", "refuses"},
        {"x", "passes on"},
        {"r", "says rum"},
        {"t", "turns a card of the skat"},
        {"GH", "declares grand hand"},
        {"c.suit", "chooses a suit game"},
        {"c.grand", "chooses grand"},
        {"c.null", "chooses null"},
        {"c.ramsch", "chooses ramsch"},
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(action, words[i].token) == 0)
            return words[i].words;
    bool number = action[strspn(action, "0123456789")] == '\0';
    bool card = strlen(action) == 2 && strchr("CSHD", action[0]) && !strchr("OHSZW", action[1]);
    bool game = !card && strchr("CDGHNPSV", action[0]);
    snprintf(text, 80, "%s %s",
             number ? "bids"
             : card ? "plays"
             : game ? "announces"
                    : "says",
             action);
    return text;
}

static void print_first(const cJSON *first, FILE *out)
{
    const char *position = json_text(first, "position_name");
    const cJSON *a = cJSON_GetObjectItemCaseSensitive(first, "a"),
                *b = cJSON_GetObjectItemCaseSensitive(first, "b");
    char a_text[80], b_text[80];

    if (!cJSON_IsObject(first))
        return;
    fprintf(out, "      move %.0f", json_number(first, "move"));
    if (*position)
        fprintf(out, ", %s", position);
    fprintf(out, ": %s %s in game %.0f, %s %s in game %.0f\n", json_text(a, "bot"),
            action_words(json_text(a, "action"), a_text), json_number(a, "game"),
            json_text(b, "bot"), action_words(json_text(b, "action"), b_text),
            json_number(b, "game"));
}

static bool has_log(const char *folder)
{
    char path[FOLDER_PATH_SIZE];
    return access(folder_file(folder, "games.jsonl", path), R_OK) == 0 ||
           access(folder_file(folder, "games.jsonl.zst", path), R_OK) == 0;
}

void print_swing(const cJSON *swing, const char *folder, FILE *out)
{
    const cJSON *game, *games = cJSON_GetObjectItemCaseSensitive(swing, "games");

    fprintf(out, "  %+8.2f  session %.0f, deal %.0f", json_number(swing, "difference"),
            json_number(swing, "session"), json_number(swing, "deal"));
    if (has_log(folder)) {
        fprintf(out, ": ");
        print_replay(folder, out);
        cJSON_ArrayForEach (game, games)
            fprintf(out, "%s%.0f", game == games->child ? " --game " : ",", game->valuedouble);
    }
    fprintf(out, "\n");
    print_first(cJSON_GetObjectItemCaseSensitive(swing, "first"), out);
}

/* ---- the verdict, and why ---- */

/* Of the two bots: how many games ended by their faults. */
static void print_faults(const cJSON *summary, const char *folder, FILE *out)
{
    const double MOST = 0.05; /* of the games: then little else is measured */
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison"), *bot;
    const char *a = json_text(comparison, "a"), *b = json_text(comparison, "b");
    double games = json_number(comparison, "games"), all = 0;
    char text[FAULT_COUNTS_TEXT];

    cJSON_ArrayForEach (bot, cJSON_GetObjectItemCaseSensitive(summary, "bots")) {
        const char *name = json_text(bot, "name");
        struct fault_counts faults = fault_counts_read(bot);
        if (!faults.all || (strcmp(name, a) != 0 && strcmp(name, b) != 0))
            continue;
        fault_counts_text(&faults, text);
        fprintf(out, "%s%s: %s", all ? "; " : "WARNING ", name, text);
        all += (double)faults.all;
    }
    if (!all)
        return;
    fprintf(out, " in %.0f games; %s: ", games,
            all > MOST * games ? "the difference is mostly that" : "they count as losses");
    print_program_word(out);
    fprintf(out, " faults ");
    print_shell_word(folder, out);
    fprintf(out, "\n\n");
}

/* The difference in the scoring that is not the primary one, and with large ones that may exist. */
static void print_other_scoring(const cJSON *comparison, FILE *out)
{
    const cJSON *scorings = cJSON_GetObjectItemCaseSensitive(comparison, "scorings"), *scoring;
    const char *primary = json_text(comparison, "primary");

    cJSON_ArrayForEach (scoring, scorings) {
        bool other = strcmp(scoring->string, primary) != 0;
        const cJSON *shown =
            other ? scoring : cJSON_GetObjectItemCaseSensitive(scoring, "empirical");
        fprintf(out, "  %s ",
                other ? scoring_title(scoring->string) : "with rare large losses in mind");
        if (other)
            print_estimate(shown, 0, decimals_of(shown), out);
        else
            print_interval(shown, 0, decimals_of(shown), out);
        fprintf(out, "\n");
    }
}

/* What a longer run would need. */
static void print_plan(const cJSON *comparison, FILE *out)
{
    const cJSON *primary = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(comparison, "scorings"), json_text(comparison, "primary"));
    double units = json_number(comparison, "units"), error = json_number(primary, "error"),
           deviation = error * sqrt(units), deals = json_number(comparison, "deals");
    const double REACH = 0.25, WIDTH = 1.96;

    if (!(error > 0) || !units)
        return;
    fprintf(out, "  deviation of a %s %.1f: +-%.2f needs %.0f deals\n",
            json_text(comparison, "unit"), deviation, REACH,
            ceil(pow(WIDTH * deviation / REACH, 2)) * deals / units);
}

static void print_verdict(const cJSON *summary, FILE *out)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    const cJSON *primary = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(comparison, "scorings"), json_text(comparison, "primary"));
    const cJSON *divergent = cJSON_GetObjectItemCaseSensitive(comparison, "divergent");
    const char *verdict = json_text(comparison, "verdict"), *a = json_text(comparison, "a"),
               *unit = json_text(comparison, "unit");
    char chance[16];
    const cJSON *bound = cJSON_GetObjectItemCaseSensitive(comparison, "divergence_bound");

    if (strcmp(verdict, "a is better") == 0 || strcmp(verdict, "b is better") == 0)
        fprintf(out, "%s%s is better%s: ", colour(COLOUR_STRONG, out),
                json_text(comparison, (char[]){*verdict, '\0'}), colour(COLOUR_END, out));
    else
        fprintf(out, "%s%s%s: ", colour(COLOUR_STRONG, out), verdict, colour(COLOUR_END, out));
    fprintf(out, "%s - %s ", a, json_text(comparison, "b"));
    print_estimate(primary, 0, decimals_of(primary), out);
    fprintf(out, " %s points a deal\n", scoring_title(json_text(comparison, "primary")));
    fprintf(out, "  %s did better in %.0f %ss, equal in %.0f, worse in %.0f", a,
            json_number(comparison, "better"), unit, json_number(comparison, "zero"),
            json_number(comparison, "worse"));
    format_chance(comparison, "flat_prior_probability", chance);
    if (*chance != '-')
        fprintf(out, "; probability that it is better (flat prior) %s", chance);
    fprintf(out, "\n");
    print_other_scoring(comparison, out);
    print_plan(comparison, out);
    fprintf(out, "  %.0f deals, %.0f games; ", json_number(comparison, "deals"),
            json_number(comparison, "games"));
    if (cJSON_IsNumber(bound))
        fprintf(out, "no deal played differently: fewer than %.3g%% of all %ss differ (95 %%)\n",
                100 * bound->valuedouble, json_text(comparison, "unit"));
    else if (cJSON_IsNumber(divergent))
        fprintf(out, "%.0f deals played differently (%.1f%%)\n", divergent->valuedouble,
                100 * json_number(comparison, "divergent_share"));
    else
        fprintf(out, "no two seatings of a deal show whether these two play differently\n");
}

void print_comparison(const cJSON *summary, const char *folder, FILE *out)
{
    print_faults(summary, folder, out);
    if (cJSON_GetObjectItemCaseSensitive(summary, "test"))
        print_test(summary, out);
    print_verdict(summary, out);
    print_conditions(folder, out);
}

void print_comparison_details(const cJSON *summary, const char *folder, int width, FILE *out)
{
    enum { WIDE = 84 };
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    const cJSON *swings = cJSON_GetObjectItemCaseSensitive(comparison, "swings");
    const cJSON *swing;
    bool narrow = width && width < WIDE;

    print_scorings(comparison, narrow, out);
    print_splits(comparison, narrow, out);
    print_bidding(comparison, out);
    if (!cJSON_GetArraySize(swings))
        return;
    fprintf(out, "\nlargest swings, points a deal%s\n",
            has_log(folder) ? ", and the first decision that differed"
                            : " (only a log tells which decisions differed)");
    cJSON_ArrayForEach (swing, swings)
        print_swing(swing, folder, out);
}

void print_test(const cJSON *summary, FILE *out)
{
    const cJSON *test = cJSON_GetObjectItemCaseSensitive(summary, "test");
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    const char *unit =
        strcmp(json_text(test, "model"), "points") == 0 ? "points a deal" : "standard deviations";

    const cJSON *estimate = cJSON_GetObjectItemCaseSensitive(test, "estimate");

    fprintf(out, "%s: %s - %s, H0 %+g against H1 %+g %s\n", json_text(test, "verdict"),
            json_text(comparison, "a"), json_text(comparison, "b"), json_number(test, "h0"),
            json_number(test, "h1"), unit);
    fprintf(out, "  LLR ");
    print_number(test, "llr", 0, 2, out);
    fprintf(out,
            " in %.2f .. %.2f after %.0f %ss; valid after stopping: ", json_number(test, "lower"),
            json_number(test, "upper"), json_number(test, "units"), json_text(comparison, "unit"));
    print_estimate(estimate, 0, decimals_of(estimate), out);
    fprintf(out, "\n");
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(
            cJSON_GetObjectItemCaseSensitive(test, "faults"), "decided")))
        fprintf(out, "  the faults ended it\n");
    else if (strcmp(json_text(test, "verdict"), "undecided") == 0 &&
             json_number(test, "units") < json_number(test, "least_units"))
        fprintf(out, "  there is no verdict before %.0f %ss\n", json_number(test, "least_units"),
                json_text(comparison, "unit"));
}
