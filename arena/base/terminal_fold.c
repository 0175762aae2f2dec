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

/* Does a word of a line begin a command to copy? It is the first, or in backquotes, or follows a
 * colon. */
static bool begins_command(const char *line, const char *word)
{
    const char *before = word;

    while (before > line && before[-1] == ' ')
        before--;
    return before == line || before[-1] == ':' || *word == '`';
}

/* The command to copy in a line, from the path of the program or a backquote before it; or the end
 * of the line. "skat-arena run: ..." is an error of `run`. */
static const char *command_in(const char *line)
{
    for (const char *at = line; (at = strstr(at, PROGRAM)); at++) {
        const char *word = at;
        while (word > line && word[-1] != ' ')
            word--;
        if (begins_command(line, word) &&
            at[strcspn(at + strlen(PROGRAM), " ") + strlen(PROGRAM) - 1] != ':')
            return word;
    }
    return line + strlen(line);
}

/* The end of a command: that of the line, or of the word in which its backquotes end. */
static const char *end_of_command(const char *command)
{
    const char *quote = *command == '`' ? strchr(command + 1, '`') : NULL;

    return quote ? quote + strcspn(quote, " ") : command + strlen(command);
}

/* Prints `length` bytes of text in lines of at most `width` columns: the first after `lead` spaces,
 * the others after `indent`. */
static void print_pieces(const char *text, size_t length, int lead, int indent, int width,
                         bool of_command, FILE *out)
{
    while (length && text[length - 1] == ' ')
        length--;
    const char *end = text + length;
    for (int spaces = lead; text < end; spaces = indent) {
        const int room = width - spaces;
        const size_t left = (size_t)(end - text);
        size_t bytes = text_columns(text, left) <= room
                           ? left
                           : piece_of(text, of_command ? room - 2 : room, of_command);
        bytes = bytes < left ? bytes : left;
        size_t shown = bytes;
        while (shown && text[shown - 1] == ' ')
            shown--;
        fprintf(out, "%*s%.*s%s\n", spaces, "", (int)shown, text,
                of_command && bytes < left ? " \\" : "");
        text += bytes;
        text += strspn(text, " ");
    }
}

/* Prints one line, without its newline, in lines of at most `width` columns, 20 or more. Colours
 * (ESC [ ... m) take no room. */
static void print_folded(const char *line, int width, FILE *out)
{
    const int indent = indent_of(line, width);

    if (text_columns(line, strlen(line)) <= width) {
        fprintf(out, "%s\n", line);
        return;
    }
    int lead = (int)strspn(line, " ");
    line += lead;
    while (*line) {
        const char *command = command_in(line), *end = end_of_command(command);
        if (command > line) {
            print_pieces(line, (size_t)(command - line), lead, indent, width, false, out);
            lead = indent;
        }
        print_pieces(command, (size_t)(end - command), lead, indent, width, true, out);
        lead = indent;
        line = end + strspn(end, " ");
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
