// SPDX-License-Identifier: MIT
/* arena/base/command_line.h - the command line of this process, as a user could repeat it, and how
 * long it took. */
#ifndef ARENA_BASE_COMMAND_LINE_H
#define ARENA_BASE_COMMAND_LINE_H

#include <cjson/cJSON.h>
#include <stdint.h>

/* "skat-arena run configs/duel.json --deals 100", quoted for a shell where that is needed; what is
 * not printable is "?". The caller frees it; never NULL. */
char *command_line(void);

/* What a timing.json begins with: this command, wall time, workers and host. The caller deletes it.
 */
cJSON *command_timing(int64_t workers, double seconds);

/* ---- words of an option that may be repeated ---- */

enum { WORD_LIST_MAX = 16 };
struct word_list {
    const char *of[WORD_LIST_MAX]; /* the first `count`; they belong to the command line */
    int count;
};

#endif
