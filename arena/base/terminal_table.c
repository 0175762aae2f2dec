// SPDX-License-Identifier: MIT
#include "arena/base/terminal_table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/base/terminal.h"

/* A part of a line, without the spaces around it; colours are a part of it. */
struct cell {
    const char *text;
    int bytes;
};

/* The cell at *at, which moves to the next one, or to NULL after the last. */
static struct cell next_cell(const char **at)
{
    const char *begin = *at, *end = begin + strcspn(begin, "\v\n");

    *at = *end == TABLE_CELL ? end + 1 : NULL;
    while (begin < end && *begin == ' ')
        begin++;
    while (end > begin && end[-1] == ' ')
        end--;
    return (struct cell){begin, (int)(end - begin)};
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

static int widest_line(const char *text)
{
    int widest = 0;

    for (const char *line = text; *line; line = next_line(line)) {
        const int columns = text_columns(line, strcspn(line, "\n"));
        widest = columns > widest ? columns : widest;
    }
    return widest;
}

/* Of all but the first column, whose head is in the same line as each row's name. */
static int widest_head(const char *head)
{
    const char *at = head;
    int widest = 0;

    next_cell(&at);
    while (at) {
        const struct cell cell = next_cell(&at);
        const int columns = text_columns(cell.text, (size_t)cell.bytes);
        widest = columns > widest ? columns : widest;
    }
    return widest;
}

static void print_as_written(const char *text, FILE *out)
{
    for (; *text; text++)
        if (*text != TABLE_CELL)
            putc(*text, out);
}

static void print_row_apart(const char *head, const char *line, FILE *out)
{
    const int width = widest_head(head);
    const char *titles = head;

    for (const char *at = line; at;) {
        const bool first = at == line;
        const struct cell title = titles ? next_cell(&titles) : (struct cell){"", 0},
                          cell = next_cell(&at);
        if (first && cell.bytes)
            fprintf(out, "%.*s%s%.*s\n", title.bytes, title.text, title.bytes ? " " : "",
                    cell.bytes, cell.text);
        else if (cell.bytes)
            fprintf(out, "  %.*s%*s  %.*s\n", title.bytes, title.text,
                    width - text_columns(title.text, (size_t)title.bytes), "", cell.bytes,
                    cell.text);
    }
}

void print_table_lines(const char *text, int width, FILE *out)
{
    const char *head = text + strspn(text, "\n");

    if (!width || widest_line(text) <= width) {
        print_as_written(text, out);
        return;
    }
    fprintf(out, "%.*s", (int)(head - text), text);
    for (const char *line = next_line(head); *line; line = next_line(line))
        print_row_apart(head, line, out);
}

/* ---- the stream ---- */

FILE *terminal_table_begin(struct terminal_table *table)
{
    *table = (struct terminal_table){0};
    return table->rows = xcheck(open_memstream(&table->text, &table->size));
}

static void end(struct terminal_table *table, int width, FILE *out)
{
    fclose(table->rows);
    print_table_lines(table->text, width, out);
    free(table->text);
}

FILE *terminal_table_flush(struct terminal_table *table, FILE *out)
{
    end(table, 0, out);
    return terminal_table_begin(table);
}

void terminal_table_end(struct terminal_table *table, FILE *out)
{
    end(table, terminal_width(out), out);
}
