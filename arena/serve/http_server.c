// SPDX-License-Identifier: MIT
#include "arena/serve/http_server.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "arena/base/clock.h"
#include "arena/base/interrupt.h"
#include "arena/base/memory.h"

/* Milliseconds. */
enum { HEAD_MS = 10000, TAKE_MS = 30000, LINGER_MS = 2000, ROUND_MS = 200 };
/* Bytes that are read and thrown away of a client whom nobody listens to any more. */
enum { LINGER_MAX = 1 << 20 };

enum connection_state {
    CONNECTION_FREE,
    CONNECTION_READING,
    CONNECTION_WAITING, /* for its answer */
    CONNECTION_WRITING,
    CONNECTION_LINGERING /* the answer is sent, and must not be lost by a reset of the connection:
                            what the client still sends is read */
};

struct connection {
    enum connection_state state;
    int fd;
    int64_t until; /* the end of patience, by the clock in milliseconds; 0: there is none */
    struct http_request request;
    struct http_answer answer;
    char in[HTTP_HEAD_MAX + HTTP_BODY_MAX];
    size_t got;
    char head[HTTP_FIELDS_SIZE];
    size_t head_length, size, sent; /* of the head; of all; sent of all */
};

struct http_server {
    const struct http_place *place;
    const struct http_site *site;
    int listening;
    bool crowded; /* no room or no descriptor for another connection: not in the next round */
    int64_t now;
    struct connection connections[HTTP_CONNECTIONS];
};

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

    server->place = place;
    server->listening = listen_at(place);
    if (server->listening >= 0) {
        place->port = port_of(server->listening);
        return server;
    }
    errors_add(errors, "serve", "cannot listen at %s, port %d: %s%s", place->name, place->port,
               strerror(errno),
               errno == EADDRINUSE ? "; --port takes another, 0 one that is free" : "");
    free(server);
    return NULL;
}

static void end_connection(struct connection *connection)
{
    close(connection->fd);
    http_body_drop(connection->answer.body);
    connection->answer.body = NULL;
    connection->state = CONNECTION_FREE;
}

void http_server_close(struct http_server *server)
{
    if (!server)
        return;
    for (int i = 0; i < HTTP_CONNECTIONS; i++)
        if (server->connections[i].state != CONNECTION_FREE)
            end_connection(&server->connections[i]);
    close(server->listening);
    free(server);
}

/* ---- answers ---- */

/* The answer is there: it is sent from now on. */
static void begin_writing(struct http_server *server, struct connection *connection)
{
    const struct http_answer *answer = &connection->answer;

    connection->head_length = (size_t)http_answer_head(answer, connection->head);
    connection->size = connection->head_length +
                       (connection->request.method == HTTP_HEAD ? 0 : answer->body->size);
    connection->sent = 0;
    connection->state = CONNECTION_WRITING;
    connection->until = server->now + TAKE_MS;
}

static const char *sentence_of(int status)
{
    switch (status) {
    case 405:
        return "Only GET and HEAD are answered here.\n";
    case 408:
        return "The request did not come to its end in time.\n";
    case 413:
        return "The body of the request is too long.\n";
    case 414:
        return "The address is too long.\n";
    case 431:
        return "The head of the request is too long.\n";
    case 501:
        return "Bodies in chunks are not read here.\n";
    case 505:
        return "Only HTTP/1.1 is spoken here.\n";
    default:
        return "This is no request that could be understood.\n";
    }
}

static void refuse(struct http_server *server, struct connection *connection, int status)
{
    http_answer_text(&connection->answer, status, "%s", sentence_of(status));
    begin_writing(server, connection);
}

/* Whether a request that changes something comes from a page of this server: others name theirs. */
static bool is_own(const struct http_request *request)
{
    char own[HTTP_HOST_SIZE + 8];

    snprintf(own, sizeof own, "http://%s", request->host);
    return request->method != HTTP_POST || !*request->origin || strcmp(request->origin, own) == 0;
}

static void ask_site(struct http_server *server, struct connection *connection)
{
    const struct http_site *site = server->site;

    if (site->answer(site->context, &connection->request, connection->in + connection->request.head,
                     &connection->answer))
        begin_writing(server, connection);
}

static void begin_answer(struct http_server *server, struct connection *connection)
{
    connection->state = CONNECTION_WAITING;
    connection->until = 0;
    if (!http_place_accepts(server->place, connection->request.host) ||
        !is_own(&connection->request)) {
        http_answer_text(&connection->answer, 403,
                         "This server is not called so, or the page that asks is not one of its "
                         "own. It answers at http://%s:%d/\n",
                         server->place->name, server->place->port);
        begin_writing(server, connection);
        return;
    }
    ask_site(server, connection);
}

/* ---- reading and writing ---- */

/* What can be read now; -1 at the end or after an error, 0 if there is nothing. */
static ssize_t read_some(int fd, char *bytes, size_t room)
{
    const ssize_t got = recv(fd, bytes, room, 0);

    if (got > 0)
        return got;
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

static void read_request(struct http_server *server, struct connection *connection)
{
    struct http_request *request = &connection->request;
    const ssize_t got = read_some(connection->fd, connection->in + connection->got,
                                  sizeof connection->in - connection->got);

    if (got < 0) {
        end_connection(connection);
        return;
    }
    connection->got += (size_t)got;
    const int status = http_request_read(connection->in, connection->got, request);
    if (status && status != 200)
        refuse(server, connection, status);
    else if (status && connection->got >= request->head + request->body)
        begin_answer(server, connection);
}

static void begin_lingering(struct http_server *server, struct connection *connection)
{
    http_body_drop(connection->answer.body);
    connection->answer.body = NULL;
    shutdown(connection->fd, SHUT_WR);
    connection->state = CONNECTION_LINGERING;
    connection->until = server->now + LINGER_MS;
    connection->got = 0;
}

static void write_answer(struct http_server *server, struct connection *connection)
{
    const size_t head = connection->head_length, sent = connection->sent;
    const char *from =
        sent < head ? connection->head + sent : connection->answer.body->bytes + (sent - head);
    const size_t length = sent < head ? head - sent : connection->size - sent;
    const bool more = sent < head && connection->size > head;
    const ssize_t wrote = send(connection->fd, from, length, MSG_NOSIGNAL | (more ? MSG_MORE : 0));

    if (wrote < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (wrote < 0) {
        end_connection(connection);
        return;
    }
    connection->sent += (size_t)wrote;
    connection->until = server->now + TAKE_MS;
    if (connection->sent == connection->size)
        begin_lingering(server, connection);
}

static void linger(struct connection *connection)
{
    const ssize_t got = read_some(connection->fd, connection->in, sizeof connection->in);

    if (got > 0)
        connection->got += (size_t)got;
    if (got < 0 || connection->got > LINGER_MAX)
        end_connection(connection);
}

/* ---- connections ---- */

/* A place for a new connection: a free one, or that of the client who has been silent longest.
 * NULL if all others are being answered. */
static struct connection *place_for(struct http_server *server)
{
    struct connection *oldest = NULL;

    for (int i = 0; i < HTTP_CONNECTIONS; i++) {
        struct connection *connection = &server->connections[i];
        if (connection->state == CONNECTION_FREE)
            return connection;
        if (connection->state != CONNECTION_WAITING && connection->state != CONNECTION_WRITING &&
            (!oldest || connection->until < oldest->until))
            oldest = connection;
    }
    return oldest;
}

static void accept_some(struct http_server *server)
{
    struct connection *connection;

    while ((connection = place_for(server))) {
        const int fd = accept4(server->listening, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        server->crowded = fd < 0 && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED;
        if (fd < 0)
            return;
        if (connection->state != CONNECTION_FREE)
            end_connection(connection);
        connection->state = CONNECTION_READING;
        connection->fd = fd;
        connection->got = 0;
        connection->request = (struct http_request){.head = 0};
        connection->until = server->now + HEAD_MS;
    }
    server->crowded = true;
}

static void serve_connection(struct http_server *server, struct connection *connection, short came)
{
    if (came && connection->state == CONNECTION_READING)
        read_request(server, connection);
    else if (came && connection->state == CONNECTION_WRITING)
        write_answer(server, connection);
    else if (came && connection->state == CONNECTION_LINGERING)
        linger(connection);
    else if (came && connection->state == CONNECTION_WAITING)
        end_connection(connection); /* the client is gone */
    if (connection->state == CONNECTION_WAITING)
        ask_site(server, connection);
    if (connection->state == CONNECTION_FREE || !connection->until ||
        connection->until > server->now)
        return;
    if (connection->state == CONNECTION_READING && connection->got)
        refuse(server, connection, 408);
    else
        end_connection(connection);
}

/* ---- the loop ---- */

static short events_of(const struct connection *connection)
{
    if (connection->state == CONNECTION_WAITING)
        return 0; /* only whether it is gone */
    return connection->state == CONNECTION_WRITING ? POLLOUT : POLLIN;
}

/* Waits until something can be done. `came`: what of each connection. */
static void wait_for_something(struct http_server *server, short came[HTTP_CONNECTIONS],
                               bool *client)
{
    struct pollfd places[1 + HTTP_CONNECTIONS + HTTP_WATCHED];
    int at[HTTP_CONNECTIONS], count = 1;

    places[0] = (struct pollfd){.fd = server->crowded ? -1 : server->listening, .events = POLLIN};
    for (int i = 0; i < HTTP_CONNECTIONS; i++) {
        const struct connection *connection = &server->connections[i];
        at[i] = connection->state == CONNECTION_FREE ? -1 : count;
        if (at[i] >= 0)
            places[count++] =
                (struct pollfd){.fd = connection->fd, .events = events_of(connection)};
    }
    count += server->site->watch(server->site->context, places + count, HTTP_WATCHED);
    const int ready = poll(places, (nfds_t)count, ROUND_MS);
    server->now = clock_ms(CLOCK_MONOTONIC);
    server->crowded = false;
    *client = ready > 0 && places[0].revents;
    for (int i = 0; i < HTTP_CONNECTIONS; i++)
        came[i] = ready > 0 && at[i] >= 0 ? places[at[i]].revents : 0;
}

void http_server_run(struct http_server *server, const struct http_site *site)
{
    short came[HTTP_CONNECTIONS];
    bool client;

    server->site = site;
    server->now = clock_ms(CLOCK_MONOTONIC);
    while (!interrupt_heard()) {
        wait_for_something(server, came, &client);
        site->look(site->context);
        for (int i = 0; i < HTTP_CONNECTIONS; i++)
            if (server->connections[i].state != CONNECTION_FREE)
                serve_connection(server, &server->connections[i], came[i]);
        if (client)
            accept_some(server);
    }
}
