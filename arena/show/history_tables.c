// SPDX-License-Identifier: MIT
#include "arena/show/history_tables.h"

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

/* ---- history ---- */

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

void print_history(const struct history_result *history, enum table_format format, FILE *out)
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
        COLUMN("", NULL, .csv = "p=change.judged.p_adjusted"),
    };
    cJSON *root = fields_to_json(&history_result_fields, history),
          *rows = json_get(root, "commits"), *row;
    int at = 0;

    cJSON_ArrayForEach (row, rows) {
        put_short(row, "commit");
        cJSON_AddStringToObject(row, "result", result_of(&history->commits[at++]));
    }
    if (format == TABLE_TEXT)
        print_sentence(root, "{sentence}\n\n", out);
    table_print(rows, COLUMNS(columns), format, out);
    cJSON_ArrayForEach (row, rows)
        if (format == TABLE_TEXT)
            print_sentence(row, "[{note:?}{short} {status}: {note}\n]", out);
    if (format == TABLE_TEXT)
        print_sentence(root,
                       "\nstrength: against {anchor}; change: against the commit before it that "
                       "plays; points a deal ({scoring}) with 95 % intervals of what was seen, up "
                       "to {deals} deals each. What is called better or worse is shown to be so; "
                       "what looks so, a loss too rare to have been seen, or chance among all "
                       "changes, could undo.\n",
                       out);
    cJSON_Delete(root);
}

/* ---- bisect ---- */

void print_bisect(const struct bisect_result *bisect, enum table_format format, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("commit", "short", .csv = "commit"),
        COLUMN("date", "date", .leave = 2),
        COLUMN("result", "result"),
        COLUMN("difference (interval)", "duel.verdict.difference:+2",
               .csv = "difference,difference_low,difference_high=duel.verdict.difference"),
        COLUMN("played", "duel.verdict.units:", .csv = "units=duel.verdict.units"),
        COLUMN("subject", "subject", .leave = 1),
    };
    cJSON *root = fields_to_json(&bisect_result_fields, bisect), *row;

    cJSON_ArrayForEach (row, json_get(root, "steps"))
        put_short(row, "commit");
    if (format == TABLE_TEXT)
        print_sentence(root, "{sentence}\n\n", out);
    table_print(json_get(root, "steps"), COLUMNS(columns), format, out);
    json_put_real(root, "right", 1 - bisect->alpha);
    put_short(root, "good");
    if (format == TABLE_TEXT)
        print_sentence(
            root,
            "\ndifference: from {short}, points a deal ({scoring}); bad: worse by more "
            "than {margin}. At most {most_steps} tests, each wrong with a probability of "
            "at most {step_alpha:g}: all are right with one of at least {right}.\n",
            out);
    cJSON_Delete(root);
}
