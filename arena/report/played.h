// SPDX-License-Identifier: MIT
/* arena/report/played.h - what played in the runs of a folder: modules and files of commands, each
 * with the hash of its bytes. */
#ifndef ARENA_REPORT_PLAYED_H
#define ARENA_REPORT_PLAYED_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/base/errors.h"

/* Name of the list in an archive. */
#define PLAYED_FILE "played.json"

/* {"format", "packed_by": {"harness", "sha256"}, "runs": [{"folder", "played": [{"bot", "module",
 * "sha256", "files"}]}]}: the program that runs here; then, for each run in `folder` or below it in
 * the order of their names, what its manifest says. The caller deletes it; NULL with errors. */
cJSON *played_of(const char *folder, struct errors *errors);

/* The list "played" of one manifest (the root of manifest.json). The caller deletes it. */
cJSON *played_of_manifest(const cJSON *manifest);

/* Whether two of these lists have the same bots with the same hashes, wherever the files lay. */
bool played_the_same(const cJSON *one, const cJSON *other);

#endif
