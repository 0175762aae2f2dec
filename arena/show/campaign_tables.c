// SPDX-License-Identifier: MIT
#include "arena/show/campaign_tables.h"

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

void show_tune(const void *result, cJSON *root, const struct table_sink *to)
{
    const struct tune_summary *tune = result;
    const struct checked_difference *check = tune->check;

    table_say(to, root,
              "\n{bot}: {verdict} after {rounds} round{rounds:s} of {deals} deal{deals:s}");
    show_options(root, to);
    if (!tune->complete)
        return;
    if (!check || strcmp(tune->verdict, "no difference") == 0) {
        table_say(to, root,
                  "no better values were found: nothing tells the winner from the start\n");
        return;
    }
    table_say(to, root,
              "winner - start as seen {check.difference:+2} points a deal, on {check.deals} deals "
              "that the search did not use");
    table_say(to, root,
              judged_looks(check->difference, check->judged)
                  ? "; a loss too rare to have been seen could still undo it\n"
                  : "\n");
}

void print_tune(const struct tune_summary *tune, const char *folder, enum table_format format,
                FILE *out)
{
    cJSON *root = fields_to_json(&tune_summary_fields, tune);

    show_tune(tune, root, &(struct table_sink){format, out, NULL});
    if (format == TABLE_TEXT) {
        fprintf(out, "\n%s: tune.json, tune.jsonl; the winner%s is ", folder,
                tune->complete ? "" : " so far");
        print_spec(root, out);
    }
    cJSON_Delete(root);
}

/* ---- grid ---- */

void show_grid(const void *result, cJSON *root, const struct table_sink *to)
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

    json_put_int(root, "count", ((const struct grid_summary *)result)->points_count);
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

/* ---- commits ---- */

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

    table_say(to, NULL, "\n");
    table_note(to, name, text);
    free(text);
}

void show_history(const void *result, cJSON *root, const struct table_sink *to)
{
    const struct history_result *history = result;
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

    table_say(to, root, "{sentence}\n");
    cJSON_ArrayForEach (row, json_get(root, "commits")) {
        put_short(row, "commit");
        cJSON_AddStringToObject(row, "result", result_of(&history->commits[at++]));
    }
    table_show(to, "commits", NULL, NULL, json_get(root, "commits"), COLUMNS(columns));
    cJSON_ArrayForEach (row, json_get(root, "commits"))
        table_say(to, row, "[{note:?}{short} {status}: {note}\n]");
    show_legend(to, "commits", root,
                "strength: against {anchor}; change: against the commit before it that plays; "
                "points a deal ({scoring}) with 95 % intervals of what was seen, up to {deals} "
                "deals each. What is called better or worse is shown to be so. What only looks so "
                "may be chance among all changes, or a loss too rare to have been seen could undo "
                "it.");
}

/* ---- the steps of a bisection ---- */

void show_bisect(const void *result, cJSON *root, const struct table_sink *to)
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

    table_say(to, root, "{sentence}\n");
    cJSON_ArrayForEach (row, json_get(root, "steps"))
        put_short(row, "commit");
    table_show(to, "steps", NULL, NULL, json_get(root, "steps"), COLUMNS(columns));
    json_put_real(root, "right", 1 - ((const struct bisect_result *)result)->alpha);
    put_short(root, "good");
    show_legend(to, "steps", root,
                "difference: from {short}, points a deal ({scoring}); bad: worse by more than "
                "{margin}. At most {most_steps} tests, each wrong with a probability of at most "
                "{step_alpha:g}: all are right with one of at least {right}.");
}
