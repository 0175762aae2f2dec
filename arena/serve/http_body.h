// SPDX-License-Identifier: MIT
/* arena/serve/http_body.h - bytes that several answers are sent from, until the last one has them.
 */
#ifndef ARENA_SERVE_HTTP_BODY_H
#define ARENA_SERVE_HTTP_BODY_H

#include <stddef.h>

struct http_body {
    char *bytes;
    size_t size;
    int users;
};

/* Takes `bytes`, from malloc(), over. The caller is its one user. Never NULL. */
struct http_body *http_body_new(char *bytes, size_t size);
/* One user more; returns `body`. */
struct http_body *http_body_use(struct http_body *body);
/* One user less; with the last one the bytes are freed. NULL is allowed. */
void http_body_drop(struct http_body *body);

#endif
