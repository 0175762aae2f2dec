// SPDX-License-Identifier: MIT
/* arena/serve/http_server.h - answers requests, in one thread: libmicrohttpd speaks HTTP, and this
 * says who may ask, and waits for answers that are not there yet.
 *
 * Whatever clients do, the others are served: a request must come within ten seconds, somebody who
 * takes nothing of an answer for thirty is left, and where there are too many connections the one
 * goes that has waited longest without a request. */
#ifndef ARENA_SERVE_HTTP_SERVER_H
#define ARENA_SERVE_HTTP_SERVER_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

#include "arena/base/errors.h"
#include "arena/serve/child_store.h"

/* ---- addresses: where it listens, which names of it are believed ----
 *
 * A page of a stranger may have a name that leads to this machine (DNS rebinding): its script would
 * then read what is served here. Its requests name the stranger's host, so they are told by that.
 */

enum { HTTP_PORT_MAX = 65535, HTTP_ADDRESS_SIZE = 80 };

struct http_place {
    struct sockaddr_storage address;
    socklen_t length;
    int port;
    char name[HTTP_ADDRESS_SIZE]; /* of the address, as in a URL: "127.0.0.1", "[::1]" */
    bool loopback;                /* no other machine reaches it */
};

/* Reads an address of IPv4 or IPv6, with or without brackets, in digits: no name is looked up.
 * False with an error. */
bool http_place_read(struct http_place *place, const char *address, int port,
                     struct errors *errors);

/* Whether a request may name this host, "HOST" or "HOST:PORT": the place's own address or, where
 * other machines reach it, any address in digits, since what they call it is not known; or
 * "localhost" where it is on the loopback or on all interfaces. The port must be the place's. */
bool http_place_accepts(const struct http_place *place, const char *host);

/* ---- paths ---- */

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
    const char *path;  /* without its percent encoding, and without a query */
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
