// SPDX-License-Identifier: MIT
#include "arena/show/realism_tables.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/terminal.h"

enum { TITLE = 28, SHARE = 24, COLUMN = 15 };
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

static void print_metric(const cJSON *metric, const cJSON *references, bool stacked, FILE *out)
{
    const cJSON *reference, *figures = member(metric, "references");

    if (stacked)
        fprintf(out, "%s\n  ", json_text(metric, "title"));
    else
        print_name(json_text(metric, "title"), TITLE, out);
    print_share(member(metric, "share"), stacked ? 0 : SHARE, out);
    cJSON_ArrayForEach (reference, references) {
        const cJSON *figure = member(figures, json_text(reference, "name"));
        if (stacked && figure)
            fprintf(out, ", %s %.1f", json_text(reference, "title"), PERCENT * figure->valuedouble);
        else if (!stacked && figure)
            fprintf(out, " %*.1f", COLUMN, PERCENT * figure->valuedouble);
        else if (!stacked)
            fprintf(out, " %*s", COLUMN, "-");
    }
    fprintf(out, "\n");
}

static void print_head(const cJSON *references, FILE *out)
{
    const cJSON *reference;

    fprintf(out, "%-*s%*s", TITLE, "percent", SHARE, "here (95 % interval)");
    cJSON_ArrayForEach (reference, references) {
        fprintf(out, " ");
        fprintf(out, "%*.*s", COLUMN, COLUMN, json_text(reference, "title"));
    }
    fprintf(out, "\n");
}

static void print_distance(const cJSON *references, bool stacked, FILE *out)
{
    const cJSON *reference;

    fprintf(out, "%-*s", stacked ? 0 : TITLE + SHARE, "distance, percentage points");
    cJSON_ArrayForEach (reference, references) {
        const cJSON *distance = member(reference, "distance");
        if (stacked)
            fprintf(out, "%s %s", reference->prev->next ? "," : ":", json_text(reference, "title"));
        if (cJSON_IsNumber(distance))
            fprintf(out, " %*.2f", stacked ? 0 : COLUMN, PERCENT * distance->valuedouble);
        else
            fprintf(out, " %*s", stacked ? 0 : COLUMN, "-");
    }
    fprintf(out, "\n");
}

void print_realism(const cJSON *realism, int width, FILE *out)
{
    const cJSON *metric, *reference, *references = member(realism, "references");
    int needed = TITLE + SHARE + (1 + COLUMN) * cJSON_GetArraySize(references);
    bool stacked = width && width < needed;

    fprintf(out, "%.0f games, %.0f %ss; shares in percent\n", json_number(realism, "games"),
            json_number(realism, "units"), json_text(realism, "unit"));
    if (!stacked)
        print_head(references, out);
    for (int known = 1; known >= 0; known--)
        cJSON_ArrayForEach (metric, member(realism, "metrics"))
            if ((member(metric, "references")->child != NULL) == known)
                print_metric(metric, references, stacked, out);
    print_distance(references, stacked, out);
    cJSON_ArrayForEach (reference, references)
        fprintf(out, "%s: %s (%s)\n", json_text(reference, "title"), json_text(reference, "what"),
                json_text(reference, "source"));
}

void print_realism_line(const cJSON *realism, FILE *out)
{
    const cJSON *reference;
    const char *separator = "";

    fprintf(out, "distance of the base from how others play, in percentage points:\n  ");
    cJSON_ArrayForEach (reference, member(realism, "references")) {
        const cJSON *distance = member(reference, "distance");
        if (!cJSON_IsNumber(distance))
            continue;
        fprintf(out, "%s%s %.1f", separator, json_text(reference, "title"),
                PERCENT * distance->valuedouble);
        separator = ", ";
    }
    fprintf(out, "\n");
}
