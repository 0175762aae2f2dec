// SPDX-License-Identifier: MIT
/* arena/base/progress.h - how far a long command is, how fast, and how long it will take. */
#ifndef ARENA_BASE_PROGRESS_H
#define ARENA_BASE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct progress_meter {
    const char *what;       /* is counted: "games" */
    uint64_t before, total; /* done before this process; of all, 0: not known */
    double started, shown;  /* times, in seconds */
    bool on;                /* else nothing is shown */
};

/* Joins the parts that are not empty with commas, as far as whole parts fit into `width` columns of
 * UTF-8 (below 1: any number) and `size` bytes; the first is cut if it has to be. Parts are short
 * and in the order of importance. Returns `line`. */
char *progress_join(const char *const *parts, size_t count, int width, char *line, size_t size);

enum { PROGRESS_LEFT_SIZE = 40 };
/* "1:02:03 left" for so many seconds, rounded up, 0 and more. Returns `text`. */
char *progress_left(double seconds, char text[PROGRESS_LEFT_SIZE]);

/* Begins now. */
void progress_start(struct progress_meter *progress, const char *what, uint64_t before,
                    uint64_t total, bool on);
/* `done` in all, those before included: a line on standard error, on a terminal renewed in place,
 * elsewhere once a minute. Can be called at any rate. */
void progress_show(struct progress_meter *progress, uint64_t done);
/* Takes the line off the terminal. */
void progress_end(const struct progress_meter *progress);

#endif
