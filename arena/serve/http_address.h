// SPDX-License-Identifier: MIT
/* arena/serve/http_address.h - where a server listens, which names of it are believed, and the
 * place that the path of a request names below the folder that is served.
 *
 * A page of a stranger may have a name that leads to this machine (DNS rebinding): its script would
 * then read what is served here. Its requests name the stranger's host, so they are told by that.
 */
#ifndef ARENA_SERVE_HTTP_ADDRESS_H
#define ARENA_SERVE_HTTP_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>

#include "arena/base/errors.h"

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

#endif
