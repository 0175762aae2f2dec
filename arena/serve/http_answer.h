// SPDX-License-Identifier: MIT
/* arena/serve/http_answer.h - what a request is answered with, and the head that is sent before it.
 */
#ifndef ARENA_SERVE_HTTP_ANSWER_H
#define ARENA_SERVE_HTTP_ANSWER_H

#include <stdbool.h>

#include "arena/serve/http_body.h"

struct http_answer {
    int status;             /* 200 ... */
    const char *type;       /* media type of the body; static */
    struct http_body *body; /* the answer is one of its users */
};

#define HTTP_TYPE_HTML "text/html; charset=utf-8"
#define HTTP_TYPE_JSON "application/json"
#define HTTP_TYPE_TEXT "text/plain; charset=utf-8"

/* The answer of a text. */
__attribute__((format(printf, 3, 4))) void http_answer_text(struct http_answer *answer, int status,
                                                            const char *format, ...);

enum { HTTP_FIELDS_SIZE = 800 };

/* Writes status line and fields; returns their length. Nothing is kept by browsers, and no other
 * site may show or read what is sent. The connection ends with the answer. */
int http_answer_head(const struct http_answer *answer, char head[HTTP_FIELDS_SIZE]);

#endif
