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

/* Letters to add, drop, change or exchange with their neighbour to come from one word to the
 * other (Damerau and Levenshtein's distance), for words shorter than WORD_MAX. */
static size_t distance(const char *a, const char *b)
{
    enum { WORD_MAX = 64 };
    size_t rows = strlen(a), columns = strlen(b), table[3][WORD_MAX + 1];
    size_t *before = table[0], *last = table[1], *row = table[2];

    if (rows > WORD_MAX || columns > WORD_MAX)
        return WORD_MAX;
    for (size_t j = 0; j <= columns; j++)
        last[j] = j;
    for (size_t i = 1; i <= rows; i++) {
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);
            best = last[j] + 1 < best ? last[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            row[j] = best;
        }
        size_t *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[columns];
}

const char *nearest_word(const char *word, const char *const *words, size_t count, size_t stride)
{
    const char *nearest = NULL;
    size_t least = (strlen(word) + 1) / 3 + 1; /* one more than what passes as a slip */

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

const char *did_you_mean(const char *word, const char *const *words, size_t count, size_t stride,
                         char text[SUGGESTION_SIZE])
{
    const char *nearest = nearest_word(word, words, count, stride);

    *text = '\0';
    if (nearest)
        snprintf(text, SUGGESTION_SIZE, "; did you mean \"%.*s\"?", SUGGESTION_SIZE - 24, nearest);
    return text;
}
