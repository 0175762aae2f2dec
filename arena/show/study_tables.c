#include "arena/show/study_tables.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/config/seed_json.h"
#include "arena/base/terminal.h"
#include "arena/show/realism_tables.h"

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

/* The same effect on players who have learned the rules, or NULL. */
static const cJSON *learned_of(const cJSON *effect)
{
    return cJSON_GetObjectItemCaseSensitive(effect, "learned");
}

static bool learned_nothing(const cJSON *effect)
{
    const cJSON *learned = learned_of(effect);
    return cJSON_Compare(cJSON_GetObjectItemCaseSensitive(effect, "effect"),
                         cJSON_GetObjectItemCaseSensitive(learned, "effect"), true);
}

static bool is_listed(const cJSON *effect)
{
    const cJSON *learned = learned_of(effect);
    return (!is_unchanged(effect) || (learned && !is_unchanged(learned))) && !is_empty(effect);
}

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

/* The unit is that of the effect on the other players. */
static void print_learned_row(const cJSON *effect, int titles, FILE *out)
{
    cJSON *learned = cJSON_Duplicate(learned_of(effect), true);

    cJSON_AddStringToObject(learned, "unit", json_text(effect, "unit"));
    fprintf(out, "%-*s %*s ", titles, "  who have learned", NUMBER, "");
    print_member(learned, "value", NUMBER, out);
    fprintf(out, " ");
    print_change(learned, CHANGE, out);
    fprintf(out, " ");
    print_p(learned, P, out);
    fprintf(out, "\n");
    cJSON_Delete(learned);
}

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
        if (learned_of(effect) && !learned_nothing(effect))
            print_learned_row(effect, titles, out);
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

/* "what players learned: caution 52 (+0.31 (+0.11 to +0.51) points a deal)" */
static void print_lesson(const cJSON *lesson, const char *who, FILE *out)
{
    const cJSON *option, *difference = cJSON_GetObjectItemCaseSensitive(
                             cJSON_GetObjectItemCaseSensitive(lesson, "check"), "difference");
    bool taken = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(lesson, "taken"));

    fprintf(out, "%s %s", who, taken ? "learned" : "learned nothing that wins more, and play with");
    cJSON_ArrayForEach (option, cJSON_GetObjectItemCaseSensitive(lesson, "options"))
        fprintf(out, "%s %s %.0f", option->prev->next ? "," : "", option->string,
                option->valuedouble);
    if (taken)
        fprintf(out, ": %+.2f (%+.2f to %+.2f) points a deal more than as before",
                json_number(difference, "mean"), json_number(difference, "low"),
                json_number(difference, "high"));
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
    if (*json_text(variation, "indifferent"))
        fprintf(out, "%s\n", json_text(variation, "indifferent"));
    if (*json_text(variation, "unit_cause"))
        fprintf(out, "paired over %.0f sessions, because %s\n", json_number(variation, "units"),
                json_text(variation, "unit_cause"));
    if (*note)
        fprintf(out, "(%s)\n", note);
    if (cJSON_GetObjectItemCaseSensitive(variation, "learned"))
        print_lesson(cJSON_GetObjectItemCaseSensitive(variation, "learned"), "players", out);
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
    const cJSON *variation;
    struct skat_seed seed = {{0}};
    char seed_text[SKAT_SEED_TEXT_SIZE];

    seed_json_read(cJSON_GetObjectItemCaseSensitive(study, "seed"), &seed);
    fprintf(out,
            "\n%s: %.0f games with each rule set, played as %.0f %ss, seed %s\n"
            "shares in percent; p adjusted for all %d effects of the study, * below %.2f\n",
            json_text(study, "name"), json_number(study, "games"), json_number(study, "units"),
            json_text(study, "unit"), skat_seed_print(&seed, seed_text), count_tests(study),
            SIGNIFICANT);
    if (cJSON_GetObjectItemCaseSensitive(study, "learned"))
        print_lesson(cJSON_GetObjectItemCaseSensitive(study, "learned"),
                     "of the base's rules, players", out);
    if (cJSON_GetObjectItemCaseSensitive(study, "realism"))
        print_realism_line(cJSON_GetObjectItemCaseSensitive(study, "realism"), out);
    cJSON_ArrayForEach (variation, cJSON_GetObjectItemCaseSensitive(study, "variations"))
        print_variation(variation, width, out);
}

/* ---- several populations ---- */

/* Does no population change? */
static bool all_unchanged(const cJSON *effect)
{
    const cJSON *own;

    cJSON_ArrayForEach (own, cJSON_GetObjectItemCaseSensitive(effect, "populations"))
        if (!is_unchanged(own) && !is_empty(own))
            return false;
    return true;
}

/* "-4.27 ±0.27 *" */
static void print_by_population(const cJSON *effect, const cJSON *own, int width, FILE *out)
{
    const cJSON *change = cJSON_GetObjectItemCaseSensitive(own, "effect");
    const cJSON *mean = cJSON_GetObjectItemCaseSensitive(change, "mean");
    const cJSON *p = cJSON_GetObjectItemCaseSensitive(own, "p_holm");
    char text[64] = "-";
    double scale = scale_of(effect);

    if (cJSON_IsNumber(mean) && cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(change, "error")))
        snprintf(text, sizeof text, "%+.*f +-%.*f%s", decimals_of(effect),
                 scale * mean->valuedouble, decimals_of(effect),
                 scale * (json_number(change, "high") - json_number(change, "low")) / 2,
                 cJSON_IsNumber(p) && p->valuedouble < SIGNIFICANT ? " *" : "  ");
    fprintf(out, "%*s", width, text);
}

static void print_effects_of_populations(const cJSON *effects, int titles, bool stacked, FILE *out)
{
    enum { COLUMN = 19 };
    const cJSON *effect, *own;

    cJSON_ArrayForEach (effect, effects) {
        if (all_unchanged(effect))
            continue;
        if (stacked)
            fprintf(out, "%s\n", json_text(effect, "title"));
        else
            print_name(json_text(effect, "title"), titles, out);
        cJSON_ArrayForEach (own, cJSON_GetObjectItemCaseSensitive(effect, "populations")) {
            if (stacked)
                fprintf(out, "  %s: ", own->string);
            print_by_population(effect, own, stacked ? 0 : COLUMN, out);
            if (stacked)
                fprintf(out, "\n");
        }
        if (!stacked)
            fprintf(out, "\n");
    }
}

void print_study_populations(const cJSON *populations, int width, FILE *out)
{
    enum { COLUMN = 19, TITLES = 31 };
    const cJSON *variation, *population,
        *list = cJSON_GetObjectItemCaseSensitive(populations, "populations");
    bool stacked = width && width < TITLES + COLUMN * cJSON_GetArraySize(list);

    fprintf(out,
            "\n%s: effect and half of its 95 %% interval; shares in percentage points; * is p "
            "below %.2f,\nadjusted for all effects of all populations\n",
            json_text(populations, "name"), SIGNIFICANT);
    cJSON_ArrayForEach (population, list)
        fprintf(out, "%s: %s\n", json_text(population, "name"),
                json_text(population, "description"));
    cJSON_ArrayForEach (variation, cJSON_GetObjectItemCaseSensitive(populations, "variations")) {
        fprintf(out, "\n%s", json_text(variation, "name"));
        print_changes(cJSON_GetObjectItemCaseSensitive(variation, "changes"), out);
        if (!stacked) {
            fprintf(out, "%-*s", TITLES, "metric");
            cJSON_ArrayForEach (population, list)
                fprintf(out, "%*.*s  ", COLUMN - 2, COLUMN - 2, json_text(population, "name"));
            fprintf(out, "\n");
        }
        print_effects_of_populations(cJSON_GetObjectItemCaseSensitive(variation, "effects"), TITLES,
                                     stacked, out);
    }
}
