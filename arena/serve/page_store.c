// SPDX-License-Identifier: MIT
#include "arena/serve/page_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/clock.h"
#include "arena/base/exit_code.h"
#include "arena/base/memory.h"

struct stored_page {
    char key[PAGE_KEY_SIZE]; /* "": free */
    bool making;
    struct serve_child child; /* while it is made */
    int code;
    uint64_t stamp;
    struct http_body *body; /* as it was made last, or NULL */
    int64_t used, made;     /* when, in milliseconds */
};

struct page_store {
    struct stored_page pages[STORED_PAGES];
};

/* Milliseconds for which a page is good whatever happens: whoever waited for it gets it, though its
 * results change faster than it can be made, or is told that it failed. */
enum { FRESH_MS = 1000 };

/* The page of a run of millions of games takes minutes. */
static const struct serve_limits limits = {.seconds = 600, .megabytes = 4096};

struct page_store *page_store_new(void) { return xcalloc(1, sizeof(struct page_store)); }

static void set_body(struct stored_page *page, char *bytes, size_t size)
{
    http_body_drop(page->body);
    page->body = http_body_new(bytes, size);
}

static void forget(struct stored_page *page)
{
    if (page->making)
        serve_child_end(&page->child);
    http_body_drop(page->body);
    *page = (struct stored_page){.key = ""};
}

void page_store_free(struct page_store *store)
{
    for (int i = 0; i < STORED_PAGES; i++)
        forget(&store->pages[i]);
    free(store);
}

static struct stored_page *find(struct page_store *store, const char *key)
{
    for (int i = 0; i < STORED_PAGES; i++)
        if (strcmp(store->pages[i].key, key) == 0)
            return &store->pages[i];
    return NULL;
}

static int being_made(const struct page_store *store)
{
    int count = 0;

    for (int i = 0; i < STORED_PAGES; i++)
        count += store->pages[i].making;
    return count;
}

/* A place that is free, or the one that was not asked for the longest: there is one, since fewer
 * are made at a time than there are places. */
static struct stored_page *free_place(struct page_store *store)
{
    struct stored_page *oldest = NULL;

    for (int i = 0; i < STORED_PAGES; i++) {
        struct stored_page *page = &store->pages[i];
        if (!*page->key)
            return page;
        if (!page->making && (!oldest || page->used < oldest->used))
            oldest = page;
    }
    forget(oldest);
    return oldest;
}

/* ---- in the child ---- */

struct page_work {
    const struct page_wish *wish;
    uint64_t known;
};

static int work_in_child(const void *context, int out)
{
    const struct page_work *work = context;

    return work->wish->work(work->wish->context, work->known, out);
}

/* ---- in the server ---- */

static void fail(struct stored_page *page, const char *why)
{
    char *text = xasprintf("This page cannot be made: %s\n", why);

    page->code = -1;
    page->stamp = 0;
    set_body(page, text, strlen(text));
}

static void begin(struct stored_page *page, const struct page_wish *wish)
{
    const struct page_work work = {wish, page->stamp};
    struct errors errors = {0};

    page->making = serve_child_start(&page->child, limits, work_in_child, &work, &errors);
    if (!page->making) {
        page->made = clock_ms(CLOCK_MONOTONIC);
        fail(page, errors.text);
    }
    errors_free(&errors);
}

bool page_store_get(struct page_store *store, const struct page_wish *wish, int *code,
                    struct http_body **body)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);
    struct stored_page *page = find(store, wish->key);

    if (!page && being_made(store) < PAGES_AT_A_TIME) {
        page = free_place(store);
        snprintf(page->key, sizeof page->key, "%s", wish->key);
        page->used = now;
        begin(page, wish);
    }
    if (!page || page->making)
        return false;
    page->used = now;
    if (now - page->made > FRESH_MS) {
        if (being_made(store) < PAGES_AT_A_TIME)
            begin(page, wish);
        return false;
    }
    *code = page->code;
    *body = http_body_use(page->body);
    return true;
}

int page_store_watch(const struct page_store *store, struct pollfd *places, int room)
{
    int count = 0;

    for (int i = 0; i < STORED_PAGES && count < room; i++)
        if (store->pages[i].making)
            places[count++] = (struct pollfd){.fd = store->pages[i].child.fd, .events = POLLIN};
    return count;
}

/* The child has ended: what it wrote is the page, or why there is none. */
static void take(struct stored_page *page)
{
    struct serve_child *child = &page->child;
    const size_t head = sizeof page->stamp;
    char why[80];

    page->making = false;
    page->made = clock_ms(CLOCK_MONOTONIC);
    if (child->size < head || child->size > SERVE_CHILD_BYTES || child->code < 0) {
        snprintf(why, sizeof why, "the process that makes it %s", serve_child_why(child));
        fail(page, why);
    } else {
        uint64_t stamp;
        memcpy(&stamp, child->bytes, head);
        const bool unchanged = stamp && stamp == page->stamp && child->size == head;
        if (!unchanged) {
            page->code = child->code;
            page->stamp = stamp;
            set_body(page, xstrndup(child->bytes + head, child->size - head), child->size - head);
        }
    }
    serve_child_end(child);
}

void page_store_look(struct page_store *store)
{
    for (int i = 0; i < STORED_PAGES; i++)
        if (store->pages[i].making && !serve_child_read(&store->pages[i].child))
            take(&store->pages[i]);
}
