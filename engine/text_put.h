// SPDX-License-Identifier: MIT
/* engine/text_put.h - appending to a text in a buffer that has room: each returns the new end,
 * without a final zero. The lines of games and the messages of the pipe bot are written with these:
 * a library that builds a tree first takes thirty times as long (docs/performance.md). */
#ifndef ENGINE_TEXT_PUT_H
#define ENGINE_TEXT_PUT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline char *put_text(char *out, const char *text)
{
    size_t length = strlen(text);
    memcpy(out, text, length);
    return out + length;
}

/* Appends a string literal. */
#define PUT(out, literal) (memcpy(out, literal, sizeof(literal) - 1), (out) + sizeof(literal) - 1)

enum { PUT_INT_SIZE = 20 }; /* the longest number */
static inline char *put_int(char *out, int64_t number)
{
    char digits[PUT_INT_SIZE];
    int count = 0;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

    if (number < 0)
        *out++ = '-';
    do
        digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    while (count)
        *out++ = digits[--count];
    return out;
}

/* Two digits a byte, small letters. */
static inline char *put_hex(char *out, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < count; i++) {
        *out++ = digits[bytes[i] >> 4];
        *out++ = digits[bytes[i] & 15];
    }
    return out;
}

#endif
