/* arena/log/summary_file.h - reads summary.json. */
#ifndef ARENA_LOG_SUMMARY_FILE_H
#define ARENA_LOG_SUMMARY_FILE_H

#include <cjson/cJSON.h>

#include "arena/base/errors.h"

/* Reads a summary and checks the members that commands rely on: those that every summary has, and
 * those of a comparison that are shown. NULL and errors if it is not a summary. The caller deletes
 * it. */
cJSON *summary_load(const char *path, struct errors *errors);

#endif
