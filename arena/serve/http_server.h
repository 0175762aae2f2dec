// SPDX-License-Identifier: MIT
/* arena/serve/http_server.h - takes connections and requests, and sends answers, in one thread.
 *
 * Whatever clients do, the others are served: a head must come within ten seconds, somebody who
 * takes nothing of an answer for thirty is left, and where there are too many connections the one
 * goes that has waited longest without a request. A connection has one request. */
#ifndef ARENA_SERVE_HTTP_SERVER_H
#define ARENA_SERVE_HTTP_SERVER_H

#include <poll.h>
#include <stdbool.h>

#include "arena/base/errors.h"
#include "arena/serve/http_answer.h"
#include "arena/serve/http_host.h"
#include "arena/serve/http_request.h"

/* Who answers. */
struct http_site {
    void *context;
    /* Sets the answer to a request that is complete and names this server; true. False: it is not
     * there yet, and this is asked again soon. `body` has request->body bytes. */
    bool (*answer)(void *context, const struct http_request *request, const char *body,
                   struct http_answer *answer);
    /* Adds descriptors that the server waits for, too, at most `room`; returns how many. */
    int (*watch)(void *context, struct pollfd *places, int room);
    /* Something may have come there; called several times a second in any case. */
    void (*look)(void *context);
};

enum { HTTP_CONNECTIONS = 256, HTTP_WATCHED = 64 };

struct http_server;

/* Listens; with port 0 at one that is free, which place->port then is. NULL with an error. The
 * caller ends it with http_server_close(). `place` must outlive it. */
struct http_server *http_server_open(struct http_place *place, struct errors *errors);
/* Serves until interrupt_heard(). */
void http_server_run(struct http_server *server, const struct http_site *site);
void http_server_close(struct http_server *server); /* NULL is allowed */

#endif
