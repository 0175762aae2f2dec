// SPDX-License-Identifier: MIT
/* arena/report/report.h - turns result folders into one HTML page, which needs no network. */
#ifndef ARENA_REPORT_REPORT_H
#define ARENA_REPORT_REPORT_H

#include <stdbool.h>

#include "arena/base/exit_code.h"
#include "arena/base/errors.h"
#include "arena/report/shown_games.h"
#include "arena/report/page.h"

/* What the page of `count` result folders, of runs or studies, is made of, with the games that are
 * wished for in each run. `names`: what the page calls each folder. The caller deletes it; NULL
 * with errors. */
cJSON *report_data(const char *const *folders, const char *const *names, int count,
                   const struct game_wishes *wishes, struct errors *errors);

/* Writes the page of `count` result folders, of runs or studies, to the file `out`, with the games
 * that are wished for in each run. With `inside`, the page is in the (only) folder and calls it
 * ".", so that the same run gives the same bytes wherever it is. EXIT_OK, or with errors
 * EXIT_USAGE (`out` is a file of the results themselves), EXIT_BAD_FILE (a folder) or
 * EXIT_INTERNAL (the page). */
enum exit_code report_write(const char *const *folders, int count, const char *out, bool inside,
                            const struct game_wishes *wishes, enum page_solver solver,
                            struct errors *errors);

#endif
