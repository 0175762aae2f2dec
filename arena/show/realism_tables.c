// SPDX-License-Identifier: MIT
#include "arena/show/realism_tables.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/show/field_text.h"

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

void page_realism(const cJSON *realism, cJSON *page)
{
    const struct table_sink to = {.page = page};

    show_metrics(realism, &to);
    show_distances(json_get(realism, "references"), &to);
}

void print_realism(const cJSON *realism, enum table_format format, FILE *out)
{
    const cJSON *reference, *references = json_get(realism, "references");
    const struct table_sink to = {format, out, NULL};

    if (format == TABLE_TEXT)
        print_sentence(realism, "{games} game{games:s}, {units} {unit}{units:s}\n", out);
    show_metrics(realism, &to);
    if (format != TABLE_TEXT)
        return;
    show_distances(references, &to);
    cJSON_ArrayForEach (reference, references)
        fprintf(out, "%s: %s (%s)\n", json_text(reference, "title"), json_text(reference, "what"),
                json_text(reference, "source"));
}

void print_realism_lines(const cJSON *realism, FILE *out)
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
