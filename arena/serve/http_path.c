// SPDX-License-Identifier: MIT
#include "arena/serve/http_path.h"

#include <stdio.h>
#include <string.h>

#include "arena/base/text.h"

static bool is_name(const char *name, size_t length)
{
    int bytes;

    for (size_t at = 0; at < length; at += (size_t)bytes) {
        const unsigned char c = (unsigned char)name[at];
        bytes = text_utf8_length((const unsigned char *)name + at);
        if (!bytes || c < ' ' || c == 127 || c == '\\')
            return false;
    }
    return length && *name != '.';
}

bool http_path_read(struct http_path *path, const char *text)
{
    const char *page = strrchr(text, '/');
    int depth = 0;

    *path = (struct http_path){.folder = ""};
    if (!page || *text != '/' || strlen(page + 1) >= sizeof path->page ||
        page - text > HTTP_PATH_SIZE || (page[1] && !is_name(page + 1, strlen(page + 1))))
        return false;
    for (const char *at = text + 1; at <= page; at += strcspn(at, "/") + 1)
        if (++depth > HTTP_PATH_DEPTH || !is_name(at, strcspn(at, "/")))
            return false;
    snprintf(path->page, sizeof path->page, "%s", page + 1);
    snprintf(path->folder, sizeof path->folder, "%.*s", page > text ? (int)(page - text - 1) : 0,
             text + 1);
    return true;
}
