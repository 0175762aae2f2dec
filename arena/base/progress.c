// SPDX-License-Identifier: MIT
#include "arena/base/progress.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "arena/base/clock.h"
#include "arena/base/terminal.h"

void progress_start(struct progress_meter *progress, const char *what, uint64_t before,
                    uint64_t total, bool on)
{
    const double now = clock_seconds(CLOCK_MONOTONIC);

    *progress = (struct progress_meter){what, before, total, now, now, on};
}

void progress_show(struct progress_meter *progress, uint64_t done)
{
    enum { WIDEST = 200 };
    const bool terminal = isatty(STDERR_FILENO);
    const double EVERY = terminal ? 0.2 : 60, now = clock_seconds(CLOCK_MONOTONIC);
    char line[WIDEST];

    if (!progress->on || now - progress->shown < EVERY)
        return;
    progress->shown = now;
    const double rate = (double)(done - progress->before) / (now - progress->started);
    int length = snprintf(line, sizeof line, "%llu", (unsigned long long)done);
    if (progress->total)
        length += snprintf(line + length, sizeof line - (size_t)length, " of %llu",
                           (unsigned long long)progress->total);
    length += snprintf(line + length, sizeof line - (size_t)length, " %s, %.*f/s", progress->what,
                       rate < 10 ? 2 : 0, rate);
    if (progress->total > done && rate > 0) {
        const double left = ceil((double)(progress->total - done) / rate);
        snprintf(line + length, sizeof line - (size_t)length, ", %.0f:%02d:%02d left",
                 floor(left / 3600), (int)fmod(left / 60, 60), (int)fmod(left, 60));
    }
    const int width = terminal ? terminal_width(stderr) - 1 : WIDEST;
    fprintf(stderr, terminal ? "\r%.*s\033[K" : "%.*s\n", width > 0 ? width : WIDEST, line);
    fflush(stderr);
}

void progress_end(const struct progress_meter *progress)
{
    if (progress->on && isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}
