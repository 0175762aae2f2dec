// SPDX-License-Identifier: MIT
#include "arena/show/table.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/csv_text.h"
#include "arena/base/json_file.h"
#include "arena/base/memory.h"
#include "arena/base/terminal.h"
#include "arena/show/field_text.h"

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

/* ---- the cells, for people ---- */

/* A column as it is printed: its cells, the title first; at the right, what stands before the first
 * space of a cell and what follows it are aligned by themselves. */
struct printed_column {
    const struct column *of;
    char **cells;
    bool right;
    int widths[2]; /* before and from the first space; of what stands at the left, all */
};

/* Without what is in brackets, which stands above the parts of numbers. */
static int bytes_of_title(const char *title)
{
    const char *bracket = strstr(title, " (");

    return (int)(bracket ? (size_t)(bracket - title) : strlen(title));
}

/* The bytes of a cell before its interval; in a title the interval is in brackets. */
static int bytes_before(const struct printed_column *column, int row)
{
    const char *cell = column->cells[row];

    return !column->right ? (int)strlen(cell)
           : row          ? (int)strcspn(cell, " ")
                          : bytes_of_title(cell);
}

/* Whether a field, or one in a template, is a number with a format. */
static bool is_number(const char *field)
{
    for (const char *at = field; at && (at = strchr(at, ':')); at++)
        if (!at[1] || !strchr("?smw", at[1]))
            return true;
    return false;
}

static void widen(int *width, int columns) { *width = columns > *width ? columns : *width; }

static int width_of(const struct printed_column *column)
{
    return column->widths[0] + column->widths[1];
}

/* A title that is wider than its column makes it wider. */
static void measure(struct printed_column *column, int rows)
{
    const bool parts = strstr(column->cells[0], " (");

    for (int i = parts ? 0 : 1; i <= rows; i++) {
        const char *cell = column->cells[i];
        const int bytes = bytes_before(column, i);
        widen(&column->widths[0], text_columns(cell, (size_t)bytes));
        widen(&column->widths[1], text_width(cell + bytes));
    }
    const int more = text_width(column->cells[0]) - width_of(column);
    column->widths[0] += more > 0 ? more : 0;
}

static bool is_nothing(const char *cell)
{
    return !*cell || strcmp(cell, "-") == 0 || strcmp(cell, "0") == 0;
}

static bool has_any(const struct printed_column *column, int rows)
{
    for (int i = 1; i <= rows; i++)
        if (!is_nothing(column->cells[i]))
            return true;
    return false;
}

static void free_cells(struct printed_column *column, int rows)
{
    for (int i = 0; i <= rows; i++)
        free(column->cells[i]);
    free(column->cells);
}

/* The columns that people see, with their cells. */
struct printed_table {
    struct printed_column *columns;
    int count, rows;
};

/* Fills in the columns of a page, or those of all other formats. */
static struct printed_table print_columns(const cJSON *rows, const struct column *columns,
                                          int count, bool page)
{
    struct printed_table table = {xcalloc((size_t)count + 1, sizeof *table.columns), 0,
                                  cJSON_GetArraySize(rows)};

    for (int i = 0; i < count; i++) {
        const char *field = columns[i].field;
        struct printed_column column = {.of = &columns[i], .right = is_number(field)};
        const cJSON *row;
        int at = 0;
        if (!field || (columns[i].page && !page))
            continue;
        column.cells = xcalloc((size_t)table.rows + 1, sizeof *column.cells);
        column.cells[at++] = xstrdup(columns[i].title);
        cJSON_ArrayForEach (row, rows)
            column.cells[at++] = field_text(row, field);
        measure(&column, table.rows);
        if (columns[i].presence == ALWAYS || has_any(&column, table.rows))
            table.columns[table.count++] = column;
        else
            free_cells(&column, table.rows);
    }
    return table;
}

static void free_columns(const struct printed_table *table)
{
    for (int i = 0; i < table->count; i++)
        free_cells(&table->columns[i], table->rows);
    free(table->columns);
}

/* ---- text ---- */

enum { BETWEEN = 2 };

static int width_of_all(const struct printed_table *table, int left)
{
    int width = -BETWEEN;

    for (int i = 0; i < table->count; i++)
        if (table->columns[i].of->leave < left)
            width += BETWEEN + width_of(&table->columns[i]);
    return width;
}

/* Prints a cell after `spaces` spaces. Returns how many spaces must follow it, which are printed
 * only if another cell does: no line ends with spaces. */
static int print_cell(const struct printed_column *column, int row, int spaces, FILE *out)
{
    const char *cell = column->cells[row];
    const int before = text_columns(cell, (size_t)bytes_before(column, row)),
              whole = text_width(cell);
    const int lead = !column->right                ? 0
                     : before <= column->widths[0] ? column->widths[0] - before
                                                   : width_of(column) - whole;

    if (!*cell)
        return spaces + width_of(column);
    fprintf(out, "%*s%s", spaces + lead, "", cell);
    return width_of(column) - lead - whole;
}

static void print_lines(const struct printed_table *table, int left, FILE *out)
{
    for (int row = 0; row <= table->rows; row++) {
        int spaces = 0;
        bool first = true;
        for (int i = 0; i < table->count; i++)
            if (table->columns[i].of->leave < left) {
                spaces = print_cell(&table->columns[i], row, spaces + (first ? 0 : BETWEEN), out);
                first = false;
            }
        fputc('\n', out);
    }
}

static int width_of_title(const char *title)
{
    return text_columns(title, (size_t)bytes_of_title(title));
}

static void print_row_by_itself(const struct printed_table *table, int row, int width, FILE *out)
{
    char **const first = table->columns[0].cells;

    fprintf(out, "%s%s%s\n", first[0], *first[0] ? " " : "", first[row]);
    for (int i = 1; i < table->count; i++) {
        char **const cells = table->columns[i].cells;
        if (*cells[row])
            fprintf(out, "  %.*s%*s  %s\n", bytes_of_title(cells[0]), cells[0],
                    width - width_of_title(cells[0]), "", cells[row]);
    }
}

static void print_rows_by_themselves(const struct printed_table *table, FILE *out)
{
    int titles = 0;

    for (int i = 1; i < table->count; i++)
        widen(&titles, width_of_title(table->columns[i].cells[0]));
    for (int row = 1; row <= table->rows; row++)
        print_row_by_itself(table, row, titles, out);
}

void table_print_within(const cJSON *rows, const struct column *columns, int count, int width,
                        FILE *out)
{
    const struct printed_table table = print_columns(rows, columns, count, false);
    int left = 1; /* columns from this `leave` on are left out */

    for (int i = 0; i < table.count; i++)
        widen(&left, table.columns[i].of->leave + 1);
    while (width && left > 1 && width_of_all(&table, left) > width)
        left--;
    if (!width || width_of_all(&table, left) <= width)
        print_lines(&table, left, out);
    else
        print_rows_by_themselves(&table, out);
    free_columns(&table);
}

/* ---- Markdown ---- */

static void print_md_cell(const char *text, FILE *out)
{
    fputs(" ", out);
    markdown_print_text(text, out);
    fputs(" |", out);
}

static void print_md(const cJSON *rows, const struct column *columns, int count, FILE *out)
{
    const struct printed_table table = print_columns(rows, columns, count, false);

    for (int row = 0; row <= table.rows; row++) {
        fprintf(out, "|");
        for (int i = 0; i < table.count; i++)
            print_md_cell(table.columns[i].cells[row], out);
        for (int i = 0; row == 0 && i < table.count; i++)
            fprintf(out, "%s%s", i ? "" : "\n|", table.columns[i].right ? " ---: |" : " --- |");
        fprintf(out, "\n");
    }
    free_columns(&table);
}

/* ---- CSV ---- */

/* The heads of a column, and the path of its field. */
static const char *heads_of(const struct column *column)
{
    return column->csv ? column->csv : column->page ? "" : column->field;
}

static const char *path_of(const struct column *column)
{
    const char *heads = heads_of(column), *other = strchr(heads, '=');

    return other ? other + 1 : heads;
}

static void print_value(const cJSON *value, FILE *out)
{
    if (cJSON_IsString(value))
        csv_print_text(value->valuestring, out);
    else if (cJSON_IsNumber(value))
        fprintf(out, "%.15g", value->valuedouble);
    else if (cJSON_IsBool(value))
        fputs(cJSON_IsTrue(value) ? "true" : "false", out);
}

static void print_values(const cJSON *row, const struct column *column, FILE *out)
{
    static const char *const ends[] = {"mean", "low", "high"};
    const cJSON *value = field_at(row, path_of(column));

    if (cJSON_IsArray(value)) {
        char *joined = field_text(row, path_of(column));
        csv_print_text(joined, out);
        free(joined);
    } else if (!strchr(heads_of(column), ',')) {
        print_value(value, out);
    } else {
        for (int i = 0; i < 3; i++) {
            fputs(i ? "," : "", out);
            print_value(json_get(value, ends[i]), out);
        }
    }
}

static void print_csv(const cJSON *rows, const struct column *columns, int count, FILE *out)
{
    const cJSON *row;
    const char *comma = "";

    for (int i = 0; i < count; i++)
        if (*heads_of(&columns[i])) {
            fprintf(out, "%s%.*s", comma, (int)strcspn(heads_of(&columns[i]), "=:"),
                    heads_of(&columns[i]));
            comma = ",";
        }
    fprintf(out, "\n");
    cJSON_ArrayForEach (row, rows) {
        comma = "";
        for (int i = 0; i < count; i++)
            if (*heads_of(&columns[i])) {
                fputs(comma, out);
                print_values(row, &columns[i], out);
                comma = ",";
            }
        fprintf(out, "\n");
    }
}

/* ---- tables of a page ---- */

static void add_columns(cJSON *object, const struct printed_table *table)
{
    cJSON *list = cJSON_AddArrayToObject(object, "columns");

    for (int i = 0; i < table->count; i++) {
        cJSON *column = cJSON_CreateObject();
        cJSON_AddStringToObject(column, "title", table->columns[i].cells[0]);
        cJSON_AddStringToObject(column, "kind", table->columns[i].right ? "num" : "text");
        cJSON_AddItemToArray(list, column);
    }
}

static void add_rows(cJSON *object, const struct printed_table *table)
{
    cJSON *list = cJSON_AddArrayToObject(object, "rows");

    for (int row = 1; row <= table->rows; row++) {
        cJSON *cells = cJSON_CreateArray();
        for (int i = 0; i < table->count; i++)
            cJSON_AddItemToArray(cells, cJSON_CreateString(table->columns[i].cells[row]));
        cJSON_AddItemToArray(list, cells);
    }
}

static void add_caption(cJSON *table, const char *said)
{
    const size_t length = strcspn(said, ";");
    const char *rest = said + length + strspn(said + length, "; ");
    char *caption = xasprintf("%.*s", (int)length, said);

    cJSON_AddStringToObject(table, "caption", caption);
    cJSON *notes = cJSON_AddArrayToObject(table, "notes");
    if (*rest)
        cJSON_AddItemToArray(notes, cJSON_CreateString(rest));
    free(caption);
}

static void add_table(cJSON *page, const char *name, const char *said, const cJSON *rows,
                      const struct column *columns, int count)
{
    const struct printed_table table = print_columns(rows, columns, count, true);
    cJSON *object = cJSON_AddObjectToObject(page, name);

    add_caption(object, said);
    add_columns(object, &table);
    add_rows(object, &table);
    free_columns(&table);
}

void table_show(const struct table_sink *to, const char *name, const cJSON *about, const char *said,
                const cJSON *rows, const struct column *columns, int count)
{
    const bool untitled = !said || !*said;
    char *sentence = untitled ? xstrdup(to->page ? columns->title : "") : field_text(about, said);

    if (!to->page) {
        if (to->format == TABLE_TEXT && (!said || *said))
            fprintf(to->out, "%s%s\n", untitled ? "" : "\n", sentence);
        table_print(rows, columns, count, to->format, to->out);
    } else if (cJSON_GetArraySize(rows)) {
        add_table(to->page, name, sentence, rows, columns, count);
    }
    free(sentence);
}

void table_note(const struct table_sink *to, const char *name, const char *note)
{
    if (to->page)
        cJSON_AddItemToArray(json_get(json_get(to->page, name), "notes"), cJSON_CreateString(note));
    else if (to->format == TABLE_TEXT)
        fprintf(to->out, "%s\n", note);
}

/* ---- all formats ---- */

void table_print(const cJSON *rows, const struct column *columns, int count,
                 enum table_format format, FILE *out)
{
    if (format == TABLE_JSON)
        json_print(rows, out);
    else if (format == TABLE_MD)
        print_md(rows, columns, count, out);
    else if (format == TABLE_CSV)
        print_csv(rows, columns, count, out);
    else
        table_print_within(rows, columns, count, terminal_width(out), out);
}

void table_print_one(cJSON *row, const struct column *columns, int count, enum table_format format,
                     FILE *out)
{
    cJSON *rows = cJSON_CreateArray();

    cJSON_AddItemToArray(rows, row);
    if (format == TABLE_JSON)
        json_print(row, out);
    else
        table_print(rows, columns, count, format, out);
    cJSON_Delete(rows);
}
