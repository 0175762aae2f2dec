// SPDX-License-Identifier: MIT
/* arena/serve/page_store.h - pages that child processes make: each once, however many ask for it,
 * and kept until the results that it is made of have changed. */
#ifndef ARENA_SERVE_PAGE_STORE_H
#define ARENA_SERVE_PAGE_STORE_H

#include <poll.h>
#include <stdint.h>

#include "arena/serve/http_server.h"
#include "arena/serve/serve_child.h"

enum { STORED_PAGES = 32, PAGES_AT_A_TIME = 2, PAGE_KEY_SIZE = 1300 };

/* A page that is wanted. */
struct page_wish {
    const char *key; /* its name, below PAGE_KEY_SIZE bytes */
    uint64_t stamp;  /* another one if what it is made of has changed: then it is made again, if it
                      * is older than a second */
    int (*work)(const void *context, int out); /* makes it: serve_child.h */
    const void *context;                       /* for `work`, copied by the fork */
};

enum page_state {
    PAGE_LATER, /* it is being made, or waits for that */
    PAGE_READY,
    PAGE_FAILED /* the body says why */
};

struct page_store;

struct page_store *page_store_new(void); /* never NULL */
void page_store_free(struct page_store *store);

/* The page, or how far it is. With PAGE_READY and PAGE_FAILED the caller is a user of *body. */
enum page_state page_store_get(struct page_store *store, const struct page_wish *wish,
                               struct http_body **body);

/* The two functions of a site (http_server.h). */
int page_store_watch(const struct page_store *store, struct pollfd *places, int room);
void page_store_look(struct page_store *store);

#endif
