// SPDX-License-Identifier: MIT
/* arena/serve/http_path.h - the path of a request as names of folders below the one that is
 * served. */
#ifndef ARENA_SERVE_HTTP_PATH_H
#define ARENA_SERVE_HTTP_PATH_H

#include <stdbool.h>

enum { HTTP_PATH_SIZE = 1000, HTTP_PATH_DEPTH = 8 };

/* "/a b/c/report.html" is folder "a b/c", and page "report.html". */
struct http_path {
    char folder[HTTP_PATH_SIZE]; /* "" for the folder that is served itself */
    char page[120];              /* "" if the path ends with '/' */
};

/* Reads a path whose percent encoding is undone. False for what names no place below the folder, or
 * none that has a page: empty names, names that begin with a dot (so "." and ".."), backslashes,
 * control characters, bytes that are no UTF-8, more than HTTP_PATH_DEPTH names. */
bool http_path_read(struct http_path *path, const char *text);

#endif
