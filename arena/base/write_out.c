// SPDX-License-Identifier: MIT
#include "arena/base/write_out.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/output_file.h"

/* In the process. */
static _Noreturn void write_when_ordered(FILE *file, int orders)
{
    enum { AT_ONCE = 64 };
    int kept[] = {fileno(file), orders};
    char bytes[AT_ONCE];

    signal(SIGINT, SIG_IGN); /* of the terminal: the run goes on to the end of its games */
    child_close_others(kept, 2);
    while (read(orders, bytes, sizeof bytes) > 0)
        output_file_write_out(file);
    _exit(0);
}

static void start(struct write_out *out, FILE *file)
{
    int ends[2];

    out->process = -1;
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    const pid_t child = child_fork();
    if (child == 0) {
        fcntl(ends[0], F_SETFL, 0); /* it waits */
        write_when_ordered(file, ends[0]);
    }
    close(ends[0]);
    if (child > 0)
        *out = (struct write_out){child, ends[1]};
    else
        close(ends[1]);
}

void write_out_order(struct write_out *out, FILE *file)
{
    const char byte = 0;

    if (!out->process)
        start(out, file);
    if (out->process > 0 && write(out->orders, &byte, 1) != 1)
        return; /* it is busy, or was killed */
}

void write_out_end(struct write_out *out)
{
    if (out->process <= 0)
        return;
    close(out->orders);
    child_end(out->process, 0, NULL);
    *out = (struct write_out){0};
}
