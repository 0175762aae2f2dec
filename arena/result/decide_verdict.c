// SPDX-License-Identifier: MIT
#include "arena/result/decide_verdict.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/result/deals_needed.h"
#include "arena/result/leading_bots.h"
#include "arena/stats/sequential_test.h"

/* ---- words ---- */

__attribute__((format(printf, 2, 0))) static const char *
words_of(struct pool *pool, const char *format, va_list arguments)
{
    char *text = NULL;

    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    const char *kept = pool_text(pool, xcheck(text));
    free(text);
    return kept;
}

__attribute__((format(printf, 2, 3))) static const char *words(struct pool *pool,
                                                               const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const char *text = words_of(pool, format, arguments);
    va_end(arguments);
    return text;
}

static const char merge_words[] = "`skat-arena merge` of all shards has the verdict";

/* What is decided about, and where words and lists come from. */
struct judging {
    const struct run_summary *summary;
    const struct comparison *comparison; /* or NULL */
    const struct test_result *test;      /* or NULL */
    const struct lone_play *plays;       /* or NULL */
    const struct test_result *ended_by;  /* what may have ended the run, of another pair, or of
                                            this one turned; or NULL */
    bool turned;
    struct run_verdict *verdict;
    struct pool *pool;
};

/* "a - b +1.93 (+0.81 to +3.05) classic points a deal" */
static const char *difference_in_words(const struct judging *judging)
{
    const struct comparison *comparison = judging->comparison;
    const char *scoring = comparison->primary;
    char text[ESTIMATE_TEXT];

    return words(judging->pool, "%s - %s %s %s points a deal", comparison->a, comparison->b,
                 run_verdict_difference(judging->verdict, text),
                 strcmp(scoring, "seeger_fabian") == 0 ? "Seeger" : scoring);
}

/* ---- doubts ---- */

__attribute__((format(printf, 2, 3))) static void warn(struct judging *judging, const char *format,
                                                       ...)
{
    enum { MOST = 64 };
    struct run_verdict *verdict = judging->verdict;
    va_list arguments;

    if (!verdict->warnings)
        verdict->warnings = pool_alloc(judging->pool, MOST, sizeof *verdict->warnings);
    if (verdict->warnings_count == MOST)
        return;
    va_start(arguments, format);
    verdict->warnings[verdict->warnings_count++] = words_of(judging->pool, format, arguments);
    va_end(arguments);
}

static double deals_of_unit(const struct judging *judging)
{
    return (double)judging->comparison->deals / (double)judging->comparison->units;
}

/* The difference of a unit that is farthest from 0. */
static double farthest(const struct judging *judging)
{
    const struct scoring_difference *primary = comparison_primary(judging->comparison);

    return -primary->lowest > primary->highest ? primary->lowest : primary->highest;
}

/* Was a difference beyond what one hand can cost? Then a sequential test has lost what it staked
 * against that. */
static bool is_beyond_hand(const struct judging *judging)
{
    const double ROUNDED = 1 + 1e-8; /* as fields are rounded */

    return fabs(farthest(judging)) * deals_of_unit(judging) > judging->verdict->hand * ROUNDED;
}

/* A pair has no interval if the test of another pair may have ended the run. */
static bool has_interval(const struct judging *judging)
{
    return !judging->ended_by || judging->turned;
}

static void warn_of_lost_stakes(struct judging *judging)
{
    const double all = farthest(judging) * deals_of_unit(judging);

    if (judging->test && !isnan(judging->test->margin) && is_beyond_hand(judging))
        warn(judging,
             "a %s differs by %+.0f points, more than one hand can cost (%.0f), so the test has "
             "lost what it staked against that, and may not be able to say that %s is not %s",
             judging->comparison->unit, all, judging->verdict->hand, judging->comparison->a,
             all < 0 ? "worse" : "better");
}

static void warn_of_faults(struct judging *judging, const struct bot_summary *bot)
{
    const double MANY = 0.05;
    const struct fault_counts faults = bot_summary_faults(bot);
    char text[FAULT_COUNTS_TEXT];

    if (!faults.all)
        return;
    fault_counts_text(&faults, text);
    if (!bot->counts.seats) { /* a board counts neither seats nor kinds of faults */
        warn(judging, "%s: %" PRId64 " fault%s, charged as the rules say", bot->name, faults.all,
             text_plural(faults.all));
        return;
    }
    warn(judging, "%s: %s in %" PRId64 " seat%s, charged as the rules say%s", bot->name, text,
         bot->counts.seats, text_plural(bot->counts.seats),
         (double)faults.all > MANY * (double)bot->counts.seats
             ? ": most of the points come from them"
             : "");
}

static void warn_of_answers(struct judging *judging, const struct bot_summary *bot)
{
    const int64_t inconsistent = bot_summary_inconsistent(bot);

    if (inconsistent)
        warn(judging,
             "%s claims to be deterministic, but gave %" PRId64 " answer%s otherwise than in "
             "another game of the same deal, with the same cards and history",
             bot->name, inconsistent, text_plural(inconsistent));
}

/* What deals that are bid alike, and played all the same, have shown. */
static void warn_of_unplayed(struct judging *judging, const struct unplayed_deals *unplayed)
{
    const int64_t played = unplayed->different - unplayed->contradicted;

    if (unplayed->contradicted)
        warn(judging,
             "%" PRId64 " of %" PRId64
             " deals that the two bid alike when they were asked before were bid differently in "
             "the games: a bot does not repeat its answers",
             unplayed->contradicted, unplayed->checked);
    if (played > 0)
        warn(judging,
             "%" PRId64 " of %" PRId64
             " deals that the two bid alike were played differently: they do not play cards alike, "
             "and what the others would show is missing (they were not played)",
             played, unplayed->checked);
}

/* "shard 3 of 8", or of several that were merged "shards 1 to 3 of 8". */
static const char *shard_words(const struct judging *judging, const struct summary_shard *shard)
{
    if (shard->last == FIELD_NO_INT)
        return words(judging->pool, "shard %" PRId64 " of %" PRId64, shard->number, shard->of);
    return words(judging->pool, "shards %" PRId64 " to %" PRId64 " of %" PRId64, shard->number,
                 shard->last, shard->of);
}

static void add_warnings(struct judging *judging)
{
    const struct run_summary *summary = judging->summary;
    const struct comparison *comparison = judging->comparison;
    const struct summary_shard *shard = summary->shard;

    if (shard && !shard->tested)
        warn(judging, "of the deals of %s alone: %s", shard_words(judging, shard), merge_words);

    if (comparison && judging->verdict->difference && has_interval(judging))
        warn_of_lost_stakes(judging);
    if (!has_interval(judging))
        warn(judging, "a test of two other bots may have ended the run at any time, so there is no "
                      "interval, and nothing is shown");
    if (!summary->complete && !(judging->plays && lone_play_fails(&judging->plays[LONE_NEW])))
        warn(judging, "not finished: %" PRId64 " of %" PRId64 " games", summary->games,
             summary->planned);
    for (int i = 0; i < summary->bots_count; i++)
        warn_of_faults(judging, &summary->bots[i]);
    for (int i = 0; i < summary->bots_count; i++)
        warn_of_answers(judging, &summary->bots[i]);
    if (comparison && comparison->redeals && comparison->redeals->failed)
        warn(judging,
             "in %" PRId64 " of %" PRId64
             " seats that were dealt again a bot failed, or did not repeat its own answer: these "
             "count as they were dealt",
             comparison->redeals->failed, comparison->redeals->cases);
    if (comparison && comparison->unplayed)
        warn_of_unplayed(judging, comparison->unplayed);
    if (summary->pooled != FIELD_NO_INT)
        warn(judging,
             "pooled from %" PRId64 " runs: its intervals hold only if none was left out, added or "
             "continued because of what it showed",
             summary->pooled);
    if (summary->extended_from != FIELD_NO_INT && !summary->numbers.test)
        warn(judging,
             "got more deals after %" PRId64 ", when its result could be seen: if that was why, "
             "intervals of a fixed number of deals miss more often than they say; those of a test "
             "do not",
             summary->extended_from);
    if (summary->seed_can_be_tried)
        warn(judging, "the seed is small: an isolated bot can find it by trying, and compute all "
                      "cards (`skat-arena deal --seal` draws a large one)");
    if (comparison && comparison_order_warning(comparison))
        warn(judging, "%s", comparison_order_warning(comparison));
}

/* ---- the interval ---- */

/* The interval of the pair, a - b, in a run without a test. */
static struct judged judged_fixed(const struct judging *judging)
{
    const struct comparison *comparison = judging->comparison;
    bool turned;
    const struct pair_difference *pair =
        run_numbers_pair(&judging->summary->numbers, comparison->a, comparison->b, &turned);

    if (!pair || !pair->judged)
        return (struct judged){NAN, NAN, NAN, NAN}; /* the two share no whole unit */
    return turned ? judged_turned(pair->judged) : *pair->judged;
}

/* Was every deal played alike, as far as can be seen? */
static bool is_alike(const struct judging *judging)
{
    const struct comparison *comparison = judging->comparison;
    return comparison_is_alike(comparison) && comparison->deals > 0 &&
           comparison->equal == comparison->units;
}

/* Unplayed deals were only bid alike. */
static bool is_identical(const struct judging *judging)
{
    return is_alike(judging) && !judging->comparison->unplayed;
}

/* By a test, whenever it stops: there is one interval, which decides; none is shown where all was
 * played alike, of which 0 is exactly what was seen. */
static void set_anytime(struct judging *judging, const struct test_result *test)
{
    struct run_verdict *verdict = judging->verdict;
    const bool turned = judging->turned;
    const struct anytime_estimate *anytime = test->anytime;
    const struct estimate found = estimate_scaled(anytime->difference, turned ? -1 : 1);

    verdict->valid = "anytime";
    verdict->alpha_low = turned ? anytime->alpha_high : anytime->alpha_low;
    verdict->alpha_high = turned ? anytime->alpha_low : anytime->alpha_high;
    *verdict->decides = (struct interval){found.low, found.high};
    if (is_alike(judging))
        return;
    verdict->difference->low = found.low;
    verdict->difference->high = found.high;
    verdict->level = 1 - verdict->alpha_low - verdict->alpha_high;
}

static void set_fixed(struct judging *judging)
{
    const struct judged fixed = judged_fixed(judging);
    struct run_verdict *verdict = judging->verdict;

    verdict->valid = "fixed";
    verdict->alpha_low = verdict->alpha_high = STATS_BEYOND_END;
    verdict->level = STATS_CONFIDENCE;
    *verdict->decides = (struct interval){fixed.low, fixed.high};
}

/* What a hand that was not seen would add: -ln(0.025) is how often it is expected where it does not
 * occur with that chance. */
static void set_unseen(struct judging *judging)
{
    const double EXPECTED = -log(STATS_BEYOND_END);
    struct run_verdict *verdict = judging->verdict;

    verdict->hand = comparison_primary(judging->comparison)->hand;
    verdict->unseen_deals = (double)judging->comparison->deals / EXPECTED;
    verdict->unseen = verdict->hand / verdict->unseen_deals;
}

static void set_interval(struct judging *judging)
{
    const struct test_result *test = judging->test ? judging->test : judging->ended_by;
    struct run_verdict *verdict = judging->verdict;

    verdict->difference = pool_alloc(judging->pool, 1, sizeof *verdict->difference);
    verdict->decides = pool_alloc(judging->pool, 1, sizeof *verdict->decides);
    *verdict->difference = comparison_primary(judging->comparison)->deal;
    set_unseen(judging);
    if (test)
        set_anytime(judging, test);
    else
        set_fixed(judging);
    if (!has_interval(judging))
        verdict->difference->low = verdict->difference->high = NAN;
}

/* Removes all that is claimed of an interval: there is none of identical play, with one unit, or
 * where another pair's test may have ended the run. */
static void forget_interval(struct run_verdict *verdict)
{
    verdict->valid = NULL;
    verdict->decides = NULL;
    verdict->alpha_low = verdict->alpha_high = verdict->level = NAN;
    verdict->hand = verdict->unseen = verdict->unseen_deals = NAN;
}

/* What could not be seen, and by what is decided: a sentence. */
static const char *assumption_in_words(const struct judging *judging)
{
    enum { PERCENT = 100 };
    const struct run_verdict *verdict = judging->verdict;
    struct pool *pool = judging->pool;
    const bool anytime = strcmp(verdict->valid, "anytime") == 0;
    const double low = PERCENT * verdict->alpha_low, high = PERCENT * verdict->alpha_high;
    char by[ESTIMATE_TEXT];

    if (!verdict->hand)
        return "not seen: a loss too rare to have occurred is not allowed for";
    const char *unseen =
        words(pool, "not seen: a hand thrown away once in %.0f deals could cost %.*f points a deal",
              ceil(verdict->unseen_deals), verdict->unseen < 10 ? 2 : 0, verdict->unseen);
    if (anytime)
        return words(
            pool,
            "%s, which the interval allows for; its lower end is wrong in at most %g %% of "
            "all runs, its upper end in %g %%, whenever play stops",
            unseen, low, high);
    interval_text(verdict->decides->low, verdict->decides->high, by);
    return words(
        pool, "%s; with that, %s decides, of which each end is wrong in at most %g %% of all runs",
        unseen, by, low);
}

/* On which side of a mean the truth is shown to lie: by what was seen, and by what decides. */
static bool is_above(const struct judging *judging, double mean)
{
    return judging->verdict->decides && judging->verdict->decides->low > mean;
}

static bool is_below(const struct judging *judging, double mean)
{
    return judging->verdict->decides && judging->verdict->decides->high < mean;
}

static bool looks_above(const struct judging *judging, double mean)
{
    return judging->verdict->decides && judging->verdict->difference->low > mean;
}

static bool looks_below(const struct judging *judging, double mean)
{
    return judging->verdict->decides && judging->verdict->difference->high < mean;
}

/* Where bids alone are compared: that deals which are bid alike are played alike was seen to be
 * wrong. */
static bool is_refuted(const struct judging *judging)
{
    const struct unplayed_deals *unplayed = judging->comparison->unplayed;

    return unplayed && unplayed->different > 0;
}

/* ---- conclusions ---- */

static void conclude(struct judging *judging, const char *result, const char *bot,
                     const char *sentence)
{
    judging->verdict->result = result;
    judging->verdict->bot = bot;
    judging->verdict->sentence = sentence;
}

static const char *alike_in_words(const struct judging *judging)
{
    const struct comparison *comparison = judging->comparison;

    if (comparison->unplayed)
        return words(judging->pool,
                     "%s and %s bid all %" PRId64 " deals alike, so fewer than %.3g %% of all %ss "
                     "are bid differently (95 %%)",
                     comparison->a, comparison->b, comparison->deals,
                     100 * fmin(1, comparison->divergence_bound), comparison->unit);
    return words(judging->pool,
                 "%s and %s play all %" PRId64 " deals alike, so fewer than %.3g %% of all %ss "
                 "differ (95 %%)",
                 comparison->a, comparison->b, comparison->deals,
                 100 * fmin(1, comparison->divergence_bound), comparison->unit);
}

/* ---- what would be needed ---- */

/* Numbers of deals that are not known well; FIELD_NO_INT where they are not known at all. */
static int64_t deals_about(double deals)
{
    const double MOST = 1e15;

    return deals < MOST ? (int64_t)two_digits(ceil(deals)) : FIELD_NO_INT;
}

/* The intervals that there are, as they narrow with more deals that spread as those so far. */
static void set_needed_deals(struct judging *judging)
{
    const double REACH = 0.25;
    struct run_verdict *verdict = judging->verdict;
    const struct estimate *shown = verdict->difference;
    const double mean = shown->mean;

    if (!verdict->decides || is_alike(judging) || !is_end_known(shown->low) ||
        !is_end_known(shown->high))
        return;
    verdict->deals_to_reach =
        deals_about(deals_until(judging->comparison, (shown->high - shown->low) / 2, REACH, 0.5));
    if (verdict->deals_to_reach == FIELD_NO_INT)
        return;
    verdict->reach = REACH;
    if (judging->test || judging->ended_by || is_above(judging, 0) || is_below(judging, 0))
        return;
    const double inner = mean > 0 ? mean - verdict->decides->low : verdict->decides->high - mean;
    verdict->deals_to_show = deals_about(deals_until(judging->comparison, inner, fabs(mean), 0.5));
}

/* Says how long an undecided test with a margin would take: until the interval ends at the margin.
 */
static void say_what_decides(struct judging *judging)
{
    struct run_verdict *verdict = judging->verdict;
    const double mean = verdict->difference->mean, above = mean + verdict->margin;

    if (verdict->units < verdict->least_units) {
        verdict->needed =
            words(judging->pool, "a pass takes at least %" PRId64 " %ss, unless %s is better",
                  verdict->least_units, verdict->unit, judging->comparison->a);
        return;
    }
    const double inner = above > 0 ? mean - verdict->decides->low : verdict->decides->high - mean;
    const int64_t deals = deals_about(deals_until(judging->comparison, inner, fabs(above), 0.5));
    if (is_end_known(inner) && deals != FIELD_NO_INT && !judging->test->over)
        verdict->needed = words(judging->pool,
                                "a %s takes about %" PRId64 " deals, if the difference stays as it "
                                "is",
                                above > 0 ? "pass" : "fail", deals);
}

/* In words, where nothing is shown. */
static void say_what_is_needed(struct judging *judging)
{
    struct run_verdict *verdict = judging->verdict;

    if (strcmp(verdict->result, "undecided") == 0 && judging->test && !isnan(verdict->margin) &&
        verdict->decides)
        say_what_decides(judging);
    if (strcmp(verdict->result, "no difference shown") != 0 || isnan(verdict->reach) ||
        is_refuted(judging))
        return;
    verdict->needed = words(judging->pool, "an interval of +-%.2f needs about %" PRId64 " deals",
                            verdict->reach, verdict->deals_to_reach);
    if (verdict->deals_to_show != FIELD_NO_INT)
        verdict->needed =
            words(judging->pool,
                  "%s; to exclude 0 takes about %" PRId64 ", if the difference stays as it is",
                  verdict->needed, verdict->deals_to_show);
}

/* ---- which of two is better ---- */

/* What was seen differs, and what could not be seen may undo it. */
static void say_looks(struct judging *judging, const char *result, const char *bot,
                      const char *difference)
{
    const int64_t deals = judging->verdict->deals_to_show;
    struct pool *pool = judging->pool;

    conclude(
        judging, result, bot,
        words(pool, "%s looks better: %s; a loss too rare to have been seen could still undo it%s",
              bot, difference,
              deals == FIELD_NO_INT ? ""
                                    : words(pool, "; about %" PRId64 " deals settle it", deals)));
}

static void judge_better(struct judging *judging)
{
    const struct comparison *comparison = judging->comparison;
    const char *difference = difference_in_words(judging), *a = comparison->a, *b = comparison->b;

    judging->verdict->asked = "better";
    if (is_refuted(judging))
        conclude(judging, "no difference shown", NULL,
                 words(judging->pool,
                       "no verdict by bids alone, since the checked deals differ: %s", difference));
    else if (is_alike(judging) && !is_identical(judging))
        conclude(judging, "no difference shown", NULL,
                 words(judging->pool, "no difference shown: %s", alike_in_words(judging)));
    else if (is_identical(judging))
        conclude(judging, "identical play", NULL,
                 words(judging->pool, "identical play: %s", alike_in_words(judging)));
    else if (is_above(judging, 0))
        conclude(judging, "a is better", a,
                 words(judging->pool, "%s is better: %s", a, difference));
    else if (is_below(judging, 0))
        conclude(judging, "b is better", b,
                 words(judging->pool, "%s is better: %s", b, difference));
    else if (looks_above(judging, 0))
        say_looks(judging, "a looks better", a, difference);
    else if (looks_below(judging, 0))
        say_looks(judging, "b looks better", b, difference);
    else
        conclude(judging, "no difference shown", NULL,
                 words(judging->pool, "no difference shown: %s", difference));
}

/* ---- which of two hypotheses explains the difference ---- */

static int exit_status_of(const char *result)
{
    return strcmp(result, "accept") == 0 || strcmp(result, "pass") == 0   ? EXIT_OK
           : strcmp(result, "reject") == 0 || strcmp(result, "fail") == 0 ? EXIT_REJECTED
                                                                          : EXIT_UNDECIDED;
}

static void judge_hypotheses(struct judging *judging)
{
    const struct test_result *test = judging->test;
    const bool accepted = strcmp(test->verdict, verdict_names[VERDICT_ACCEPT]) == 0,
               rejected = strcmp(test->verdict, verdict_names[VERDICT_REJECT]) == 0;
    const char *unit = strcmp(test->model, test_model_names[TEST_POINTS]) == 0 ? "" : " deviations";
    const char *difference = difference_in_words(judging);

    judging->verdict->asked = "hypotheses";
    if (test->faults.decided)
        conclude(judging, test->verdict, judging->comparison->a,
                 words(judging->pool, "reject, since %s fails more often: %s",
                       judging->comparison->a, difference));
    else if (accepted || rejected)
        conclude(judging, test->verdict, NULL,
                 words(judging->pool, "%s, H%d %g explains the difference better than H%d %g%s: %s",
                       test->verdict, accepted, accepted ? test->h1 : test->h0, rejected,
                       accepted ? test->h0 : test->h1, unit, difference));
    else
        conclude(judging, test->verdict, NULL,
                 words(judging->pool, "%s between H0 %g and H1 %g%s: %s", test->verdict, test->h0,
                       test->h1, unit, difference));
    judging->verdict->exit_status = exit_status_of(judging->verdict->result);
}

/* ---- is a worse than b by more than the margin ---- */

/* If the old bot had no faults, any is too many; otherwise they must be more than chance explains.
 * If every deal is played alike, the faults are alike, too. */
static bool fails_more_often(const struct judging *judging, const struct bot_summary *now,
                             const struct bot_summary *before)
{
    if (judging->comparison->divergent == 0)
        return false;
    return bot_summary_faults(before).all
               ? judging->test->faults.evidence >= 1 / VERDICT_FAULTS_ALPHA
               : bot_summary_faults(now).all > 0;
}

/* Whether the new bot contradicts its own answers, and the old one does not. */
static bool breaks_its_claim(const struct bot_summary *now, const struct bot_summary *before)
{
    return bot_summary_inconsistent(now) > 0 && !bot_summary_inconsistent(before);
}

/* What was found: `sentences`, or where there is none `sentence`. */
static void set_checks(struct judging *judging, const enum verdict_result results[],
                       const char *const sentences[], const char *sentence)
{
    struct verdict_check *checks = pool_alloc(judging->pool, VERDICT_QUESTIONS, sizeof *checks);

    for (int i = 0; i < VERDICT_QUESTIONS; i++)
        checks[i] =
            (struct verdict_check){verdict_question_names[i], verdict_result_names[results[i]],
                                   sentences && sentences[i] ? sentences[i] : sentence};
    judging->verdict->checks = checks;
    judging->verdict->checks_count = VERDICT_QUESTIONS;
}

static const char *faults_in_words(struct pool *pool, const struct bot_summary *bot)
{
    const struct fault_counts faults = bot_summary_faults(bot);
    const int64_t answers = bot_summary_inconsistent(bot);
    char text[FAULT_COUNTS_TEXT];

    fault_counts_text(&faults, text);
    return words(
        pool, "%s: %s in %" PRId64 " seat%s%s", bot->name, *text ? text : "no faults",
        bot->counts.seats, text_plural(bot->counts.seats),
        answers ? words(pool,
                        ", %" PRId64 " answer%s in another game of the same deal, with the "
                        "same cards and history, though it claims to be deterministic",
                        answers,
                        answers == 1 ? " that differs from its own" : "s that differ from its own")
                : "");
}

/* Different play is not a failure: a changed bot may play differently. */
static const char *divergence_in_words(const struct judging *judging)
{
    const struct comparison *comparison = judging->comparison;

    if (comparison->divergent > 0)
        return words(judging->pool,
                     "%" PRId64 " of %" PRId64 " deal%s %s played differently (%.2f%%)",
                     comparison->divergent, comparison->deals, text_plural(comparison->deals),
                     comparison->divergent == 1 ? "is" : "are", 100 * comparison->divergent_share);
    return words(judging->pool,
                 "all %" PRId64
                 " deals are played alike: fewer than %.3g%% of all %ss differ (95 %%) at these "
                 "tables",
                 comparison->deals, 100 * comparison->divergence_bound, comparison->unit);
}

static const char *points_in_words(const struct judging *judging)
{
    const struct comparison *comparison = judging->comparison;
    char text[ESTIMATE_TEXT];

    if (comparison_is_alike(comparison))
        return "no deal tells the two apart at these tables";
    return words(judging->pool,
                 "%s - %s is %s points a deal at these tables after %" PRId64 " %ss%s",
                 comparison->a, comparison->b, run_verdict_difference(judging->verdict, text),
                 judging->verdict->units, comparison->unit,
                 judging->test->faults.decided ? "; the faults ended the run" : "");
}

/* Play that was alike is judged as any other: a rare disaster may not have come yet. */
static enum verdict_result judge_points(const struct judging *judging)
{
    const double margin = judging->test->margin;

    if (is_refuted(judging))
        return VERDICT_OPEN;
    return is_above(judging, -margin)   ? VERDICT_OK
           : is_below(judging, -margin) ? VERDICT_FAILED
                                        : VERDICT_OPEN;
}

/* A verdict on points, without one on faults. */
static void say_points(struct judging *judging, enum verdict_result points)
{
    const struct comparison *comparison = judging->comparison;
    const char *difference = difference_in_words(judging), *a = comparison->a, *b = comparison->b;
    const double margin = judging->test->margin;
    struct pool *pool = judging->pool;

    if (is_alike(judging) && points != VERDICT_FAILED)
        conclude(judging, points == VERDICT_OK ? "pass" : "undecided", NULL,
                 words(pool, "%s: %s", points == VERDICT_OK ? "PASS" : "UNDECIDED",
                       alike_in_words(judging)));
    else if (points == VERDICT_OK)
        conclude(judging, "pass",
                 is_above(judging, 0)   ? a
                 : is_below(judging, 0) ? b
                                        : NULL,
                 words(pool, "PASS: %s is not worse than %s by more than %g%s: %s", a, b, margin,
                       is_above(judging, 0)   ? ", and is better"
                       : is_below(judging, 0) ? ", but is worse"
                                              : "",
                       difference));
    else if (points == VERDICT_FAILED)
        conclude(
            judging, "fail", a,
            words(pool, "FAIL: %s is worse than %s by more than %g: %s", a, b, margin, difference));
    else
        conclude(
            judging, "undecided", NULL,
            words(pool, "UNDECIDED: whether %s is worse than %s by more than %g: %s%s", a, b,
                  margin, difference,
                  judging->test->over
                      ? "; deals differ by more than one hand can cost, in both directions, so "
                        "no more deals can decide it"
                      : ""));
}

static void judge_margin(struct judging *judging)
{
    const struct comparison *comparison = judging->comparison;
    const struct bot_summary *now = run_summary_bot(judging->summary, comparison->a),
                             *before = run_summary_bot(judging->summary, comparison->b);
    const bool faults = fails_more_often(judging, now, before),
               claim = breaks_its_claim(now, before);
    const enum verdict_result points = judge_points(judging);

    judging->verdict->asked = "margin";
    judging->verdict->margin = judging->test->margin;
    judging->verdict->least_units = judging->test->anytime->least_above;
    say_points(judging, points);
    if (faults)
        conclude(judging, "fail", comparison->a,
                 words(judging->pool, "FAIL: %s fails more often than %s", comparison->a,
                       comparison->b));
    else if (claim)
        conclude(judging, "fail", comparison->a,
                 words(judging->pool, "FAIL: %s is not deterministic, though it claims to be",
                       comparison->a));
    judging->verdict->exit_status = exit_status_of(judging->verdict->result);
    set_checks(judging,
               (const enum verdict_result[]){faults || claim ? VERDICT_FAILED : VERDICT_OK,
                                             VERDICT_OK, points},
               (const char *const[]){
                   words(judging->pool, "%s; %s%s", faults_in_words(judging->pool, now),
                         faults_in_words(judging->pool, before),
                         bot_summary_faults(before).all
                             ? words(judging->pool, " (exact test, alpha %g)", VERDICT_FAULTS_ALPHA)
                             : ""),
                   divergence_in_words(judging), points_in_words(judging)},
               NULL);
}

/* One that fails in most games when it plays alone: there is nothing to compare. */
static void judge_alone(struct judging *judging)
{
    const struct lone_play *old = &judging->plays[LONE_OLD], *now = &judging->plays[LONE_NEW];
    const bool both = lone_play_fails(old);
    const char *found = words(judging->pool,
                              "%s fails in %" PRId64 " of %" PRId64
                              " games that it plays alone, %s in %" PRId64 " of %" PRId64,
                              now->bot, now->faults, now->games, old->bot, old->faults, old->games);

    judging->verdict->asked = "margin";
    conclude(judging, both ? "undecided" : "fail", both ? NULL : now->bot,
             words(judging->pool, "%s: %s", both ? "UNDECIDED" : "FAIL", found));
    judging->verdict->exit_status = exit_status_of(judging->verdict->result);
    set_checks(judging,
               (const enum verdict_result[]){both ? VERDICT_OPEN : VERDICT_FAILED, VERDICT_OPEN,
                                             VERDICT_OPEN},
               (const char *const[]){found, NULL, NULL},
               words(judging->pool, "not played: there is nothing to compare while %s fails",
                     both ? "both" : now->bot));
}

/* ---- who leads ---- */

static void judge_standings(struct judging *judging)
{
    const struct run_numbers *numbers = &judging->summary->numbers;
    const int64_t games = judging->summary->games;

    judging->verdict->asked = numbers->standings_count > 1 ? "standings" : "nothing";
    if (numbers->standings_count > 1 && numbers->units) {
        const struct leading_bots leading = leading_bots_of(numbers, judging->pool);
        conclude(judging, leading.alone ? "one leads" : "several lead", leading.alone,
                 leading.sentence);
        return;
    }
    conclude(judging, "nothing", NULL,
             words(judging->pool, "%" PRId64 " game%s played", games, text_plural(games)));
}

/* ---- a shard of a run ---- */

/* Is it a shard of a run whose test is made of all shards? Others may have ended it: the number of
 * its units was not fixed before. */
static bool is_part_of_test(const struct run_summary *summary)
{
    return summary->shard && summary->shard->tested;
}

static void judge_part(struct judging *judging)
{
    const struct run_summary *summary = judging->summary;

    judging->verdict->asked = "nothing";
    conclude(judging, "nothing", NULL,
             words(judging->pool, "%s, %" PRId64 " of %" PRId64 " games played: %s",
                   shard_words(judging, summary->shard), summary->games, summary->planned,
                   merge_words));
}

/* ---- all together ---- */

static void judge(struct judging *judging)
{
    if (judging->plays && lone_play_fails(&judging->plays[LONE_NEW])) {
        judge_alone(judging);
    } else if (is_part_of_test(judging->summary)) {
        judge_part(judging);
    } else if (!judging->comparison || !judging->comparison->units) {
        judge_standings(judging);
    } else if (!judging->test) {
        judge_better(judging);
    } else if (isnan(judging->test->margin)) {
        judge_hypotheses(judging);
    } else {
        judge_margin(judging);
    }
}

static const struct run_verdict nothing_said = {
    .margin = NAN,
    .alpha_low = NAN,
    .alpha_high = NAN,
    .level = NAN,
    .hand = NAN,
    .unseen_deals = NAN,
    .unseen = NAN,
    .unit = "deal",
    .least_units = FIELD_NO_INT,
    .reach = NAN,
    .deals_to_reach = FIELD_NO_INT,
    .deals_to_show = FIELD_NO_INT,
};

struct run_verdict *decide_verdict_of_one_file(const char *a, const char *b, struct pool *pool)
{
    struct run_verdict *verdict = pool_alloc(pool, 1, sizeof *verdict);
    struct judging judging = {.verdict = verdict, .pool = pool};

    *verdict = nothing_said;
    verdict->asked = "margin";
    conclude(&judging, "pass", NULL,
             words(pool,
                   "PASS: %s and %s are the same file with the same options, so nothing was "
                   "played",
                   a, b));
    warn(&judging,
         "if %s should differ, it was not rebuilt: look at what your build depends on (if it "
         "reads another file beside it: --same plays)",
         a);
    set_checks(&judging, (const enum verdict_result[]){VERDICT_OK, VERDICT_OK, VERDICT_OK}, NULL,
               "not played: both are the same file");
    return verdict;
}

static struct run_verdict *verdict_of(struct judging *judging)
{
    const struct run_summary *summary = judging->summary;
    const struct run_numbers *numbers = &summary->numbers;
    struct run_verdict *verdict = pool_alloc(judging->pool, 1, sizeof *verdict);

    *verdict = nothing_said;
    judging->verdict = verdict;
    judging->comparison = numbers->comparison;
    judging->test = numbers->comparison ? numbers->test : NULL;
    verdict->units = numbers->comparison ? numbers->comparison->units : numbers->units;
    verdict->unit = numbers->comparison ? numbers->comparison->unit : numbers->unit;
    if (numbers->comparison && numbers->comparison->units && !is_part_of_test(summary)) {
        set_interval(judging);
        if (!judging->test &&
            (!has_interval(judging) || is_identical(judging) || numbers->comparison->units < 2))
            forget_interval(verdict);
        else
            verdict->assumption = assumption_in_words(judging);
        set_needed_deals(judging);
    }
    judge(judging);
    if (verdict->difference)
        say_what_is_needed(judging);
    add_warnings(judging);
    return verdict;
}

struct run_verdict *decide_verdict(const struct run_summary *summary, const struct lone_play *plays,
                                   struct pool *pool)
{
    struct judging judging = {.summary = summary, .plays = plays, .pool = pool};

    return verdict_of(&judging);
}

struct run_verdict *decide_verdict_of_pair(const struct run_summary *summary,
                                           const struct test_result *test,
                                           const struct comparison *tested, struct pool *pool)
{
    const struct comparison *comparison = summary->numbers.comparison;
    struct judging judging = {.summary = summary,
                              .ended_by = test,
                              .turned = strcmp(comparison->a, tested->b) == 0 &&
                                        strcmp(comparison->b, tested->a) == 0,
                              .pool = pool};

    return verdict_of(&judging);
}
