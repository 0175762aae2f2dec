// SPDX-License-Identifier: MIT
#include "arena/serve/run_watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/clock.h"
#include "arena/base/folder.h"
#include "arena/base/memory.h"
#include "arena/serve/run_live.h"
#include "arena/serve/serve_child.h"

/* Milliseconds: a run that nobody asks for is not followed any more; one whose process has ended is
 * looked at again, since it may have been resumed. */
enum { IDLE_MS = 30000, AGAIN_MS = 2000 };

struct watched_run {
    char folder[FOLDER_PATH_SIZE]; /* "": free */
    struct serve_child child;
    struct http_body *now; /* what it said last, or NULL */
    int64_t asked, ended;  /* when; ended 0: it runs */
};

struct run_watch {
    struct watched_run runs[WATCHED_RUNS];
};

struct run_watch *run_watch_new(void) { return xcalloc(1, sizeof(struct run_watch)); }

static void forget(struct watched_run *run)
{
    if (!*run->folder)
        return;
    serve_child_end(&run->child);
    http_body_drop(run->now);
    *run = (struct watched_run){.folder = ""};
}

void run_watch_free(struct run_watch *watch)
{
    for (int i = 0; i < WATCHED_RUNS; i++)
        forget(&watch->runs[i]);
    free(watch);
}

/* The run, or the place for it: a free one, or that of the run not asked for the longest. */
static struct watched_run *find(struct run_watch *watch, const char *folder)
{
    struct watched_run *place = NULL;

    for (int i = 0; i < WATCHED_RUNS; i++) {
        struct watched_run *run = &watch->runs[i];
        if (strcmp(run->folder, folder) == 0)
            return run;
        if (!place || (*place->folder && (!*run->folder || run->asked < place->asked)))
            place = run;
    }
    forget(place);
    snprintf(place->folder, sizeof place->folder, "%s", folder);
    return place;
}

static void begin(struct watched_run *run)
{
    struct errors errors = {0};

    if (!serve_child_start(&run->child, run_live, run->folder, &errors))
        run->ended = clock_ms(CLOCK_MONOTONIC);
    errors_report(&errors);
}

struct http_body *run_watch_get(struct run_watch *watch, const char *folder)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);
    struct watched_run *run = find(watch, folder);
    const bool again = run->ended && now - run->ended > AGAIN_MS;

    if (again)
        serve_child_end(&run->child);
    if (!run->asked || again) {
        run->ended = 0;
        begin(run);
    }
    run->asked = now;
    return run->now ? http_body_use(run->now) : NULL;
}

int run_watch_places(const struct run_watch *watch, struct pollfd *places, int room)
{
    int count = 0;

    for (int i = 0; i < WATCHED_RUNS && count < room; i++)
        if (*watch->runs[i].folder && !watch->runs[i].ended)
            places[count++] = (struct pollfd){.fd = watch->runs[i].child.fd, .events = POLLIN};
    return count;
}

static void set_now(struct watched_run *run, char *text, size_t length)
{
    http_body_drop(run->now);
    run->now = http_body_new(text, length);
}

/* The last whole line of what came is what the run is now. */
static void take_lines(struct watched_run *run)
{
    size_t length;
    int lines;
    char *line = serve_child_last_line(&run->child, &length, &lines);

    if (line)
        set_now(run, line, length);
}

static void look_at(struct watched_run *run)
{
    static const char failed[] =
        "{\"state\":\"none\",\"note\":\"The process that reads this run crashed.\"}";
    const bool runs = serve_child_read(&run->child);

    take_lines(run);
    if (runs)
        return;
    run->ended = clock_ms(CLOCK_MONOTONIC);
    if (run->child.code != 0 || !run->now)
        set_now(run, xstrndup(failed, sizeof failed - 1), sizeof failed - 1);
}

void run_watch_look(struct run_watch *watch)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);

    for (int i = 0; i < WATCHED_RUNS; i++) {
        struct watched_run *run = &watch->runs[i];
        if (*run->folder && !run->ended)
            look_at(run);
        if (*run->folder && now - run->asked > IDLE_MS)
            forget(run);
    }
}
