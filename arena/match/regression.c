// SPDX-License-Identifier: MIT
#include "arena/match/regression.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/record/fault_counts.h"
#include "arena/result/fault_line.h"
#include "arena/stats/fault_test.h"

const char *const regression_verdict_names[3] = {
    [REGRESSION_OK] = "ok",
    [REGRESSION_FAILED] = "failed",
    [REGRESSION_UNDECIDED] = "undecided",
};

__attribute__((format(printf, 2, 3))) static void say(struct regression_check *check,
                                                      const char *format, ...)
{
    size_t length = strlen(check->text);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(check->text + length, sizeof check->text - length, format, arguments);
    va_end(arguments);
}

/* ---- faults ---- */

static void say_faults(struct regression_check *check, const struct bot_summary *bot)
{
    const struct fault_counts faults = bot_summary_faults(bot);
    char text[FAULT_COUNTS_TEXT];

    fault_counts_text(&faults, text);
    say(check, "%s: %s in %" PRId64 " seats", bot->name, *text ? text : "no faults",
        bot->counts.deals);
}

/* The first fault of the new bot, and where all are. */
static void say_where(struct regression_check *check, const struct regression_evidence *evidence,
                      const char *name)
{
    struct fault_line first;
    struct errors ignored = {0}; /* the command that is named says them */
    struct pool pool = {0};

    if (fault_lines_of(evidence->folder, name, 1, &first, &pool, &ignored))
        say(check, "; the first in game %lld as %s: %.200s", (long long)first.game, first.position,
            first.what);
    say(check, "; see: skat-arena faults %.300s --bot %s", evidence->folder, name);
    errors_free(&ignored);
    pool_free(&pool);
}

/* If the old bot had none, any fault is too many; otherwise they must be more than chance explains.
 */
static bool more_faults(const struct run_numbers *numbers, const struct bot_summary *now,
                        const struct bot_summary *before)
{
    return bot_summary_faults(before).all
               ? numbers->test->faults.evidence >= 1 / REGRESSION_FAULTS_ALPHA
               : bot_summary_faults(now).all > 0;
}

/* Whether the new bot contradicts its own answers, and the old one does not. If both are the same
 * file, it is chance which of them is charged. */
static bool breaks_its_claim(const struct regression_evidence *evidence)
{
    const struct run_summary *summary = evidence->summary;

    if (!summary || evidence->same_file)
        return false;
    const struct comparison *comparison = summary->numbers.comparison;
    return bot_summary_inconsistent(run_summary_bot(summary, comparison->a)) > 0 &&
           !bot_summary_inconsistent(run_summary_bot(summary, comparison->b));
}

/* Answers that differ between the games of a deal, with the same cards and history. */
static void say_inconsistent(struct regression_check *check, const struct bot_summary *bot,
                             const char *folder)
{
    const int64_t count = bot_summary_inconsistent(bot);

    if (count)
        say(check,
            "; %s claims to be deterministic, but gave %" PRId64 " answer%s from its own in "
            "another game of the same deal, with the same cards and history; see: skat-arena "
            "verify %.200s",
            bot->name, count, count == 1 ? " that differs" : "s that differ", folder);
}

static void judge_faults(struct regression *regression, const struct regression_evidence *evidence)
{
    const struct run_numbers *numbers = &evidence->summary->numbers;
    const struct comparison *comparison = numbers->comparison;
    const struct bot_summary *now = run_summary_bot(evidence->summary, comparison->a),
                             *before = run_summary_bot(evidence->summary, comparison->b);
    struct regression_check *check = &regression->checks[REGRESSION_FAULTS];

    /* If every deal is played alike, the faults are alike, too. */
    bool failed = comparison->divergent > 0 && more_faults(numbers, now, before);
    regression->more_faults = failed;
    say_faults(check, now);
    say(check, "; ");
    say_faults(check, before);
    if (bot_summary_faults(before).all)
        say(check, " (exact test, alpha %g)", REGRESSION_FAULTS_ALPHA);
    if (failed)
        say_where(check, evidence, now->name);
    say_inconsistent(check, now, evidence->folder);
    say_inconsistent(check, before, evidence->folder);
    check->verdict = failed || breaks_its_claim(evidence) ? REGRESSION_FAILED : REGRESSION_OK;
}

static bool fails_always(const struct bot_audit *audit)
{
    return audit->faults >= AUDIT_FAULTS && 2 * audit->faults > audit->games;
}

bool regression_ends_early(const struct bot_audit audits[2])
{
    return fails_always(&audits[REGRESSION_NEW]);
}

/* The new bot fails in most games when it plays alone. */
static void judge_audits(struct regression *regression, const struct regression_evidence *evidence)
{
    const struct bot_audit *old = &evidence->audits[REGRESSION_OLD],
                           *new = &evidence->audits[REGRESSION_NEW];
    struct regression_check *checks = regression->checks;
    bool both = fails_always(old);

    say(&checks[REGRESSION_FAULTS],
        "%s fails in %d of %d games that it plays alone, %s in %d of %d", new->bot, new->faults,
        new->games, old->bot, old->faults, old->games);
    say_where(&checks[REGRESSION_FAULTS], evidence, new->bot);
    checks[REGRESSION_FAULTS].verdict = both ? REGRESSION_UNDECIDED : REGRESSION_FAILED;
    regression->more_faults = !both;
    for (int i = REGRESSION_DIVERGENCE; i <= REGRESSION_POINTS; i++) {
        say(&checks[i], "not played: there is nothing to compare while %s fails",
            both ? "both" : new->bot);
        checks[i].verdict = REGRESSION_UNDECIDED;
    }
}

/* ---- play ---- */

/* Different play is not a failure: a changed bot may play differently. */
static void judge_divergence(struct regression *regression,
                             const struct regression_evidence *evidence)
{
    const struct comparison *comparison = evidence->summary->numbers.comparison;
    struct regression_check *check = &regression->checks[REGRESSION_DIVERGENCE];
    const char *unsteady = evidence->audits[REGRESSION_OLD].difference;

    if (*unsteady)
        say(check,
            "%s is not deterministic (%s), so different play says nothing: the points decide",
            evidence->audits[REGRESSION_OLD].bot, unsteady);
    else if (comparison->divergent > 0)
        say(check, "%" PRId64 " of %" PRId64 " deals are played differently (%.2f%%)",
            comparison->divergent, comparison->deals, 100 * comparison->divergent_share);
    else
        say(check,
            "all %" PRId64
            " deals are played alike: fewer than %.3g%% of all %ss differ (95 %%) at these tables",
            comparison->deals, 100 * comparison->divergence_bound, comparison->unit);
    if (!*unsteady && *evidence->audits[REGRESSION_NEW].difference)
        say(check, "; %s is not deterministic: %s", evidence->audits[REGRESSION_NEW].bot,
            evidence->audits[REGRESSION_NEW].difference);
    if (evidence->same_file)
        say(check, "; both are the same file with the same options");
}

/* ---- points ---- */

static void judge_points(struct regression *regression, const struct regression_evidence *evidence)
{
    const struct comparison *comparison = evidence->summary->numbers.comparison;
    const struct test_result *test = evidence->summary->numbers.test;
    struct regression_check *check = &regression->checks[REGRESSION_POINTS];

    /* Without a difference there is nothing to test, however few the deals are. */
    if (comparison_is_alike(comparison)) {
        say(check, "not worse: no deal tells the two apart at these tables");
        return;
    }
    bool accepted = strcmp(test->verdict, verdict_names[VERDICT_ACCEPT]) == 0,
         rejected = strcmp(test->verdict, verdict_names[VERDICT_REJECT]) == 0;
    check->verdict = accepted                            ? REGRESSION_OK
                     : rejected && !test->faults.decided ? REGRESSION_FAILED
                                                         : REGRESSION_UNDECIDED;
    say(check,
        "%s: %s - %s is %+.3f points a deal at these tables (95 %% %+.3f to %+.3f, valid after "
        "stopping) after %" PRId64 " %ss, margin %g, LLR %.2f in %.2f .. %.2f",
        check->verdict == REGRESSION_OK       ? "not worse"
        : check->verdict == REGRESSION_FAILED ? "worse"
                                              : "undecided",
        comparison->a, comparison->b, test->estimate.mean, test->estimate.low, test->estimate.high,
        test->units, comparison->unit, evidence->margin, test->llr, test->lower, test->upper);
    if (test->faults.decided)
        say(check, "; the faults ended the run");
    else if (check->verdict == REGRESSION_UNDECIDED && test->units < test->least_units)
        say(check, "; no verdict before %" PRId64 " %ss", test->least_units, comparison->unit);
}

/* ---- all together ---- */

/* What a failed check says of the new bot. */
static const char *failure(const struct regression *regression,
                           const struct regression_check *decisive)
{
    if (decisive != &regression->checks[REGRESSION_FAULTS])
        return "is worse";
    return regression->more_faults ? "fails more often"
                                   : "is not deterministic, though it claims to be";
}

static void conclude(struct regression *regression, const struct regression_evidence *evidence)
{
    const char *name = evidence->audits[REGRESSION_NEW].bot;
    const struct regression_check *decisive = NULL;

    for (int i = 0; i < REGRESSION_CHECKS; i++) {
        const struct regression_check *check = &regression->checks[i];
        if (check->verdict == REGRESSION_FAILED &&
            (!decisive || decisive->verdict != check->verdict))
            decisive = check;
        else if (check->verdict == REGRESSION_UNDECIDED && !decisive)
            decisive = check;
    }
    regression->verdict = decisive ? decisive->verdict : REGRESSION_OK;
    snprintf(regression->headline, sizeof regression->headline, "%s: %s %s",
             regression->verdict == REGRESSION_OK       ? "PASS"
             : regression->verdict == REGRESSION_FAILED ? "FAIL"
                                                        : "UNDECIDED",
             name,
             regression->verdict == REGRESSION_OK ? "is not worse at these tables"
             : regression->verdict == REGRESSION_UNDECIDED
                 ? "was not shown to be worse, or not worse"
                 : failure(regression, decisive));
}

void regression_judge(struct regression *regression, const struct regression_evidence *evidence)
{
    *regression = (struct regression){.checks = {{.name = "no more faults than before"},
                                                 {.name = "same play"},
                                                 {.name = "not worse by more than the margin"}}};
    if (!evidence->summary) {
        judge_audits(regression, evidence);
    } else {
        judge_faults(regression, evidence);
        judge_divergence(regression, evidence);
        judge_points(regression, evidence);
        regression->warning = comparison_order_warning(evidence->summary->numbers.comparison);
    }
    conclude(regression, evidence);
}

static void add_audit(cJSON *root, const char *key, const struct bot_audit *audit)
{
    cJSON *object = cJSON_AddObjectToObject(root, key);

    cJSON_AddStringToObject(object, "name", audit->bot);
    json_put_int(object, "audit_games", audit->games);
    json_put_int(object, "audit_faults", audit->faults);
    if (!audit->repeated)
        cJSON_AddNullToObject(object, "deterministic");
    else
        cJSON_AddBoolToObject(object, "deterministic", !*audit->difference);
    if (*audit->difference)
        cJSON_AddStringToObject(object, "difference", audit->difference);
}

cJSON *regression_to_json(const struct regression *regression,
                          const struct regression_evidence *evidence)
{
    cJSON *root = cJSON_CreateObject();

    cJSON_AddStringToObject(root, "verdict", regression_verdict_names[regression->verdict]);
    cJSON_AddStringToObject(root, "headline", regression->headline);
    if (regression->warning)
        cJSON_AddStringToObject(root, "warning", regression->warning);
    cJSON_AddNumberToObject(root, "margin", evidence->margin);
    cJSON_AddNumberToObject(root, "faults_alpha", REGRESSION_FAULTS_ALPHA);
    add_audit(root, "old", &evidence->audits[REGRESSION_OLD]);
    add_audit(root, "new", &evidence->audits[REGRESSION_NEW]);
    cJSON_AddBoolToObject(root, "same_file", evidence->same_file);
    cJSON *checks = cJSON_AddArrayToObject(root, "checks");
    for (int i = 0; i < REGRESSION_CHECKS; i++) {
        const struct regression_check *check = &regression->checks[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "name", check->name);
        cJSON_AddStringToObject(object, "verdict", regression_verdict_names[check->verdict]);
        cJSON_AddStringToObject(object, "text", check->text);
        cJSON_AddItemToArray(checks, object);
    }
    return root;
}
