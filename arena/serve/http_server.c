// SPDX-License-Identifier: MIT
#include "arena/serve/http_server.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "arena/base/machine.h"
#include "arena/base/interrupt.h"
#include "arena/base/late_library.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"

/* ---- addresses: pure functions ---- */

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

/* ---- libmicrohttpd, loaded by the commands that serve pages (base/late_library.h) ---- */

#define MICROHTTPD_FUNCTIONS(X)                                                                    \
    X(MHD_add_response_header)                                                                     \
    X(MHD_create_response_from_buffer_with_free_callback_cls)                                      \
    X(MHD_destroy_response)                                                                        \
    X(MHD_get_connection_info)                                                                     \
    X(MHD_get_connection_values)                                                                   \
    X(MHD_get_daemon_info)                                                                         \
    X(MHD_get_timeout)                                                                             \
    X(MHD_http_unescape)                                                                           \
    X(MHD_queue_response)                                                                          \
    X(MHD_resume_connection)                                                                       \
    X(MHD_run)                                                                                     \
    X(MHD_start_daemon)                                                                            \
    X(MHD_stop_daemon)                                                                             \
    X(MHD_suspend_connection)

#define MICROHTTPD_MEMBER(function) __typeof__(function) *function;

/* Each function under its own name. */
struct microhttpd {
    MICROHTTPD_FUNCTIONS(MICROHTTPD_MEMBER)
};

static void microhttpd_load(struct microhttpd *library)
{
    static const struct late_function functions[] = {
#define MICROHTTPD_ROW(function) {#function, offsetof(struct microhttpd, function)},
        MICROHTTPD_FUNCTIONS(MICROHTTPD_ROW)
#undef MICROHTTPD_ROW
    };

    late_library_load("libmicrohttpd.so.12", functions, sizeof functions / sizeof *functions,
                      library);
}

/* ---- the server ---- */

/* Milliseconds until a request must have come, between two looks at what is not there yet; seconds
 * for which a client may take nothing. */
enum { REQUEST_MS = 10000, ROUND_MS = 200, TAKE_S = 30 };
/* Bytes of the head of a request, with what the library notes about it. */
enum { HEAD_ROOM = 32768 };
/* The library takes no more connections than there are places. So that a new one is heard, places
 * are made free before all are taken. */
enum { CONNECTIONS = 256, PLACES_KEPT_FREE = 16 };
/* Most processes whose texts are waited for: others are looked at once a round. */
enum { WATCHED = 64 };

struct client {
    struct client *next; /* of the server's list, the newest first */
    int fd;
    /* When its request must have come; where places are short, when its answer must be taken. */
    int64_t until;
    int64_t asked;                     /* when the head of its request came */
    struct MHD_Connection *connection; /* from its request on to the end of the answer; else NULL */
    bool waiting;                      /* suspended until its answer is there */
    struct http_request request;
    char body[HTTP_BODY_MAX];
};

struct http_server {
    const struct http_place *place;
    const struct http_site *site;
    struct microhttpd library;
    struct MHD_Daemon *daemon;
    struct client *clients;
    int count;
    int64_t now;
};

/* ---- answers ---- */

static void drop_body(void *body) { body_drop(body); }

void http_answer_text(struct http_answer *answer, int status, const char *format, ...)
{
    va_list arguments;
    char *text = NULL;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    text = xcheck(text);
    *answer = (struct http_answer){status, HTTP_TYPE_TEXT, body_new(text, strlen(text))};
}

/* Nothing is kept by browsers, and no other site may show or read what is sent. */
static enum MHD_Result send_answer(const struct http_server *server,
                                   struct MHD_Connection *connection,
                                   const struct http_answer *answer)
{
    static const char *const fields[][2] = {
        {"Cache-Control", "no-store"},
        {"Content-Security-Policy", "frame-ancestors 'none'; object-src 'none'"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Referrer-Policy", "no-referrer"},
        {"X-Content-Type-Options", "nosniff"},
    };
    const struct microhttpd *library = &server->library;
    struct MHD_Response *response = library->MHD_create_response_from_buffer_with_free_callback_cls(
        answer->body->size, answer->body->bytes, drop_body, answer->body);

    if (!response) { /* out of memory: the connection ends */
        body_drop(answer->body);
        return MHD_NO;
    }
    library->MHD_add_response_header(response, "Content-Type", answer->type);
    if (answer->status == 405)
        library->MHD_add_response_header(response, "Allow", "GET, HEAD");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        library->MHD_add_response_header(response, fields[i][0], fields[i][1]);
    const enum MHD_Result queued =
        library->MHD_queue_response(connection, (unsigned)answer->status, response);
    library->MHD_destroy_response(response);
    return queued;
}

/* ---- who asks ---- */

/* Fields that may come once only: others could read them in another way. */
struct asked_by {
    const char *host, *origin;
    int hosts, origins;
    bool too_long; /* its body */
};

static enum MHD_Result note_field(void *context, enum MHD_ValueKind kind, const char *name,
                                  const char *value)
{
    struct asked_by *by = context;

    (void)kind;
    if (strcasecmp(name, "Host") == 0) {
        by->host = value ? value : "";
        by->hosts++;
    } else if (strcasecmp(name, "Origin") == 0) {
        by->origin = value ? value : "";
        by->origins++;
    } else if (strcasecmp(name, "Content-Length") == 0) {
        by->too_long |= strtoull(value ? value : "", NULL, 10) > HTTP_BODY_MAX;
    }
    return MHD_YES;
}

/* Whether a request that changes something comes from a page of this server: others name theirs. */
static bool is_own(const struct asked_by *by, enum http_method method)
{
    return method != HTTP_POST || !by->origins ||
           (strncmp(by->origin, "http://", 7) == 0 && strcmp(by->origin + 7, by->host) == 0);
}

static bool read_method(const char *name, enum http_method *method)
{
    static const char *const names[] = {
        [HTTP_GET] = "GET", [HTTP_HEAD] = "HEAD", [HTTP_POST] = "POST"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) {
            *method = (enum http_method)i;
            return true;
        }
    return false;
}

/* Whether a request is refused by its head. */
static bool is_refused(const struct http_server *server, struct client *client,
                       struct MHD_Connection *connection, const char *path, const char *method,
                       struct http_answer *answer)
{
    const struct http_place *place = server->place;
    struct asked_by by = {0};

    client->request = (struct http_request){.path = path};
    server->library.MHD_get_connection_values(connection, MHD_HEADER_KIND, note_field, &by);
    if (!read_method(method, &client->request.method))
        http_answer_text(answer, 405, "Only GET and HEAD are answered here.\n");
    else if (*path != '/' || by.hosts != 1 || by.origins > 1) /* also of HTTP/1.0: whom the client
                                                                 means must be known */
        http_answer_text(answer, 400, "This is no request that could be understood.\n");
    else if (!http_place_accepts(place, by.host) || !is_own(&by, client->request.method))
        http_answer_text(answer, 403,
                         "This server is not called so, or the page that asks is not one of its "
                         "own. It answers at http://%s:%d/\n",
                         place->name, place->port);
    else if (by.too_long)
        http_answer_text(answer, 413, "The body of the request is too long.\n");
    else
        return false;
    return true;
}

/* Takes a part of the body. What comes with a GET is not read. */
static enum MHD_Result take_body(struct client *client, const char *bytes, size_t *size)
{
    struct http_request *request = &client->request;
    const size_t more = request->method == HTTP_POST ? *size : 0;

    *size = 0;
    if (more > sizeof client->body - request->body)
        return MHD_NO; /* the connection ends */
    memcpy(client->body + request->body, bytes, more);
    request->body += more;
    return MHD_YES;
}

/* ---- what the library tells ---- */

static struct client *client_of(const struct http_server *server, struct MHD_Connection *connection)
{
    return server->library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
        ->socket_context;
}

/* A connection has come, or has ended. */
static void note_connection(void *context, struct MHD_Connection *connection, void **of_connection,
                            enum MHD_ConnectionNotificationCode code)
{
    struct http_server *server = context;
    struct client *client = *of_connection;

    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *of_connection = client = xcalloc(1, sizeof *client);
        client->fd =
            server->library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)
                ->connect_fd;
        client->until = server->now + REQUEST_MS;
        client->next = server->clients;
        server->clients = client;
        server->count++;
        return;
    }
    struct client **at = &server->clients;
    while (*at != client)
        at = &(*at)->next;
    *at = client->next;
    server->count--;
    free(client);
}

/* An answer was sent, or cannot be. The same connection may ask again. */
static void note_end(void *context, struct MHD_Connection *connection, void **of_request,
                     enum MHD_RequestTerminationCode code)
{
    struct http_server *server = context;
    struct client *client = client_of(server, connection);

    (void)of_request;
    (void)code;
    client->connection = NULL;
    client->until = server->now + REQUEST_MS;
}

/* Called with the head of a request, with each part of its body, at its end, and again for each
 * time that the answer was not there. */
static enum MHD_Result take_request(void *context, struct MHD_Connection *connection,
                                    const char *path, const char *method, const char *version,
                                    const char *bytes, size_t *size, void **of_request)
{
    struct http_server *server = context;
    struct client *client = client_of(server, connection);
    struct http_answer answer;

    (void)version;
    if (!*of_request) {
        *of_request = client;
        client->asked = server->now;
        return is_refused(server, client, connection, path, method, &answer)
                   ? send_answer(server, connection, &answer)
                   : MHD_YES;
    }
    if (*size)
        return take_body(client, bytes, size);
    client->connection = connection;
    client->request.path = path;
    client->request.waited_ms = server->now - client->asked;
    client->until = server->now + REQUEST_MS;
    if (server->site->answer(server->site->context, &client->request, client->body, &answer))
        return send_answer(server, connection, &answer);
    client->waiting = true;
    server->library.MHD_suspend_connection(connection);
    return MHD_YES;
}

/* Undoes the percent encoding. A zero byte would end the text: such a path is none. */
static size_t unescape(void *context, struct MHD_Connection *connection, char *text)
{
    const struct http_server *server = context;
    const size_t length = server->library.MHD_http_unescape(text);

    (void)connection;
    if (strlen(text) == length)
        return length;
    *text = '\0';
    return 0;
}

/* ---- opening ---- */

static int listen_at(const struct http_place *place)
{
    const int yes = 1;
    const int fd = socket(place->address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, (const struct sockaddr *)&place->address, place->length) == 0 &&
        listen(fd, SOMAXCONN) == 0)
        return fd;
    const int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static int port_of(int fd)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;

    if (getsockname(fd, (struct sockaddr *)&address, &length) != 0)
        return 0;
    return ntohs(address.ss_family == AF_INET ? ((struct sockaddr_in *)&address)->sin_port
                                              : ((struct sockaddr_in6 *)&address)->sin6_port);
}

struct http_server *http_server_open(struct http_place *place, struct errors *errors)
{
    struct http_server *server = xcalloc(1, sizeof *server);
    const int listening = listen_at(place);

    server->place = place;
    if (listening < 0) {
        errors_add(errors, "serve", "cannot listen at %s, port %d: %s%s", place->name, place->port,
                   strerror(errno),
                   errno == EADDRINUSE ? "; --port takes another, 0 one that is free" : "");
        free(server);
        return NULL;
    }
    place->port = port_of(listening);
    microhttpd_load(&server->library);
    server->daemon = server->library.MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, take_request, server,
        MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)TAKE_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)HEAD_ROOM, MHD_OPTION_NOTIFY_CONNECTION, note_connection, server,
        MHD_OPTION_NOTIFY_COMPLETED, note_end, server, MHD_OPTION_UNESCAPE_CALLBACK, unescape,
        server, MHD_OPTION_END);
    if (server->daemon)
        return server;
    errors_add(errors, "serve", "libmicrohttpd cannot serve: %s", strerror(errno));
    close(listening);
    free(server);
    return NULL;
}

/* Lets all that wait ask the site again. */
static void resume_all(struct http_server *server)
{
    for (struct client *client = server->clients; client; client = client->next)
        if (client->waiting) {
            client->waiting = false;
            server->library.MHD_resume_connection(client->connection);
        }
}

void http_server_close(struct http_server *server)
{
    if (!server)
        return;
    resume_all(server); /* none may be suspended at the end */
    server->library.MHD_stop_daemon(server->daemon);
    free(server);
}

/* ---- the loop ---- */

/* Ends the connections of those who have sent no request in time, and where places are short of the
 * one who has taken longest to send one, or to take its answer. The library hears of it as if the
 * client had gone. */
static void end_the_slow(struct http_server *server)
{
    struct client *slowest = NULL;

    for (struct client *client = server->clients; client; client = client->next) {
        if (!client->connection && client->until <= server->now)
            shutdown(client->fd, SHUT_RDWR);
        else if (!client->waiting && (!slowest || client->until <= slowest->until))
            slowest = client;
    }
    if (slowest && server->count > CONNECTIONS - PLACES_KEPT_FREE)
        shutdown(slowest->fd, SHUT_RDWR);
}

/* Waits until something can be done. */
static void wait_for_something(struct http_server *server)
{
    struct pollfd places[1 + WATCHED];
    MHD_UNSIGNED_LONG_LONG patience = ROUND_MS;
    int count = 1;

    places[0] = (struct pollfd){
        .fd = server->library.MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)
                  ->listen_fd,
        .events = POLLIN};
    count += child_store_watch(server->site->children, places + count, WATCHED);
    if (server->library.MHD_get_timeout(server->daemon, &patience) != MHD_YES ||
        patience > ROUND_MS)
        patience = ROUND_MS;
    poll(places, (nfds_t)count, (int)patience);
    server->now = clock_ms(CLOCK_MONOTONIC);
}

void http_server_run(struct http_server *server, const struct http_site *site)
{
    server->site = site;
    server->now = clock_ms(CLOCK_MONOTONIC);
    while (!interrupt_heard()) {
        wait_for_something(server);
        child_store_look(site->children);
        resume_all(server);
        server->library.MHD_run(server->daemon);
        end_the_slow(server);
    }
}
