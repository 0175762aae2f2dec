#include "arena/problems.h"

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

/* Levenshtein's distance, for words shorter than WORD_MAX. */
static size_t distance(const char *a, const char *b)
{
    enum { WORD_MAX = 64 };
    size_t rows = strlen(a), columns = strlen(b), row[WORD_MAX + 1];

    if (rows > WORD_MAX || columns > WORD_MAX)
        return WORD_MAX;
    for (size_t j = 0; j <= columns; j++)
        row[j] = j;
    for (size_t i = 1; i <= rows; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[columns];
}

const char *nearest_word(const char *word, const char *const *words, size_t count, size_t stride)
{
    const char *nearest = NULL;
    size_t least = strlen(word) / 3 + 2; /* one more than what passes as a slip */

    for (size_t i = 0; i < count; i++) {
        const char *candidate =
            *(const char *const *)(const void *)((const char *)words + i * stride);
        size_t d = distance(word, candidate);
        if (d < least) {
            least = d;
            nearest = candidate;
        }
    }
    return nearest;
}
