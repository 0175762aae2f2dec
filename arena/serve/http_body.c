// SPDX-License-Identifier: MIT
#include "arena/serve/http_body.h"

#include <stdlib.h>

#include "arena/base/memory.h"

struct http_body *http_body_new(char *bytes, size_t size)
{
    struct http_body *body = xcalloc(1, sizeof *body);

    *body = (struct http_body){bytes, size, 1};
    return body;
}

struct http_body *http_body_use(struct http_body *body)
{
    body->users++;
    return body;
}

void http_body_drop(struct http_body *body)
{
    if (!body || --body->users)
        return;
    free(body->bytes);
    free(body);
}
