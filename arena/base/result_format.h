// SPDX-License-Identifier: MIT
/* arena/base/result_format.h - refuses files that another version wrote in another format. */
#ifndef ARENA_BASE_RESULT_FORMAT_H
#define ARENA_BASE_RESULT_FORMAT_H

#include "arena/base/json_read.h"

/* Is this, read from `path`, an object whose "format" is RESULT_FORMAT (version.h)? Otherwise adds
 * an error, which names the version that reads the file. NULL, which could not be read, adds none.
 */
bool result_format_check(const cJSON *root, const char *path, struct errors *errors);

#endif
