// SPDX-License-Identifier: MIT
/* arena/serve/page_store.h - pages that child processes make: each once, however many ask for it,
 * and kept until the results that it is made of have changed. */
#ifndef ARENA_SERVE_PAGE_STORE_H
#define ARENA_SERVE_PAGE_STORE_H

#include <poll.h>
#include <stdint.h>

#include "arena/serve/http_server.h"
#include "arena/serve/serve_child.h"

/* Half of the places may be pages that take long, and the other half still makes pages. */
enum { STORED_PAGES = 32, PAGES_AT_A_TIME = 16, PAGE_KEY_SIZE = 1300 };

/* A page that is wanted. */
struct page_wish {
    const char *key; /* its name, below PAGE_KEY_SIZE bytes */
    /* For a child: writes a stamp, 8 bytes that are others if what the page is made of has changed,
     * and then the page, unless the stamp is `known`. An exit code, below 128. */
    int (*work)(const void *context, uint64_t known, int out);
    const void *context; /* for `work`, copied by the fork */
};

struct page_store;

struct page_store *page_store_new(void); /* never NULL */
void page_store_free(struct page_store *store);

/* False: the page is being made, or waits for that. True: `code` is the exit code of its process,
 * or -1 if it failed, and the caller is a user of *body: the page, or why there is none. */
bool page_store_get(struct page_store *store, const struct page_wish *wish, int *code,
                    struct http_body **body);

/* The two functions of a site (http_server.h). */
int page_store_watch(const struct page_store *store, struct pollfd *places, int room);
void page_store_look(struct page_store *store);

#endif
