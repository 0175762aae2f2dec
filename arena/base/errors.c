// SPDX-License-Identifier: MIT
#include "arena/base/errors.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/terminal.h"
#include "arena/base/text.h"

/* The message, in new memory. */
static char *message_of(const char *format, va_list args)
{
    char *message = NULL;

    return xcheck(vasprintf(&message, format, args) < 0 ? NULL : message);
}

void errors_add(struct errors *errors, const char *where, const char *format, ...)
{
    va_list args;

    errors->count++;
    if (errors->ignored)
        return;
    va_start(args, format);
    char *message = message_of(format, args);
    va_end(args);

    size_t place = where ? strlen(where) + 2 : 0;
    size_t more = place + strlen(message) + 1;
    errors->text = xrealloc(errors->text, errors->length + more + 1);
    char *line = errors->text + errors->length;
    snprintf(line, more + 1, "%s%s%s", where ? where : "", where ? ": " : "", message);
    text_make_line(line); /* quoted input may hold anything; an error is one line */
    line[more - 1] = '\n';
    line[more] = '\0';
    errors->length += more;
    free(message);
}

void errors_add_shortage(struct errors *errors, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *message = message_of(format, args);
    va_end(args);
    errors_add(errors, NULL, "the machine is short of something: %s", message);
    errors->shortage = true;
    free(message);
}

void errors_move(struct errors *errors, struct errors *from)
{
    if (errors->ignored) {
        errors->count += from->count;
    } else if (from->count) {
        errors->text = xrealloc(errors->text, errors->length + from->length + 1);
        memcpy(errors->text + errors->length, from->text, from->length + 1);
        errors->length += from->length;
        errors->count += from->count;
        errors->shortage |= from->shortage;
    }
    errors_free(from);
}

/* Whether the same line, with its end, is among those before it. */
static bool is_repeated(const char *text, const char *line, size_t length)
{
    for (const char *other = text; other < line; other = strchr(other, '\n') + 1)
        if (strncmp(other, line, length) == 0)
            return true;
    return false;
}

void errors_print(const struct errors *errors)
{
    const char *line = errors->text;
    for (int i = 0; i < errors->count; i++) {
        const char *end = strchr(line, '\n');
        if (!is_repeated(errors->text, line, (size_t)(end - line) + 1))
            print_note("skat-arena: %.*s\n", (int)(end - line), line);
        line = end + 1;
    }
}

void errors_free(struct errors *errors)
{
    free(errors->text);
    *errors = (struct errors){0};
}

void errors_report(struct errors *errors)
{
    errors_print(errors);
    errors_free(errors);
}

int errors_end(struct errors *errors, int code)
{
    const bool shortage = errors->shortage;

    errors_report(errors);
    return shortage ? EXIT_INTERRUPTED : code;
}
