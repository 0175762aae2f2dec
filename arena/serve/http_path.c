// SPDX-License-Identifier: MIT
#include "arena/serve/http_path.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/text.h"

static int digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, tolower((unsigned char)c)) : NULL;

    return at ? (int)(at - digits) : -1;
}

/* Undoes the percent encoding of the first `length` bytes of `from`. False if it is none, or the
 * text is too long, or has a byte that no name has. */
static bool decode(const char *from, size_t length, char *text, size_t size)
{
    size_t to = 0;

    for (size_t at = 0; at < length; at++) {
        int byte = (unsigned char)from[at];
        if (byte == '%') {
            const int high = at + 2 < length ? digit(from[at + 1]) : -1;
            const int low = at + 2 < length ? digit(from[at + 2]) : -1;
            if (high < 0 || low < 0)
                return false;
            byte = high << 4 | low;
            at += 2;
        }
        if (byte < ' ' || byte == 127 || byte == '/' || byte == '\\' || to + 1 >= size)
            return false;
        text[to++] = (char)byte;
    }
    text[to] = '\0';
    return true;
}

static bool is_utf8(const char *text)
{
    int length;

    for (const unsigned char *at = (const unsigned char *)text; *at; at += length)
        if (!(length = text_utf8_length(at)))
            return false;
    return true;
}

static bool is_name(const char *name) { return *name && *name != '.' && is_utf8(name); }

static bool add_folder(struct http_path *path, const char *name)
{
    const size_t length = strlen(path->folder), more = strlen(name) + (length > 0);

    if (length + more >= sizeof path->folder)
        return false;
    snprintf(path->folder + length, sizeof path->folder - length, "%s%s", length ? "/" : "", name);
    return true;
}

bool http_path_read(struct http_path *path, const char *target)
{
    char name[256];
    int depth = 0;

    *path = (struct http_path){.folder = ""};
    if (*target != '/')
        return false;
    for (const char *at = target + 1;;) {
        const size_t length = strcspn(at, "/?#");
        if (at[length] != '/') {
            return decode(at, length, path->page, sizeof path->page) &&
                   (!length || is_name(path->page));
        }
        if (++depth > HTTP_PATH_DEPTH || !decode(at, length, name, sizeof name) || !is_name(name) ||
            !add_folder(path, name))
            return false;
        at += length + 1;
    }
}
