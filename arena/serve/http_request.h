// SPDX-License-Identifier: MIT
/* arena/serve/http_request.h - reads the head of an HTTP/1.1 request (RFC 9112). Knows no sockets.
 */
#ifndef ARENA_SERVE_HTTP_REQUEST_H
#define ARENA_SERVE_HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes, with what ends each: of a head, of its target, of a host, of a body. */
enum { HTTP_HEAD_MAX = 16384, HTTP_TARGET_SIZE = 2048, HTTP_HOST_SIZE = 300, HTTP_BODY_MAX = 4096 };

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST };

struct http_request {
    enum http_method method;
    char target[HTTP_TARGET_SIZE]; /* as it was sent: "/a%20b?c", begins with '/' */
    char host[HTTP_HOST_SIZE];     /* of the Host field, without space around it */
    char origin[HTTP_HOST_SIZE];   /* of the Origin field; "" without one */
    size_t head;                   /* bytes of the head, with the empty line that ends it */
    size_t body;                   /* bytes that follow it, 0 .. HTTP_BODY_MAX */
};

/* Reads the first `length` bytes of what a client has sent. Returns 0 if the head is not complete;
 * 200 when it is, and *request is set; else the status to refuse it with: 400 (it is no request),
 * 405, 413, 414, 431, 501, 505. Stricter than the RFC where leniency has let requests through that
 * others read differently: fields that count here may come once only, lines end with CR LF, and no
 * line is folded. */
int http_request_read(const char *bytes, size_t length, struct http_request *request);

#endif
