// SPDX-License-Identifier: MIT
#include "arena/show/realism_tables.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "arena/base/text.h"
#include "arena/base/json_write.h"
#include "arena/base/terminal.h"

enum { TITLE = 42, SHARE = 24, COLUMN = 15 };
static const double PERCENT = 100;

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* Half a percent can only be told with two decimals. */
static int decimals(double low, double high) { return PERCENT * (high - low) < 0.4 ? 2 : 1; }

static void print_share(const cJSON *share, int width, FILE *out)
{
    char text[64] = "-";

    if (cJSON_IsNumber(member(share, "mean"))) {
        double low = json_number(share, "low"), high = json_number(share, "high");
        int digits = decimals(low, high);
        snprintf(text, sizeof text, "%.*f (%.*f to %.*f)", digits,
                 PERCENT * json_number(share, "mean"), digits, PERCENT * low, digits,
                 PERCENT * high);
    }
    fprintf(out, "%*s", width, text);
}

static bool is_listed(const cJSON *list, const char *key)
{
    const cJSON *item;

    cJSON_ArrayForEach (item, list)
        if (cJSON_IsString(item) && strcmp(item->valuestring, key) == 0)
            return true;
    return false;
}

/* Behind a figure: * was fitted to, ? does not count. */
static const char *mark_of(const cJSON *reference, const char *key)
{
    return is_listed(member(reference, "fitted_metrics"), key) ? "*"
           : member(member(reference, "unscored"), key)        ? "?"
                                                               : "";
}

/* A tenth of a percent, and more digits of what is less. */
static int figure_decimals(double share) { return share > 0 && PERCENT * share < 0.05 ? 4 : 1; }

static void print_metric(const cJSON *metric, const cJSON *references, bool stacked, FILE *out)
{
    const cJSON *reference, *figures = member(metric, "references");
    const char *key = json_text(metric, "metric");
    int room = 0; /* 1 if no mark follows the column before: its place is free */

    if (stacked)
        fprintf(out, "%s\n  ", json_text(metric, "title"));
    else
        print_name(json_text(metric, "title"), TITLE, out);
    print_share(member(metric, "share"), stacked ? 0 : SHARE, out);
    cJSON_ArrayForEach (reference, references) {
        const cJSON *figure = member(figures, json_text(reference, "name"));
        const char *mark = mark_of(reference, key);
        char text[32] = "-";
        if (figure)
            snprintf(text, sizeof text, "%.*f%s", figure_decimals(figure->valuedouble),
                     PERCENT * figure->valuedouble, mark);
        if (stacked && figure)
            fprintf(out, "; %s: %s", json_text(reference, "title"), text);
        else if (!stacked)
            fprintf(out, " %*s", COLUMN + room + (figure && *mark), text);
        room = !(figure && *mark);
    }
    fprintf(out, "\n");
}

static void print_head(const cJSON *references, FILE *out)
{
    const cJSON *reference;

    fprintf(out, "%-*s%*s", TITLE, "percent", SHARE, "here (95 % interval)");
    cJSON_ArrayForEach (reference, references) {
        fprintf(out, " %*.*s", COLUMN + (reference->prev->next != NULL), COLUMN,
                json_text(reference, "title"));
    }
    fprintf(out, "\n");
}

/* "4.41", or "3.90 to 4.88", in percentage points; "-" of a reference that has no such figures. */
static void print_distance_cell(const cJSON *of, bool interval, int width, FILE *out)
{
    char text[64] = "-";

    if (cJSON_IsNumber(member(of, "distance")))
        snprintf(text, sizeof text, interval ? "%.2f to %.2f" : "%.2f",
                 PERCENT * json_number(of, interval ? "low" : "distance"),
                 PERCENT * json_number(of, "high"));
    fprintf(out, " %*s", width, text);
}

/* `part`: "fitted", "held_out", or NULL for all figures. */
static void print_distance(const cJSON *references, const char *part, bool interval,
                           const char *title, bool stacked, FILE *out)
{
    const cJSON *reference;

    fprintf(out, "%-*s", stacked ? 0 : TITLE + SHARE, title);
    cJSON_ArrayForEach (reference, references) {
        if (stacked)
            fprintf(out, "; %s:", json_text(reference, "title"));
        print_distance_cell(part ? member(reference, part) : reference, interval,
                            stacked ? 0 : COLUMN + (reference->prev->next != NULL), out);
    }
    fprintf(out, "\n");
}

/* Says how many figures each part of a split distance counts, and what the marks mean. */
static void print_marks(const cJSON *references, FILE *out)
{
    const cJSON *reference;

    cJSON_ArrayForEach (reference, references) {
        if (!member(reference, "held_out"))
            continue;
        fprintf(
            out,
            "%s: populations here were fitted to the %.0f figures marked *; the %.0f others judge "
            "them; those marked ? are left out of the distance\n",
            json_text(reference, "title"), json_number(member(reference, "fitted"), "figures"),
            json_number(member(reference, "held_out"), "figures"));
    }
}

static bool is_any_split(const cJSON *references)
{
    const cJSON *reference;

    cJSON_ArrayForEach (reference, references)
        if (member(reference, "held_out"))
            return true;
    return false;
}

static void print_distances(const cJSON *references, bool stacked, FILE *out)
{
    print_distance(references, NULL, false, "distance from them, percentage points", stacked, out);
    print_distance(references, NULL, true, "  95 % interval", stacked, out);
    if (!is_any_split(references))
        return;
    print_distance(references, "fitted", false, "  over the fitted figures", stacked, out);
    print_distance(references, "held_out", false, "  over the others", stacked, out);
    print_distance(references, "held_out", true, "  95 % interval", stacked, out);
    print_marks(references, out);
}

void print_realism(const cJSON *realism, int width, FILE *out)
{
    const cJSON *metric, *reference, *references = member(realism, "references");
    int needed = TITLE + SHARE + (2 + COLUMN) * cJSON_GetArraySize(references);
    bool stacked = width && width < needed;

    fprintf(out, "%.0f game%s, %.0f %s%s; shares in percent\n", json_number(realism, "games"),
            text_plural((long long)json_number(realism, "games")), json_number(realism, "units"),
            json_text(realism, "unit"), text_plural((long long)json_number(realism, "units")));
    if (!stacked)
        print_head(references, out);
    for (int known = 1; known >= 0; known--)
        cJSON_ArrayForEach (metric, member(realism, "metrics"))
            if ((member(metric, "references")->child != NULL) == known)
                print_metric(metric, references, stacked, out);
    print_distances(references, stacked, out);
    cJSON_ArrayForEach (reference, references)
        fprintf(out, "%s: %s (%s)\n", json_text(reference, "title"), json_text(reference, "what"),
                json_text(reference, "source"));
}

void print_realism_lines(const cJSON *realism, FILE *out)
{
    const cJSON *reference;

    fprintf(out, "distance of the baseline from how others play, in percentage points:\n");
    cJSON_ArrayForEach (reference, member(realism, "references")) {
        if (!cJSON_IsNumber(member(reference, "distance")))
            continue;
        fprintf(out, "  %s: %.1f (%.1f to %.1f)", json_text(reference, "title"),
                PERCENT * json_number(reference, "distance"),
                PERCENT * json_number(reference, "low"), PERCENT * json_number(reference, "high"));
        if (member(reference, "held_out"))
            fprintf(out, ", %.1f over figures not fitted",
                    PERCENT * json_number(member(reference, "held_out"), "distance"));
        fprintf(out, "\n");
    }
}
