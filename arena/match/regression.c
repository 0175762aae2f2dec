#include "arena/match/regression.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/match/fault_report.h"
#include "arena/record/fault_counts.h"
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

struct faults {
    struct fault_counts counts;
    double seats;
};

static struct faults faults_of(const cJSON *summary, const char *name)
{
    const cJSON *bot;
    struct faults faults = {0};

    cJSON_ArrayForEach (bot, cJSON_GetObjectItemCaseSensitive(summary, "bots"))
        if (strcmp(json_text(bot, "name"), name) == 0)
            faults = (struct faults){fault_counts_read(bot), json_number(bot, "deals")};
    return faults;
}

static void say_faults(struct regression_check *check, const struct faults *faults)
{
    char text[FAULT_COUNTS_TEXT];

    fault_counts_text(&faults->counts, text);
    say(check, "%s in %.0f seats", *text ? text : "no faults", faults->seats);
}

/* The first fault of the new bot, and where all are. */
static void say_where(struct regression_check *check, const struct regression_evidence *evidence,
                      const char *name)
{
    cJSON *list = fault_reports_of(evidence->folder, name, 1);
    const cJSON *first = cJSON_GetArrayItem(list, 0);

    if (first)
        say(check, "; the first in game %.0f as %s: %.200s", json_number(first, "game"),
            json_text(first, "position"), json_text(first, "what"));
    say(check, "; see: skat-arena faults %.300s --bot %s", evidence->folder, name);
    cJSON_Delete(list);
}

/* If the old bot had none, any fault is too many; otherwise they must be more than chance explains.
 */
static bool more_faults(const cJSON *summary, const struct faults *now, const struct faults *before)
{
    const cJSON *test = cJSON_GetObjectItemCaseSensitive(summary, "test");
    double evidence = json_number_within(test, "faults", "evidence");

    return before->counts.all ? evidence >= 1 / REGRESSION_FAULTS_ALPHA : now->counts.all > 0;
}

static void judge_faults(struct regression *regression, const struct regression_evidence *evidence)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(evidence->summary, "comparison");
    const char *new_name = json_text(comparison, "a"), *old_name = json_text(comparison, "b");
    struct faults now = faults_of(evidence->summary, new_name),
                  before = faults_of(evidence->summary, old_name);
    struct regression_check *check = &regression->checks[REGRESSION_FAULTS];

    /* If every deal is played alike, the faults are alike, too. */
    bool failed =
        json_number(comparison, "divergent") > 0 && more_faults(evidence->summary, &now, &before);
    say(check, "%s: ", new_name);
    say_faults(check, &now);
    say(check, "; %s: ", old_name);
    say_faults(check, &before);
    if (before.counts.all)
        say(check, " (exact test, alpha %g)", REGRESSION_FAULTS_ALPHA);
    if (failed)
        say_where(check, evidence, new_name);
    check->verdict = failed ? REGRESSION_FAILED : REGRESSION_OK;
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
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(evidence->summary, "comparison");
    struct regression_check *check = &regression->checks[REGRESSION_DIVERGENCE];
    double deals = json_number(comparison, "deals"),
           divergent = json_number(comparison, "divergent");
    const char *unsteady = evidence->audits[REGRESSION_OLD].difference;

    if (*unsteady)
        say(check,
            "%s is not deterministic (%s), so different play says nothing: the points decide",
            evidence->audits[REGRESSION_OLD].bot, unsteady);
    else if (divergent > 0)
        say(check, "%.0f of %.0f deals are played differently (%.2f%%)", divergent, deals,
            100 * json_number(comparison, "divergent_share"));
    else
        say(check,
            "all %.0f deals are played alike: fewer than %.3g%% of all %ss differ (95 %%) at these "
            "tables",
            deals, 100 * json_number(comparison, "divergence_bound"),
            json_text(comparison, "unit"));
    if (!*unsteady && *evidence->audits[REGRESSION_NEW].difference)
        say(check, "; %s is not deterministic: %s", evidence->audits[REGRESSION_NEW].bot,
            evidence->audits[REGRESSION_NEW].difference);
    if (evidence->same_file)
        say(check, "; both are the same file with the same options");
}

/* ---- points ---- */

static void judge_points(struct regression *regression, const struct regression_evidence *evidence)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(evidence->summary, "comparison");
    const cJSON *test = cJSON_GetObjectItemCaseSensitive(evidence->summary, "test");
    const cJSON *estimate = cJSON_GetObjectItemCaseSensitive(test, "estimate");
    const char *verdict = json_text(test, "verdict"), *unit = json_text(comparison, "unit");
    struct regression_check *check = &regression->checks[REGRESSION_POINTS];
    bool same = json_number(comparison, "divergent") == 0 &&
                cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(comparison, "divergent"));

    /* Without a difference there is nothing to test, however few the deals are. */
    if (same) {
        say(check, "not worse: no deal tells the two apart at these tables");
        return;
    }
    bool by_faults = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(test, "faults"), "decided"));
    check->verdict = strcmp(verdict, "accept") == 0                 ? REGRESSION_OK
                     : strcmp(verdict, "reject") == 0 && !by_faults ? REGRESSION_FAILED
                                                                    : REGRESSION_UNDECIDED;
    say(check,
        "%s: %s - %s is %+.3f points a deal at these tables (95 %% %+.3f to %+.3f, valid after "
        "stopping) after %.0f %ss, margin %g, LLR %.2f in %.2f .. %.2f",
        check->verdict == REGRESSION_OK       ? "not worse"
        : check->verdict == REGRESSION_FAILED ? "worse"
                                              : "undecided",
        json_text(comparison, "a"), json_text(comparison, "b"), json_number(estimate, "mean"),
        json_number(estimate, "low"), json_number(estimate, "high"), json_number(test, "units"),
        unit, evidence->margin, json_number(test, "llr"), json_number(test, "lower"),
        json_number(test, "upper"));
    if (by_faults)
        say(check, "; the faults ended the run");
    else if (check->verdict == REGRESSION_UNDECIDED &&
             json_number(test, "units") < json_number(test, "least_units"))
        say(check, "; no verdict before %.0f %ss", json_number(test, "least_units"), unit);
}

/* ---- all together ---- */

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
             : decisive == &regression->checks[REGRESSION_FAULTS] ? "fails more often"
                                                                  : "is worse");
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
