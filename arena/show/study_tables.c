// SPDX-License-Identifier: MIT
#include "arena/show/study_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/config/run_seed.h"
#include "arena/result/campaign_result.h"
#include "arena/show/field_text.h"

/* ---- how a population plays beside others ---- */

/* Behind a figure: * was fitted to, ? does not count. */
static const char *mark_of(const cJSON *reference, const char *key)
{
    return json_has_text(json_get(reference, "fitted_metrics"), key) ? " *"
           : json_get(json_get(reference, "unscored"), key)          ? " ?"
                                                                     : "";
}

/* The metric, with the marks of its figures. */
static void add_metric(cJSON *rows, const cJSON *metric, const cJSON *references)
{
    cJSON *row = cJSON_Duplicate(metric, true), *marks = cJSON_AddObjectToObject(row, "marks");
    const cJSON *reference;

    cJSON_ArrayForEach (reference, references)
        if (json_get(json_get(metric, "references"), json_text(reference, "name")))
            cJSON_AddStringToObject(marks, json_text(reference, "name"),
                                    mark_of(reference, json_text(metric, "metric")));
    cJSON_AddItemToArray(rows, row);
}

/* `known`: only those that a reference has. */
static void add_metrics(cJSON *rows, const cJSON *realism, bool known)
{
    const cJSON *metric;

    cJSON_ArrayForEach (metric, json_get(realism, "metrics"))
        if ((json_get(metric, "references")->child != NULL) == known)
            add_metric(rows, metric, json_get(realism, "references"));
}

static void show_metrics(const cJSON *realism, const struct table_sink *to)
{
    const struct column own[] = {
        COLUMN("metric", "title", .csv = "metric"),
        COLUMN("here (95 % interval)", "share:%1", .csv = "share,low,high=share"),
    };
    enum { OWN = sizeof own / sizeof *own };
    const cJSON *reference, *references = json_get(realism, "references");
    const int most = OWN + cJSON_GetArraySize(references);
    struct column *columns = xcalloc((size_t)most, sizeof *columns);
    cJSON *rows = cJSON_CreateArray();
    int count = OWN;

    memcpy(columns, own, sizeof own);
    cJSON_ArrayForEach (reference, references) {
        const char *name = json_text(reference, "name");
        columns[count++] = (struct column)COLUMN(
            json_text(reference, "title"), xasprintf("{references.%s:%%g}{marks.%s}", name, name),
            .csv = xasprintf("%s=references.%s", name, name));
    }
    if (to->format == TABLE_CSV) {
        cJSON_Delete(rows);
        rows = cJSON_Duplicate(json_get(realism, "metrics"), true);
    } else {
        add_metrics(rows, realism, true);
        add_metrics(rows, realism, false);
    }
    table_show(to, "metrics", realism, "", rows, columns, count);
    for (int i = OWN; i < count; i++) {
        free((char *)columns[i].field);
        free((char *)columns[i].csv);
    }
    free(columns);
    cJSON_Delete(rows);
}

static void show_distances(const cJSON *references, const struct table_sink *to)
{
    static const struct column columns[] = {
        COLUMN("reference", "title"),
        COLUMN("distance (95 % interval)",
               "[{distance:?}{distance/0.01:2} ({low/0.01:2} to {high/0.01:2})]"),
        COLUMN("over fitted figures", "[{fitted.distance/0.01:2} ({fitted.figures} figures)]",
               .presence = IF_ANY),
        COLUMN("over the others",
               "[{held_out:?}{held_out.distance/0.01:2} ({held_out.low/0.01:2} to "
               "{held_out.high/0.01:2}; {held_out.figures} figures)]",
               .presence = IF_ANY),
    };
    const cJSON *reference;
    bool split = false;

    table_show(to, "distances", NULL, "distance from how others play, in percentage points",
               references, COLUMNS(columns));
    cJSON_ArrayForEach (reference, references)
        split |= json_get(reference, "held_out") != NULL;
    if (split)
        table_note(to, "distances",
                   "populations here were fitted to the figures marked *; the others judge them; "
                   "those marked ? are left out of the distance");
}

void show_realism(const cJSON *realism, const struct table_sink *to)
{
    const cJSON *reference, *references = json_get(realism, "references");

    table_say(to, realism, "{games} game{games:s}, {units} {unit}{units:s}\n");
    show_metrics(realism, to);
    if (to->format != TABLE_TEXT)
        return;
    show_distances(references, to);
    cJSON_ArrayForEach (reference, references)
        table_say(to, reference, "{title}: {what} ({source})\n");
}

/* The distance to each reference, a line each. */
static void print_realism_lines(const cJSON *realism, FILE *out)
{
    const cJSON *reference;

    fprintf(out, "distance of the baseline from how others play, in percentage points:\n");
    cJSON_ArrayForEach (reference, json_get(realism, "references"))
        print_sentence(reference,
                       "[{distance:?}  {title}: {distance/0.01:1} ({low/0.01:1} to {high/0.01:1})]"
                       "[{held_out:?}, {held_out.distance/0.01:1} over figures not fitted]"
                       "[{distance:?}\n]",
                       out);
}

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

static const char legend_of_study[] =
    "shares in percent, their effects in percentage points; p adjusted for all effects; * shown: "
    "below 0.05; ~ looks so";

/* For programs: a row for each effect. */
static void show_rows_of_study(const struct study_result *study, const struct table_sink *to)
{
    cJSON *rows = cJSON_CreateArray();

    for (int i = 0; i < study->variations_count; i++)
        for (int k = 0; k < study->variations[i].effects_count; k++)
            add_effect(rows, study->variations[i].name, &study->variations[i].effects[k], true);
    show_effects(rows, true, to);
    cJSON_Delete(rows);
}

static void print_study(const struct study_result *study, cJSON *root, FILE *out)
{
    struct skat_seed seed = {{0}};
    struct study_lead lead;
    char seed_text[SKAT_SEED_TEXT_SIZE], sentence[STUDY_SENTENCE_SIZE];

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
}

static void add_tables(const struct study_result *study, cJSON *root, const struct table_sink *to)
{
    cJSON *variation = json_get(root, "variations")->child;

    for (int i = 0; variation; i++, variation = variation->next) {
        const struct table_sink own = {.page = cJSON_AddObjectToObject(variation, "numbers")};
        show_effects_of(&study->variations[i], &own);
        add_lesson(variation, study->variations[i].learned, "players");
        table_note(&own, "effects", legend_of_study);
    }
    add_lesson(root, study->learned, "of the baseline's rules, players");
    if (study->realism)
        show_realism(study->realism, to);
}

void show_study(const void *result, cJSON *root, const struct table_sink *to)
{
    if (to->page)
        add_tables(result, root, to);
    else if (to->format == TABLE_TEXT)
        print_study(result, root, to->out);
    else
        show_rows_of_study(result, to);
    if (to->format == TABLE_MD)
        fprintf(to->out, "\n%s\n", legend_of_study);
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

static void show_rows_of_populations(const struct populations_result *populations,
                                     const struct table_sink *to)
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
    show_effects(rows, true, to);
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

static void print_populations(const struct populations_result *populations,
                              const struct table_sink *to)
{
    struct study_lead lead;
    char sentence[STUDY_SENTENCE_SIZE];

    populations_lead_of(populations, &lead);
    fprintf(to->out, "\n%s: %s\n%s\n", populations->name, study_sentence(&lead, sentence),
            effects_and_halves);
    for (int i = 0; i < populations->populations_count; i++) {
        const struct population_head *one = &populations->populations[i];
        fprintf(to->out, "%s: %s\n", one->name, one->description ? one->description : "");
    }
    for (int i = 0; i < populations->variations_count; i++) {
        const struct variation_of_all *variation = &populations->variations[i];
        print_changes(variation->name, variation->changes, to->out);
        show_effects_of_all(populations, variation, to);
    }
}

void show_populations(const void *result, cJSON *root, const struct table_sink *to)
{
    const struct populations_result *populations = result;
    cJSON *variation = to->page ? json_get(root, "variations")->child : NULL;

    for (int i = 0; variation; i++, variation = variation->next) {
        const struct table_sink own = {.page = cJSON_AddObjectToObject(variation, "numbers")};
        show_effects_of_all(populations, &populations->variations[i], &own);
        table_note(&own, "effects", effects_and_halves);
    }
    if (!to->page && to->format == TABLE_TEXT)
        print_populations(populations, to);
    else if (!to->page)
        show_rows_of_populations(populations, to);
    if (to->format == TABLE_MD)
        fprintf(to->out, "\n%s\n", legend_of_study);
}
