// SPDX-License-Identifier: MIT
#include "arena/show/conclusion.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/base/terminal.h"
#include "arena/base/text.h"
#include "arena/config/config.h"
#include "arena/record/action_text.h"
#include "arena/record/game_text.h"
#include "arena/result/fault_line.h"
#include "arena/show/field_text.h"

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

static void print_command(const char *command, const char *folder, const char *options, FILE *out)
{
    print_shell_word(program_invocation_name, out);
    fprintf(out, " %s ", command);
    print_shell_word(folder, out);
    fputs(options, out);
}

void print_replay(const char *folder, FILE *out) { print_command("replay", folder, "", out); }

void print_next(const char *what, const char *command, const char *folder, const char *options,
                FILE *out)
{
    fprintf(out, "%-8s ", what);
    print_command(command, folder, options, out);
    fputs("\n", out);
}

/* ---- the verdict ---- */

static const char *const check_words[] = {
    [VERDICT_OK] = "ok", [VERDICT_FAILED] = "FAIL", [VERDICT_OPEN] = "?"};
static const enum terminal_colour check_colours[] = {
    [VERDICT_OK] = COLOUR_GOOD, [VERDICT_FAILED] = COLOUR_BAD, [VERDICT_OPEN] = COLOUR_OPEN};

static void print_check(const struct verdict_check *check, FILE *out)
{
    int result = VERDICT_OK;

    while (result < VERDICT_RESULTS - 1 && strcmp(check->result, verdict_result_names[result]) != 0)
        result++;
    fprintf(out, "%s%-4s%s %s\n", terminal_colour(check_colours[result], out), check_words[result],
            terminal_colour(COLOUR_END, out), check->sentence);
}

/* The verdict, what casts doubt on it, and the checks that it is made of. */
static void print_sentences(const struct run_verdict *verdict, FILE *out)
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
    for (int i = 0; i < verdict->checks_count; i++)
        print_check(&verdict->checks[i], out);
}

static void print_needed(const struct run_verdict *verdict, FILE *out)
{
    if (verdict->needed)
        fprintf(out, "  %s\n", verdict->needed);
}

void print_verdict(const struct run_verdict *verdict, FILE *out)
{
    print_sentences(verdict, out);
    print_needed(verdict, out);
}

/* The first fault of each bot, and the command that shows all. */
static void print_faults(const struct run_summary *summary, const char *folder, FILE *out)
{
    struct fault_line first;
    struct errors ignored = {0}; /* the command that is named says them */
    struct pool pool = {0};

    for (int i = 0; i < summary->bots_count; i++)
        if (fault_lines_of(folder, summary->bots[i].name, 1, &first, &pool, &ignored)) {
            cJSON *row = fields_to_json(&fault_line_fields, &first);
            char what[CARDS_TEXT_SIZE];
            print_sentence(row, "  {bot} failed first in game {game} as {position}: ", out);
            fprintf(out, "%s\n", text_with_cards(first.what, game_text_symbols(), what));
            cJSON_Delete(row);
        }
    if (run_summary_faults(summary)) {
        fputs("  all faults: ", out);
        print_command("games", folder, " --faults\n", out);
    }
    errors_free(&ignored);
    pool_free(&pool);
}

/* ---- what it rests on ---- */

static const char by_units[] =
    "  {comparison.a} did better in {comparison.better} {comparison.unit}{comparison.better:s}, "
    "equal in {comparison.equal}, worse in {comparison.worse}\n";

static const char by_interval[] =
    "[  {verdict.assumption}\n]"
    "[{verdict.reach:?}  standard deviation of a {comparison.unit} {deviation:1}]"
    "[{verdict.reach:?}{!verdict.needed:?}: an interval of +-{verdict.reach:2} needs about "
    "{verdict.deals_to_reach} deals][{verdict.reach:?}\n]";

/* How many deals were played differently. */
static const char *divergence_of(const struct comparison *comparison)
{
    return !isnan(comparison->divergence_bound) && comparison->unplayed
               ? "no deal bid differently: fewer than {comparison.divergence_bound:%g} of all "
                 "{comparison.unit}s are (95 %)\n"
           : !isnan(comparison->divergence_bound)
               ? "no deal played differently: fewer than {comparison.divergence_bound:%g} of all "
                 "{comparison.unit}s differ (95 %)\n"
           : comparison->divergent != FIELD_NO_INT && comparison->deals
               ? "{comparison.divergent} deal{comparison.divergent:s} played differently "
                 "({comparison.divergent_share:%1})\n"
               : "the seatings of a deal do not show whether these two play differently\n";
}

/* Where bids alone are compared; re-deals, of which there are none where the two never bid
 * differently. */
static const char by_others[] =
    "[{comparison.unplayed:?}  {comparison.unplayed.deals} deal{comparison.unplayed.deals:s} bid "
    "alike and not played, for {comparison.unplayed.answers} answers before; "
    "{comparison.unplayed.checked} more bid alike and played all the same, "
    "{comparison.unplayed.different} of them differently\n"
    "  all but the difference and its interval is about the deals that were played\n]"
    "[{comparison.redeals:?}  re-deals: {comparison.redeals.cases} "
    "seat{comparison.redeals.cases:s} bid differently, {comparison.redeals.played} other "
    "deal{comparison.redeals.played:s} played both ways]"
    "[{comparison.redeals.cases:?}{deviation:?}; standard error {error:g}, without them "
    "{comparison.redeals.as_dealt.error:g}]"
    "[{comparison.redeals:?}\n]";

/* The difference in the scorings that are not the primary one. */
static void print_other_scorings(const struct run_summary *summary, const cJSON *root, FILE *out)
{
    static const char *const lines[STATS_SCORINGS] = {
        [STATS_CLASSIC] = "[  classic {comparison.scorings.classic:+}\n]",
        [STATS_SEEGER] = "[  Seeger {comparison.scorings.seeger_fabian:+}\n]",
        [STATS_OWN] = "[  score {comparison.scorings.score:+}\n]",
    };
    static const char *const ended[STATS_SCORINGS] = {
        [STATS_CLASSIC] = "  classic {comparison.scorings.classic.mean:+2}\n",
        [STATS_SEEGER] = "  Seeger {comparison.scorings.seeger_fabian.mean:+2}\n",
        [STATS_OWN] = "[  score {comparison.scorings.score.mean:+2}\n]",
    };
    const struct scoring_differences *all = &summary->numbers.comparison->scorings;

    for (int i = 0; i < STATS_SCORINGS; i++) /* where a test may have ended the run, without one */
        if (strcmp(stats_scoring_names[i], summary->numbers.comparison->primary) != 0)
            print_sentence(root, (all->classic.judged ? lines : ended)[i], out);
}

static const char *test_of(const struct run_summary *summary)
{
    const struct test_result *test = summary->numbers.test;
    const bool undecided = strcmp(test->verdict, verdict_names[VERDICT_UNDECIDED]) == 0;

    return test->faults.decided ? "  the faults ended it\n"
           : isnan(test->margin) && undecided && test->units < test->least_units
               ? "  there is no verdict before {test.least_units} {comparison.unit}s\n"
               : "";
}

static void print_reasons(const struct run_summary *summary, cJSON *root, FILE *out)
{
    const struct comparison *comparison = summary->numbers.comparison;
    const double error = comparison_primary(comparison)->deal.error;

    if (comparison->units > 1) {
        json_put_real(root, "error", error);
        json_put_real(root, "deviation", error * sqrt((double)comparison->units));
    }
    print_sentence(root, by_units, out);
    print_other_scorings(summary, root, out);
    print_sentence(root, by_interval, out);
    print_sentence(root,
                   "  {comparison.deals} deal{comparison.deals:s}, {comparison.games} "
                   "game{comparison.games:s}; ",
                   out);
    print_sentence(root, divergence_of(comparison), out);
    print_sentence(root, by_others, out);
}

void print_effort(const struct supervisor_result *result, const char *folder, FILE *out)
{
    cJSON *row = cJSON_CreateObject();
    double asked = 0;

    for (int bot = 0; bot < BOTS_MAX; bot++)
        asked += (double)result->times[bot].count;
    if (folder)
        json_put_line(row, "folder", folder);
    json_put_real(row, "seconds", result->seconds);
    json_put_real(row, "answers", two_digits(asked));
    if (result->seconds > 0)
        json_put_real(row, "rate", (double)result->games / result->seconds);
    print_sentence(row,
                   "[{folder:?}\n{folder} in {seconds:1} s][{folder:?}{rate:?}, {rate:0} games/s]"
                   "[{folder:?}\n]the bots gave about {answers:0} answers\n",
                   out);
    cJSON_Delete(row);
}

/* ---- conditions ---- */

void print_conditions(const char *folder, FILE *out)
{
    const cJSON *bot;
    cJSON *manifest = json_of_folder(folder, "manifest.json", NULL);

    if (strcmp(json_text(manifest, "play"), card_play_names[PLAY_SOLVER]) == 0)
        fprintf(out, "the cards were played by the solver, all hands open\n");
    if (strcmp(json_text(manifest, "contract"), contracts_names[CONTRACTS_FIXED]) == 0)
        fprintf(out, "the contracts were given: nobody bid\n");
    if (strcmp(json_text(manifest, "contract"), contracts_names[CONTRACTS_POSITION]) == 0)
        fprintf(out, "the games were played on from given positions\n");
    cJSON_ArrayForEach (bot, json_get(manifest, "bots"))
        if (strcmp(json_text(bot, "sees"), "all") == 0)
            fprintf(out, "%s saw all hands\n", json_text(bot, "name"));
    cJSON_Delete(manifest);
}

/* ---- all of it ---- */

void print_conclusion(const struct run_summary *summary, const char *folder, FILE *out)
{
    cJSON *root = fields_to_json(&run_summary_fields, summary);

    print_sentences(summary->verdict, out);
    print_faults(summary, folder, out);
    print_needed(summary->verdict, out);
    if (summary->numbers.test) {
        print_sentence(
            root,
            "[{!test.margin:?}  H0 {test.h0:+2}, H1 {test.h1:+2} ({test.model}): LLR {test.llr:+2} "
            "in {test.lower:2} .. {test.upper:2} after {test.units} {comparison.unit}s\n]",
            out);
        print_sentence(root, test_of(summary), out);
    }
    if (summary->numbers.comparison)
        print_reasons(summary, root, out);
    print_conditions(folder, out);
    cJSON_Delete(root);
}
