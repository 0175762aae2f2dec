// SPDX-License-Identifier: MIT
#include "arena/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

int text_utf8_length(const unsigned char *text)
{
    static const struct {
        unsigned char mask, lead;
        unsigned least; /* smaller code points have a shorter encoding */
    } forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};

    for (int size = 1; size <= 4; size++) {
        if ((text[0] & forms[size - 1].mask) != forms[size - 1].lead)
            continue;
        unsigned code = text[0] & (unsigned char)~forms[size - 1].mask;
        for (int i = 1; i < size; i++) {
            if ((text[i] & 0xc0) != 0x80)
                return 0;
            code = code << 6 | (text[i] & 0x3fu);
        }
        bool surrogate = code >= 0xd800 && code <= 0xdfff;
        return code >= forms[size - 1].least && code <= 0x10ffff && !surrogate ? size : 0;
    }
    return 0;
}

/* What ends a line or turns the direction of text beside the controls, as UTF-8: U+2028 and U+2029;
 * U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069. */
static const struct {
    unsigned char lead[3];
    int size;                  /* of the character */
    unsigned char first, last; /* its last byte */
} unseen[] = {{{0xe2, 0x80}, 3, 0x8e, 0x8f},
              {{0xe2, 0x80}, 3, 0xa8, 0xae},
              {{0xe2, 0x81}, 3, 0xa6, 0xa9},
              {{0xd8}, 2, 0x9c, 0x9c},
              {{0xc2}, 2, 0x80, 0x9f}}; /* C1 */

/* C0, delete, and those above. */
static bool is_control(const unsigned char *at, int size)
{
    bool found = *at < ' ' || *at == 0x7f;

    for (size_t i = 0; i < sizeof unseen / sizeof *unseen && !found; i++)
        found = size == unseen[i].size && memcmp(at, unseen[i].lead, (size_t)size - 1) == 0 &&
                at[size - 1] >= unseen[i].first && at[size - 1] <= unseen[i].last;
    return found;
}

/* Replaces what is not printable and not `kept`. Returns whether there was nothing. */
static bool replace(char *text, const char *kept)
{
    unsigned char *at = (unsigned char *)text;
    bool nothing = true;

    while (*at) {
        const int size = text_utf8_length(at), length = size ? size : 1;
        if (size == 0 || (is_control(at, size) && !strchr(kept, *at))) {
            memset(at, '?', (size_t)length);
            nothing = false;
        }
        at += length;
    }
    return nothing;
}

void text_make_printable(char *text) { replace(text, "\n\t"); }

bool text_make_line(char *text) { return replace(text, ""); }

int text_name_character(const unsigned char *text)
{
    const int length = text_utf8_length(text);
    const bool refused = *text == '"' || *text == '\\' || is_control(text, length);

    return refused ? 0 : length;
}

bool text_is_name(const char *name)
{
    const unsigned char *at = (const unsigned char *)name;
    int length;

    for (; *at; at += length) {
        length = text_name_character(at);
        if (!length)
            return false;
    }
    return at != (const unsigned char *)name && at - (const unsigned char *)name <= 40;
}

bool text_is_file_name(const char *name)
{
    size_t length = strspn(name, TEXT_FILE_NAME_CHARACTERS);

    return length && length <= 100 && !name[length] && *name != '.' && *name != '-';
}

char *text_shell_quoted(const char *text)
{
    char *quoted = xstrdup("'");

    for (; *text; text++) {
        char *more =
            *text == '\'' ? xasprintf("%s'\\''", quoted) : xasprintf("%s%c", quoted, *text);
        free(quoted);
        quoted = more;
    }
    char *closed = xasprintf("%s'", quoted);
    free(quoted);
    return closed;
}

bool text_read_duration(const char *text, double *seconds)
{
    static const struct {
        char unit;
        int seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
    char *end;
    const double number = strtod(text, &end);

    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (end != text && end[0] == units[i].unit && !end[1]) {
            *seconds = number * units[i].seconds;
            return isfinite(*seconds) && *seconds > 0;
        }
    return false;
}

/* ---- the word that was probably meant ---- */

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

/* ---- as a field of CSV (RFC 4180), and in Markdown ---- */

static const char *guard_of(const char *text)
{
    const char *first = text + strspn(text, "'");

    return *first && strchr("=+-@\t\r", *first) ? "'" : "";
}

void markdown_print_text(const char *text, FILE *out)
{
    for (; *text; text++)
        fprintf(out, strchr("\\|<&", *text) ? "\\%c" : "%c", *text);
}

void csv_print_text(const char *text, FILE *out)
{
    const char *before = guard_of(text), *quote = strpbrk(text, ",\"\r\n") ? "\"" : "";

    fprintf(out, "%s%s", quote, before);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputs(quote, out);
}
