// SPDX-License-Identifier: MIT
#include "arena/study/study_populations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"

/* The effect of a variation on a metric in one study, and its units; NULL if there is none. */
static const struct metric_effect *effect_in(const struct study_result *study,
                                             const char *variation, const char *metric,
                                             int64_t *units)
{
    for (int i = 0; i < study->variations_count; i++) {
        const struct variation_result *result = &study->variations[i];
        for (int k = 0; k < result->effects_count && strcmp(result->name, variation) == 0; k++)
            if (strcmp(result->effects[k].of.metric, metric) == 0) {
                *units = result->units;
                return &result->effects[k];
            }
    }
    return NULL;
}

static bool all_have(const struct population_study *studies, int count, const char *variation,
                     const char *metric)
{
    int64_t units;

    for (int i = 0; i < count; i++)
        if (!effect_in(&studies[i].study, variation, metric, &units))
            return false;
    return true;
}

static struct effect_by_population effect_of_all(const struct population_study *studies, int count,
                                                 const char *variation,
                                                 const struct metric_name *metric,
                                                 struct pool *pool)
{
    struct effect_by_population by = {
        .of = *metric,
        .populations = pool_alloc(pool, (size_t)count, sizeof *by.populations),
        .populations_count = count,
    };

    for (int i = 0; i < count; i++) {
        int64_t units = 0;
        const struct metric_effect *effect =
            effect_in(&studies[i].study, variation, metric->metric, &units);
        by.populations[i] = (struct population_effect){
            .key = studies[i].name,
            .baseline = effect->baseline,
            .value = effect->value,
            .effect = effect->effect,
            .units = units,
            .judged = judged_copy(effect->judged, pool),
        };
    }
    return by;
}

static struct variation_of_all variation_of_all(const struct population_study *studies, int count,
                                                const struct variation_result *variation,
                                                struct pool *pool)
{
    struct variation_of_all all = {
        .name = variation->name,
        .changes = variation->changes,
        .effects = pool_alloc(pool, (size_t)variation->effects_count, sizeof *all.effects),
    };

    for (int i = 0; i < variation->effects_count; i++) {
        const struct metric_name *metric = &variation->effects[i].of;
        if (all_have(studies, count, variation->name, metric->metric))
            all.effects[all.effects_count++] =
                effect_of_all(studies, count, variation->name, metric, pool);
    }
    return all;
}

/* Adjusts every effect of every population. */
static void adjust(const struct populations_result *result)
{
    struct judged **list = NULL;
    int count = 0;

    for (int i = 0; i < result->variations_count; i++)
        for (int k = 0; k < result->variations[i].effects_count; k++) {
            const struct effect_by_population *by = &result->variations[i].effects[k];
            list = xrealloc(list, (size_t)(count + by->populations_count) * sizeof *list);
            for (int j = 0; j < by->populations_count; j++)
                list[count++] = by->populations[j].judged;
        }
    judged_adjust(list, count);
    free(list);
}

static struct population_head population_head_of(const struct population_study *one,
                                                 struct pool *pool)
{
    const cJSON *references = json_get(one->study.realism, "references");

    return (struct population_head){
        .name = one->name,
        .description = one->description,
        .folder = one->name,
        .references = references ? fields_json(pool, cJSON_Duplicate(references, true)) : NULL,
    };
}

void study_populations_summarise(const struct population_study *studies, int count,
                                 struct populations_result *result, struct pool *pool)
{
    const struct study_result *first = &studies[0].study;

    *result = (struct populations_result){
        .format = first->format,
        .harness = first->harness,
        .name = first->name,
        .unit = first->unit,
        .units = first->units,
        .games = first->games,
        .seed = first->seed,
        .populations = pool_alloc(pool, (size_t)count, sizeof *result->populations),
        .populations_count = count,
        .variations = pool_alloc(pool, (size_t)first->variations_count, sizeof *result->variations),
        .variations_count = first->variations_count,
    };
    for (int i = 0; i < count; i++)
        result->populations[i] = population_head_of(&studies[i], pool);
    for (int i = 0; i < first->variations_count; i++)
        result->variations[i] = variation_of_all(studies, count, &first->variations[i], pool);
    adjust(result);
    fields_round(&populations_result_fields, result);
}
