// SPDX-License-Identifier: MIT
#include "arena/base/text.h"

#include <stdbool.h>
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

/* C0 but newline and tab, delete, and C1, which takes two bytes. */
static bool is_control(const unsigned char *at, int size)
{
    return (*at < ' ' && *at != '\n' && *at != '\t') || *at == 0x7f ||
           (size == 2 && at[0] == 0xc2 && at[1] < 0xa0);
}

void text_make_printable(char *text)
{
    unsigned char *at = (unsigned char *)text;

    while (*at) {
        int size = text_utf8_length(at);
        if (size == 0 || is_control(at, size)) {
            for (int i = 0; i < (size ? size : 1); i++)
                at[i] = '?';
        }
        at += size ? size : 1;
    }
}

int text_name_character(const unsigned char *text)
{
    const int length = text_utf8_length(text);
    const bool refused = *text < ' ' || *text == '"' || *text == '\\' || is_control(text, length);

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
