// SPDX-License-Identifier: MIT
#include "arena/show/study_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/result/study_verdict.h"

/* An effect, of all players or of one population. */
struct effect_part {
    double baseline, value;
    struct estimate effect;
    const struct judged *judged;
};

static const struct table_column exact_columns[] = {
    {"variation", "", -1},   {"metric", "", -1},
    {"measured_in", "", -1}, {"baseline", "", -1},
    {"value", "", -1},       {"effect", "", -1},
    {"error", "", -1},       {"low", "", -1},
    {"high", "", -1},        {"players", "", -1},
    {"judged_low", "", -1},  {"judged_high", "", -1},
    {"judged_p", "", -1},    {"judged_p_adjusted", "", -1},
};

static const struct table_column shown_columns[] = {
    {"variation", "variation", -1}, {"title", "metric", -1},
    {"players", "players", -1},     {"baseline_shown", "baseline", -1},
    {"value_shown", "value", -1},   {"effect_shown", "effect (95 % interval)", -1},
    {"p_shown", "p (Holm)", -1},
};

/* ---- cells for people ---- */

/* Shares are shown in percent, factors are close to 1. */
static double scale_of(const char *unit) { return strcmp(unit, "share") == 0 ? 100 : 1; }
static int decimals_of(const char *unit) { return strcmp(unit, "number") == 0 ? 4 : 2; }

static void put_level(cJSON *row, const char *key, double number, const char *unit)
{
    char text[NUMBER_TEXT];

    number_text(scale_of(unit) * number, decimals_of(unit), text);
    cJSON_AddStringToObject(row, key, text + (*text == '+'));
}

static void put_effect(cJSON *row, const struct effect_part *part, const char *unit)
{
    struct estimate shown = part->effect;
    char text[ESTIMATE_TEXT];

    shown.mean *= scale_of(unit);
    shown.low *= scale_of(unit);
    shown.high *= scale_of(unit);
    cJSON_AddStringToObject(row, "effect_shown", estimate_text_to(shown, decimals_of(unit), text));
}

/* "0.0312 *": a star marks what is shown to differ. Empty where nothing changed. */
static void put_p(cJSON *row, const struct effect_part *part)
{
    const struct judged *judged = part->judged;
    char text[NUMBER_TEXT] = "";

    if (effect_is_unjudged(part->baseline, part->value, &part->effect, judged))
        snprintf(text, sizeof text, "cannot be judged");
    else if (!isnan(judged->p_adjusted))
        snprintf(text, sizeof text, "%.4f%s", judged->p_adjusted,
                 judged_differs(judged) ? " *" : "");
    cJSON_AddStringToObject(row, "p_shown", text);
}

/* ---- rows ---- */

static cJSON *row_of(const char *variation, const struct metric_name *of, const char *players,
                     const struct effect_part *part)
{
    cJSON *row = cJSON_CreateObject();
    const struct judged *judged = part->judged;

    cJSON_AddStringToObject(row, "variation", variation);
    cJSON_AddStringToObject(row, "metric", of->metric);
    cJSON_AddStringToObject(row, "title", of->title);
    cJSON_AddStringToObject(row, "measured_in", of->measured_in);
    cJSON_AddStringToObject(row, "players", players);
    json_put_real(row, "baseline", part->baseline);
    json_put_real(row, "value", part->value);
    json_put_real(row, "effect", part->effect.mean);
    json_put_real(row, "error", part->effect.error);
    json_put_real(row, "low", part->effect.low);
    json_put_real(row, "high", part->effect.high);
    json_put_real(row, "judged_low", judged->low);
    json_put_real(row, "judged_high", judged->high);
    json_put_real(row, "judged_p", judged->p);
    json_put_real(row, "judged_p_adjusted", judged->p_adjusted);
    put_level(row, "baseline_shown", part->baseline, of->measured_in);
    put_level(row, "value_shown", part->value, of->measured_in);
    put_effect(row, part, of->measured_in);
    put_p(row, part);
    return row;
}

static void print_rows(const cJSON *rows, enum table_format format, FILE *out)
{
    if (format == TABLE_CSV)
        row_table_print(rows, exact_columns, sizeof exact_columns / sizeof *exact_columns, format,
                        out);
    else
        row_table_print(rows, shown_columns, sizeof shown_columns / sizeof *shown_columns, format,
                        out);
}

static void add_effect(cJSON *rows, const char *variation, const struct metric_effect *effect)
{
    const struct learned_effect *learned = effect->learned;
    const struct effect_part before = {.baseline = effect->baseline,
                                       .value = effect->value,
                                       .effect = effect->effect,
                                       .judged = effect->judged};

    cJSON_AddItemToArray(rows, row_of(variation, &effect->of, "as before", &before));
    if (!learned)
        return;
    const struct effect_part after = {.baseline = effect->baseline,
                                      .value = learned->value,
                                      .effect = learned->effect,
                                      .judged = learned->judged};
    cJSON_AddItemToArray(rows, row_of(variation, &effect->of, "learned", &after));
}

void print_study_rows(const struct study_result *study, enum table_format format, FILE *out)
{
    cJSON *rows = cJSON_CreateArray();

    for (int i = 0; i < study->variations_count; i++)
        for (int k = 0; k < study->variations[i].effects_count; k++)
            add_effect(rows, study->variations[i].name, &study->variations[i].effects[k]);
    print_rows(rows, format, out);
    cJSON_Delete(rows);
}

static void add_populations(cJSON *rows, const char *variation,
                            const struct effect_by_population *effect)
{
    for (int i = 0; i < effect->populations_count; i++) {
        const struct population_effect *of = &effect->populations[i];
        const struct effect_part part = {.baseline = of->baseline,
                                         .value = of->value,
                                         .effect = of->effect,
                                         .judged = of->judged};
        cJSON_AddItemToArray(rows, row_of(variation, &effect->of, of->key, &part));
    }
}

void print_population_rows(const struct populations_result *populations, enum table_format format,
                           FILE *out)
{
    cJSON *rows = cJSON_CreateArray();

    for (int i = 0; i < populations->variations_count; i++)
        for (int k = 0; k < populations->variations[i].effects_count; k++)
            add_populations(rows, populations->variations[i].name,
                            &populations->variations[i].effects[k]);
    print_rows(rows, format, out);
    cJSON_Delete(rows);
}

/* ---- realism ---- */

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* A share as it is, or in percent as text. */
static void put_share(cJSON *row, const char *key, const cJSON *share, bool percent)
{
    char text[NUMBER_TEXT];

    if (!cJSON_IsNumber(share))
        return;
    if (!percent) {
        cJSON_AddNumberToObject(row, key, share->valuedouble);
        return;
    }
    snprintf(text, sizeof text, "%.2f", 100 * share->valuedouble);
    cJSON_AddStringToObject(row, key, text);
}

static cJSON *realism_row(const cJSON *metric, bool percent)
{
    static const char *const ends[] = {"mean", "low", "high"};
    static const char *const keys[] = {"share", "low", "high"};
    const cJSON *figure;
    cJSON *row = cJSON_CreateObject();

    cJSON_AddStringToObject(row, "metric", json_text(metric, "metric"));
    cJSON_AddStringToObject(row, "title", json_text(metric, "title"));
    for (int i = 0; i < 3; i++)
        put_share(row, keys[i], member(member(metric, "share"), ends[i]), percent);
    cJSON_ArrayForEach (figure, member(metric, "references"))
        put_share(row, figure->string, figure, percent);
    return row;
}

void print_realism_rows(const cJSON *realism, enum table_format format, FILE *out)
{
    const cJSON *metric, *reference, *references = member(realism, "references");
    const bool percent = format != TABLE_CSV;
    const struct table_column own[] = {{percent ? "title" : "metric", "percent", -1},
                                       {"share", "here", -1},
                                       {"low", "low", -1},
                                       {"high", "high", -1}};
    enum { OWN = sizeof own / sizeof *own };
    struct table_column *columns =
        xcalloc(OWN + (size_t)cJSON_GetArraySize(references), sizeof *columns);
    cJSON *rows = cJSON_CreateArray();
    int count = OWN;

    memcpy(columns, own, sizeof own);
    cJSON_ArrayForEach (reference, references)
        columns[count++] =
            (struct table_column){json_text(reference, "name"), json_text(reference, "title"), -1};
    cJSON_ArrayForEach (metric, member(realism, "metrics"))
        cJSON_AddItemToArray(rows, realism_row(metric, percent));
    row_table_print(rows, columns, count, format, out);
    cJSON_Delete(rows);
    free(columns);
}
