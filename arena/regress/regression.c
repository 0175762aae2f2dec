// SPDX-License-Identifier: MIT
#include "arena/regress/regression.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/text.h"
#include "arena/base/json_write.h"
#include "arena/record/fault_counts.h"
#include "arena/result/fault_line.h"

__attribute__((format(printf, 3, 4))) static void
say(struct regression *regression, enum verdict_question question, const char *format, ...)
{
    char *text = regression->texts[question];
    size_t length = strlen(text);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text + length, sizeof regression->texts[question] - length, format, arguments);
    va_end(arguments);
}

/* ---- faults ---- */

static void say_faults(struct regression *regression, const struct bot_summary *bot)
{
    const struct fault_counts faults = bot_summary_faults(bot);
    char text[FAULT_COUNTS_TEXT];

    fault_counts_text(&faults, text);
    say(regression, VERDICT_FAULTS, "%s: %s in %" PRId64 " seat%s", bot->name,
        *text ? text : "no faults", bot->counts.seats, text_plural(bot->counts.seats));
}

/* The first fault of the new bot, and where all are. */
static void say_where(struct regression *regression, const struct regression_evidence *evidence)
{
    const char *name = evidence->plays[LONE_NEW].bot;
    struct fault_line first;
    struct errors ignored = {0}; /* the command that is named says them */
    struct pool pool = {0};

    if (fault_lines_of(evidence->folder, name, 1, &first, &pool, &ignored))
        say(regression, VERDICT_FAULTS, "; the first in game %lld as %s: %.200s",
            (long long)first.game, first.position, first.what);
    say(regression, VERDICT_FAULTS, "; see: skat-arena games %.300s --faults --bot %s",
        evidence->folder, name);
    errors_free(&ignored);
    pool_free(&pool);
}

/* Answers that differ between the games of a deal, with the same cards and history. */
static void say_inconsistent(struct regression *regression, const struct bot_summary *bot,
                             const char *folder)
{
    const int64_t count = bot_summary_inconsistent(bot);

    if (count)
        say(regression, VERDICT_FAULTS,
            "; %s claims to be deterministic, but gave %" PRId64 " answer%s from its own in "
            "another game of the same deal, with the same cards and history; see: skat-arena "
            "verify %.200s",
            bot->name, count, count == 1 ? " that differs" : "s that differ", folder);
}

static void explain_faults(struct regression *regression,
                           const struct regression_evidence *evidence)
{
    const struct comparison *comparison = evidence->summary->numbers.comparison;
    const struct bot_summary *now = run_summary_bot(evidence->summary, comparison->a),
                             *before = run_summary_bot(evidence->summary, comparison->b);

    say_faults(regression, now);
    say(regression, VERDICT_FAULTS, "; ");
    say_faults(regression, before);
    if (bot_summary_faults(before).all)
        say(regression, VERDICT_FAULTS, " (exact test, alpha %g)", VERDICT_FAULTS_ALPHA);
    if (bot_summary_faults(now).all &&
        run_verdict_has(regression->verdict, VERDICT_FAULTS, VERDICT_FAILED))
        say_where(regression, evidence);
    say_inconsistent(regression, now, evidence->folder);
    say_inconsistent(regression, before, evidence->folder);
}

/* The new bot fails in most games when it plays alone. */
static void explain_alone(struct regression *regression, const struct regression_evidence *evidence)
{
    const struct lone_play *old = &evidence->plays[LONE_OLD], *now = &evidence->plays[LONE_NEW];

    say(regression, VERDICT_FAULTS,
        "%s fails in %" PRId64 " of %" PRId64 " games that it plays alone, %s in %" PRId64
        " of %" PRId64,
        now->bot, now->faults, now->games, old->bot, old->faults, old->games);
    say_where(regression, evidence);
    for (int i = VERDICT_DIVERGENCE; i <= VERDICT_POINTS; i++)
        say(regression, (enum verdict_question)i,
            "not played: there is nothing to compare while %s fails",
            lone_play_fails(old) ? "both" : now->bot);
}

/* ---- play ---- */

/* Different play is not a failure: a changed bot may play differently. */
static void explain_divergence(struct regression *regression,
                               const struct regression_evidence *evidence)
{
    const struct comparison *comparison = evidence->summary->numbers.comparison;

    if (comparison->divergent > 0)
        say(regression, VERDICT_DIVERGENCE,
            "%" PRId64 " of %" PRId64 " deal%s %s played differently (%.2f%%)",
            comparison->divergent, comparison->deals, text_plural(comparison->deals),
            comparison->divergent == 1 ? "is" : "are", 100 * comparison->divergent_share);
    else
        say(regression, VERDICT_DIVERGENCE,
            "all %" PRId64
            " deals are played alike: fewer than %.3g%% of all %ss differ (95 %%) at these tables",
            comparison->deals, 100 * comparison->divergence_bound, comparison->unit);
}

/* ---- points ---- */

static void explain_points(struct regression *regression,
                           const struct regression_evidence *evidence)
{
    const struct run_numbers *numbers = &evidence->summary->numbers;
    const struct comparison *comparison = numbers->comparison;
    const struct run_verdict *verdict = regression->verdict;
    char text[ESTIMATE_TEXT];

    if (comparison_is_alike(comparison)) {
        say(regression, VERDICT_POINTS, "no deal tells the two apart at these tables%s%s",
            verdict->needed ? "; " : "", verdict->needed ? verdict->needed : "");
        return;
    }
    say(regression, VERDICT_POINTS,
        "%s - %s is %s points a deal at these tables after %" PRId64 " %ss", comparison->a,
        comparison->b, run_verdict_difference(verdict, text), verdict->units, comparison->unit);
    if (numbers->test->faults.decided)
        say(regression, VERDICT_POINTS, "; the faults ended the run");
    else if (verdict->needed)
        say(regression, VERDICT_POINTS, "; %s", verdict->needed);
}

void regression_explain(struct regression *regression, const struct regression_evidence *evidence)
{
    *regression = (struct regression){.verdict = evidence->verdict};
    if (!evidence->summary) {
        for (int i = 0; i < VERDICT_QUESTIONS; i++)
            say(regression, (enum verdict_question)i, "not played: both are the same file");
        return;
    }
    if (!evidence->summary->numbers.comparison) {
        explain_alone(regression, evidence);
        return;
    }
    explain_faults(regression, evidence);
    explain_divergence(regression, evidence);
    explain_points(regression, evidence);
}

/* ---- as JSON ---- */

static void add_play(cJSON *root, const char *key, const struct lone_play *play)
{
    cJSON *object = cJSON_AddObjectToObject(root, key);

    cJSON_AddStringToObject(object, "name", play->bot);
    json_put_int(object, "alone_games", play->games);
    json_put_int(object, "alone_faults", play->faults);
}

/* The worst of the checks. */
static const char *worst_of(const struct run_verdict *verdict)
{
    static const char *const names[] = {"pass", "fail", "undecided"};

    for (int i = 0; i < VERDICT_RESULTS; i++)
        if (strcmp(verdict->result, names[i]) == 0)
            return verdict_result_names[i];
    return verdict->result;
}

cJSON *regression_to_json(const struct regression *regression,
                          const struct regression_evidence *evidence)
{
    const struct run_verdict *verdict = regression->verdict;
    const struct comparison *comparison =
        evidence->summary ? evidence->summary->numbers.comparison : NULL;
    cJSON *root = cJSON_CreateObject();

    cJSON_AddStringToObject(root, "verdict", worst_of(verdict));
    cJSON_AddStringToObject(root, "headline", verdict->sentence);
    if (comparison && comparison_order_warning(comparison))
        cJSON_AddStringToObject(root, "warning", comparison_order_warning(comparison));
    json_put_real(root, "margin", verdict->margin);
    cJSON_AddNumberToObject(root, "faults_alpha", VERDICT_FAULTS_ALPHA);
    add_play(root, "old", &evidence->plays[LONE_OLD]);
    add_play(root, "new", &evidence->plays[LONE_NEW]);
    cJSON_AddBoolToObject(root, "same_file", !evidence->summary);
    cJSON *checks = cJSON_AddArrayToObject(root, "checks");
    for (int i = 0; i < verdict->checks_count; i++) {
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "name", verdict->checks[i].name);
        cJSON_AddStringToObject(object, "verdict", verdict->checks[i].result);
        cJSON_AddStringToObject(object, "text", regression->texts[i]);
        cJSON_AddItemToArray(checks, object);
    }
    return root;
}
