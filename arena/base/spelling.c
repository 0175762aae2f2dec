// SPDX-License-Identifier: MIT
#include "arena/base/spelling.h"

#include <stdio.h>
#include <string.h>

#include "arena/base/memory.h"

/* Letters to add, drop, change or exchange with their neighbour to turn one word into the other
 * (the Damerau-Levenshtein distance), for words shorter than WORD_MAX. */
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

static const char *word_at(const char *const *words, size_t stride, size_t i)
{
    return *(const char *const *)(const void *)((const char *)words + i * stride);
}

const char *nearest_word(const char *word, const char *const *words, size_t count, size_t stride)
{
    const char *nearest = NULL;
    size_t least = (strlen(word) + 1) / 3 + 1; /* one more than a misspelling may have */

    for (size_t i = 0; i < count; i++) {
        const char *candidate = word_at(words, stride, i);
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

char *words_allowed(const char *word, const char *const *words, size_t count, size_t stride)
{
    char suggestion[SUGGESTION_SIZE], *text = NULL;
    size_t length;
    FILE *memory = xcheck(open_memstream(&text, &length));

    fputs(did_you_mean(word, words, count, stride, suggestion), memory);
    if (!*suggestion && !count)
        fputs("; none is allowed", memory);
    for (size_t i = 0; !*suggestion && count <= WORDS_LISTED && i < count; i++)
        fprintf(memory, "%s%s", i ? ", " : "; allowed: ", word_at(words, stride, i));
    fclose(memory);
    return xcheck(text);
}
