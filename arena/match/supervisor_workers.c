#include "arena/match/supervisor_workers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool run_start_worker(struct run *run, int index)
{
    struct hand *hand = &run->hands[index];
    struct box *box = &run->crew.boxes[index];
    int orders[2], reports[2];

    if (pipe2(orders, O_CLOEXEC) < 0 || pipe2(reports, O_CLOEXEC) < 0) {
        /* The run ends now, and with it this process: what is open is not worth closing. */
        errors_add(run->errors, NULL, "no pipe for a worker: %s", strerror(errno));
        return false;
    }
    atomic_store(&box->mark.calls, 0);
    if (!box->recover)
        box->crash =
            (struct crash){0}; /* it was charged to nobody, and is no fault report of what comes */
    hand->calls_seen = 0;
    hand->timed_out = hand->deaf = false;
    hand->games_before = atomic_load(&box->games);
    fflush(NULL);
    hand->pid = fork();
    if (hand->pid < 0) {
        errors_add(run->errors, NULL, "no process for a worker: %s", strerror(errno));
        hand->pid = 0;
        return false;
    }
    if (hand->pid == 0) {
        close(orders[1]);
        close(reports[0]);
        /* Other workers' pipes: were their ends kept, closing one would not be noticed. */
        for (int i = 0; i < run->config->workers; i++)
            if (i != index && run->hands[i].pid) {
                close(run->hands[i].orders);
                close(run->hands[i].reports);
            }
        worker_run(&run->crew, index, orders[0], reports[1]);
    }
    close(orders[0]);
    close(reports[1]);
    hand->orders = orders[1];
    hand->reports = reports[0];
    return true;
}

void run_order_unit(const struct hand *hand)
{
    char byte = 0;
    /* A worker that is gone is noticed by its report pipe; the order is given again then. */
    if (write(hand->orders, &byte, 1) < 0)
        return;
}

/* Nothing of its unit has been played. */
void run_clear_slot(const struct run *run, struct slot *slot)
{
    slot->played = slot->text_length = slot->fault_report_length = 0;
    tally_clear(&slot->tally, run->config->bot_count);
}
