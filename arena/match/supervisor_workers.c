// SPDX-License-Identifier: MIT
#include "arena/match/supervisor_workers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool supervisor_start_worker(struct supervisor *run, int index)
{
    struct worker_handle *handle = &run->handles[index];
    struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    int orders[2], reports[2];

    if (!worker_pool_open_pipes(&run->pool, index, run->errors))
        return false;
    if (pipe2(orders, O_CLOEXEC) < 0 || pipe2(reports, O_CLOEXEC) < 0) {
        /* The run and this process end now, so open descriptors need not be closed. */
        errors_add(run->errors, NULL, "no pipe for a worker: %s", strerror(errno));
        return false;
    }
    atomic_store(&shm->mark.calls, 0);
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
    handle->pid = fork();
    if (handle->pid < 0) {
        errors_add(run->errors, NULL, "no process for a worker: %s", strerror(errno));
        handle->pid = 0;
        return false;
    }
    if (handle->pid == 0)
        worker_run(&run->pool, index, orders[0], reports[1]);
    close(orders[0]);
    close(reports[1]);
    handle->orders = orders[1];
    handle->reports = reports[0];
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
