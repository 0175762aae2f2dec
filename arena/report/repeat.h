// SPDX-License-Identifier: MIT
/* arena/report/repeat.h - what is needed to get the results of a folder again: for the page, and
 * for an archive. */
#ifndef ARENA_REPORT_REPEAT_H
#define ARENA_REPORT_REPEAT_H

#include <cjson/cJSON.h>

#include "arena/base/errors.h"
#include "arena/show/result_kind.h"

/* {"command", "config", "no_config", "again", "files"} of a result folder: the command that made
 * it, the text of a config that makes it again, or why there is none, the command for it, and
 * {"file", "bytes", "sha256"} of each of its files. Of a study with one population or several
 * also "bots", those of the (first) baseline. What is not known is missing. The caller deletes
 * it; NULL with errors. */
cJSON *repeat_of(const char *folder, enum result_kind kind, struct errors *errors);

#endif
