// SPDX-License-Identifier: MIT
/* arena/serve/made_store.h - what child processes make of results: pages, rows. Each once, however
 * many ask for it, and kept until the results that it is made of have changed. */
#ifndef ARENA_SERVE_MADE_STORE_H
#define ARENA_SERVE_MADE_STORE_H

#include <poll.h>
#include <stdint.h>

#include "arena/serve/http_server.h"
#include "arena/serve/serve_child.h"

/* Fewer are made at a time than are kept: some may take long, and others are still made. */
struct made_plan {
    int kept, at_a_time;
    struct serve_limits limits;
};

struct made_wish {
    const char *key; /* its name */
    int fresh_ms;    /* for so long it is good whatever happens, in milliseconds */
    /* For a child: writes a stamp, 8 bytes that are others if what it is made of has changed, and
     * then what is made, unless the stamp is `known`. An exit code. */
    int (*work)(const void *context, uint64_t known, int out);
    const void *context; /* for `work`, copied by the fork */
};

struct made {
    bool fresh;
    int code;               /* of its process; MADE_NOTHING: it failed, and the body says how */
    struct http_body *body; /* ends with a zero byte that is not counted; the store is its user */
};
enum { MADE_NOTHING = -1 };

struct made_store;

struct made_store *made_store_new(struct made_plan plan); /* never NULL */
void made_store_free(struct made_store *store);

/* As it was made last; false: it never was. What is not fresh is made, again, if there is room: new
 * things before old ones. */
bool made_store_ask(struct made_store *store, const struct made_wish *wish, struct made *made);

/* The two functions of a site (http_server.h). */
int made_store_watch(const struct made_store *store, struct pollfd *places, int room);
void made_store_look(struct made_store *store);

#endif
