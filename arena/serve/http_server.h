// SPDX-License-Identifier: MIT
/* arena/serve/http_server.h - answers requests, in one thread: libmicrohttpd speaks HTTP, and this
 * says who may ask, and waits for answers that are not there yet.
 *
 * Whatever clients do, the others are served: a request must come within ten seconds, somebody who
 * takes nothing of an answer for thirty is left, and where there are too many connections the one
 * goes that has waited longest without a request. */
#ifndef ARENA_SERVE_HTTP_SERVER_H
#define ARENA_SERVE_HTTP_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "arena/base/errors.h"
#include "arena/serve/child_store.h"
#include "arena/serve/http_address.h"

/* ---- answers ---- */

struct http_answer {
    int status;        /* 200 ... */
    const char *type;  /* media type of the body; static */
    struct body *body; /* the answer is one of its users */
};

#define HTTP_TYPE_HTML "text/html; charset=utf-8"
#define HTTP_TYPE_JSON "application/json"
#define HTTP_TYPE_TEXT "text/plain; charset=utf-8"

/* The answer of a text. */
__attribute__((format(printf, 3, 4))) void http_answer_text(struct http_answer *answer, int status,
                                                            const char *format, ...);

/* ---- requests ---- */

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST };

/* Bytes of the body of a request. */
enum { HTTP_BODY_MAX = 4096 };

struct http_request {
    enum http_method method;
    const char *path;  /* without its percent encoding, and without a query: http_address.h */
    size_t body;       /* bytes, 0 .. HTTP_BODY_MAX */
    int64_t waited_ms; /* how long it has been waiting for its answer */
};

/* Who answers. */
struct http_site {
    void *context;
    /* Sets the answer to a request that is complete and names this server; true. False: it is not
     * there yet, and this is asked again soon. `body` has request->body bytes. */
    bool (*answer)(void *context, const struct http_request *request, const char *body,
                   struct http_answer *answer);
    struct child_store *children; /* whose processes make the answers */
};

/* ---- the server ---- */

struct http_server;

/* Listens; with port 0 at one that is free, which place->port then is. NULL with an error. The
 * caller ends it with http_server_close(). `place` must outlive it. */
struct http_server *http_server_open(struct http_place *place, struct errors *errors);
/* Serves until interrupt_heard(). */
void http_server_run(struct http_server *server, const struct http_site *site);
void http_server_close(struct http_server *server); /* NULL is allowed */

#endif
