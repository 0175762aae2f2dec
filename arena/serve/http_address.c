// SPDX-License-Identifier: MIT
#include "arena/serve/http_address.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "arena/base/text.h"

enum { HTTP_DEFAULT_PORT = 80 };

/* An address in digits, with brackets around one of IPv6 or without. */
static bool read_address(const char *text, struct sockaddr_storage *address, socklen_t *length)
{
    struct sockaddr_in *four = (struct sockaddr_in *)address;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
    const size_t size = strlen(text);
    char bare[HTTP_ADDRESS_SIZE];

    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        *length = sizeof *four;
        return true;
    }
    const bool bracketed = size > 2 && text[0] == '[' && text[size - 1] == ']';
    if (size >= sizeof bare)
        return false;
    snprintf(bare, sizeof bare, "%.*s", (int)(bracketed ? size - 2 : size),
             text + (bracketed ? 1 : 0));
    if (inet_pton(AF_INET6, bare, &six->sin6_addr) != 1)
        return false;
    six->sin6_family = AF_INET6;
    *length = sizeof *six;
    return true;
}

static bool is_loopback(const struct sockaddr_storage *address)
{
    if (address->ss_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24 == 127;
    return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)address)->sin6_addr);
}

bool http_place_read(struct http_place *place, const char *address, int port, struct errors *errors)
{
    char digits[INET6_ADDRSTRLEN] = "";

    *place = (struct http_place){.port = port};
    if (!read_address(address, &place->address, &place->length)) {
        errors_add(errors, "--listen",
                   "\"%.100s\" is no address in digits, such as 127.0.0.1, 0.0.0.0 or ::1",
                   address);
        return false;
    }
    const bool six = place->address.ss_family == AF_INET6;
    if (six)
        ((struct sockaddr_in6 *)&place->address)->sin6_port = htons((uint16_t)port);
    else
        ((struct sockaddr_in *)&place->address)->sin_port = htons((uint16_t)port);
    getnameinfo((struct sockaddr *)&place->address, place->length, digits, sizeof digits, NULL, 0,
                NI_NUMERICHOST);
    snprintf(place->name, sizeof place->name, six ? "[%s]" : "%s", digits);
    place->loopback = is_loopback(&place->address);
    return true;
}

/* "HOST:PORT" or "HOST" apart; false if the port is none. */
static bool split(const char *text, char *host, size_t size, int *port)
{
    const char *colon = strrchr(text, ':'), *bracket = strrchr(text, ']');
    char *end;

    *port = HTTP_DEFAULT_PORT;
    if (colon && bracket && colon < bracket)
        colon = NULL; /* of the address */
    if (colon && !isdigit((unsigned char)colon[1]))
        return false;
    if (colon) {
        const long number = strtol(colon + 1, &end, 10);
        if (*end || number > HTTP_PORT_MAX)
            return false;
        *port = (int)number;
    }
    const size_t length = colon ? (size_t)(colon - text) : strlen(text);
    if (length >= size)
        return false;
    memcpy(host, text, length);
    host[length] = '\0';
    return true;
}

bool http_place_accepts(const struct http_place *place, const char *text)
{
    struct sockaddr_storage named;
    socklen_t length;
    char host[HTTP_ADDRESS_SIZE];
    int port;

    if (!split(text, host, sizeof host, &port) || port != place->port)
        return false;
    if (strcasecmp(host, "localhost") == 0)
        return place->loopback || strcmp(place->name, "0.0.0.0") == 0 ||
               strcmp(place->name, "[::]") == 0;
    if (!read_address(host, &named, &length))
        return false;
    return !place->loopback || is_loopback(&named);
}

/* ---- paths ---- */

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
