// SPDX-License-Identifier: MIT
#include "arena/serve/child_store.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/machine.h"
#include "arena/base/exit_code.h"
#include "arena/base/hash_index.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"

static const struct child_limits {
    /* Its process says one text after the other for as long as somebody asks. So each thing that is
     * kept has one, and a new thing takes the place of the one not asked for the longest. Where
     * processes say one text and end, fewer run at a time than are kept: some may take long, and
     * others still begin. */
    bool lasts;
    int kept, at_a_time;
    int idle_ms;      /* a thing that nobody asks for is forgotten; 0: never */
    int seconds;      /* for which a process may run; 0: no limit */
    size_t megabytes; /* of its memory; 0: no limit */
} plans[CHILD_KINDS] = {
    /* The page of a run of millions of games takes minutes to make. */
    [CHILD_PAGE] = {.kept = 32, .at_a_time = 16, .seconds = 600, .megabytes = 4096},
    [CHILD_ROW] = {.kept = CHILD_ROWS, .at_a_time = 24, .seconds = 10, .megabytes = 512},
    /* A session of a run may be long, but what is kept of it is not. */
    [CHILD_RUN] = {true, .kept = 8, .at_a_time = 8, .idle_ms = 30000, .megabytes = 1024},
    [CHILD_TABLE] = {true, .kept = 8, .at_a_time = 8},
};

/* Most that a process may say; one that says more is killed. */
#define SAID_MAX ((size_t)256 << 20)

struct stored_child {
    char *key;     /* NULL: free */
    uint64_t hash; /* of the key */
    struct body *body;
    int code;
    uint64_t stamp, told; /* `told`: the stamp to which the process was told something */
    int64_t used, ended;  /* when it was asked for, and when its process ended, in milliseconds */
    /* The process. */
    pid_t pid; /* 0: there is none */
    int fd, exit;
    bool said; /* this process has said something */
    bool late;
    int64_t until; /* when it is killed; 0: never */
    char *bytes;   /* what has come, and was not taken yet */
    size_t size, room;
    void *shared;
    size_t shared_size;
};

enum { KILLED_MAX = 64 };

struct child_store {
    struct stored_child *of[CHILD_KINDS];
    int running[CHILD_KINDS];
    /* Processes that were killed. One that the kernel holds, because a disk does not answer, has
     * not ended yet. */
    pid_t killed[KILLED_MAX]; /* 0: free */
};

/* ---- texts ---- */

struct body *body_new(char *bytes, size_t size)
{
    struct body *body = xcalloc(1, sizeof *body);

    *body = (struct body){bytes, size, 1};
    return body;
}

struct body *body_use(struct body *body)
{
    body->users++;
    return body;
}

void body_drop(struct body *body)
{
    if (!body || --body->users)
        return;
    free(body->bytes);
    free(body);
}

/* ---- in the process ---- */

/* Before each text. */
struct child_head {
    uint64_t stamp, size;
    int64_t code;
};
enum { CODE_KNOWN = -2 }; /* no text follows: what was said before is right */

bool child_say(int out, int code, uint64_t stamp, const char *text, size_t size)
{
    const struct child_head head = {stamp, size, code};

    return output_write(out, &head, sizeof head) && output_write(out, text, size);
}

bool child_say_known(int out) { return child_say(out, CODE_KNOWN, 0, "", 0); }

/* What a limited process says on its streams is nothing that anybody asked for: the server says
 * what is wrong. Sanitizers need more address space than any limit. */
static bool limit_memory(size_t megabytes)
{
    if (!megabytes)
        return true;
#ifndef __SANITIZE_ADDRESS__
    const struct rlimit limit = {megabytes << 20, megabytes << 20};
    if (setrlimit(RLIMIT_AS, &limit) != 0)
        return false;
#endif
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const bool ok = nowhere >= 0 && dup2(nowhere, STDERR_FILENO) >= 0;
    if (nowhere >= 0)
        close(nowhere);
    return ok;
}

/* A signal from the terminal is for the server, which then ends its processes. */
_Noreturn static void work_in_child(size_t megabytes, const struct child_wish *wish,
                                    const struct child_task *task)
{
    enum { LOW = 10 };
    int kept[] = {task->out};

    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_IGN);
    if (!child_close_others(kept, 1) || !limit_memory(megabytes))
        _exit(EXIT_INTERNAL);
    errno = 0;
    if (nice(LOW) == -1 && errno) /* then with that of the server */
        errno = 0;
    _exit(wish->work(task));
}

/* ---- one process ---- */

static void set_said(struct stored_child *child, int code, uint64_t stamp, const char *text,
                     size_t size)
{
    char *copy = xcalloc(size + 1, 1);

    memcpy(copy, text, size);
    body_drop(child->body);
    child->body = body_new(copy, size);
    child->code = code;
    child->stamp = stamp;
    child->said = true;
}

static void fail(struct stored_child *child, const char *how)
{
    set_said(child, CHILD_FAILED, child->stamp + 1, how, strlen(how));
}

/* Waits for none of the processes that were killed. Whether some are left. */
static bool reap_killed(struct child_store *store)
{
    bool some = false;

    for (int i = 0; i < KILLED_MAX; i++) {
        if (store->killed[i] && waitpid(store->killed[i], NULL, WNOHANG) != 0)
            store->killed[i] = 0;
        some |= store->killed[i];
    }
    return some;
}

static void kill_process(struct child_store *store, pid_t pid)
{
    int place = 0;

    kill(pid, SIGKILL);
    while (place < KILLED_MAX - 1 && store->killed[place])
        place++;
    store->killed[place] = pid;
}

/* Ends the process, if there is one; what it has said, and what it shared, stay. */
static void end_process(struct child_store *store, enum child_kind kind, struct stored_child *child)
{
    if (child->pid > 0)
        kill_process(store, child->pid);
    if (child->pid) {
        store->running[kind]--;
        close(child->fd);
    }
    free(child->bytes);
    child->bytes = NULL;
    child->size = child->room = 0;
    child->pid = 0;
}

static void unshare_child(struct stored_child *child)
{
    if (child->shared)
        munmap(child->shared, child->shared_size);
    child->shared = NULL;
}

/* 0 if there is no process to be had. */
static pid_t start_process(struct stored_child *child, size_t megabytes,
                           const struct child_wish *wish)
{
    int ends[2];

    unshare_child(child);
    child->shared_size = wish->shared;
    child->shared = wish->shared ? map_zeroed(wish->shared) : NULL;
    if ((wish->shared && !child->shared) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return 0;
    const pid_t pid = child_fork();
    if (pid == 0) {
        const struct child_task task = {wish->context, child->stamp, child->shared, ends[1]};
        work_in_child(megabytes, wish, &task);
    }
    close(ends[1]);
    if (pid < 0)
        close(ends[0]);
    else
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
    child->fd = ends[0];
    return pid < 0 ? 0 : pid;
}

static void begin(struct child_store *store, enum child_kind kind, struct stored_child *child,
                  const struct child_wish *wish)
{
    const int SECOND = 1000;
    const int64_t now = clock_ms(CLOCK_MONOTONIC);

    end_process(store, kind, child);
    child->said = child->late = false;
    child->told = 0;
    child->until = plans[kind].seconds ? now + plans[kind].seconds * SECOND : 0;
    child->pid = start_process(child, plans[kind].megabytes, wish);
    if (child->pid) {
        store->running[kind]++;
        return;
    }
    end_process(store, kind, child);
    child->ended = now;
    fail(child, "cannot be started");
}

/* ---- what is kept ---- */

struct child_store *child_store_new(void)
{
    struct child_store *store = xcalloc(1, sizeof *store);

    for (int kind = 0; kind < CHILD_KINDS; kind++)
        store->of[kind] = xcalloc((size_t)plans[kind].kept, sizeof **store->of);
    return store;
}

static void forget(struct child_store *store, enum child_kind kind, struct stored_child *child)
{
    end_process(store, kind, child);
    unshare_child(child);
    body_drop(child->body);
    free(child->key);
    *child = (struct stored_child){.key = NULL};
}

void child_store_free(struct child_store *store)
{
    const struct timespec moment = {0, 1000000};

    for (int kind = 0; store && kind < CHILD_KINDS; kind++) {
        for (int i = 0; i < plans[kind].kept; i++)
            forget(store, (enum child_kind)kind, &store->of[kind][i]);
        free(store->of[kind]);
    }
    for (int i = 0; store && i < 100 && reap_killed(store); i++)
        nanosleep(&moment, NULL);
    free(store);
}

/* The thing of this key; NULL: there is none. */
static struct stored_child *find(const struct child_store *store, enum child_kind kind,
                                 const char *key)
{
    const uint64_t hash = hash_more(HASH_START, key, strlen(key));

    for (struct stored_child *child = store->of[kind]; child < store->of[kind] + plans[kind].kept;
         child++)
        if (child->hash == hash && child->key && strcmp(child->key, key) == 0)
            return child;
    return NULL;
}

/* The same; makes room for it, if there is none: a free place, or that of the thing not asked for
 * the longest. NULL if no process could begin. */
static struct stored_child *find_or_add(struct child_store *store, enum child_kind kind,
                                        const char *key)
{
    const struct child_limits *plan = &plans[kind];
    struct stored_child *place = find(store, kind, key);

    if (place || (store->running[kind] == plan->at_a_time && !plan->lasts))
        return place;
    for (struct stored_child *child = store->of[kind]; child < store->of[kind] + plan->kept;
         child++)
        if ((plan->lasts || !child->pid) && (!place || child->used < place->used))
            place = child;
    forget(store, kind, place); /* there is one, since not all run */
    place->key = xstrdup(key);
    place->hash = hash_more(HASH_START, key, strlen(key));
    return place;
}

static bool is_fresh(const struct stored_child *child, int fresh_ms, int64_t now)
{
    return child->said && (child->pid || now - child->ended <= fresh_ms);
}

static struct child_said said_of(const struct stored_child *child, bool fresh)
{
    return (struct child_said){fresh,        child->pid,  child->code,  child->exit,
                               child->stamp, child->body, child->shared};
}

bool child_store_ask(struct child_store *store, enum child_kind kind, const struct child_wish *wish,
                     struct child_said *said)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);
    struct stored_child *child = find_or_add(store, kind, wish->key);
    const int most = plans[kind].at_a_time;

    if (!child)
        return false;
    child->used = now;
    const bool urgent = !child->body || plans[kind].lasts;
    if (!child->pid && !is_fresh(child, wish->fresh_ms, now) &&
        store->running[kind] < (urgent ? most : (most + 1) / 2))
        begin(store, kind, child, wish);
    *said = said_of(child, is_fresh(child, wish->fresh_ms, now));
    return child->body;
}

bool child_store_find(struct child_store *store, enum child_kind kind, const char *key,
                      struct child_said *said)
{
    struct stored_child *child = find(store, kind, key);

    if (!child)
        return false;
    child->used = clock_ms(CLOCK_MONOTONIC);
    *said = said_of(child, child->said);
    return true;
}

void child_store_begin(struct child_store *store, enum child_kind kind,
                       const struct child_wish *wish)
{
    struct stored_child *child = find_or_add(store, kind, wish->key);

    if (!child)
        return;
    child->used = clock_ms(CLOCK_MONOTONIC);
    begin(store, kind, child, wish);
}

void child_store_say(struct child_store *store, enum child_kind kind, const char *key, int code,
                     uint64_t stamp, const char *text)
{
    struct stored_child *child = find_or_add(store, kind, key);

    if (child)
        set_said(child, code, stamp, text, strlen(text));
}

void child_store_tell(struct child_store *store, enum child_kind kind, const char *key,
                      const char *text)
{
    struct stored_child *child = find(store, kind, key);
    char line[512];

    if (!child || !child->pid || child->told == child->stamp)
        return;
    const int length = snprintf(line, sizeof line, "%s\n", text);
    if (length < (int)sizeof line &&
        send(child->fd, line, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT) == length)
        child->told = child->stamp;
}

/* ---- what comes ---- */

int child_store_watch(const struct child_store *store, struct pollfd *places, int room)
{
    int count = 0;

    for (int kind = 0; kind < CHILD_KINDS; kind++)
        for (int i = 0, runs = 0; runs < store->running[kind] && count < room; i++)
            if (store->of[kind][i].pid) {
                places[count++] = (struct pollfd){.fd = store->of[kind][i].fd, .events = POLLIN};
                runs++;
            }
    return count;
}

/* Reads what has come. Whether more may come: the process has not ended, nor said too much. */
static bool read_bytes(struct stored_child *child)
{
    enum { LEAST = 1 << 16 };
    ssize_t got;

    do {
        if (child->room - child->size < LEAST) {
            child->room = 2 * child->room + LEAST;
            child->bytes = xrealloc(child->bytes, child->room);
        }
        got = read(child->fd, child->bytes + child->size, child->room - child->size);
        child->size += got > 0 ? (size_t)got : 0;
    } while (got > 0 && child->size <= SAID_MAX);
    return got < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Takes the texts that have come in full. The child sends only the head of a text that it has sent
 * before. */
static void take_texts(struct stored_child *child)
{
    struct child_head head;
    size_t at = 0;

    while (child->size - at >= sizeof head) {
        memcpy(&head, child->bytes + at, sizeof head);
        if (head.size > child->size - at - sizeof head)
            break;
        at += sizeof head;
        if (head.code == CODE_KNOWN)
            child->said = child->body;
        else
            set_said(child, (int)head.code, head.stamp, child->bytes + at, head.size);
        at += head.size;
    }
    child->size -= at;
    memmove(child->bytes, child->bytes + at, child->size);
}

static const char *why_it_failed(const struct stored_child *child)
{
    if (child->late)
        return "takes too long";
    if (child->size > SAID_MAX)
        return "would be too large";
    if (child->exit == EXIT_INTERRUPTED)
        return "takes too much memory";
    return child->exit < 0 ? "crashed" : "ended without a result";
}

/* A text was said, or the process has ended, by itself or since it may not go on. */
static void look_at(struct child_store *store, enum child_kind kind, struct stored_child *child)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);
    const bool more = read_bytes(child);
    const bool large = child->size > SAID_MAX;

    child->late = more && child->until && now > child->until;
    if (!large)
        take_texts(child);
    if (more && !child->late)
        return;
    child->exit = -1;
    if (!child->late && !large) {
        const int status = child_end(child->pid, 1000, NULL);
        child->exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        child->pid = -1;
    }
    if (!child->said || (child->exit && plans[kind].lasts))
        fail(child, why_it_failed(child));
    child->ended = now;
    end_process(store, kind, child);
}

void child_store_look(struct child_store *store)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);

    reap_killed(store);
    for (int kind = 0; kind < CHILD_KINDS; kind++)
        for (int i = 0; i < plans[kind].kept; i++) {
            struct stored_child *child = &store->of[kind][i];
            if (child->pid)
                look_at(store, (enum child_kind)kind, child);
            if (child->key && plans[kind].idle_ms && now - child->used > plans[kind].idle_ms)
                forget(store, (enum child_kind)kind, child);
        }
}
