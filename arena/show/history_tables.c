// SPDX-License-Identifier: MIT
#include "arena/show/history_tables.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "arena/base/json_write.h"

enum { SHORT = 8 }; /* characters of a hash */

static void add_number(cJSON *row, const char *key, double number)
{
    if (!isnan(number))
        cJSON_AddNumberToObject(row, key, number);
}

/* "strength", "strength_low", "strength_high" of a duel that was played. */
static void add_difference(cJSON *row, const char *key, const struct history_duel *duel)
{
    const struct estimate *difference = duel ? duel->verdict.difference : NULL;
    char end[40];

    if (!difference)
        return;
    add_number(row, key, difference->mean);
    snprintf(end, sizeof end, "%s_low", key);
    add_number(row, end, difference->low);
    snprintf(end, sizeof end, "%s_high", key);
    add_number(row, end, difference->high);
}

static void add_commit(cJSON *row, const struct history_commit *commit, enum table_format format)
{
    char hash[80];
    const bool whole = format == TABLE_CSV;

    snprintf(hash, sizeof hash, "%.*s", whole ? 70 : SHORT, commit->commit);
    cJSON_AddStringToObject(row, "commit", hash);
    cJSON_AddStringToObject(row, "date", commit->date);
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

static cJSON *history_rows(const struct history_result *history, enum table_format format)
{
    cJSON *rows = cJSON_CreateArray();

    for (int i = 0; i < history->commits_count; i++) {
        const struct history_row *from = &history->commits[i];
        cJSON *row = cJSON_CreateObject();
        add_commit(row, &from->commit, format);
        add_difference(row, "strength", from->strength);
        add_difference(row, "change", from->change);
        if (from->change && from->change->judged)
            add_number(row, "p", from->change->judged->p_adjusted);
        cJSON_AddStringToObject(row, "result", result_of(from));
        if (from->strength)
            json_put_int(row, "faults", from->strength->faults);
        cJSON_AddStringToObject(row, "subject", from->commit.subject);
        if (from->commit.note)
            cJSON_AddStringToObject(row, "note", from->commit.note);
        cJSON_AddItemToArray(rows, row);
    }
    return rows;
}

static void print_notes(const struct history_result *history, FILE *out)
{
    for (int i = 0; i < history->commits_count; i++) {
        const struct history_commit *commit = &history->commits[i].commit;
        if (commit->note)
            fprintf(out, "%.*s %s: %s\n", SHORT, commit->commit, commit->status, commit->note);
    }
}

void print_history(const struct history_result *history, enum table_format format, FILE *out)
{
    static const struct table_column columns[] = {
        {"commit", "commit", -1},
        {"date", "date", -1},
        {"strength", "strength", 2},
        {"strength_low", "from", 2},
        {"strength_high", "to", 2},
        {"change", "change", 2},
        {"change_low", "from", 2},
        {"change_high", "to", 2},
        {"result", "result", -1},
        {"faults", "faults", -1},
        {"subject", "subject", -1},
        {"p", "p", -1}, /* the last, for programs: people read the result */
    };
    enum { COLUMNS = sizeof columns / sizeof *columns };
    const bool whole = format == TABLE_CSV;
    cJSON *rows = history_rows(history, format);

    if (format == TABLE_TEXT)
        fprintf(out, "%s\n\n", history->head.sentence);
    row_table_print(rows, columns, COLUMNS - !whole, format, out);
    cJSON_Delete(rows);
    if (format != TABLE_TEXT)
        return;
    print_notes(history, out);
    fprintf(out,
            "\nstrength: against %s; change: against the commit before it that plays; points a "
            "deal (%s) with 95 %%\nintervals of what was seen, up to %" PRId64
            " deals each. What is called better or worse is shown to be so;\nwhat looks so, a loss "
            "too rare to have been seen, or chance among all changes, could undo.\n",
            history->anchor, history->head.scoring, history->head.deals);
}

/* ---- bisect ---- */

static cJSON *bisect_rows(const struct bisect_result *bisect, enum table_format format)
{
    cJSON *rows = cJSON_CreateArray();

    for (int i = 0; i < bisect->steps_count; i++) {
        const struct bisect_step *from = &bisect->steps[i];
        cJSON *row = cJSON_CreateObject();
        add_commit(row, &from->commit, format);
        cJSON_AddStringToObject(row, "result", from->result);
        add_difference(row, "difference", from->duel);
        if (from->duel)
            json_put_int(row, "units", from->duel->verdict.units);
        cJSON_AddStringToObject(row, "subject", from->commit.subject);
        if (from->commit.note)
            cJSON_AddStringToObject(row, "note", from->commit.note);
        cJSON_AddItemToArray(rows, row);
    }
    return rows;
}

void print_bisect(const struct bisect_result *bisect, enum table_format format, FILE *out)
{
    static const struct table_column columns[] = {
        {"commit", "commit", -1},      {"date", "date", -1},
        {"result", "result", -1},      {"difference", "difference", 2},
        {"difference_low", "from", 2}, {"difference_high", "to", 2},
        {"units", "played", -1},       {"subject", "subject", -1},
    };
    cJSON *rows = bisect_rows(bisect, format);

    if (format == TABLE_TEXT)
        fprintf(out, "%s\n\n", bisect->head.sentence);
    row_table_print(rows, columns, sizeof columns / sizeof *columns, format, out);
    cJSON_Delete(rows);
    if (format == TABLE_TEXT)
        fprintf(
            out,
            "\ndifference: from %.*s, points a deal (%s); bad: worse by more than %g. At most "
            "%" PRId64
            " tests, each\nwrong with a probability of at most %.2g: all are right with one of at "
            "least %g.\n",
            SHORT, bisect->good, bisect->head.scoring, bisect->margin, bisect->most_steps,
            bisect->step_alpha, 1 - bisect->alpha);
}
