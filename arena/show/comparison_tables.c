// SPDX-License-Identifier: MIT
#include "arena/show/comparison_tables.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/log/log_writer.h"
#include "arena/show/summary_tables.h"
#include "arena/base/terminal.h"
#include "arena/base/text.h"
#include "arena/stats/sequential_test.h"

/* The displayed name of a scoring. */
static const char *scoring_title(const char *key)
{
    return strcmp(key, "seeger_fabian") == 0 ? "Seeger" : key;
}

static void print_number(double number, int width, int decimals, FILE *out)
{
    char text[40];

    number_text(number, decimals, text);
    fprintf(out, "%*s", width, text);
}

/* "  +1.93 (+0.81 to +3.05)  ": the mean right-aligned in `width`, the interval left-aligned. */
enum { INTERVAL_WIDTH = 20 };

static void print_interval(double low, double high, int width, int decimals, FILE *out)
{
    char from[40], to[40], text[100];

    number_text(low, decimals, from);
    number_text(high, decimals, to);
    snprintf(text, sizeof text, "(%s to %s)", from, to);
    fprintf(out, "%-*s", width, text);
}

/* There is none where it is not known, or where no unit differs from another. */
static bool has_interval(struct estimate estimate)
{
    return !(isnan(estimate.low) && isnan(estimate.high)) && estimate.low != estimate.high;
}

static void print_estimate(struct estimate estimate, int width, int decimals, FILE *out)
{
    print_number(estimate.mean, width, decimals, out);
    if (has_interval(estimate)) {
        fprintf(out, " ");
        print_interval(estimate.low, estimate.high, width ? INTERVAL_WIDTH : 0, decimals, out);
    } else if (width) {
        fprintf(out, " %*s", INTERVAL_WIDTH, "");
    }
}

static double percent_of(int64_t part, int64_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

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

void print_next(const char *what, const char *command, const char *folder, const char *options,
                FILE *out)
{
    fprintf(out, "%-8s ", what);
    print_program_word(out);
    fprintf(out, " %s ", command);
    print_shell_word(folder, out);
    fprintf(out, "%s\n", options);
}

/* ---- standings ---- */

/* "213.7 +-9.1"; without an interval where there are fewer than two units. */
static void print_level(const struct estimate *level, int width, FILE *out)
{
    char half[NUMBER_TEXT] = "";

    if (!isnan(level->low))
        snprintf(half, sizeof half, " +-%.1f", (level->high - level->low) / 2);
    fprintf(out, " %9.1f%-*s", level->mean, width, half);
}

static int wider(int widest, const char *name)
{
    int width = text_width(name);
    return width > widest ? width : widest;
}

static void print_levels(const struct run_summary *summary, FILE *out)
{
    enum { INTERVAL = 10 };
    const struct run_numbers *numbers = &summary->numbers;
    bool own = run_summary_has_own_scoring(summary);
    int names = 4;

    for (int i = 0; i < numbers->standings_count; i++)
        names = wider(names, numbers->standings[i].bot);
    fprintf(out,
            "\npoints of each bot by itself per 36 deals, 95 %% intervals of what was seen in "
            "%" PRId64 " %s%s\n",
            numbers->units, numbers->unit, text_plural(numbers->units));
    fprintf(out, "%-*s %9s%*s %9s\n", names, "bot", "classic", INTERVAL, "",
            own ? summary->scoring : "Seeger");
    for (int i = 0; i < numbers->standings_count; i++) {
        const struct bot_standing *standing = &numbers->standings[i];
        print_name(standing->bot, names, out);
        print_level(&standing->classic.per_36, INTERVAL, out);
        print_level(own ? &standing->score.per_36 : &standing->seeger_fabian.per_36, 0, out);
        fprintf(out, "\n");
    }
}

/* A dash where nothing was judged: if all is alike, and of other pairs than the one that is
 * tested. */
static void print_pair_p(const struct pair_difference *pair, bool narrow, FILE *out)
{
    const struct judged *judged = pair->judged;
    const double LEAST_SHOWN = 0.0001;
    char text[NUMBER_TEXT] = "-";

    if (judged && judged->p_adjusted < LEAST_SHOWN)
        strcpy(text, "<0.0001");
    else if (judged && !isnan(judged->p_adjusted))
        snprintf(text, sizeof text, "%.4f", judged->p_adjusted);
    fprintf(out, narrow ? ", p %s%s\n" : " %9s%s\n", text, judged_mark(pair->difference, judged));
}

static int pair_width(const struct pair_difference *pair)
{
    return text_width(pair->a) + 3 + text_width(pair->b);
}

/* Without an interval where a test may have ended the run. */
static struct estimate seen_of_pair(const struct pair_difference *pair)
{
    struct estimate seen = pair->difference;

    if (!pair->judged)
        seen.low = seen.high = NAN;
    return seen;
}

static void print_pair(const struct pair_difference *pair, int names, bool narrow, FILE *out)
{
    int shown = pair_width(pair);
    fprintf(out, "%s - %s", pair->a, pair->b);
    fprintf(out, narrow ? "\n  " : "%*s ", names > shown ? names - shown : 0, "");
    print_estimate(seen_of_pair(pair), 7, 2, out);
    fprintf(out, narrow ? "\n  ahead %.1f%%" : " %8.1f%%", 100 * pair->superiority.mean);
    print_pair_p(pair, narrow, out);
}

/* What the marks say, if any pair has one. */
static void print_legend(const struct run_numbers *numbers, FILE *out)
{
    bool any = false;

    for (int i = 0; i < numbers->pairs_count; i++)
        any |= *judged_mark(numbers->pairs[i].difference, numbers->pairs[i].judged) != '\0';
    if (any)
        fprintf(out, "%s\n", judged_legend);
}

static void print_pairs(const struct run_summary *summary, bool narrow, FILE *out)
{
    const struct run_numbers *numbers = &summary->numbers;
    int names = 4;

    for (int i = 0; i < numbers->pairs_count; i++)
        names = pair_width(&numbers->pairs[i]) > names ? pair_width(&numbers->pairs[i]) : names;
    fprintf(out, "\ndifference in points a deal (%s) as seen, how often ahead, p%s\n",
            summary->scoring, numbers->pairs_count > 1 ? " adjusted for all pairs (Holm)" : "");
    if (!narrow)
        fprintf(out, "%-*s %7s %-*s %9s %9s\n", names, "pair", "mean", INTERVAL_WIDTH,
                "(95 % interval)", "ahead", "p");
    for (int i = 0; i < numbers->pairs_count; i++)
        print_pair(&numbers->pairs[i], names, narrow, out);
    print_legend(numbers, out);
}

void print_standings(const struct run_summary *summary, int width, FILE *out)
{
    enum { WIDE = 78 };

    if (!summary->numbers.pairs_count || !summary->numbers.units)
        return;
    print_levels(summary, out);
    print_pairs(summary, width && width < WIDE, out);
}

/* ---- a comparison ---- */

/* The scorings of a comparison that are shown, in order. */
static int scorings_of(const struct comparison *comparison, const struct scoring_difference **all)
{
    const struct scoring_differences *scorings = &comparison->scorings;

    all[STATS_CLASSIC] = &scorings->classic;
    all[STATS_SEEGER] = &scorings->seeger_fabian;
    all[STATS_OWN] = scorings->score;
    return scorings->score ? STATS_SCORINGS : STATS_OWN;
}

/* As it was seen; in another scoring than that of the verdict without an interval where a test may
 * have ended the run. */
static struct estimate shown_in(const struct run_summary *summary, int scoring)
{
    const struct comparison *comparison = summary->numbers.comparison;
    const struct scoring_difference *all[STATS_SCORINGS];

    scorings_of(comparison, all);
    struct estimate shown = all[scoring]->deal;
    if (strcmp(stats_scoring_names[scoring], comparison->primary) == 0 && summary->verdict &&
        summary->verdict->difference)
        return *summary->verdict->difference;
    if (!all[scoring]->judged)
        shown.low = shown.high = NAN;
    return shown;
}

/* With so many decimals at least, and as many as it takes to tell the verdict. */
static int decimals_in(const struct run_summary *summary, int scoring, double factor, int least)
{
    const bool primary =
        strcmp(stats_scoring_names[scoring], summary->numbers.comparison->primary) == 0;

    return primary && summary->verdict && summary->verdict->difference
               ? run_verdict_decimals(summary->verdict, factor, least)
               : least;
}

static void print_series(const struct run_summary *summary, int scoring, FILE *out)
{
    const struct estimate shown = estimate_scaled(shown_in(summary, scoring), DEALS_OF_SERIES);

    if (has_interval(shown)) {
        fprintf(out, " ");
        print_interval(shown.low, shown.high, 0, decimals_in(summary, scoring, DEALS_OF_SERIES, 1),
                       out);
    }
    fprintf(out, "\n");
}

/* What the intervals of the scorings are; where a test may have ended the run, there is only that
 * of the verdict, with the errors of the test. */
static void print_title_of_scorings(const struct run_summary *summary, FILE *out)
{
    enum { PERCENT = 100 };
    const struct run_verdict *verdict = summary->verdict;
    const char *valid = verdict && verdict->valid ? verdict->valid : "";

    fprintf(out, "\npoints a deal");
    if (strcmp(valid, "anytime") == 0 && !isnan(verdict->level))
        fprintf(out, ", %.4g %% interval, valid whenever play stops", PERCENT * verdict->level);
    else if (strcmp(valid, "fixed") == 0)
        fprintf(out, ", 95 %% intervals of what was seen");
    fprintf(out, "\n");
}

/* Stacked where the terminal is narrow. */
static void print_scorings_stacked(const struct run_summary *summary, FILE *out)
{
    const struct comparison *comparison = summary->numbers.comparison;
    const struct scoring_difference *all[STATS_SCORINGS];
    int count = scorings_of(comparison, all);

    print_title_of_scorings(summary, out);
    for (int i = 0; i < count; i++) {
        const struct estimate shown = shown_in(summary, i);
        fprintf(out, "%s\n  ", scoring_title(stats_scoring_names[i]));
        print_estimate(shown, 0,
                       decimals_in(summary, i, 1, interval_decimals(shown.low, shown.high)), out);
        fprintf(out, "\n  per 36 ");
        print_number(all[i]->per_36.mean, 0, 1, out);
        print_series(summary, i, out);
    }
}

static void print_scorings(const struct run_summary *summary, bool narrow, FILE *out)
{
    const struct scoring_difference *all[STATS_SCORINGS];
    int count = scorings_of(summary->numbers.comparison, all);

    if (narrow) {
        print_scorings_stacked(summary, out);
        return;
    }
    print_title_of_scorings(summary, out);
    fprintf(out, "%-8s %7s %*s %8s\n", "", "a deal", INTERVAL_WIDTH, "", "per 36");
    for (int i = 0; i < count; i++) {
        const struct estimate shown = shown_in(summary, i);
        fprintf(out, "%-8s ", scoring_title(stats_scoring_names[i]));
        print_estimate(shown, 7, decimals_in(summary, i, 1, 2), out);
        fprintf(out, " ");
        print_number(all[i]->per_36.mean, 8, 1, out);
        print_series(summary, i, out);
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
enum { BOT_COLUMN = 16 };

static void print_seats(const struct split_seats *bot, FILE *out)
{
    fprintf(out, " %*" PRId64 " x", BOT_COLUMN - 9, bot->seats);
    print_number(bot->mean, 8, 2, out);
}

static void print_parts(const struct compared_split *parts, int count, const char *title,
                        bool narrow, FILE *out)
{
    fprintf(out, "%s\n", title);
    for (int i = 0; i < count; i++) {
        fprintf(out, "  ");
        print_words(parts[i].name, 13, out);
        print_estimate(parts[i].effect, 7, 2, out);
        if (narrow)
            fprintf(out, "\n   ");
        print_seats(&parts[i].a, out);
        print_seats(&parts[i].b, out);
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
static void print_splits(const struct comparison *comparison, bool narrow, FILE *out)
{
    fprintf(out,
            "\nwhere it comes from%s%s, %s points a deal, as seen; exploratory: with so many "
            "intervals, some miss by chance\n%-15s%7s %-*s%s",
            comparison->redeals ? ", without re-deals" : "",
            comparison->unplayed ? ", counted in the deals that were played" : "",
            scoring_title(comparison->primary), "", "part", INTERVAL_WIDTH, "(95 % interval)",
            narrow ? "\n     " : "  ");
    print_name_right(comparison->a, BOT_COLUMN, out);
    fprintf(out, "  ");
    print_name_right(comparison->b, BOT_COLUMN, out);
    fprintf(out, "\n");
    print_parts(comparison->roles, comparison->roles_count, "as", narrow, out);
    print_parts(comparison->contracts, comparison->contracts_count, "in", narrow, out);
    print_parts(comparison->positions, comparison->positions_count, "at", narrow, out);
}

/* Of the matches in which only one declared, how many it won. */
static void print_declared(const struct declared_matches *class, const int64_t *won,
                           const char *who, FILE *out)
{
    fprintf(out, "  %5.1f%%  worth", 100 * class->share);
    print_estimate(class->worth, 7, 2, out);
    fprintf(out, " %s", who);
    if (won && class->matches)
        fprintf(out, ", won %.1f%%", percent_of(*won, class->matches));
    fprintf(out, "\n");
}

static void print_classes(const struct declared_classes *declared, const char *a, const char *b,
                          FILE *out)
{
    char who[120];

    print_declared(&declared->both, NULL, "both declared", out);
    snprintf(who, sizeof who, "only %s declared", a);
    print_declared(&declared->only_a, &declared->only_a.a_won, who, out);
    snprintf(who, sizeof who, "only %s declared", b);
    print_declared(&declared->only_b, &declared->only_b.b_won, who, out);
    print_declared(&declared->neither, NULL, "neither declared", out);
}

static void print_bidder(const char *name, const struct bidder *bot, int width, FILE *out)
{
    const struct kontras *kontra = &bot->kontra;

    fprintf(out, "  ");
    print_name(name, width, out);
    fprintf(out,
            " declared %" PRId64
            ", won %.1f%%, mean bid %.1f, overbid %.2f%%, hand %.1f%% (won %.0f%%)\n",
            bot->declared, percent_of(bot->won, bot->declared),
            bot->declared ? (double)bot->bid_sum / (double)bot->declared : 0,
            percent_of(bot->overbid, bot->declared), percent_of(bot->hand, bot->declared),
            percent_of(bot->hand_won, bot->hand));
    if (kontra->said)
        fprintf(out,
                "  %*s kontra %" PRId64 ", right %.1f%%; of %" PRId64
                " games that declarer lost against it, %.1f%% had its kontra\n",
                width, "", kontra->said, percent_of(kontra->right, kontra->said),
                kontra->lost_by_declarer, percent_of(kontra->right, kontra->lost_by_declarer));
}

/* The column of the bids; those of the bots are as in the splits. */
enum { CALIBRATION_LABEL = 22 };

static void print_won(const struct games_of_bids *of, FILE *out)
{
    fprintf(out, "  %5.1f%% of %*" PRId64, percent_of(of->won, of->declared), BOT_COLUMN - 10,
            of->declared);
}

static void print_calibration(const struct compared_bidding *bidding, const char *a, const char *b,
                              FILE *out)
{
    char range[48];

    fprintf(out, "  %-*s  ", CALIBRATION_LABEL, "games won by final bid");
    print_name_right(a, BOT_COLUMN, out);
    fprintf(out, "  ");
    print_name_right(b, BOT_COLUMN, out);
    fprintf(out, "\n");
    for (int i = 0; i < bidding->calibration_count; i++) {
        const struct bids_won *row = &bidding->calibration[i];
        if (row->to == FIELD_NO_INT)
            snprintf(range, sizeof range, "%" PRId64 " and more", row->from);
        else if (row->from == row->to)
            snprintf(range, sizeof range, "%" PRId64, row->from);
        else
            snprintf(range, sizeof range, "%" PRId64 "-%" PRId64, row->from, row->to);
        fprintf(out, "    %-*s", CALIBRATION_LABEL - 2, range);
        print_won(&row->a, out);
        print_won(&row->b, out);
        fprintf(out, "\n");
    }
}

static void print_bidding(const struct comparison *comparison, FILE *out)
{
    const struct compared_bidding *bidding = comparison->bidding;
    const char *a = comparison->a, *b = comparison->b;
    int width = wider(text_width(a), b);

    if (!bidding)
        return;
    bool bid = bidding->highest.a > 0 || bidding->highest.b > 0;
    fprintf(out, "\nbidding, same cards in the same position (%" PRId64 " match%s)\n",
            bidding->matches, bidding->matches == 1 ? "" : "es");
    if (bid) /* some games have no auction */
        fprintf(out,
                "  goes higher: %s %.1f%%, %s %.1f%%, the same %.1f%%; on average %.2f and %.2f\n",
                a, percent_of(bidding->higher.a, bidding->matches), b,
                percent_of(bidding->higher.b, bidding->matches),
                percent_of(bidding->higher.same, bidding->matches), bidding->highest.a,
                bidding->highest.b);
    print_classes(&bidding->declared, a, b, out);
    print_bidder(a, &bidding->bots.a, width, out);
    print_bidder(b, &bidding->bots.b, width, out);
    if (bid)
        print_calibration(bidding, a, b, out);
}

/* A move of a record in words. */
static const char *action_words(const char *action, char text[80])
{
    if (!action)
        return "is silent";
    static const struct {
        const char *token, *words;
    } words[] = {
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

static void print_first(const struct first_difference *first, FILE *out)
{
    char a_text[80], b_text[80];

    if (!first)
        return;
    fprintf(out, "      move %" PRId64, first->move);
    if (first->position_name)
        fprintf(out, ", %s", first->position_name);
    fprintf(out, ": %s %s in game %" PRId64 ", %s %s in game %" PRId64 "\n",
            first->a.bot ? first->a.bot : "", action_words(first->a.action, a_text), first->a.game,
            first->b.bot ? first->b.bot : "", action_words(first->b.action, b_text), first->b.game);
}

static bool has_log(const char *folder) { return log_mode_of_folder(folder) != LOG_NONE; }

void print_swing(const struct noted_deal *swing, const char *folder, FILE *out)
{
    fprintf(out, "  %+8.2f  session %" PRId64 ", deal %" PRId64, swing->difference, swing->session,
            swing->deal);
    if (has_log(folder)) {
        fprintf(out, ": ");
        print_replay(folder, out);
        for (int i = 0; i < swing->games_count; i++)
            fprintf(out, "%s%" PRId64, i ? "," : " --game ", swing->games[i]);
    }
    fprintf(out, "\n");
    print_first(swing->first, out);
}

/* ---- the verdict, and why ---- */

void print_verdict(const struct run_verdict *verdict, FILE *out)
{
    static const enum terminal_colour colours[] = {
        [EXIT_OK] = COLOUR_GOOD, [EXIT_REJECTED] = COLOUR_BAD, [EXIT_UNDECIDED] = COLOUR_OPEN};
    const bool judged = strcmp(verdict->asked, "margin") == 0;
    const int first = (int)strcspn(verdict->sentence, ":");

    fprintf(out, "%s%.*s%s%s\n",
            terminal_colour(judged ? colours[verdict->exit_status] : COLOUR_STRONG, out), first,
            verdict->sentence, terminal_colour(COLOUR_END, out), verdict->sentence + first);
    for (int i = 0; i < verdict->warnings_count; i++)
        fprintf(out, "%sWARNING%s %s\n", terminal_colour(COLOUR_BAD, out),
                terminal_colour(COLOUR_END, out), verdict->warnings[i]);
}

void print_needed(const struct run_verdict *verdict, FILE *out)
{
    if (verdict->needed)
        fprintf(out, "  %s\n", verdict->needed);
}

/* Where the reasons for faults are. */
static void point_to_faults(const struct run_summary *summary, const char *folder, FILE *out)
{
    if (!run_summary_faults(summary))
        return;
    fprintf(out, "  why they failed: ");
    print_program_word(out);
    fprintf(out, " games ");
    print_shell_word(folder, out);
    fprintf(out, " --faults\n");
}

/* The difference in the scoring that is not the primary one, and what the interval assumes. */
static void print_other_scoring(const struct run_summary *summary, FILE *out)
{
    const struct comparison *comparison = summary->numbers.comparison;
    const struct run_verdict *verdict = summary->verdict;
    const struct scoring_difference *all[STATS_SCORINGS];
    int count = scorings_of(comparison, all);
    char text[ESTIMATE_TEXT];

    for (int i = 0; i < count; i++)
        if (strcmp(stats_scoring_names[i], comparison->primary) != 0) {
            fprintf(out, "  %s ", scoring_title(stats_scoring_names[i]));
            fprintf(out, "%s\n", estimate_text(shown_in(summary, i), text));
        }
    if (verdict->assumption)
        fprintf(out, "  %s\n", verdict->assumption);
}

static void print_plan(const struct run_summary *summary, FILE *out)
{
    const struct comparison *comparison = summary->numbers.comparison;
    const struct run_verdict *verdict = summary->verdict;

    if (isnan(verdict->reach))
        return;
    fprintf(out, "  standard deviation of a %s %.1f: ", comparison->unit,
            comparison_primary(comparison)->deal.error * sqrt((double)comparison->units));
    if (verdict->needed && !summary->numbers.test)
        fprintf(out, "%s\n", verdict->needed);
    else
        fprintf(out, "an interval of +-%.2f needs about %" PRId64 " deals\n", verdict->reach,
                verdict->deals_to_reach);
}

/* How many deals were played differently. */
static void print_divergence(const struct comparison *comparison, FILE *out)
{
    if (!isnan(comparison->divergence_bound) && comparison->unplayed)
        fprintf(out, "no deal bid differently: fewer than %.3g%% of all %ss are (95 %%)\n",
                100 * comparison->divergence_bound, comparison->unit);
    else if (!isnan(comparison->divergence_bound))
        fprintf(out, "no deal played differently: fewer than %.3g%% of all %ss differ (95 %%)\n",
                100 * comparison->divergence_bound, comparison->unit);
    else if (comparison->divergent != FIELD_NO_INT && comparison->deals)
        fprintf(out, "%" PRId64 " deal%s played differently (%.1f%%)\n", comparison->divergent,
                text_plural(comparison->divergent), 100 * comparison->divergent_share);
    else
        fprintf(out, "no two seatings of a deal show whether these two play differently\n");
}

/* Where bids alone are compared. */
static void print_unplayed(const struct comparison *comparison, FILE *out)
{
    const struct unplayed_deals *unplayed = comparison->unplayed;

    if (!unplayed)
        return;
    fprintf(
        out,
        "  %" PRId64 " deal%s bid alike and not played, for %" PRId64 " answers before; %" PRId64
        " more bid alike and played all the same, %" PRId64
        " of them differently\n  all but the difference and its interval is about the deals that "
        "were played\n",
        unplayed->deals, text_plural(unplayed->deals), unplayed->answers, unplayed->checked,
        unplayed->different);
}

/* What re-deals did for the error. Where the two never bid differently, there were none. */
static void print_redeals(const struct comparison *comparison, FILE *out)
{
    const struct comparison_redeals *redeals = comparison->redeals;

    if (!redeals)
        return;
    fprintf(
        out,
        "  re-deals: %" PRId64 " seat%s bid differently, %" PRId64 " other deal%s played both ways",
        redeals->cases, text_plural(redeals->cases), redeals->played, text_plural(redeals->played));
    if (redeals->cases && comparison->units > 1)
        fprintf(out, "; standard error %.2g, without them %.2g",
                comparison_primary(comparison)->deal.error, redeals->as_dealt.error);
    fprintf(out, "\n");
}

static void print_reasons(const struct run_summary *summary, FILE *out)
{
    const struct comparison *comparison = summary->numbers.comparison;

    fprintf(out, "  %s did better in %" PRId64 " %s%s, equal in %" PRId64 ", worse in %" PRId64,
            comparison->a, comparison->better, comparison->unit, text_plural(comparison->better),
            comparison->equal, comparison->worse);
    fprintf(out, "\n");
    print_other_scoring(summary, out);
    print_plan(summary, out);
    fprintf(out, "  %" PRId64 " deal%s, %" PRId64 " game%s; ", comparison->deals,
            text_plural(comparison->deals), comparison->games, text_plural(comparison->games));
    print_divergence(comparison, out);
    print_unplayed(comparison, out);
    print_redeals(comparison, out);
}

void print_comparison(const struct run_summary *summary, const char *folder, FILE *out)
{
    print_verdict(summary->verdict, out);
    point_to_faults(summary, folder, out);
    if (summary->numbers.test)
        print_test(summary, out);
    if (summary->numbers.comparison)
        print_reasons(summary, out);
    print_conditions(folder, out);
}

/* "stammtisch bids on, mine passes". */
static void print_class_name(const struct comparison *comparison, const char *name, FILE *out)
{
    static const struct {
        const char *name, *first, *second;
        bool b_first;
    } texts[] = {
        {"only_a_bids", "bids on", "passes", false},
        {"only_b_bids", "bids on", "passes", true},
        {"other_bids", "bids", "bids another value", false},
        {"only_a_hand", "plays hand", "picks up", false},
        {"only_b_hand", "plays hand", "picks up", true},
        {"other_games", "plays a game", "plays another one", false},
        {"other_discards", "plays a game", "puts other cards aside for it", false},
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].name, name) == 0) {
            const bool swap = texts[i].b_first;
            fprintf(out, "%s %s, %s %s", swap ? comparison->b : comparison->a, texts[i].first,
                    swap ? comparison->a : comparison->b, texts[i].second);
        }
}

/* How the two bid differently, and what it is worth: over the deals as dealt and dealt again. */
static void print_redealt_classes(const struct comparison *comparison, FILE *out)
{
    const struct comparison_redeals *redeals = comparison->redeals;
    char text[ESTIMATE_TEXT];

    if (!redeals || !redeals->classes_count)
        return;
    fprintf(out,
            "\nwhere they bid differently: how often; what a case gains %s; its part of the "
            "difference\n",
            comparison->a);
    for (int i = 0; i < redeals->classes_count; i++) {
        const struct redealt_class *class = &redeals->classes[i];
        fprintf(out, "%7" PRId64 "  ", class->cases);
        print_number(class->worth, 7, 2, out);
        fprintf(out, "  %-26s ", estimate_text(class->effect, text));
        print_class_name(comparison, class->name, out);
        fprintf(out, "\n");
    }
}

void print_comparison_details(const struct run_summary *summary, const char *folder, int width,
                              FILE *out)
{
    const struct comparison *comparison = summary->numbers.comparison;
    enum { WIDE = 80 };
    bool narrow = width && width < WIDE;

    print_scorings(summary, narrow, out);
    if (!comparison_is_alike(comparison))
        print_splits(comparison, narrow, out);
    print_bidding(comparison, out);
    print_redealt_classes(comparison, out);
    if (!comparison->swings_count)
        return;
    fprintf(out, "\nlargest swings, up or down, points a deal%s\n",
            has_log(folder) ? ", and the first decision that differed"
                            : " (only a log tells which decisions differed)");
    for (int i = 0; i < comparison->swings_count; i++)
        print_swing(&comparison->swings[i], folder, out);
}

void print_test(const struct run_summary *summary, FILE *out)
{
    const struct test_result *test = summary->numbers.test;
    const struct comparison *comparison = summary->numbers.comparison;
    const bool by_ratio = isnan(test->margin);
    if (by_ratio) {
        fprintf(out, "  H0 %+g, H1 %+g%s: LLR ", test->h0, test->h1,
                strcmp(test->model, test_model_names[TEST_POINTS]) == 0 ? "" : " deviations");
        print_number(test->llr, 0, 2, out);
        fprintf(out, " in %.2f .. %.2f after %" PRId64 " %ss\n", test->lower, test->upper,
                test->units, comparison->unit);
    }
    if (test->faults.decided)
        fprintf(out, "  the faults ended it\n");
    else if (by_ratio && strcmp(test->verdict, verdict_names[VERDICT_UNDECIDED]) == 0 &&
             test->units < test->least_units)
        fprintf(out, "  there is no verdict before %" PRId64 " %ss\n", test->least_units,
                comparison->unit);
    else if (!by_ratio)
        print_needed(summary->verdict, out);
}
