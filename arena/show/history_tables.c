// SPDX-License-Identifier: MIT
#include "arena/show/history_tables.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/show/field_text.h"

/* Hashes are shown by their first characters. */
static void put_short(cJSON *row, const char *key)
{
    enum { SHORT = 8 };
    char hash[SHORT + 1];

    snprintf(hash, sizeof hash, "%s", json_text(row, key));
    cJSON_AddStringToObject(row, "short", hash);
}

/* ---- the table of a history ---- */

static const char *result_of(const struct history_row *row)
{
    const struct judged *judged = row->change ? row->change->judged : NULL;
    const struct estimate *change = row->change ? row->change->verdict.difference : NULL;

    if (strcmp(row->commit.status, "plays") != 0)
        return row->commit.status;
    if (!row->parent)
        return "first";
    if (row->same_module)
        return "same module";
    if (judged_differs(judged))
        return change->mean > 0 ? "better" : "worse";
    if (change && judged_looks(*change, judged))
        return change->mean > 0 ? "looks better" : "looks worse";
    return "not shown";
}

/* Below a table: what its columns are. The caller has added to `root` what the legend names. */
static void show_legend(const struct table_sink *to, const char *name, const cJSON *root,
                        const char *legend)
{
    char *text = field_text(root, legend);

    if (!to->page && to->format == TABLE_TEXT)
        fputs("\n", to->out);
    table_note(to, name, text);
    free(text);
}

static void show_commits(const struct history_result *history, cJSON *root,
                         const struct table_sink *to)
{
    static const struct column columns[] = {
        COLUMN("commit", "short", .csv = "commit"),
        COLUMN("date", "date", .leave = 3),
        COLUMN("strength (95 % interval)", "strength.verdict.difference:+2",
               .csv = "strength,strength_low,strength_high=strength.verdict.difference",
               .leave = 2),
        COLUMN("change (95 % interval)", "change.verdict.difference:+2",
               .csv = "change,change_low,change_high=change.verdict.difference"),
        COLUMN("result", "result"),
        COLUMN("faults", "strength.faults:", .csv = "faults=strength.faults", .presence = IF_ANY),
        COLUMN("subject", "subject", .leave = 1),
        COLUMN("p (Holm)", "[{change:?}{change.judged.p_adjusted:p}{change.verdict.difference:m}]",
               .csv = "p=change.judged.p_adjusted", .page = true),
        COLUMN("why it does not play", "note", .presence = IF_ANY, .page = true),
    };
    cJSON *row;
    int at = 0;

    cJSON_ArrayForEach (row, json_get(root, "commits")) {
        put_short(row, "commit");
        cJSON_AddStringToObject(row, "result", result_of(&history->commits[at++]));
    }
    table_show(to, "commits", NULL, NULL, json_get(root, "commits"), COLUMNS(columns));
    cJSON_ArrayForEach (row, json_get(root, "commits"))
        if (!to->page && to->format == TABLE_TEXT)
            print_sentence(row, "[{note:?}{short} {status}: {note}\n]", to->out);
    show_legend(to, "commits", root,
                "strength: against {anchor}; change: against the commit before it that plays; "
                "points a deal ({scoring}) with 95 % intervals of what was seen, up to {deals} "
                "deals each. What is called better or worse is shown to be so. What only looks so "
                "may be chance among all changes, or a loss too rare to have been seen could undo "
                "it.");
}

void print_history(const struct history_result *history, enum table_format format, FILE *out)
{
    cJSON *root = fields_to_json(&history_result_fields, history);

    if (format == TABLE_TEXT)
        print_sentence(root, "{sentence}\n", out);
    show_commits(history, root, &(struct table_sink){format, out, NULL});
    cJSON_Delete(root);
}

void page_history(const struct history_result *history, cJSON *root)
{
    show_commits(history, root,
                 &(struct table_sink){.page = cJSON_AddObjectToObject(root, "numbers")});
}

/* ---- the steps of a bisection ---- */

static void show_steps(const struct bisect_result *bisect, cJSON *root, const struct table_sink *to)
{
    static const struct column columns[] = {
        COLUMN("commit", "short", .csv = "commit"),
        COLUMN("date", "date", .leave = 2),
        COLUMN("result", "result"),
        COLUMN("difference (interval)", "duel.verdict.difference:+2",
               .csv = "difference,difference_low,difference_high=duel.verdict.difference"),
        COLUMN("played", "duel.verdict.units:", .csv = "units=duel.verdict.units"),
        COLUMN("subject", "subject", .leave = 1),
        COLUMN("why it does not play", "note", .presence = IF_ANY, .page = true),
        COLUMN("same module as", "same_as", .presence = IF_ANY, .page = true),
    };
    cJSON *row;

    cJSON_ArrayForEach (row, json_get(root, "steps"))
        put_short(row, "commit");
    table_show(to, "steps", NULL, NULL, json_get(root, "steps"), COLUMNS(columns));
    json_put_real(root, "right", 1 - bisect->alpha);
    put_short(root, "good");
    show_legend(to, "steps", root,
                "difference: from {short}, points a deal ({scoring}); bad: worse by more than "
                "{margin}. At most {most_steps} tests, each wrong with a probability of at most "
                "{step_alpha:g}: all are right with one of at least {right}.");
}

void print_bisect(const struct bisect_result *bisect, enum table_format format, FILE *out)
{
    cJSON *root = fields_to_json(&bisect_result_fields, bisect);

    if (format == TABLE_TEXT)
        print_sentence(root, "{sentence}\n", out);
    show_steps(bisect, root, &(struct table_sink){format, out, NULL});
    cJSON_Delete(root);
}

void page_bisect(const struct bisect_result *bisect, cJSON *root)
{
    show_steps(bisect, root,
               &(struct table_sink){.page = cJSON_AddObjectToObject(root, "numbers")});
}
