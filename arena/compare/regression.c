#include "arena/compare/regression.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/json_write.h"

struct faults {
    double count, seats;
};

static struct faults faults_of(const cJSON *summary, const char *name)
{
    const cJSON *bot, *count;
    struct faults faults = {0, 0};

    cJSON_ArrayForEach (bot, cJSON_GetObjectItemCaseSensitive(summary, "bots"))
        if (strcmp(json_text(bot, "name"), name) == 0) {
            faults.seats = json_number(bot, "deals");
            cJSON_ArrayForEach (count, cJSON_GetObjectItemCaseSensitive(bot, "faults"))
                faults.count += count->valuedouble;
        }
    return faults;
}

/* Does the new bot have more faults than chance explains? If the old bot had none, any fault is too
 * many. Otherwise the new bot's share of all faults is binomial, by seats. The limit is three
 * deviations because the games of a deal share its cards, so that faults come in threes. */
static bool more_faults(struct faults now, struct faults before)
{
    const double DEVIATIONS = 3;
    double both = now.count + before.count, share = now.seats / (now.seats + before.seats);

    if (!before.count)
        return now.count > 0;
    return now.count > both * share + DEVIATIONS * sqrt(both * share * (1 - share));
}

static void judge_faults(struct regression *regression, const cJSON *summary)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    struct faults now = faults_of(summary, "new"), before = faults_of(summary, "old");
    struct regression_check *check = &regression->checks[REGRESSION_FAULTS];

    snprintf(check->text, sizeof check->text,
             "%.0f fault%s (illegal actions, timeouts, crashes) in %.0f seats; the old bot has "
             "%.0f in %.0f",
             now.count, now.count == 1 ? "" : "s", now.seats, before.count, before.seats);
    check->name = "no more faults than before";
    /* If every deal is played alike, the faults are alike, too. */
    check->failed = json_number(comparison, "divergent") > 0 && more_faults(now, before);
}

/* Different play is not a failure: a changed bot may play differently. */
static void judge_divergence(struct regression *regression, const cJSON *summary)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    struct regression_check *check = &regression->checks[REGRESSION_DIVERGENCE];
    double deals = json_number(comparison, "deals"),
           divergent = json_number(comparison, "divergent");

    if (divergent > 0)
        snprintf(check->text, sizeof check->text,
                 "%.0f of %.0f deals are played differently (%.2f%%)", divergent, deals,
                 100 * json_number(comparison, "divergent_share"));
    else
        snprintf(check->text, sizeof check->text,
                 "all %.0f deals are played alike: fewer than %.3g%% of all %ss differ (95 %%)",
                 deals, 100 * json_number(comparison, "divergence_bound"),
                 json_text(comparison, "unit"));
    check->name = "same play";
}

static void judge_points(struct regression *regression, const cJSON *summary, double margin)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    const cJSON *test = cJSON_GetObjectItemCaseSensitive(summary, "test");
    const cJSON *difference = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(comparison, "scorings"), json_text(comparison, "primary"));
    const char *verdict = json_text(test, "verdict");
    struct regression_check *check = &regression->checks[REGRESSION_POINTS];
    char early[60] = "";

    if (json_number(test, "units") < json_number(test, "min_units"))
        snprintf(early, sizeof early, "; no verdict before %.0f %ss",
                 json_number(test, "min_units"), json_text(comparison, "unit"));

    snprintf(
        check->text, sizeof check->text,
        "%s: new - old is %+.3f points a deal (95 %% %+.3f to %+.3f) after %.0f %ss, margin %g, "
        "LLR %.2f in %.2f .. %.2f%s",
        strcmp(verdict, "accept") == 0   ? "not worse"
        : strcmp(verdict, "reject") == 0 ? "worse"
                                         : "undecided",
        json_number(difference, "mean"), json_number(difference, "low"),
        json_number(difference, "high"), json_number(test, "units"), json_text(comparison, "unit"),
        margin, json_number(test, "llr"), json_number(test, "lower"), json_number(test, "upper"),
        early);
    check->name = "not worse by more than the margin";
    /* Without a difference there is nothing to test, however few the deals are. */
    bool same = json_number(comparison, "divergent") == 0;
    if (same)
        snprintf(check->text, sizeof check->text, "not worse: no deal tells the two apart");
    else if (strcmp(verdict, "accept") != 0)
        check->failed = true;
    regression->undecided = !same && strcmp(verdict, "undecided") == 0;
}

void regression_judge(struct regression *regression, const cJSON *summary, double margin)
{
    *regression = (struct regression){0};
    judge_faults(regression, summary);
    judge_divergence(regression, summary);
    judge_points(regression, summary, margin);
    for (int i = 0; i < REGRESSION_CHECKS; i++)
        regression->failures += regression->checks[i].failed;
}
