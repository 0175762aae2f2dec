// SPDX-License-Identifier: MIT
#include "arena/serve/made_store.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/clock.h"
#include "arena/base/hash_index.h"
#include "arena/base/memory.h"

struct made_thing {
    char *key;     /* NULL: free */
    uint64_t hash; /* of the key */
    bool making;
    struct serve_child child; /* while it is made */
    int code;
    uint64_t stamp;
    struct http_body *body; /* as it was made last, or NULL */
    int64_t used, at;       /* when it was asked for, and made, in milliseconds */
};

struct made_store {
    struct made_plan plan;
    int making; /* how many are made now */
    struct made_thing *things;
};

struct made_store *made_store_new(struct made_plan plan)
{
    struct made_store *store = xcalloc(1, sizeof *store);

    store->plan = plan;
    store->things = xcalloc((size_t)plan.kept, sizeof *store->things);
    return store;
}

static void set_body(struct made_thing *thing, const char *bytes, size_t size)
{
    char *copy = xcalloc(size + 1, 1);

    memcpy(copy, bytes, size);
    http_body_drop(thing->body);
    thing->body = http_body_new(copy, size);
}

static void forget(struct made_thing *thing)
{
    if (thing->making)
        serve_child_end(&thing->child);
    http_body_drop(thing->body);
    free(thing->key);
    *thing = (struct made_thing){.key = NULL};
}

void made_store_free(struct made_store *store)
{
    for (int i = 0; i < store->plan.kept; i++)
        forget(&store->things[i]);
    free(store->things);
    free(store);
}

/* The thing, or a place for it: a free one, or that of the thing not asked for the longest. NULL if
 * it is new and there is no process for it. */
static struct made_thing *find(struct made_store *store, const char *key)
{
    const uint64_t hash = hash_more(HASH_START, key, strlen(key));
    struct made_thing *place = NULL;

    for (int i = 0; i < store->plan.kept; i++) {
        struct made_thing *thing = &store->things[i];
        if (thing->hash == hash && thing->key && strcmp(thing->key, key) == 0)
            return thing;
        if (!thing->making && (!place || thing->used < place->used))
            place = thing;
    }
    if (store->making == store->plan.at_a_time)
        return NULL;
    forget(place); /* there is one, since not all are being made */
    place->key = xstrdup(key);
    place->hash = hash;
    return place;
}

/* ---- in the child ---- */

struct made_work {
    const struct made_wish *wish;
    uint64_t known;
};

static int work_in_child(const void *context, int out)
{
    const struct made_work *work = context;

    return work->wish->work(work->wish->context, work->known, out);
}

/* ---- in the server ---- */

static void fail(struct made_thing *thing, const char *how)
{
    thing->code = MADE_NOTHING;
    thing->stamp = 0;
    set_body(thing, how, strlen(how));
}

static void begin(struct made_store *store, struct made_thing *thing, const struct made_wish *wish)
{
    const struct made_work work = {wish, thing->stamp};
    struct errors errors = {0};

    thing->making =
        serve_child_start(&thing->child, store->plan.limits, work_in_child, &work, &errors);
    store->making += thing->making;
    if (!thing->making) {
        thing->at = clock_ms(CLOCK_MONOTONIC);
        fail(thing, "cannot be started");
    }
    errors_free(&errors);
}

bool made_store_ask(struct made_store *store, const struct made_wish *wish, struct made *made)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);
    struct made_thing *thing = find(store, wish->key);

    if (!thing)
        return false;
    const bool old = !thing->body || now - thing->at > wish->fresh_ms;
    const int most = thing->body ? (store->plan.at_a_time + 1) / 2 : store->plan.at_a_time;
    thing->used = now;
    if (old && !thing->making && store->making < most)
        begin(store, thing, wish);
    if (thing->body)
        *made = (struct made){!old && !thing->making, thing->code, thing->body};
    return thing->body;
}

int made_store_watch(const struct made_store *store, struct pollfd *places, int room)
{
    int count = 0;

    for (int i = 0; i < store->plan.kept && count < room && count < store->making; i++)
        if (store->things[i].making)
            places[count++] = (struct pollfd){.fd = store->things[i].child.fd, .events = POLLIN};
    return count;
}

/* The child has ended: what it wrote is what it made. */
static void take(struct made_thing *thing)
{
    struct serve_child *child = &thing->child;
    const size_t head = sizeof thing->stamp;
    uint64_t stamp;

    thing->making = false;
    thing->at = clock_ms(CLOCK_MONOTONIC);
    if (child->size < head || child->size > SERVE_CHILD_BYTES || child->code < 0) {
        fail(thing, serve_child_why(child));
    } else {
        memcpy(&stamp, child->bytes, head);
        const bool unchanged = thing->body && stamp && stamp == thing->stamp && child->size == head;
        if (!unchanged) {
            thing->code = child->code;
            thing->stamp = stamp;
            set_body(thing, child->bytes + head, child->size - head);
        }
    }
    serve_child_end(child);
}

void made_store_look(struct made_store *store)
{
    for (int i = 0; i < store->plan.kept && store->making; i++) {
        struct made_thing *thing = &store->things[i];
        if (!thing->making || serve_child_read(&thing->child))
            continue;
        take(thing);
        store->making--;
    }
}
