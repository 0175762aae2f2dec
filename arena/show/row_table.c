// SPDX-License-Identifier: MIT
#include "arena/show/row_table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/csv_text.h"
#include "arena/base/json_file.h"
#include "arena/base/memory.h"
#include "arena/base/terminal.h"
#include "arena/base/terminal_table.h"

enum table_format table_format_of(const char *word, bool json)
{
    static const char *const words[TABLE_JSON] = {"text", "md", "csv"};

    if (json)
        return TABLE_JSON;
    for (int i = 0; word && i < TABLE_JSON; i++)
        if (strcmp(word, words[i]) == 0)
            return (enum table_format)i;
    return TABLE_TEXT;
}

/* ---- cells ---- */

enum { AS_IT_IS = -1 };

/* The text of a cell, in new memory. */
static char *cell_text(const cJSON *value, int decimals)
{
    if (cJSON_IsString(value))
        return xstrdup(value->valuestring);
    if (cJSON_IsNumber(value))
        return decimals == AS_IT_IS ? xasprintf("%.15g", value->valuedouble)
               : decimals < 0       ? xasprintf("%.*f", TABLE_ROUNDED(decimals), value->valuedouble)
                                    : xasprintf("%+.*f", decimals, value->valuedouble);
    if (cJSON_IsBool(value))
        return xstrdup(cJSON_IsTrue(value) ? "true" : "false");
    return xstrdup("");
}

static char *cell_of(const cJSON *row, const struct table_column *column)
{
    return cell_text(cJSON_GetObjectItemCaseSensitive(row, column->key), column->decimals);
}

/* ---- formats ---- */

static void print_aligned(const char *text, int width, bool right, FILE *out)
{
    if (right)
        fprintf(out, "%*s%s", width - text_width(text), "", text);
    else
        print_name(text, width, out);
}

static void print_text(const cJSON *rows, const struct table_column *columns, int count, FILE *out)
{
    int *widths = xcalloc((size_t)count, sizeof *widths);
    const cJSON *row;
    struct terminal_table table;
    FILE *lines = terminal_table_begin(&table);

    for (int i = 0; i < count; i++) {
        widths[i] = text_width(columns[i].title);
        cJSON_ArrayForEach (row, rows) {
            char *cell = cell_of(row, &columns[i]);
            widths[i] = text_width(cell) > widths[i] ? text_width(cell) : widths[i];
            free(cell);
        }
    }
    for (int i = 0; i < count; i++) {
        fputs(i ? "\v  " : "", lines);
        print_aligned(columns[i].title, i + 1 < count ? widths[i] : 0,
                      columns[i].decimals != AS_IT_IS, lines);
    }
    fprintf(lines, "\n");
    cJSON_ArrayForEach (row, rows) {
        for (int i = 0; i < count; i++) {
            char *cell = cell_of(row, &columns[i]);
            fputs(i ? "\v  " : "", lines);
            print_aligned(cell, i + 1 < count ? widths[i] : 0, columns[i].decimals != AS_IT_IS,
                          lines);
            free(cell);
        }
        fprintf(lines, "\n");
    }
    free(widths);
    terminal_table_end(&table, out);
}

static void print_md_cell(const char *text, FILE *out)
{
    fprintf(out, " ");
    for (; *text; text++)
        fprintf(out, *text == '|' ? "\\|" : *text == '\n' ? " " : "%c", *text);
    fprintf(out, " |");
}

static void print_md(const cJSON *rows, const struct table_column *columns, int count, FILE *out)
{
    const cJSON *row;

    fprintf(out, "|");
    for (int i = 0; i < count; i++)
        print_md_cell(columns[i].title, out);
    fprintf(out, "\n|");
    for (int i = 0; i < count; i++)
        fprintf(out, columns[i].decimals != AS_IT_IS ? " ---: |" : " --- |");
    fprintf(out, "\n");
    cJSON_ArrayForEach (row, rows) {
        fprintf(out, "|");
        for (int i = 0; i < count; i++) {
            char *cell = cell_of(row, &columns[i]);
            print_md_cell(cell, out);
            free(cell);
        }
        fprintf(out, "\n");
    }
}

static void print_csv(const cJSON *rows, const struct table_column *columns, int count, FILE *out)
{
    const cJSON *row;

    for (int i = 0; i < count; i++)
        fprintf(out, "%s%s", i ? "," : "", columns[i].key);
    fprintf(out, "\n");
    cJSON_ArrayForEach (row, rows) {
        for (int i = 0; i < count; i++) {
            const cJSON *value = cJSON_GetObjectItemCaseSensitive(row, columns[i].key);
            char *cell = cell_text(value, -1);
            fputs(i ? "," : "", out);
            if (cJSON_IsString(value))
                csv_print_text(cell, out);
            else
                fputs(cell, out);
            free(cell);
        }
        fprintf(out, "\n");
    }
}

void row_table_print(const cJSON *rows, const struct table_column *columns, int count,
                     enum table_format format, FILE *out)
{
    if (format == TABLE_JSON)
        json_print(rows, out);
    else if (format == TABLE_MD)
        print_md(rows, columns, count, out);
    else if (format == TABLE_CSV)
        print_csv(rows, columns, count, out);
    else
        print_text(rows, columns, count, out);
}

void row_table_print_one(cJSON *row, const struct table_column *columns, int count,
                         enum table_format format, FILE *out)
{
    cJSON *rows = cJSON_CreateArray();

    cJSON_AddItemToArray(rows, row);
    if (format == TABLE_JSON)
        json_print(row, out);
    else
        row_table_print(rows, columns, count, format, out);
    cJSON_Delete(rows);
}
