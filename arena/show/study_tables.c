#include "arena/show/study_tables.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "engine/seed.h"
#include "arena/base/terminal.h"

static const double SIGNIFICANT = 0.05;

/* Does the variation leave this metric unchanged in every unit? */
static bool is_unchanged(const cJSON *effect)
{
    const cJSON *change = cJSON_GetObjectItemCaseSensitive(effect, "effect");
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(change, "error");

    return cJSON_IsNumber(error) && error->valuedouble == 0 && json_number(change, "mean") == 0;
}

/* Does neither rule set have games that the metric is defined for? */
static bool is_empty(const cJSON *effect)
{
    return cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(effect, "base")) &&
           cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(effect, "value"));
}

static bool is_listed(const cJSON *effect) { return !is_unchanged(effect) && !is_empty(effect); }

/* Shares are shown in percent. */
static double scale_of(const cJSON *effect)
{
    return strcmp(json_text(effect, "unit"), "share") == 0 ? 100 : 1;
}

/* Factors are close to 1. */
static int decimals_of(const cJSON *effect)
{
    return strcmp(json_text(effect, "unit"), "number") == 0 ? 4 : 2;
}

/* The base or the value of an effect; null is shown as a dash. */
static void print_member(const cJSON *effect, const char *key, int width, FILE *out)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(effect, key);

    if (cJSON_IsNumber(item))
        fprintf(out, "%*.*f", width, decimals_of(effect), scale_of(effect) * item->valuedouble);
    else
        fprintf(out, "%*s", width, "-");
}

static void print_difference(const cJSON *effect, const char *key, int width, FILE *out)
{
    const cJSON *item =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(effect, "effect"), key);

    if (cJSON_IsNumber(item))
        fprintf(out, "%+*.*f", width, decimals_of(effect), scale_of(effect) * item->valuedouble);
    else
        fprintf(out, "%*s", width, "-");
}

/* "+1.93 (  +0.81 to   +3.05)" */
static void print_change(const cJSON *effect, int width, FILE *out)
{
    print_difference(effect, "mean", width, out);
    fprintf(out, " (");
    print_difference(effect, "low", width, out);
    fprintf(out, " to ");
    print_difference(effect, "high", width, out);
    fprintf(out, ")");
}

/* "0.0312 *"; the star marks what is significant among all effects of the study. */
static void print_p(const cJSON *effect, int width, FILE *out)
{
    const double LEAST_SHOWN = 0.0001;
    const cJSON *p = cJSON_GetObjectItemCaseSensitive(effect, "p_holm");

    if (!cJSON_IsNumber(p))
        fprintf(out, "%*s", width, "-");
    else if (p->valuedouble < LEAST_SHOWN)
        fprintf(out, "%*s *", width, "<0.0001");
    else
        fprintf(out, "%*.4f%s", width, p->valuedouble, p->valuedouble < SIGNIFICANT ? " *" : "");
}

static int title_width(const cJSON *effects)
{
    int widest = 6;
    const cJSON *effect;

    cJSON_ArrayForEach (effect, effects) {
        int width = text_width(json_text(effect, "title"));
        widest = is_listed(effect) && width > widest ? width : widest;
    }
    return widest;
}

enum { NUMBER = 8, CHANGE = 7, P = 8 };
enum { COLUMNS_BESIDE_TITLE = 2 * (1 + NUMBER) + 1 + 3 * CHANGE + 7 + 1 + P + 2 };

static void print_rows(const cJSON *effects, int titles, FILE *out)
{
    const cJSON *effect;

    fprintf(out, "%-*s %*s %*s %*s%-*s %*s\n", titles, "metric", NUMBER, "base", NUMBER, "value",
            CHANGE, "effect", 2 * CHANGE + 7, " (95 % interval)", P, "p (Holm)");
    cJSON_ArrayForEach (effect, effects) {
        if (!is_listed(effect))
            continue;
        print_name(json_text(effect, "title"), titles, out);
        fprintf(out, " ");
        print_member(effect, "base", NUMBER, out);
        fprintf(out, " ");
        print_member(effect, "value", NUMBER, out);
        fprintf(out, " ");
        print_change(effect, CHANGE, out);
        fprintf(out, " ");
        print_p(effect, P, out);
        fprintf(out, "\n");
    }
}

/* One number below another, for a narrow terminal. */
static void print_stacked(const cJSON *effects, FILE *out)
{
    const cJSON *effect;

    cJSON_ArrayForEach (effect, effects) {
        if (!is_listed(effect))
            continue;
        fprintf(out, "%s\n  ", json_text(effect, "title"));
        print_member(effect, "base", 0, out);
        fprintf(out, " -> ");
        print_member(effect, "value", 0, out);
        fprintf(out, ": ");
        print_change(effect, 0, out);
        fprintf(out, ", p ");
        print_p(effect, 0, out);
        fprintf(out, "\n");
    }
}

static void print_unchanged(const cJSON *effects, int width, FILE *out)
{
    enum { WIDTH_OF_FILES = 100 };
    const cJSON *effect;
    const char *separator = "";
    int room = width ? width : WIDTH_OF_FILES, used = fprintf(out, "unchanged:");

    cJSON_ArrayForEach (effect, effects) {
        const char *key = json_text(effect, "metric");
        if (!is_unchanged(effect))
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

static void print_variation(const cJSON *variation, int width, FILE *out)
{
    const cJSON *effects = cJSON_GetObjectItemCaseSensitive(variation, "effects");
    const char *note = json_text(variation, "note");
    int titles = title_width(effects);

    fprintf(out, "\n%s", json_text(variation, "name"));
    print_changes(cJSON_GetObjectItemCaseSensitive(variation, "changes"), out);
    if (*json_text(variation, "warning"))
        fprintf(out, "WARNING: %s\n", json_text(variation, "warning"));
    if (*json_text(variation, "unit_cause"))
        fprintf(out, "paired over %.0f sessions, because %s\n", json_number(variation, "units"),
                json_text(variation, "unit_cause"));
    if (*note)
        fprintf(out, "(%s)\n", note);
    if (width && width < titles + COLUMNS_BESIDE_TITLE)
        print_stacked(effects, out);
    else
        print_rows(effects, titles, out);
    print_unchanged(effects, width, out);
}

/* Counts the effects that have a p value, which are adjusted together. */
static int count_tests(const cJSON *study)
{
    const cJSON *variation, *effect;
    int count = 0;

    cJSON_ArrayForEach (variation, cJSON_GetObjectItemCaseSensitive(study, "variations"))
        cJSON_ArrayForEach (effect, cJSON_GetObjectItemCaseSensitive(variation, "effects"))
            count += cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(effect, "p"));
    return count;
}

void print_study(const cJSON *study, int width, FILE *out)
{
    const cJSON *variation, *number = cJSON_GetObjectItemCaseSensitive(study, "seed");
    char seed[SKAT_SEED_TEXT_SIZE] = "";

    if (cJSON_IsNumber(number))
        snprintf(seed, sizeof seed, "%.0f", number->valuedouble);
    else
        snprintf(seed, sizeof seed, "%s", json_text(study, "seed"));
    fprintf(out,
            "\n%s: %.0f games with each rule set, played as %.0f %ss, seed %s\n"
            "shares in percent; p adjusted for all %d effects of the study, * below %.2f\n",
            json_text(study, "name"), json_number(study, "games"), json_number(study, "units"),
            json_text(study, "unit"), seed, count_tests(study), SIGNIFICANT);
    cJSON_ArrayForEach (variation, cJSON_GetObjectItemCaseSensitive(study, "variations"))
        print_variation(variation, width, out);
}
