// SPDX-License-Identifier: MIT
#include "arena/show/tune_tables.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/show/field_text.h"

/* ---- a search ---- */

/* CSV and Markdown repeat in each row what the text says once above the table. */
static void show_options(cJSON *root, const struct table_sink *to)
{
    static const struct column columns[] = {
        COLUMN("", NULL, .csv = "bot"),
        COLUMN("option", "name", .csv = "option=name"),
        COLUMN("lowest", "low:", .leave = 1),
        COLUMN("highest", "high:", .leave = 1),
        COLUMN("start", "start:"),
        COLUMN("winner", "winner:"),
        COLUMN("", NULL, .csv = "verdict"),
        COLUMN("", NULL, .csv = "check_deals=check.deals"),
        COLUMN("", NULL, .csv = "difference,difference_low,difference_high=check.difference"),
        COLUMN("", NULL, .csv = "p=check.judged.p_adjusted"),
    };
    cJSON *row;

    cJSON_ArrayForEach (row, json_get(root, "options")) {
        json_copy(row, root, "bot");
        json_copy(row, root, "verdict");
        json_copy(row, root, "check");
    }
    table_show(to, "options", NULL, NULL, json_get(root, "options"), COLUMNS(columns));
}

/* "module:caution=61,null_bonus=-20", to be copied to a command line. */
static void print_spec(const cJSON *root, FILE *out)
{
    const cJSON *option, *options = json_get(root, "options");

    print_sentence(root, "{module}", out);
    cJSON_ArrayForEach (option, options)
        print_sentence(option, option == options->child ? ":{name}={winner}" : ",{name}={winner}",
                       out);
    fprintf(out, "\n");
}

void print_tune(const struct tune_summary *tune, const char *folder, enum table_format format,
                FILE *out)
{
    const struct checked_difference *check = tune->check;
    const bool nothing = !check || strcmp(tune->verdict, "no difference") == 0;
    cJSON *root = fields_to_json(&tune_summary_fields, tune);

    if (format == TABLE_TEXT)
        print_sentence(root,
                       "\n{bot}: {verdict} after {rounds} round{rounds:s} of {deals} deal{deals:s}",
                       out);
    show_options(root, &(struct table_sink){format, out, NULL});
    if (format != TABLE_TEXT) {
        cJSON_Delete(root);
        return;
    }
    if (tune->complete)
        print_sentence(
            root,
            nothing ? "no better values were found: nothing tells the winner from the start\n"
                    : "winner - start as seen {check.difference:+2} points a deal, on "
                      "{check.deals} deals that the search did not use",
            out);
    if (tune->complete && !nothing)
        fprintf(out, "%s\n",
                judged_looks(check->difference, check->judged)
                    ? "; a loss too rare to have been seen could still undo it"
                    : "");
    fprintf(out, "\n%s: tune.json, tune.jsonl; the winner%s is ", folder,
            tune->complete ? "" : " so far");
    print_spec(root, out);
    cJSON_Delete(root);
}

void page_tune(cJSON *root)
{
    show_options(root, &(struct table_sink){.page = cJSON_AddObjectToObject(root, "numbers")});
}

/* ---- grid ---- */

static void show_points(const cJSON *root, const struct table_sink *to)
{
    static const struct column told[] = {
        COLUMN("points a deal more (95 % interval)", "difference:+2",
               .csv = "difference,difference_low,difference_high=difference"),
        COLUMN("decides", "judged:+!2", .presence = IF_ANY, .page = true),
        COLUMN("p (Holm)", "{judged.p_adjusted:p}{difference:m}", .csv = "p=judged.p_adjusted"),
        COLUMN("", "[{equal:?}plays alike]", .csv = "equal", .presence = IF_ANY),
    };
    enum { TOLD = sizeof told / sizeof *told };
    const cJSON *start = json_get(root, "start"), *option;
    struct column *columns = xcalloc((size_t)cJSON_GetArraySize(start) + TOLD, sizeof *columns);
    int count = 0, options;

    cJSON_ArrayForEach (option, start)
        columns[count++] = (struct column)COLUMN(
            option->string, xasprintf("options.%s:", option->string),
            .csv = xasprintf("%s=options.%s", option->string, option->string));
    options = count;
    for (int i = 0; i < TOLD; i++)
        columns[count++] = told[i];
    table_show(to, "points", root,
               "{bot}: each against the bot's own values ({start}), {deals} deals\n"
               "difference in points a deal as seen, with 95 % intervals; p adjusted for all "
               "{count}",
               json_get(root, "points"), columns, count);
    if (rows_are_marked(json_get(root, "points"), "difference"))
        table_note(to, "points", judged_legend);
    for (int i = 0; i < options; i++) {
        free((char *)columns[i].field);
        free((char *)columns[i].csv);
    }
    free(columns);
}

void print_grid(const struct grid_summary *grid, enum table_format format, FILE *out)
{
    cJSON *root = fields_to_json(&grid_summary_fields, grid);

    json_put_int(root, "count", grid->points_count);
    show_points(root, &(struct table_sink){format, out, NULL});
    cJSON_Delete(root);
}

void page_grid(cJSON *root)
{
    json_put_int(root, "count", cJSON_GetArraySize(json_get(root, "points")));
    show_points(root, &(struct table_sink){.page = cJSON_AddObjectToObject(root, "numbers")});
}
