/* arena/log/summary_file.h - a summary read back. */
#ifndef ARENA_LOG_SUMMARY_FILE_H
#define ARENA_LOG_SUMMARY_FILE_H

#include <cjson/cJSON.h>

#include "arena/base/errors.h"

/* A summary read back, as far as commands rely on it: the members that every summary has, and of a
 * comparison, where there is one, those that are shown. NULL and errors when it is none. The caller
 * deletes it. */
cJSON *summary_load(const char *path, struct errors *errors);

#endif
