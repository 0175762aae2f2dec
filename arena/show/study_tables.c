// SPDX-License-Identifier: MIT
#include "arena/show/study_tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/terminal.h"
#include "arena/base/text.h"
#include "arena/config/seed_json.h"
#include "arena/result/study_verdict.h"
#include "arena/show/realism_tables.h"

/* Does the variation leave this metric unchanged in every unit? */
static bool is_unchanged(const struct estimate *effect)
{
    return effect->error == 0 && effect->mean == 0;
}

/* Does neither rule set have games that the metric is defined for? */
static bool is_empty(double baseline, double value) { return isnan(baseline) && isnan(value); }

static bool is_same(double one, double other)
{
    return one == other || (isnan(one) && isnan(other));
}

/* Is the effect on players who have learned that on the others? */
static bool learned_nothing(const struct metric_effect *effect)
{
    const struct estimate *one = &effect->effect, *other = &effect->learned->effect;
    return is_same(one->mean, other->mean) && is_same(one->error, other->error);
}

static bool is_listed(const struct metric_effect *effect)
{
    const struct learned_effect *learned = effect->learned;
    return (!is_unchanged(&effect->effect) || (learned && !is_unchanged(&learned->effect))) &&
           !is_empty(effect->baseline, effect->value);
}

/* Shares are shown in percent. */
static double scale_of(const struct metric_name *metric)
{
    return strcmp(metric->measured_in, "share") == 0 ? 100 : 1;
}

/* Factors are close to 1. */
static int decimals_of(const struct metric_name *metric)
{
    return strcmp(metric->measured_in, "number") == 0 ? 4 : 2;
}

/* The baseline or the value of an effect; what cannot be computed is shown as a dash. */
static void print_value(const struct metric_name *metric, double value, int width, FILE *out)
{
    if (isnan(value))
        fprintf(out, "%*s", width, "-");
    else
        fprintf(out, "%*.*f", width, decimals_of(metric), scale_of(metric) * value);
}

static void print_difference(const struct metric_name *metric, double value, int width, FILE *out)
{
    if (isnan(value))
        fprintf(out, "%*s", width, "-");
    else
        fprintf(out, "%+*.*f", width, decimals_of(metric), scale_of(metric) * value);
}

/* "+1.93 (  +0.81 to   +3.05)", or that it cannot be judged, in the same width. */
static void print_change(const struct metric_name *metric, const struct estimate *effect,
                         const struct judged *judged, int width, FILE *out)
{
    print_difference(metric, effect->mean, width, out);
    if (isnan(judged->p) && !is_unchanged(effect)) {
        fprintf(out, " %-*s", width ? 2 * width + 6 : 0, "cannot be judged");
        return;
    }
    fprintf(out, " (");
    print_difference(metric, effect->low, width, out);
    fprintf(out, " to ");
    print_difference(metric, effect->high, width, out);
    fprintf(out, ")");
}

/* "0.0312 *"; the star marks what is significant among all effects of the study. A dash where
 * nothing differs. */
static void print_p(const struct judged *judged, int width, FILE *out)
{
    const double LEAST_SHOWN = 0.0001;

    if (isnan(judged->p_adjusted))
        fprintf(out, "%*s", width, "-");
    else if (judged->p_adjusted < LEAST_SHOWN)
        fprintf(out, "%*s *", width, "<0.0001");
    else
        fprintf(out, "%*.4f%s", width, judged->p_adjusted, judged_differs(judged) ? " *" : "");
}

/* "19 of 26 effects are shown; 2 cannot be judged", of one variation. */
static void print_counts(const struct variation_result *variation, FILE *out)
{
    int judged = 0, shown = 0, unjudged = 0;

    for (int i = 0; i < variation->effects_count; i++) {
        const struct metric_effect *effect = &variation->effects[i];
        judged += !isnan(effect->judged->p);
        shown += judged_differs(effect->judged);
        unjudged +=
            effect_is_unjudged(effect->baseline, effect->value, &effect->effect, effect->judged);
    }
    if (judged)
        fprintf(out, "%d of %d effects %s shown", shown, judged, shown == 1 ? "is" : "are");
    if (unjudged)
        fprintf(out, "%s%d cannot be judged", judged ? "; " : "", unjudged);
    if (judged || unjudged)
        fprintf(out, "\n");
}

static int title_width(const struct variation_result *variation)
{
    int widest = 6;

    for (int i = 0; i < variation->effects_count; i++) {
        const struct metric_effect *effect = &variation->effects[i];
        int width = text_width(effect->of.title);
        widest = is_listed(effect) && width > widest ? width : widest;
    }
    return widest;
}

enum { NUMBER = 8, CHANGE = 7, P = 8 };
enum { COLUMNS_BESIDE_TITLE = 2 * (1 + NUMBER) + 1 + 3 * CHANGE + 7 + 1 + P + 2 };

static void print_learned_row(const struct metric_effect *effect, int titles, FILE *out)
{
    const struct learned_effect *learned = effect->learned;

    fprintf(out, "%-*s %*s ", titles, "  who have learned", NUMBER, "");
    print_value(&effect->of, learned->value, NUMBER, out);
    fprintf(out, " ");
    print_change(&effect->of, &learned->effect, learned->judged, CHANGE, out);
    fprintf(out, " ");
    print_p(learned->judged, P, out);
    fprintf(out, "\n");
}

static void print_row(const struct metric_effect *effect, int titles, FILE *out)
{
    print_name(effect->of.title, titles, out);
    fprintf(out, " ");
    print_value(&effect->of, effect->baseline, NUMBER, out);
    fprintf(out, " ");
    print_value(&effect->of, effect->value, NUMBER, out);
    fprintf(out, " ");
    print_change(&effect->of, &effect->effect, effect->judged, CHANGE, out);
    fprintf(out, " ");
    print_p(effect->judged, P, out);
    fprintf(out, "\n");
    if (effect->learned && !learned_nothing(effect))
        print_learned_row(effect, titles, out);
}

static bool is_any_listed(const struct variation_result *variation)
{
    for (int i = 0; i < variation->effects_count; i++)
        if (is_listed(&variation->effects[i]))
            return true;
    return false;
}

static void print_rows(const struct variation_result *variation, int titles, FILE *out)
{
    if (!is_any_listed(variation))
        return;
    fprintf(out, "%-*s %*s %*s %*s%-*s %*s\n", titles, "metric", NUMBER, "baseline", NUMBER,
            "value", CHANGE, "effect", 2 * CHANGE + 7, " (95 % interval)", P, "p (Holm)");
    for (int i = 0; i < variation->effects_count; i++)
        if (is_listed(&variation->effects[i]))
            print_row(&variation->effects[i], titles, out);
}

/* One number below another, for a narrow terminal. */
static void print_stacked(const struct variation_result *variation, FILE *out)
{
    for (int i = 0; i < variation->effects_count; i++) {
        const struct metric_effect *effect = &variation->effects[i];
        if (!is_listed(effect))
            continue;
        fprintf(out, "%s\n  ", effect->of.title);
        print_value(&effect->of, effect->baseline, 0, out);
        fprintf(out, " -> ");
        print_value(&effect->of, effect->value, 0, out);
        fprintf(out, ": ");
        print_change(&effect->of, &effect->effect, effect->judged, 0, out);
        if (!isnan(effect->judged->p)) {
            fprintf(out, ", p ");
            print_p(effect->judged, 0, out);
        }
        fprintf(out, "\n");
    }
}

static void print_unchanged(const struct variation_result *variation, int width, FILE *out)
{
    enum { WIDTH_OF_FILES = 100 };
    const char *separator = "";
    int room = width ? width : WIDTH_OF_FILES, used = fprintf(out, "unchanged:");

    for (int i = 0; i < variation->effects_count; i++) {
        const struct metric_effect *effect = &variation->effects[i];
        const char *key = effect->of.metric;
        if (!is_unchanged(&effect->effect))
            continue;
        used += fprintf(out, "%s", separator);
        if (used + (int)strlen(key) + 2 > room)
            used = fprintf(out, "\n ") - 1;
        used += fprintf(out, " %s", key);
        separator = ",";
    }
    fprintf(out, *separator ? "\n" : " nothing\n");
}

static void print_changes(const cJSON *changes, FILE *out)
{
    const cJSON *change;

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

static void print_values(const struct named_int *values, int count, FILE *out)
{
    for (int i = 0; i < count; i++)
        fprintf(out, "%s %s %" PRId64, i ? "," : "", values[i].name, values[i].value);
}

/* ": +0.31 (+0.11 to +0.51) points a deal more than as before, p 0.0120 for 3 searches" */
static void print_gain(const struct lesson *lesson, FILE *out)
{
    const struct judged *judged = lesson->check.judged;
    char text[ESTIMATE_TEXT];

    fprintf(out, ": %s points a deal more than as before",
            estimate_text_to(lesson->check.difference, 2, text));
    if (judged && !isnan(judged->p_adjusted)) {
        fprintf(out, ", p ");
        print_p(judged, 0, out);
        fprintf(out, " for %" PRId64 " searches", lesson->searches);
    }
}

/* "players learned caution 52: +0.31 ...", or what they found all the same. */
static void print_lesson(const struct lesson *lesson, const char *who, FILE *out)
{
    const bool found = !isnan(lesson->check.difference.mean) && lesson->check.judged;

    fprintf(out, "%s %s", who,
            lesson->taken ? "learned" : "learned nothing that is shown to win more, and play with");
    print_values(lesson->options, lesson->options_count, out);
    if (lesson->taken) {
        print_gain(lesson, out);
    } else if (found) {
        fprintf(out, "\n  found");
        print_values(lesson->found, lesson->found_count, out);
        print_gain(lesson, out);
        if (lesson->check_baseline && lesson->check_baseline->judged) {
            char text[ESTIMATE_TEXT];
            fprintf(out, "; under the rules of the baseline %s",
                    estimate_text_to(lesson->check_baseline->difference, 2, text));
        }
    } else {
        fprintf(out, ": the search found nothing else");
    }
    fprintf(out, "\n");
}

static void print_remarks(const struct variation_result *variation, FILE *out)
{
    if (variation->warning)
        fprintf(out, "WARNING: %s\n", variation->warning);
    if (variation->indifferent)
        fprintf(out, "%s\n", variation->indifferent);
    if (variation->unit_cause)
        fprintf(out, "paired over %" PRId64 " session%s, because %s\n", variation->units,
                text_plural(variation->units), variation->unit_cause);
    if (variation->note)
        fprintf(out, "(%s)\n", variation->note);
}

static void print_variation(const struct variation_result *variation, int width, FILE *out)
{
    int titles = title_width(variation);

    fprintf(out, "\n%s", variation->name);
    print_changes(variation->changes, out);
    print_remarks(variation, out);
    print_counts(variation, out);
    if (variation->learned)
        print_lesson(variation->learned, "players", out);
    if (width && width < titles + COLUMNS_BESIDE_TITLE)
        print_stacked(variation, out);
    else
        print_rows(variation, titles, out);
    print_unchanged(variation, width, out);
}

void print_study(const struct study_result *study, int width, FILE *out)
{
    struct skat_seed seed = {{0}};
    struct study_lead lead;
    char seed_text[SKAT_SEED_TEXT_SIZE], sentence[STUDY_SENTENCE_SIZE];

    study_lead_of(study, &lead);
    seed_json_read(study->seed, &seed);
    fprintf(out,
            "\n%s: %s\n%" PRId64 " games with each rule set, played as %" PRId64 " %ss, seed %s\n"
            "shares in percent, their effects in percentage points; p adjusted for all effects, * "
            "below %.2f: shown\n",
            study->name, study_sentence(&lead, sentence), study->games, study->units, study->unit,
            skat_seed_print(&seed, seed_text), JUDGED_LEVEL);
    if (study->learned)
        print_lesson(study->learned, "of the baseline's rules, players", out);
    if (study->realism)
        print_realism_lines(study->realism, out);
    for (int i = 0; i < study->variations_count; i++)
        print_variation(&study->variations[i], width, out);
}

/* ---- several populations ---- */

/* Does no population change? */
static bool all_unchanged(const struct effect_by_population *effect)
{
    for (int i = 0; i < effect->populations_count; i++) {
        const struct population_effect *own = &effect->populations[i];
        if (!is_unchanged(&own->effect) && !is_empty(own->baseline, own->value))
            return false;
    }
    return true;
}

/* "-4.27 ±0.27 *"; of what cannot be judged, without "±". */
static void print_by_population(const struct metric_name *metric,
                                const struct population_effect *own, int width, FILE *out)
{
    const struct estimate change = own->effect;
    const double scale = scale_of(metric);
    const int decimals = decimals_of(metric);
    char text[64] = "-";

    if (!isnan(change.mean) && isnan(own->judged->p))
        snprintf(text, sizeof text, "%+.*f %s", decimals, scale * change.mean,
                 is_unchanged(&change) ? "" : "not judged");
    else if (!isnan(change.mean))
        snprintf(text, sizeof text, "%+.*f +-%.*f%s", decimals, scale * change.mean, decimals,
                 scale * fmax(change.high - change.mean, change.mean - change.low),
                 judged_differs(own->judged) ? " *" : "  ");
    fprintf(out, "%*s", width, text);
}

enum { POPULATION_COLUMN = 19, POPULATION_TITLES = 31 };

static void print_effect_of_populations(const struct effect_by_population *effect, bool stacked,
                                        FILE *out)
{
    if (stacked)
        fprintf(out, "%s\n", effect->of.title);
    else
        print_name(effect->of.title, POPULATION_TITLES, out);
    for (int i = 0; i < effect->populations_count; i++) {
        if (stacked)
            fprintf(out, "  %s: ", effect->populations[i].key);
        print_by_population(&effect->of, &effect->populations[i], stacked ? 0 : POPULATION_COLUMN,
                            out);
        if (stacked)
            fprintf(out, "\n");
    }
    if (!stacked)
        fprintf(out, "\n");
}

static void print_variation_of_all(const struct populations_result *populations,
                                   const struct variation_of_all *variation, bool stacked,
                                   FILE *out)
{
    fprintf(out, "\n%s", variation->name);
    print_changes(variation->changes, out);
    if (!stacked) {
        fprintf(out, "%-*s", POPULATION_TITLES, "metric");
        for (int i = 0; i < populations->populations_count; i++)
            fprintf(out, "%*.*s  ", POPULATION_COLUMN - 2, POPULATION_COLUMN - 2,
                    populations->populations[i].name);
        fprintf(out, "\n");
    }
    for (int i = 0; i < variation->effects_count; i++)
        if (!all_unchanged(&variation->effects[i]))
            print_effect_of_populations(&variation->effects[i], stacked, out);
}

void print_study_populations(const struct populations_result *populations, int width, FILE *out)
{
    struct study_lead lead;
    char sentence[STUDY_SENTENCE_SIZE];
    bool stacked =
        width && width < POPULATION_TITLES + POPULATION_COLUMN * populations->populations_count;

    populations_lead_of(populations, &lead);
    fprintf(
        out,
        "\n%s: %s\neffect and the larger half of its 95 %% interval; shares in percentage points; "
        "* is p below %.2f,\nadjusted for all effects of all populations\n",
        populations->name, study_sentence(&lead, sentence), JUDGED_LEVEL);
    for (int i = 0; i < populations->populations_count; i++) {
        const struct population_head *one = &populations->populations[i];
        fprintf(out, "%s: %s\n", one->name, one->description ? one->description : "");
    }
    for (int i = 0; i < populations->variations_count; i++)
        print_variation_of_all(populations, &populations->variations[i], stacked, out);
}
