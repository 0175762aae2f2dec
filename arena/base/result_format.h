// SPDX-License-Identifier: MIT
/* arena/base/result_format.h - refuses files that another version wrote in another format. */
#ifndef ARENA_BASE_RESULT_FORMAT_H
#define ARENA_BASE_RESULT_FORMAT_H

#include "arena/base/json_read.h"

/* Is "format" of this object RESULT_FORMAT (version.h)? Otherwise adds an error that names the
 * version that reads the file. */
bool result_format_check(const struct json_value *root);

#endif
