// SPDX-License-Identifier: MIT
/* arena/show/result_list.h - what is in a folder of results: a line for each run, study or search.
 */
#ifndef ARENA_SHOW_RESULT_LIST_H
#define ARENA_SHOW_RESULT_LIST_H

#include <cjson/cJSON.h>

#include "arena/base/errors.h"
#include "arena/show/table.h"

/* An array with {"folder", "kind", "date", "written" (milliseconds since 1970), "command", "games",
 * "verdict", "bots" (names), "difference", "met"} for each folder in `folder` that has results, or
 * for `folder` itself if it is one; what was written last comes last. What is not known is null.
 * `difference`, of comparisons only, is {"scoring", "schedule" (its kind), "conditions"
 * (run_ratings.h), "mean", "low", "high", "level" of that interval, "a", "b"}, and a bot {"name",
 * "id", "version"}. `met`, of runs only, is what lists of bots are made of. A folder that has no
 * results but folders with results has the kind "folder". NULL with errors if the folder cannot be
 * read; the caller deletes it. */
cJSON *result_list(const char *folder, struct errors *errors);

/* The entry of a folder; NULL if it has no results. A damaged folder has an entry, too, and its
 * damage is an error. The caller deletes it. */
cJSON *result_entry(const char *folder, struct errors *errors);

/* Prints it; as text, some lines for each folder. */
void print_result_list(const cJSON *list, enum table_format format, FILE *out);

#endif
