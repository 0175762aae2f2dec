// SPDX-License-Identifier: MIT
/* arena/report/repeat.h - what is needed to get the results of a folder again, and which modules
 * played: for the page, and for an archive. */
#ifndef ARENA_REPORT_REPEAT_H
#define ARENA_REPORT_REPEAT_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/base/errors.h"
#include "arena/show/result_kind.h"

/* {"command", "config", "no_config", "again", "files"} of a result folder: the command that made
 * it, the text of a config that makes it again, or why there is none, the command for it, and
 * {"file", "bytes", "sha256"} of each of its files. Of a study with one population or several
 * also "bots", those of the (first) baseline. What is not known is missing. The caller deletes
 * it; NULL with errors. */
cJSON *repeat_of(const char *folder, enum result_kind kind, struct errors *errors);

/* ---- what played in the runs of a folder: modules and files of commands, with their hashes ----
 */

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
