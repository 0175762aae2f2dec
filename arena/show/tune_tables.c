// SPDX-License-Identifier: MIT
#include "arena/show/tune_tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "arena/base/terminal_table.h"
#include "arena/base/text.h"

static void print_options(const struct tune_summary *tune, FILE *out)
{
    struct terminal_table table;
    FILE *rows = terminal_table_begin(&table);

    fprintf(rows, "%-20s\v %10s\v %10s\v   range\n", "option", "start", "winner");
    for (int i = 0; i < tune->options_count; i++) {
        const struct tuned_option *option = &tune->options[i];
        fprintf(rows, "%-20s\v %10" PRId64 "\v %10" PRId64 "\v   %" PRId64 "..%" PRId64 "\n",
                option->name, option->start, option->winner, option->low, option->high);
    }
    terminal_table_end(&table, out);
}

/* "module:caution=61,null_bonus=-20", to be copied to a command line. */
static void print_spec(const struct tune_summary *tune, FILE *out)
{
    fprintf(out, "%s", tune->module);
    for (int i = 0; i < tune->options_count; i++)
        fprintf(out, "%s%s=%" PRId64, i ? "," : ":", tune->options[i].name,
                tune->options[i].winner);
}

void print_tune(const struct tune_summary *tune, const char *folder, FILE *out)
{
    const struct checked_difference *check = tune->check;
    char text[ESTIMATE_TEXT];

    fprintf(out, "\n%s: %s after %" PRId64 " round%s of %" PRId64 " deal%s\n", tune->head.bot,
            tune->verdict, tune->rounds, text_plural(tune->rounds), tune->deals,
            text_plural(tune->deals));
    print_options(tune, out);
    if (tune->complete && (!check || strcmp(tune->verdict, "no difference") == 0))
        fprintf(out, "no better values were found: nothing tells the winner from the start\n");
    else if (tune->complete)
        fprintf(out,
                "winner - start as seen %s points a deal, on %" PRId64
                " deals that the search did not use%s\n",
                estimate_text_to(check->difference, 2, text), check->deals,
                judged_looks(check->difference, check->judged)
                    ? "; a loss too rare to have been seen could still undo it"
                    : "");
    fprintf(out, "\n%s: tune.json, tune.jsonl; the winner%s is ", folder,
            tune->complete ? "" : " so far");
    print_spec(tune, out);
    fprintf(out, "\n");
}

/* ---- grid ---- */

static void print_values(const struct named_int *values, int count, int width, FILE *out)
{
    int used = 0;

    for (int i = 0; i < count; i++)
        used += fprintf(out, "%s%s=%" PRId64, i ? "," : "", values[i].name, values[i].value);
    fprintf(out, "%*s", used < width ? width - used : 0, "");
}

static void print_point(const struct grid_point *point, int width, FILE *out)
{
    enum { MEAN = 8 };
    char text[ESTIMATE_TEXT];

    print_values(point->options, point->options_count, width, out);
    const char *shown = estimate_text_to(point->difference, 2, text);
    const int before = MEAN - (int)strcspn(shown, " ");
    fprintf(out, " %*s%s", before > 0 ? before : 0, "", shown);
    if (point->equal)
        fprintf(out, "  plays alike");
    else if (!isnan(point->judged->p_adjusted))
        fprintf(out, "  p %.4f%s", point->judged->p_adjusted,
                judged_mark(point->difference, point->judged));
    fprintf(out, "\n");
}

void print_grid(const struct grid_summary *grid, FILE *out)
{
    enum { WIDTH = 32 };
    bool marked = false;

    fprintf(out, "\n%s: each against the bot's own values (", grid->head.bot);
    print_values(grid->start, grid->start_count, 0, out);
    fprintf(out,
            "), %" PRId64 " deals\ndifference in points a deal as seen, with 95 %% intervals; p "
            "adjusted for all %d\n",
            grid->deals, grid->points_count);
    for (int i = 0; i < grid->points_count; i++) {
        print_point(&grid->points[i], WIDTH, out);
        marked |= *judged_mark(grid->points[i].difference, grid->points[i].judged) != '\0';
    }
    if (marked)
        fprintf(out, "%s\n", judged_legend);
}
