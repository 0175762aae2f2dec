/* arena/base/json_file.h - writing a JSON file. */
#ifndef ARENA_BASE_JSON_FILE_H
#define ARENA_BASE_JSON_FILE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

#include "arena/base/errors.h"

/* Writes JSON, indented, through a file beside it that takes its place when it is whole. */
bool json_save(const cJSON *root, const char *path, struct errors *errors);

/* Prints JSON, indented, to a stream. */
void json_print(const cJSON *root, FILE *out);

#endif
