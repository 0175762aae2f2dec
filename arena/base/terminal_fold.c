// SPDX-License-Identifier: MIT
#include "arena/base/terminal_fold.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/memory.h"
#include "arena/base/terminal.h"

static const char PROGRAM[] = "skat-arena ";
enum { HANGING = 2, LEAST_WIDTH = 20 };

/* ---- one line ---- */

/* Where the text after the first line begins: at the last column of a table in the left half of the
 * terminal, which two spaces set off; else a little further in than the line itself. */
static int indent_of(const char *line, int width)
{
    size_t begin = strspn(line, " ");
    int indent = (int)begin + HANGING;

    for (size_t i = begin; line[i]; i++) {
        int column = text_columns(line, i);
        if (column > width / 2)
            break;
        if (i >= 2 && line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ')
            indent = column;
    }
    return indent > width / 2 ? HANGING : indent;
}

/* The bytes of `text` that fit into `room` columns and end before a space; at least one word. What
 * is in single quotes is a word of a command. */
static size_t piece_of(const char *text, int room, bool of_command)
{
    size_t best = 0;
    bool quoted = false;

    for (size_t i = strspn(text, " ");; i++) {
        quoted ^= of_command && text[i] == '\'' && !(i && text[i - 1] == '\\' && !quoted);
        if (text[i] && (text[i] != ' ' || quoted))
            continue;
        if (best && text_columns(text, i) > room)
            return best;
        best = i;
        if (!text[i] || text_columns(text, i) > room)
            return best;
        while (text[i + 1] == ' ')
            i++;
    }
}

/* The command to copy in a line, or NULL. "skat-arena run: ..." is an error of `run`. */
static const char *command_in(const char *line)
{
    for (const char *at = line; (at = strstr(at, PROGRAM)); at++)
        if (at[strcspn(at + strlen(PROGRAM), " ") + strlen(PROGRAM) - 1] != ':')
            return at;
    return NULL;
}

/* Prints one line, without its newline, in lines of at most `width` columns, 20 or more. Colours
 * (ESC [ ... m) take no room. */
static void print_folded(const char *line, int width, FILE *out)
{
    const char *command = command_in(line);
    const int indent = indent_of(line, width);
    const bool whole = command && command == line + strspn(line, " ");
    int room = width;

    if (text_columns(line, strlen(line)) <= width) {
        fprintf(out, "%s\n", line);
        return;
    }
    for (bool first = true; *line; first = false) {
        const bool fits = text_columns(line, strlen(line)) <= room;
        size_t bytes = piece_of(line, whole && !fits ? room - 2 : room, whole);
        if (command && !whole && line + bytes > command && command > line + strspn(line, " ") &&
            !fits)
            bytes = (size_t)(command - line);
        else if (command && !whole && line >= command)
            bytes =
                strlen(line); /* the rest of the command, which the terminal breaks if it must */
        size_t shown = bytes;
        while (shown && line[shown - 1] == ' ')
            shown--;
        fprintf(out, "%*s%.*s%s\n", first ? 0 : indent, "", (int)shown, line,
                whole && line[bytes] ? " \\" : "");
        line += bytes;
        line += strspn(line, " ");
        room = width - indent;
    }
}

/* ---- standard error ---- */

void print_note(const char *format, ...)
{
    const int width = terminal_width(stderr);
    char *text = NULL, *rest;
    va_list args;

    va_start(args, format);
    const int length = vasprintf(&text, format, args);
    va_end(args);
    text = xcheck(length < 0 ? NULL : text);
    if (width < LEAST_WIDTH)
        fputs(text, stderr);
    for (char *line = text; *line && width >= LEAST_WIDTH; line = rest) {
        rest = line + strcspn(line, "\n");
        if (*rest)
            *rest++ = '\0';
        print_folded(line, width, stderr);
    }
    free(text);
}

/* ---- standard output ---- */

/* What was written since the last newline. */
struct fold {
    FILE *out;
    int width;
    char *line;
    size_t length, room;
};

static void put(struct fold *fold, char letter)
{
    if (fold->length + 1 >= fold->room) {
        fold->room = 2 * fold->room + 256;
        fold->line = xrealloc(fold->line, fold->room);
    }
    fold->line[fold->length++] = letter;
    fold->line[fold->length] = '\0';
}

static ssize_t write_folded(void *cookie, const char *text, size_t size)
{
    struct fold *fold = cookie;

    for (size_t i = 0; i < size; i++) {
        if (text[i] != '\n') {
            put(fold, text[i]);
            continue;
        }
        print_folded(fold->length ? fold->line : "", fold->width, fold->out);
        fold->length = 0;
    }
    if (fold->length && strcmp(fold->line, TERMINAL_PROMPT) == 0) {
        fputs(fold->line, fold->out);
        fold->length = 0;
    }
    return fflush(fold->out) == 0 ? (ssize_t)size : 0;
}

static int close_folded(void *cookie)
{
    struct fold *fold = cookie;

    if (fold->length)
        fwrite(fold->line, 1, fold->length, fold->out);
    int failed = fflush(fold->out);
    free(fold->line);
    free(fold);
    return failed;
}

void terminal_fold_stdout(void)
{
    const cookie_io_functions_t functions = {.write = write_folded, .close = close_folded};
    int width = terminal_width(stdout);
    struct fold *fold = width >= LEAST_WIDTH ? xcalloc(1, sizeof *fold) : NULL;

    if (!fold)
        return;
    *fold = (struct fold){.out = stdout, .width = width};
    FILE *folded = fopencookie(fold, "w", functions);
    if (!folded) {
        free(fold);
        return;
    }
    setvbuf(folded, NULL, _IOLBF, BUFSIZ);
    stdout = folded;
}

void terminal_unfold_stdout(FILE *before)
{
    if (stdout == before)
        return;
    fclose(stdout);
    stdout = before;
}
