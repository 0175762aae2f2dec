// SPDX-License-Identifier: MIT
#include "arena/base/terminal_table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/base/terminal.h"

enum { COLUMNS_MAX = 1000, GUTTER = 2 };

/* Which columns of the screen have a letter in some line; those beyond the last count as none. */
struct layout {
    bool used[COLUMNS_MAX + 1];
    int width; /* of the longest line */
};

/* A cell of a table: its columns on the screen. */
struct cell {
    int begin, end;
};

/* ---- lines ---- */

/* Bytes of the letter, or of the colour, at `text`; *columns says how many columns of the screen it
 * takes. */
static size_t letter_at(const char *text, int *columns)
{
    size_t bytes = colour_length(text);

    *columns = !bytes;
    if (bytes)
        return bytes;
    bytes = 1;
    while (((unsigned char)text[bytes] & 0xc0) == 0x80)
        bytes++;
    return bytes;
}

static void mark_line(struct layout *layout, const char *line, size_t length)
{
    int column = 0, columns;

    for (size_t at = 0; at < length && column < COLUMNS_MAX; column += columns) {
        layout->used[column] |= line[at] != ' ' && line[at] != '\033';
        at += letter_at(line + at, &columns);
    }
    layout->width = column > layout->width ? column : layout->width;
}

/* The next cell of the layout at or after `from`; false if there is none. */
static bool next_cell(const struct layout *layout, int from, struct cell *cell)
{
    int blank = 0;

    while (from < layout->width && !layout->used[from])
        from++;
    *cell = (struct cell){from, from};
    for (int at = from; at < layout->width && blank < GUTTER; at++) {
        blank = layout->used[at] ? 0 : blank + 1;
        cell->end = layout->used[at] ? at + 1 : cell->end;
    }
    return from < layout->width;
}

/* What a line has in a cell, without the spaces around it, in new memory. */
static char *text_in(const char *line, size_t length, const struct cell *cell)
{
    size_t begin = 0, end = 0, at = 0;
    bool any = false;

    for (int column = 0, columns; at < length && column < cell->end; column += columns) {
        const size_t bytes = letter_at(line + at, &columns);
        if (column >= cell->begin && line[at] != ' ') {
            begin = any ? begin : at;
            end = at + bytes;
            any = true;
        }
        at += bytes;
    }
    return xasprintf("%.*s", any ? (int)(end - begin) : 0, line + begin);
}

/* ---- rows by themselves ---- */

static int widest_head(const struct layout *layout, const char *head, size_t length)
{
    struct cell cell;
    int widest = 0;

    for (int from = 0; next_cell(layout, from, &cell); from = cell.end) {
        char *text = text_in(head, length, &cell);
        widest = text_width(text) > widest ? text_width(text) : widest;
        free(text);
    }
    return widest;
}

static void print_row_apart(const struct layout *layout, const char *head, const char *line,
                            FILE *out)
{
    const size_t head_length = strcspn(head, "\n"), length = strcspn(line, "\n");
    const int width = widest_head(layout, head, head_length);
    struct cell cell;

    for (int from = 0; next_cell(layout, from, &cell); from = cell.end) {
        char *title = text_in(head, head_length, &cell), *text = text_in(line, length, &cell);
        if (!from && *text) {
            fprintf(out, "%s%s%s\n", title, *title ? " " : "", text);
        } else if (*text) {
            fprintf(out, "  ");
            print_name(title, width, out);
            fprintf(out, "  %s\n", text);
        }
        free(title);
        free(text);
    }
}

static int count_cells(const struct layout *layout)
{
    struct cell cell;
    int count = 0;

    for (int from = 0; next_cell(layout, from, &cell); from = cell.end)
        count++;
    return count;
}

void print_table_lines(const char *text, int columns, int width, FILE *out)
{
    struct layout *layout = xcalloc(1, sizeof *layout);
    const char *head = text + strspn(text, "\n");

    for (const char *line = head; *line; line += strcspn(line, "\n") + 1) {
        mark_line(layout, line, strcspn(line, "\n"));
        if (!line[strcspn(line, "\n")])
            break;
    }
    if (!width || layout->width <= width || layout->width >= COLUMNS_MAX ||
        count_cells(layout) != columns) {
        fputs(text, out);
    } else {
        fprintf(out, "%.*s", (int)(head - text), text);
        for (const char *line = strchr(head, '\n'); line && line[1]; line = strchr(line + 1, '\n'))
            print_row_apart(layout, head, line + 1, out);
    }
    free(layout);
}

/* ---- the stream ---- */

FILE *terminal_table_begin(struct terminal_table *table)
{
    *table = (struct terminal_table){0};
    return table->rows = xcheck(open_memstream(&table->text, &table->size));
}

void terminal_table_end(struct terminal_table *table, int columns, FILE *out)
{
    fclose(table->rows);
    print_table_lines(table->text, columns, terminal_width(out), out);
    free(table->text);
}
