// SPDX-License-Identifier: MIT
/* arena/base/json_file.h - writes JSON files. */
#ifndef ARENA_BASE_JSON_FILE_H
#define ARENA_BASE_JSON_FILE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

#include "arena/base/errors.h"

/* Writes indented JSON atomically (output_file.h). */
bool json_save(const cJSON *root, const char *path, struct errors *errors);

/* Prints indented JSON to a stream. */
void json_print(const cJSON *root, FILE *out);

#endif
