// SPDX-License-Identifier: MIT
#include "arena/match/supervisor_workers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/shortage.h"

/* What the process of a worker is made of. */
struct worker_start {
    int orders[2], reports[2];
    pid_t pid;
};

static void close_ends(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

/* False, and errno. In the child it returns, too. */
static bool try_to_start(struct supervisor *run, int index, struct worker_start *start)
{
    int error;

    if (!worker_pool_open_pipes(&run->pool, index) || pipe2(start->orders, O_CLOEXEC) < 0)
        return false;
    if (pipe2(start->reports, O_CLOEXEC) == 0) {
        start->pid = fork();
        if (start->pid >= 0)
            return true;
        error = errno;
        close_ends(start->reports);
    } else {
        error = errno;
    }
    close_ends(start->orders);
    errno = error;
    return false;
}

/* Tries again where the machine is short of something. */
static bool insist(struct supervisor *run, int index, struct worker_start *start)
{
    for (int attempt = 1; !try_to_start(run, index, start); attempt++) {
        const int error = errno;
        if (shortage_is(error) && shortage_wait(attempt))
            continue;
        if (shortage_is(error)) {
            snprintf(run->shortage, sizeof run->shortage, "no process for a worker: %s",
                     strerror(error));
        } else {
            errors_add(run->errors, NULL, "no process for a worker: %s", strerror(error));
            run->failed = true;
        }
        return false;
    }
    return true;
}

bool supervisor_start_worker(struct supervisor *run, int index)
{
    struct worker_handle *handle = &run->handles[index];
    struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    struct worker_start start;

    atomic_store(&shm->mark.calls, 0);
    atomic_store(&shm->mark.closed, 0);
    atomic_store(&shm->phase, WORKER_STARTING);
    if (!shm->recover)
        shm->crash =
            (struct crash){0}; /* not charged to any bot, so it must not appear in a later report */
    shm->side_by_side = false;
    handle->calls_seen = 0;
    handle->unheard = 0;
    handle->was_started = true;
    handle->timer = (struct call_timer){0};
    handle->timed_out = handle->pipe_closed = false;
    handle->games_before = atomic_load(&shm->games);
    fflush(NULL);
    if (!insist(run, index, &start))
        return false;
    if (start.pid == 0)
        worker_run(&run->pool, index, start.orders[0], start.reports[1]);
    close(start.orders[0]);
    close(start.reports[1]);
    handle->pid = start.pid;
    handle->orders = start.orders[1];
    handle->reports = start.reports[0];
    return true;
}

void supervisor_order_part(struct worker_handle *handle)
{
    char byte = 0;

    handle->unheard++;
    /* A dead worker is noticed by its report pipe; its orders are then repeated. */
    if (write(handle->orders, &byte, 1) < 0)
        return;
}
