// SPDX-License-Identifier: MIT
#include "arena/result/campaign_result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/text.h"
#include "arena/stats/distribution.h"

/* ---- history.json and bisect.json: the bots of commits ---- */

FIELDS_ROWS(history_head, HISTORY_HEAD_FIELDS);
FIELDS_ROWS(history_commit, HISTORY_COMMIT_FIELDS);
FIELDS_ROWS(history_duel, HISTORY_DUEL_FIELDS);
FIELDS_ROWS(history_row, HISTORY_ROW_FIELDS);
FIELDS_ROWS(history_result, HISTORY_RESULT_FIELDS);
FIELDS_ROWS(bisect_step, BISECT_STEP_FIELDS);
FIELDS_ROWS(bisect_result, BISECT_RESULT_FIELDS);

/* ---- tune.json, tune.jsonl and grid.json: a bot against itself with other options ---- */

FIELDS_ROWS(search_head, SEARCH_HEAD_FIELDS);
FIELDS_ROWS(checked_difference, CHECKED_DIFFERENCE_FIELDS);
FIELDS_ROWS(tuned_option, TUNED_OPTION_FIELDS);
FIELDS_ROWS(tune_round, TUNE_ROUND_FIELDS);
FIELDS_ROWS(tune_summary, TUNE_SUMMARY_FIELDS);
FIELDS_ROWS(grid_point, GRID_POINT_FIELDS);
FIELDS_ROWS(grid_summary, GRID_SUMMARY_FIELDS);

const char *grid_sentence(const struct grid_summary *grid, struct pool *pool)
{
    int better = 0, worse = 0;

    for (int i = 0; i < grid->points_count; i++) {
        const struct grid_point *point = &grid->points[i];
        const bool shown = judged_differs(point->judged);
        better += shown && point->difference.mean > 0;
        worse += shown && point->difference.mean < 0;
    }
    const int count = grid->points_count;
    const char *found =
        better || worse
            ? pool_print(
                  pool,
                  "of %d combination%s, %d %s shown to be better than its own values, and %d "
                  "worse",
                  count, text_plural(count), better, better == 1 ? "is" : "are", worse)
            : pool_print(pool, "none of %d combination%s is shown to differ from its own values",
                         count, text_plural(count));
    return pool_print(pool, "%s: %s%s", grid->head.bot, found,
                      grid->complete ? "" : "; the grid is not finished");
}

/* ---- study.json and populations.json: the effects of rule variations ---- */

FIELDS_ROWS(lesson, LESSON_FIELDS);
FIELDS_ROWS(learned_effect, LEARNED_EFFECT_FIELDS);
FIELDS_ROWS(metric_name, METRIC_NAME_FIELDS);
FIELDS_ROWS(metric_effect, METRIC_EFFECT_FIELDS);
FIELDS_ROWS(variation_result, VARIATION_RESULT_FIELDS);
FIELDS_ROWS(study_result, STUDY_RESULT_FIELDS);
FIELDS_ROWS(population_effect, POPULATION_EFFECT_FIELDS);
FIELDS_ROWS(effect_by_population, EFFECT_BY_POPULATION_FIELDS);
FIELDS_ROWS(variation_of_all, VARIATION_OF_ALL_FIELDS);
FIELDS_ROWS(population_head, POPULATION_HEAD_FIELDS);
FIELDS_ROWS(populations_result, POPULATIONS_RESULT_FIELDS);

/* ---- a study in one sentence: which effect is the largest ---- */

enum effect_unit { SHARE, POINTS, OTHER, UNITS };

static enum effect_unit unit_of(const struct metric_name *of)
{
    return strcmp(of->measured_in, "share") == 0    ? SHARE
           : strcmp(of->measured_in, "points") == 0 ? POINTS
                                                    : OTHER;
}

/* An effect that may be the largest. */
struct lead_candidate {
    struct study_lead as_lead; /* without counts, and with its own interval */
    const struct judged *judged;
    int64_t units; /* that were paired */
};

typedef void candidate_visit(struct study_lead *lead, const struct lead_candidate *candidate);

/* Effects of different ranks are not compared: lower ones come first. */
static int rank_of(const struct study_lead *effect)
{
    const bool is_new =
        !(fabs(effect->baseline) > 0 && fabs(effect->value) > 0); /* or not defined */

    return (is_new ? UNITS : 0) + (int)unit_of(effect->of);
}

/* How far the interval keeps from zero. */
static double least_of(const struct estimate *effect)
{
    return effect->low > 0 ? effect->low : effect->high < 0 ? -effect->high : 0;
}

static bool is_ahead(const struct study_lead *effect, const struct study_lead *lead)
{
    if (!lead->of || rank_of(effect) != rank_of(lead))
        return !lead->of || rank_of(effect) < rank_of(lead);
    return least_of(&effect->effect) > least_of(&lead->effect);
}

bool effect_is_unjudged(double baseline, double value, const struct estimate *effect,
                        const struct judged *judged)
{
    return isnan(judged->p) && !(isnan(baseline) && isnan(value)) &&
           !(effect->mean == 0 && effect->error == 0);
}

static void count(struct study_lead *lead, const struct lead_candidate *candidate)
{
    const struct study_lead *own = &candidate->as_lead;

    lead->effects += !isnan(candidate->judged->p);
    lead->shown += judged_differs(candidate->judged);
    lead->unjudged +=
        effect_is_unjudged(own->baseline, own->value, &own->effect, candidate->judged);
}

/* Takes an effect if it is the largest so far, after all were counted. At this level, too, the
 * interval of the surest effect excludes 0. */
static void choose(struct study_lead *lead, const struct lead_candidate *candidate)
{
    struct study_lead own = candidate->as_lead;

    if (!judged_differs(candidate->judged))
        return;
    const double width = own.effect.error * student_quantile(1 - STATS_BEYOND_END / lead->effects,
                                                             (double)(candidate->units - 1));
    own.effect.low = own.effect.mean - width;
    own.effect.high = own.effect.mean + width;
    if (least_of(&own.effect) == 0 || !is_ahead(&own, lead))
        return;
    own.variations = lead->variations;
    own.effects = lead->effects;
    own.shown = lead->shown;
    own.unjudged = lead->unjudged;
    *lead = own;
}

static void visit_variation(struct study_lead *lead, const struct variation_result *variation,
                            candidate_visit *visit)
{
    for (int i = 0; i < variation->effects_count; i++) {
        const struct metric_effect *own = &variation->effects[i];
        const struct lead_candidate candidate = {.as_lead = {.variation = variation->name,
                                                             .of = &own->of,
                                                             .baseline = own->baseline,
                                                             .value = own->value,
                                                             .effect = own->effect},
                                                 .judged = own->judged,
                                                 .units = variation->units};
        visit(lead, &candidate);
    }
}

static void visit_all(struct study_lead *lead, const struct variation_of_all *variation,
                      candidate_visit *visit)
{
    for (int i = 0; i < variation->effects_count; i++) {
        const struct effect_by_population *effect = &variation->effects[i];
        for (int k = 0; k < effect->populations_count; k++) {
            const struct population_effect *own = &effect->populations[k];
            const struct lead_candidate candidate = {.as_lead = {.variation = variation->name,
                                                                 .population = own->key,
                                                                 .of = &effect->of,
                                                                 .baseline = own->baseline,
                                                                 .value = own->value,
                                                                 .effect = own->effect},
                                                     .judged = own->judged,
                                                     .units = own->units};
            visit(lead, &candidate);
        }
    }
}

void study_lead_of(const struct study_result *study, struct study_lead *lead)
{
    *lead = (struct study_lead){.variations = study->variations_count};
    for (int i = 0; i < study->variations_count; i++)
        visit_variation(lead, &study->variations[i], count);
    for (int i = 0; i < study->variations_count; i++)
        visit_variation(lead, &study->variations[i], choose);
}

void populations_lead_of(const struct populations_result *populations, struct study_lead *lead)
{
    *lead = (struct study_lead){.variations = populations->variations_count};
    for (int i = 0; i < populations->variations_count; i++)
        visit_all(lead, &populations->variations[i], count);
    for (int i = 0; i < populations->variations_count; i++)
        visit_all(lead, &populations->variations[i], choose);
}

/* ---- the sentence ---- */

/* "-3.50 (95 % for the largest of 26: -3.96 to -3.04) percentage points" */
static void effect_text(const struct study_lead *lead, char *text, size_t size)
{
    static const char *const units[UNITS] = {
        [SHARE] = " percentage points", [POINTS] = " points", [OTHER] = ""};
    const enum effect_unit unit = unit_of(lead->of);
    const struct estimate shown = estimate_scaled(lead->effect, unit == SHARE ? 100 : 1);
    const int decimals = unit == OTHER ? 4 : 2;
    char mean[NUMBER_TEXT], low[NUMBER_TEXT], high[NUMBER_TEXT], chosen[40] = "";

    number_text(shown.mean, decimals, mean);
    number_text(shown.low, decimals, low);
    number_text(shown.high, decimals, high);
    if (lead->effects > 1)
        snprintf(chosen, sizeof chosen, " for the largest of %d", lead->effects);
    snprintf(text, size, "%s (95 %%%s: %s to %s)%s", mean, chosen, low, high, units[unit]);
}

const char *study_sentence(const struct study_lead *lead, char text[STUDY_SENTENCE_SIZE])
{
    char effect[200], unjudged[40] = "";

    if (lead->unjudged)
        snprintf(unjudged, sizeof unjudged, "; %d cannot be judged", lead->unjudged);
    if (!lead->variations) {
        snprintf(text, STUDY_SENTENCE_SIZE, "no variation is finished");
    } else if (!lead->effects) {
        snprintf(text, STUDY_SENTENCE_SIZE, "%d variation%s: %s", lead->variations,
                 text_plural(lead->variations),
                 lead->unjudged ? "no effect can be judged" : "nothing changes in any deal");
    } else if (!lead->of) {
        snprintf(text, STUDY_SENTENCE_SIZE, "no effect is shown, of %d that can be judged%s",
                 lead->effects, unjudged);
    } else {
        effect_text(lead, effect, sizeof effect);
        snprintf(text, STUDY_SENTENCE_SIZE,
                 "largest effect under %.60s%s%.60s: %.80s, %s; %d of %d effects %s shown%s",
                 lead->variation, lead->population ? " for " : "",
                 lead->population ? lead->population : "", lead->of->title, effect, lead->shown,
                 lead->effects, lead->shown == 1 ? "is" : "are", unjudged);
    }
    return text;
}
