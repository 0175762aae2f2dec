// SPDX-License-Identifier: MIT
#include "arena/base/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/clock.h"
#include "arena/base/terminal.h"

/* The bytes of the first `width` characters. */
static size_t bytes_of(const char *text, int width)
{
    size_t bytes = 0;

    while (text[bytes]) {
        if ((text[bytes] & 0xc0) != 0x80 && width-- == 0)
            break;
        bytes++;
    }
    return bytes;
}

char *progress_left(double seconds, char text[PROGRESS_LEFT_SIZE])
{
    const double rest = ceil(seconds);

    snprintf(text, PROGRESS_LEFT_SIZE, "%.0f:%02d:%02d left", floor(rest / 3600),
             (int)fmod(rest / 60, 60), (int)fmod(rest, 60));
    return text;
}

char *progress_join(const char *const *parts, size_t count, int width, char *line, size_t size)
{
    static const char comma[] = ", ";
    size_t length = 0;
    int columns = 0;

    *line = '\0';
    for (size_t i = 0; i < count; i++) {
        const size_t between = length ? sizeof comma - 1 : 0, bytes = strlen(parts[i]);
        const int more = (int)between + text_width(parts[i]);
        if (!bytes || length + between + bytes >= size)
            continue;
        if (width > 0 && columns + more > width) {
            if (!length)
                snprintf(line, size, "%.*s", (int)bytes_of(parts[i], width), parts[i]);
            break;
        }
        snprintf(line + length, size - length, "%s%s", between ? comma : "", parts[i]);
        length += between + bytes;
        columns += more;
    }
    return line;
}

void progress_start(struct progress_meter *progress, const char *what, uint64_t before,
                    uint64_t total, bool on)
{
    const double now = clock_seconds(CLOCK_MONOTONIC);

    *progress = (struct progress_meter){what, before, total, now, now, on};
}

void progress_show(struct progress_meter *progress, uint64_t done)
{
    enum { WIDEST = 200, TEXT = 80 };
    const bool terminal = isatty(STDERR_FILENO);
    const double EVERY = terminal ? 0.2 : 60, now = clock_seconds(CLOCK_MONOTONIC);
    char line[WIDEST], count[TEXT], speed[TEXT], left[TEXT] = "";

    if (!progress->on || now - progress->shown < EVERY)
        return;
    progress->shown = now;
    const double rate = (double)(done - progress->before) / (now - progress->started);
    int length = snprintf(count, sizeof count, "%llu", (unsigned long long)done);
    if (progress->total)
        length += snprintf(count + length, sizeof count - (size_t)length, " of %llu",
                           (unsigned long long)progress->total);
    snprintf(count + length, sizeof count - (size_t)length, " %s", progress->what);
    snprintf(speed, sizeof speed, "%.*f/s", rate < 10 ? 2 : 0, rate);
    if (progress->total > done && rate > 0)
        progress_left((double)(progress->total - done) / rate, left);
    const char *const parts[] = {count, left, speed};
    progress_join(parts, sizeof parts / sizeof *parts,
                  terminal ? terminal_width(stderr) - 1 : WIDEST, line, sizeof line);
    fprintf(stderr, terminal ? "\r%s\033[K" : "%s\n", line);
    fflush(stderr);
}

void progress_end(const struct progress_meter *progress)
{
    if (progress->on && isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}
