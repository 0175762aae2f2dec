// SPDX-License-Identifier: MIT
#include "arena/serve/page_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/clock.h"
#include "arena/base/exit_code.h"
#include "arena/base/memory.h"

enum stored_state { STORED_NOTHING, STORED_MAKING, STORED_READY, STORED_FAILED };

struct stored_page {
    enum stored_state state;
    char key[PAGE_KEY_SIZE];
    uint64_t stamp;
    struct serve_child child; /* while it is made */
    struct http_body *body;   /* afterwards */
    int64_t used, made;       /* when, in milliseconds */
};

struct page_store {
    struct stored_page pages[STORED_PAGES];
};

/* Milliseconds for which a page is good whatever happens: whoever waited for it gets it, though its
 * results change faster than it can be made, or is told that it failed. */
enum { FRESH_MS = 1000 };

struct page_store *page_store_new(void) { return xcalloc(1, sizeof(struct page_store)); }

static void forget(struct stored_page *page)
{
    if (page->state == STORED_MAKING)
        serve_child_end(&page->child);
    http_body_drop(page->body);
    page->body = NULL;
    page->state = STORED_NOTHING;
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
        if (store->pages[i].state != STORED_NOTHING && strcmp(store->pages[i].key, key) == 0)
            return &store->pages[i];
    return NULL;
}

static int being_made(const struct page_store *store)
{
    int count = 0;

    for (int i = 0; i < STORED_PAGES; i++)
        count += store->pages[i].state == STORED_MAKING;
    return count;
}

/* A place that is free, or the one that was not asked for the longest. */
static struct stored_page *free_place(struct page_store *store)
{
    struct stored_page *oldest = NULL;

    for (int i = 0; i < STORED_PAGES; i++) {
        struct stored_page *page = &store->pages[i];
        if (page->state == STORED_NOTHING)
            return page;
        if (page->state != STORED_MAKING && (!oldest || page->used < oldest->used))
            oldest = page;
    }
    forget(oldest); /* there is one: fewer are made at a time than there are places */
    return oldest;
}

static void fail(struct stored_page *page, struct errors *errors)
{
    page->state = STORED_FAILED;
    page->made = clock_ms(CLOCK_MONOTONIC);
    page->body = http_body_new(errors->text, errors->length);
    *errors = (struct errors){.text = NULL};
}

static void begin(struct page_store *store, const struct page_wish *wish)
{
    struct stored_page *page = free_place(store);
    struct errors errors = {0};

    snprintf(page->key, sizeof page->key, "%s", wish->key);
    page->stamp = wish->stamp;
    page->used = clock_ms(CLOCK_MONOTONIC);
    page->state = STORED_MAKING;
    if (!serve_child_start(&page->child, wish->work, wish->context, &errors))
        fail(page, &errors);
}

enum page_state page_store_get(struct page_store *store, const struct page_wish *wish,
                               struct http_body **body)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);
    struct stored_page *page = find(store, wish->key);

    const bool old = page && page->state != STORED_MAKING &&
                     (page->stamp != wish->stamp || page->state == STORED_FAILED) &&
                     now - page->made > FRESH_MS;
    if (old)
        forget(page);
    if (!page || old) {
        if (being_made(store) < PAGES_AT_A_TIME)
            begin(store, wish);
        return PAGE_LATER;
    }
    if (page->state == STORED_MAKING)
        return PAGE_LATER;
    page->used = now;
    *body = http_body_use(page->body);
    return page->state == STORED_READY ? PAGE_READY : PAGE_FAILED;
}

int page_store_watch(const struct page_store *store, struct pollfd *places, int room)
{
    int count = 0;

    for (int i = 0; i < STORED_PAGES && count < room; i++)
        if (store->pages[i].state == STORED_MAKING)
            places[count++] = (struct pollfd){.fd = store->pages[i].child.fd, .events = POLLIN};
    return count;
}

/* The child has ended: what it wrote is the page, or why there is none. */
static void take(struct stored_page *page)
{
    struct serve_child *child = &page->child;
    struct errors errors = {0};

    page->made = clock_ms(CLOCK_MONOTONIC);
    if (child->size > SERVE_CHILD_BYTES || (child->code != EXIT_OK && !child->size)) {
        errors_add(&errors, NULL, "The page cannot be made: %s",
                   child->size       ? "it would be too large"
                   : child->code < 0 ? "the process that made it crashed"
                                     : "the process that made it ended without a word");
        fail(page, &errors);
    } else {
        page->state = child->code == EXIT_OK ? STORED_READY : STORED_FAILED;
        page->body = http_body_new(child->bytes, child->size);
        child->bytes = NULL;
    }
    serve_child_end(child);
}

void page_store_look(struct page_store *store)
{
    for (int i = 0; i < STORED_PAGES; i++)
        if (store->pages[i].state == STORED_MAKING && !serve_child_read(&store->pages[i].child))
            take(&store->pages[i]);
}
