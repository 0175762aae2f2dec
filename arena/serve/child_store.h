// SPDX-License-Identifier: MIT
/* arena/serve/child_store.h - the processes that work for a server, and what each has said last:
 * pages, rows, runs as they go, tables. Neither a large log nor a damaged one, nor a bot that
 * crashes, holds up or ends the server.
 *
 * A process has low priority and a key, which says what it works for: however many ask for that,
 * there is one. It says one text after the other; the last one is kept, also after it has ended. */
#ifndef ARENA_SERVE_CHILD_STORE_H
#define ARENA_SERVE_CHILD_STORE_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- texts ---- */

/* Bytes that several answers are sent from, until the last one has them. */
struct body {
    char *bytes; /* a zero byte, which is not counted, follows them */
    size_t size;
    int users;
};

/* Takes `bytes`, from malloc(), over. The caller is its one user. Never NULL. */
struct body *body_new(char *bytes, size_t size);
/* One user more; returns `body`. */
struct body *body_use(struct body *body);
/* One user less; with the last one the bytes are freed. NULL is allowed. */
void body_drop(struct body *body);

/* ---- processes ---- */

/* What they work for; how many there may be, and what each may use, is in a table in
 * child_store.c. */
enum child_kind { CHILD_PAGE, CHILD_ROW, CHILD_RUN, CHILD_TABLE, CHILD_KINDS };

/* Most rows that are kept. */
enum { CHILD_ROWS = 4096 };

struct child_task {
    const void *context;
    uint64_t known; /* the stamp of what is known, from an earlier process; 0: nothing is */
    void *shared;   /* memory that it shares with the server, or NULL */
    int out;        /* what it says goes there; what it is told comes from there, in lines */
};

struct child_wish {
    const char *key;
    int fresh_ms; /* for so long what a process said is good after its end, in milliseconds */
    /* What it does; an exit code. With a limit of memory, EXIT_INTERRUPTED says that this was not
     * enough. */
    int (*work)(const struct child_task *task);
    const void *context; /* for `work`; the fork copies it */
    size_t shared;       /* bytes of shared memory, which are zeroed */
};

/* In the process: says a text, with a code and a stamp that mean something to who asked: for what
 * is made of files, the stamp is another one if these have changed. False if the server is gone. */
bool child_say(int out, int code, uint64_t stamp, const char *text, size_t size);
/* Says that what is known is still right. */
bool child_say_known(int out);

/* What is known. */
struct child_said {
    bool fresh; /* a process has said it that runs, or has ended a short time ago */
    bool runs;
    int code;          /* CHILD_FAILED: the process failed, and the text is the end of a sentence */
    int exit;          /* of one that has ended: its exit code; -1: a signal ended it */
    uint64_t stamp;    /* after a failure another one than before */
    struct body *body; /* the store's */
    const void *shared;
};
enum { CHILD_FAILED = -1 };

struct child_store;

struct child_store *child_store_new(void); /* never NULL */
/* Ends all processes. A process that the kernel holds, because a disk does not answer, is left to
 * end when it can. NULL is allowed. */
void child_store_free(struct child_store *store);

/* What is known; false: nothing is. If it is not fresh and no process works on it, one begins, if
 * there is room: for new things before old ones. */
bool child_store_ask(struct child_store *store, enum child_kind kind, const struct child_wish *wish,
                     struct child_said *said);
/* The same without beginning anything; false: there is no such thing. `body` is NULL where it has
 * said nothing yet; `fresh`: its process has, or there is none. */
bool child_store_find(struct child_store *store, enum child_kind kind, const char *key,
                      struct child_said *said);
/* Begins a process; one that has the same key is replaced. */
void child_store_begin(struct child_store *store, enum child_kind kind,
                       const struct child_wish *wish);
/* Says something in place of a process; makes room for it. */
void child_store_say(struct child_store *store, enum child_kind kind, const char *key, int code,
                     uint64_t stamp, const char *text);
/* Tells the process a line of up to 500 characters, once for each text that it has said; never
 * waits. */
void child_store_tell(struct child_store *store, enum child_kind kind, const char *key,
                      const char *text);

/* Adds the descriptors that something may come from, at most `room`; returns how many. */
int child_store_watch(const struct child_store *store, struct pollfd *places, int room);
/* Takes what has come; never waits. */
void child_store_look(struct child_store *store);

#endif
