// SPDX-License-Identifier: MIT
#include "arena/base/input_line.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

/* What is wrong with the line, or NULL. */
static const char *wrong(const struct input_line *line, FILE *file)
{
    return ferror(file)                         ? "read error: a disk error or a damaged .zst"
           : line->length > INPUT_LINE_MAX      ? "the line has more than 1 MiB"
           : strlen(line->text) != line->length ? "the line contains a zero byte"
                                                : NULL;
}

bool input_line_next(struct input_line *line, FILE *file, const char *path, struct errors *errors)
{
    const ssize_t got = input_line_read(&line->text, &line->room, file);

    line->number++;
    line->length = got > 0 ? (size_t)got : 0;
    if (line->length && line->text[line->length - 1] == '\n')
        line->length--;
    line->text[line->length] = '\0';
    const char *why = wrong(line, file);
    if (why) {
        char *where = xasprintf("%s:%llu", path, (unsigned long long)line->number);
        errors_add(errors, where, "%s", why);
        free(where);
        return false;
    }
    if (line->length && line->text[line->length - 1] == '\r')
        line->text[--line->length] = '\0';
    return got > 0;
}

void input_line_free(struct input_line *line)
{
    free(line->text);
    *line = (struct input_line){0};
}

/* fgets() does not tell how much it has read if the line contains zero bytes. So the buffer is
 * filled with newlines first: if the byte after the first newline is 0, that newline ends the line;
 * otherwise it is part of the filling, and the zero before it ends what was read. */
ssize_t input_line_read(char **text, size_t *room, FILE *file)
{
    enum { FIRST_ROOM = 4096 };
    size_t length = 0;

    while (length < INPUT_LINE_MAX) {
        if (*room < length + 2) {
            *room = *room ? 2 * *room : FIRST_ROOM;
            *text = xrealloc(*text, *room);
        }
        const size_t left = *room - length;
        char *at = *text + length;
        memset(at, '\n', left);
        if (!fgets(at, (int)left, file))
            break;
        const char *newline = memchr(at, '\n', left);
        if (newline && newline + 1 < at + left && !newline[1])
            return newline + 1 - *text;
        if (newline)
            return newline - 1 - *text;
        length += left - 1;
    }
    return ferror(file) ? -1 : (ssize_t)length;
}
