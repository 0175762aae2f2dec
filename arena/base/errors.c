#include "arena/base/errors.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void problems_add(struct problems *problems, const char *where, const char *format, ...)
{
    char *message = NULL;
    va_list args;

    va_start(args, format);
    int length = vasprintf(&message, format, args);
    va_end(args);
    if (length < 0)
        abort(); /* out of memory while saying what is wrong */

    size_t place = where ? strlen(where) + 2 : 0;
    size_t more = place + (size_t)length + 1;
    problems->text = realloc(problems->text, problems->length + more + 1);
    if (!problems->text)
        abort();
    char *line = problems->text + problems->length;
    snprintf(line, more + 1, "%s%s%s\n", where ? where : "", where ? ": " : "", message);
    for (size_t i = 0; i + 1 < more;
         i++) /* what was found may hold anything; a problem is a line */
        if ((unsigned char)line[i] < ' ')
            line[i] = '?';
    problems->length += more;
    problems->count++;
    free(message);
}

void problems_print(const struct problems *problems, FILE *out)
{
    const char *line = problems->text;
    for (int i = 0; i < problems->count; i++) {
        const char *end = strchr(line, '\n');
        fprintf(out, "skat-arena: %.*s\n", (int)(end - line), line);
        line = end + 1;
    }
}

void problems_free(struct problems *problems)
{
    free(problems->text);
    *problems = (struct problems){0};
}
