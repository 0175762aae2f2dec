// SPDX-License-Identifier: MIT
#include "arena/result/study_verdict.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/text.h"

/* ---- which effect is the largest ---- */

enum effect_unit { SHARE, POINTS, OTHER, UNITS };

static enum effect_unit unit_of(const struct metric_name *of)
{
    return strcmp(of->measured_in, "share") == 0    ? SHARE
           : strcmp(of->measured_in, "points") == 0 ? POINTS
                                                    : OTHER;
}

/* Effects of different ranks are not compared: lower ones come first. */
static int rank_of(const struct study_lead *effect)
{
    const bool is_new =
        !(fabs(effect->baseline) > 0 && fabs(effect->value) > 0); /* or not defined */

    return (is_new ? UNITS : 0) + (int)unit_of(effect->of);
}

/* How far the interval keeps from zero. */
static double least_of(const struct judged *judged)
{
    return judged->low > 0 ? judged->low : judged->high < 0 ? -judged->high : 0;
}

static bool is_ahead(const struct study_lead *effect, const struct study_lead *lead)
{
    if (!lead->of || rank_of(effect) != rank_of(lead))
        return !lead->of || rank_of(effect) < rank_of(lead);
    return least_of(effect->judged) > least_of(lead->judged);
}

/* Counts an effect, which is a lead without counts, and takes it if it is the largest so far. */
static void look_at(struct study_lead *lead, struct study_lead effect)
{
    lead->effects += !isnan(effect.judged->p);
    lead->shown += judged_differs(effect.judged);
    if (!judged_differs(effect.judged) || !is_ahead(&effect, lead))
        return;
    effect.variations = lead->variations;
    effect.effects = lead->effects;
    effect.shown = lead->shown;
    *lead = effect;
}

static void look_at_variation(struct study_lead *lead, const struct variation_result *variation)
{
    lead->variations++;
    for (int i = 0; i < variation->effects_count; i++) {
        const struct metric_effect *own = &variation->effects[i];
        look_at(lead, (struct study_lead){.variation = variation->name,
                                          .of = &own->of,
                                          .baseline = own->baseline,
                                          .value = own->value,
                                          .effect = &own->effect,
                                          .judged = own->judged});
    }
}

static void look_at_all(struct study_lead *lead, const struct variation_of_all *variation)
{
    lead->variations++;
    for (int i = 0; i < variation->effects_count; i++) {
        const struct effect_by_population *effect = &variation->effects[i];
        for (int k = 0; k < effect->populations_count; k++) {
            const struct population_effect *own = &effect->populations[k];
            look_at(lead, (struct study_lead){.variation = variation->name,
                                              .population = own->key,
                                              .of = &effect->of,
                                              .baseline = own->baseline,
                                              .value = own->value,
                                              .effect = &own->effect,
                                              .judged = own->judged});
        }
    }
}

void study_lead_of(const struct study_result *study, struct study_lead *lead)
{
    *lead = (struct study_lead){.variations = 0};
    for (int i = 0; i < study->variations_count; i++)
        look_at_variation(lead, &study->variations[i]);
}

void populations_lead_of(const struct populations_result *populations, struct study_lead *lead)
{
    *lead = (struct study_lead){.variations = 0};
    for (int i = 0; i < populations->variations_count; i++)
        look_at_all(lead, &populations->variations[i]);
}

void variation_of_all_lead_of(const struct variation_of_all *variation, struct study_lead *lead)
{
    *lead = (struct study_lead){.variations = 0};
    look_at_all(lead, variation);
}

/* ---- the sentence ---- */

static struct estimate scaled(const struct study_lead *lead)
{
    const double scale = unit_of(lead->of) == SHARE ? 100 : 1;
    struct estimate shown = *lead->effect;

    shown.mean *= scale;
    shown.low *= scale;
    shown.high *= scale;
    return shown;
}

/* "p < 0.0001" */
static void p_text(double p, char text[20])
{
    const double LEAST_SHOWN = 0.0001;

    if (p < LEAST_SHOWN)
        snprintf(text, 20, "p < %.4f", LEAST_SHOWN);
    else
        snprintf(text, 20, "p %.4f", p);
}

const char *study_sentence(const struct study_lead *lead, char text[STUDY_SENTENCE_SIZE])
{
    static const char *const units[UNITS] = {
        [SHARE] = " percentage points", [POINTS] = " points", [OTHER] = ""};
    char number[ESTIMATE_TEXT], p[20];

    if (!lead->variations) {
        snprintf(text, STUDY_SENTENCE_SIZE, "no variation is finished");
    } else if (!lead->effects) {
        snprintf(text, STUDY_SENTENCE_SIZE, "%d variation%s: no effect was judged",
                 lead->variations, text_plural(lead->variations));
    } else if (!lead->of) {
        snprintf(text, STUDY_SENTENCE_SIZE, "no effect is shown: none of %d is significant",
                 lead->effects);
    } else {
        p_text(lead->judged->p_adjusted, p);
        snprintf(
            text, STUDY_SENTENCE_SIZE,
            "largest effect under %.60s%s%.60s: %.80s, %s%s, %s; %d of %d effects %s significant",
            lead->variation, lead->population ? " for " : "",
            lead->population ? lead->population : "", lead->of->title,
            estimate_text_to(scaled(lead), unit_of(lead->of) == OTHER ? 4 : 2, number),
            units[unit_of(lead->of)], p, lead->shown, lead->effects,
            lead->shown == 1 ? "is" : "are");
    }
    return text;
}
