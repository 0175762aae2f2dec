// SPDX-License-Identifier: MIT
#include "arena/show/study_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/config/seed_json.h"
#include "arena/result/study_verdict.h"
#include "arena/show/field_text.h"
#include "arena/show/realism_tables.h"

/* ---- effects ---- */

/* An effect on all players, on those who have learned, or on one population. */
struct effect_part {
    const struct metric_name *of;
    double baseline, value;
    struct estimate effect;
    const struct judged *judged;
};

/* Does the variation leave this metric unchanged in every unit? */
static bool is_unchanged(const struct effect_part *part)
{
    return part->effect.error == 0 && part->effect.mean == 0;
}

/* Does neither rule set have games that the metric is defined for? */
static bool is_empty(const struct effect_part *part)
{
    return isnan(part->baseline) && isnan(part->value);
}

static bool is_unjudged(const struct effect_part *part)
{
    return effect_is_unjudged(part->baseline, part->value, &part->effect, part->judged);
}

static struct effect_part part_of(const struct metric_effect *effect)
{
    return (struct effect_part){.of = &effect->of,
                                .baseline = effect->baseline,
                                .value = effect->value,
                                .effect = effect->effect,
                                .judged = effect->judged};
}

static struct effect_part learned_part_of(const struct metric_effect *effect)
{
    return (struct effect_part){.of = &effect->of,
                                .baseline = effect->baseline,
                                .value = effect->learned->value,
                                .effect = effect->learned->effect,
                                .judged = effect->learned->judged};
}

/* `who`: the players, where that is worth a column. */
static void add_row(cJSON *rows, const char *variation, const struct effect_part *part,
                    const char *players, const char *who)
{
    cJSON *row = cJSON_CreateObject();

    fields_write(&metric_name_fields, part->of, row);
    cJSON_AddStringToObject(row, "variation", variation);
    cJSON_AddStringToObject(row, "players", players);
    cJSON_AddStringToObject(row, "who", who);
    json_put_real(row, "baseline", part->baseline);
    json_put_real(row, "value", part->value);
    estimate_put(row, "effect", part->effect);
    cJSON_AddItemToObject(row, "judged", fields_to_json(&judged_fields, part->judged));
    cJSON_AddBoolToObject(row, "unjudged", is_unjudged(part));
    cJSON_AddItemToArray(rows, row);
}

/* `variation`: there are rows of several. */
static void show_effects(const cJSON *rows, bool variation, const struct table_sink *to)
{
    const struct column columns[] = {
        COLUMN("variation", variation ? "variation" : NULL, .csv = "variation"),
        COLUMN("metric", "title", .csv = "metric"),
        COLUMN("players", "who", .csv = "", .presence = IF_ANY),
        COLUMN("", NULL, .csv = "measured_in"),
        COLUMN("baseline", "baseline:u", .csv = "baseline", .leave = 1),
        COLUMN("value", "value:u", .csv = "value", .leave = 2),
        COLUMN("effect (95 % interval)", "[{unjudged:?}{effect.mean:+u}][{!unjudged:?}{effect:+u}]",
               .csv = "effect=effect.mean"),
        COLUMN("", NULL, .csv = "error=effect.error"),
        COLUMN("", NULL, .csv = "low=effect.low"),
        COLUMN("", NULL, .csv = "high=effect.high"),
        COLUMN("", NULL, .csv = "players"),
        COLUMN("", NULL, .csv = "judged_low=judged.low"),
        COLUMN("", NULL, .csv = "judged_high=judged.high"),
        COLUMN("", NULL, .csv = "judged_p=judged.p"),
        COLUMN("p (Holm)",
               "[{unjudged:?}cannot be judged][{!unjudged:?}{judged.p_adjusted:p}{effect:m}]",
               .csv = "judged_p_adjusted=judged.p_adjusted"),
    };

    table_show(to, "effects", NULL, "", rows, COLUMNS(columns));
}

/* ---- what was learned ---- */

static const char lesson_words[] =
    "[{taken:?}{who} learned {options}: {check.difference:+2} points a deal more than as before]"
    "[{!taken:?}{who} learned nothing that is shown to win more, and play with {options}]"
    "[{!taken:?}{!was_found:?}: the search found nothing else]"
    "[{!taken:?}{was_found:?}\n  found {found}: {check.difference:+2} points a deal more than as "
    "before]"
    "[{was_found:?}, p {check.judged.p_adjusted:p} for {searches} searches]"
    "[{!taken:?}{was_found:?}{check_baseline.judged:?}; under the rules of the baseline "
    "{check_baseline.difference:+2}]";

/* What the players of a rule set found, if they searched, else NULL; the caller frees it. */
static char *lesson_text(const struct lesson *lesson, const char *who)
{
    cJSON *row = lesson ? fields_to_json(&lesson_fields, lesson) : NULL;

    if (!row)
        return NULL;
    cJSON_AddStringToObject(row, "who", who);
    cJSON_AddBoolToObject(row, "was_found",
                          !isnan(lesson->check.difference.mean) && lesson->check.judged);
    char *text = field_text(row, lesson_words);
    cJSON_Delete(row);
    return text;
}

static void print_lesson(const struct lesson *lesson, const char *who, FILE *out)
{
    char *text = lesson_text(lesson, who);

    if (text)
        fprintf(out, "%s\n", text);
    free(text);
}

static void add_lesson(cJSON *object, const struct lesson *lesson, const char *who)
{
    char *text = lesson_text(lesson, who);

    if (text)
        cJSON_AddStringToObject(object, "lesson", text);
    free(text);
}

/* ---- a variation ---- */

static void print_unchanged(const struct variation_result *variation, FILE *out)
{
    const char *separator = " ";

    fprintf(out, "unchanged:");
    for (int i = 0; i < variation->effects_count; i++) {
        const struct effect_part part = part_of(&variation->effects[i]);
        if (!is_unchanged(&part))
            continue;
        fprintf(out, "%s%s", separator, part.of->metric);
        separator = ", ";
    }
    fprintf(out, *separator == ',' ? "\n" : " nothing\n");
}

static void print_changes(const char *name, const cJSON *changes, FILE *out)
{
    const cJSON *change;

    fprintf(out, "\n%s", name);
    cJSON_ArrayForEach (change, changes) {
        char *from = cJSON_PrintUnformatted(cJSON_GetArrayItem(change, 0));
        char *to = cJSON_PrintUnformatted(cJSON_GetArrayItem(change, 1));
        fprintf(out, "%s %s %s -> %s", change == changes->child ? ":" : ",", change->string, from,
                to);
        free(from);
        free(to);
    }
    fprintf(out, "\n");
}

/* Is the effect on players who have learned that on the others? */
static bool learned_nothing(const struct effect_part *one, const struct effect_part *other)
{
    return (one->effect.mean == other->effect.mean ||
            (isnan(one->effect.mean) && isnan(other->effect.mean))) &&
           (one->effect.error == other->effect.error ||
            (isnan(one->effect.error) && isnan(other->effect.error)));
}

/* The rows of an effect: all of them, or only those that say something to people. */
static void add_effect(cJSON *rows, const char *variation, const struct metric_effect *effect,
                       bool all)
{
    const struct effect_part part = part_of(effect),
                             learned = effect->learned ? learned_part_of(effect) : part;

    if (!all && (is_empty(&part) || (is_unchanged(&part) && is_unchanged(&learned))))
        return;
    add_row(rows, variation, &part, "as before", "");
    if (effect->learned && (all || !learned_nothing(&part, &learned)))
        add_row(rows, variation, &learned, "learned", "learned");
}

/* "19 of 26 effects are shown; 2 cannot be judged". */
static void count_effects(const struct variation_result *variation, cJSON *row)
{
    int judged = 0, shown = 0, unjudged = 0;

    for (int i = 0; i < variation->effects_count; i++) {
        const struct effect_part part = part_of(&variation->effects[i]);
        judged += !isnan(part.judged->p);
        shown += judged_differs(part.judged);
        unjudged += is_unjudged(&part);
    }
    json_put_int(row, "judged", judged);
    json_put_int(row, "shown", shown);
    json_put_int(row, "unjudged", unjudged);
}

static const char variation_words[] =
    "[WARNING: {warning}\n][{indifferent}\n]"
    "[{unit_cause:?}paired over {units} session{units:s}, because {unit_cause}\n][({note})\n]"
    "[{judged:?}{shown} of {judged} effects are shown][{judged:?}{unjudged:?}; ]"
    "[{unjudged} cannot be judged][{judged:?}\n][{!judged:?}{unjudged:?}\n]";

/* Shows the effects that say something to people. */
static void show_effects_of(const struct variation_result *variation, const struct table_sink *to)
{
    cJSON *rows = cJSON_CreateArray();

    for (int i = 0; i < variation->effects_count; i++)
        add_effect(rows, variation->name, &variation->effects[i], false);
    if (rows->child)
        show_effects(rows, false, to);
    cJSON_Delete(rows);
}

static void print_variation(const struct variation_result *variation, FILE *out)
{
    cJSON *row = fields_to_json(&variation_result_fields, variation);

    print_changes(variation->name, variation->changes, out);
    count_effects(variation, row);
    print_sentence(row, variation_words, out);
    print_lesson(variation->learned, "players", out);
    show_effects_of(variation, &(struct table_sink){TABLE_TEXT, out, NULL});
    print_unchanged(variation, out);
    cJSON_Delete(row);
}

/* ---- a study ---- */

static void print_rows_of_study(const struct study_result *study, enum table_format format,
                                FILE *out)
{
    cJSON *rows = cJSON_CreateArray();

    for (int i = 0; i < study->variations_count; i++)
        for (int k = 0; k < study->variations[i].effects_count; k++)
            add_effect(rows, study->variations[i].name, &study->variations[i].effects[k], true);
    show_effects(rows, true, &(struct table_sink){format, out, NULL});
    cJSON_Delete(rows);
}

static const char legend_of_study[] =
    "shares in percent, their effects in percentage points; p adjusted for all effects; * shown: "
    "below 0.05; ~ looks so";

void print_study(const struct study_result *study, enum table_format format, FILE *out)
{
    struct skat_seed seed = {{0}};
    struct study_lead lead;
    char seed_text[SKAT_SEED_TEXT_SIZE], sentence[STUDY_SENTENCE_SIZE];

    if (format != TABLE_TEXT) {
        print_rows_of_study(study, format, out);
        if (format == TABLE_MD)
            fprintf(out, "\n%s\n", legend_of_study);
        return;
    }
    cJSON *root = fields_to_json(&study_result_fields, study);
    study_lead_of(study, &lead);
    seed_json_read(study->seed, &seed);
    cJSON_AddStringToObject(root, "sentence", study_sentence(&lead, sentence));
    cJSON_AddStringToObject(root, "seed_text", skat_seed_print(&seed, seed_text));
    print_sentence(root,
                   "\n{name}: {sentence}\n{games} games with each rule set, played as {units} "
                   "{unit}s, seed {seed_text}\n",
                   out);
    fprintf(out, "%s\n", legend_of_study);
    print_lesson(study->learned, "of the baseline's rules, players", out);
    if (study->realism)
        print_realism_lines(study->realism, out);
    for (int i = 0; i < study->variations_count; i++)
        print_variation(&study->variations[i], out);
    cJSON_Delete(root);
}

void page_study(const struct study_result *study, cJSON *root)
{
    cJSON *variation = json_get(root, "variations")->child;

    for (int i = 0; variation; i++, variation = variation->next) {
        const struct table_sink to = {.page = cJSON_AddObjectToObject(variation, "numbers")};
        show_effects_of(&study->variations[i], &to);
        add_lesson(variation, study->variations[i].learned, "players");
        table_note(&to, "effects", legend_of_study);
    }
    add_lesson(root, study->learned, "of the baseline's rules, players");
    if (study->realism)
        page_realism(study->realism, cJSON_AddObjectToObject(root, "numbers"));
}

/* ---- several populations ---- */

static struct effect_part part_in(const struct effect_by_population *effect, int population)
{
    const struct population_effect *in = &effect->populations[population];

    return (struct effect_part){.of = &effect->of,
                                .baseline = in->baseline,
                                .value = in->value,
                                .effect = in->effect,
                                .judged = in->judged};
}

static void print_rows_of_populations(const struct populations_result *populations,
                                      enum table_format format, FILE *out)
{
    cJSON *rows = cJSON_CreateArray();

    for (int i = 0; i < populations->variations_count; i++)
        for (int k = 0; k < populations->variations[i].effects_count; k++) {
            const struct effect_by_population *effect = &populations->variations[i].effects[k];
            for (int in = 0; in < effect->populations_count; in++) {
                const struct effect_part part = part_in(effect, in);
                const char *who = effect->populations[in].key;
                add_row(rows, populations->variations[i].name, &part, who, who);
            }
        }
    show_effects(rows, true, &(struct table_sink){format, out, NULL});
    cJSON_Delete(rows);
}

/* The effects in all populations, unless none changes. */
static void add_effect_in_all(cJSON *rows, const struct effect_by_population *effect)
{
    cJSON *row = fields_to_json(&effect_by_population_fields, effect);
    bool changed = false;

    for (int i = 0; i < effect->populations_count; i++) {
        const struct effect_part part = part_in(effect, i);
        changed |= !is_unchanged(&part) && !is_empty(&part);
        cJSON_AddStringToObject(cJSON_GetArrayItem(json_get(row, "populations"), i), "mark",
                                isnan(part.effect.mean)                         ? ""
                                : isnan(part.judged->p) && !is_unchanged(&part) ? " not judged"
                                : judged_differs(part.judged)                   ? " *"
                                                                                : "");
    }
    if (changed)
        cJSON_AddItemToArray(rows, row);
    else
        cJSON_Delete(row);
}

static void show_effects_of_all(const struct populations_result *populations,
                                const struct variation_of_all *variation,
                                const struct table_sink *to)
{
    const int count = populations->populations_count;
    struct column *columns = xcalloc(1 + (size_t)count, sizeof *columns);
    cJSON *rows = cJSON_CreateArray();

    columns[0] = (struct column)COLUMN("metric", "title");
    for (int i = 0; i < count; i++) {
        const char *name = populations->populations[i].name;
        columns[1 + i] = (struct column)COLUMN(
            name, xasprintf("{populations.%s.effect:+~u}{populations.%s.mark}", name, name));
    }
    for (int i = 0; i < variation->effects_count; i++)
        add_effect_in_all(rows, &variation->effects[i]);
    if (rows->child)
        table_show(to, "effects", NULL, "", rows, columns, 1 + count);
    for (int i = 0; i < count; i++)
        free((char *)columns[1 + i].field);
    free(columns);
    cJSON_Delete(rows);
}

static const char effects_and_halves[] =
    "effect and half of its 95 % interval; shares in percentage points; * is p below 0.05, "
    "adjusted for all effects of all populations";

void print_study_populations(const struct populations_result *populations, enum table_format format,
                             FILE *out)
{
    struct study_lead lead;
    char sentence[STUDY_SENTENCE_SIZE];

    if (format != TABLE_TEXT) {
        print_rows_of_populations(populations, format, out);
        if (format == TABLE_MD)
            fprintf(out, "\n%s\n", legend_of_study);
        return;
    }
    populations_lead_of(populations, &lead);
    fprintf(out, "\n%s: %s\n%s\n", populations->name, study_sentence(&lead, sentence),
            effects_and_halves);
    for (int i = 0; i < populations->populations_count; i++) {
        const struct population_head *one = &populations->populations[i];
        fprintf(out, "%s: %s\n", one->name, one->description ? one->description : "");
    }
    for (int i = 0; i < populations->variations_count; i++) {
        const struct variation_of_all *variation = &populations->variations[i];
        print_changes(variation->name, variation->changes, out);
        show_effects_of_all(populations, variation, &(struct table_sink){format, out, NULL});
    }
}

void page_study_populations(const struct populations_result *populations, cJSON *root)
{
    cJSON *variation = json_get(root, "variations")->child;

    for (int i = 0; variation; i++, variation = variation->next) {
        const struct table_sink to = {.page = cJSON_AddObjectToObject(variation, "numbers")};
        show_effects_of_all(populations, &populations->variations[i], &to);
        table_note(&to, "effects", effects_and_halves);
    }
}
