// SPDX-License-Identifier: MIT
/* arena/base/json_write.h - numbers in result files: integers, and reals rounded to nine decimals,
 * which are the same on every machine. A value that cannot be computed (NaN) is null. */
#ifndef ARENA_BASE_JSON_WRITE_H
#define ARENA_BASE_JSON_WRITE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/base/errors.h"

void json_put_int(cJSON *object, const char *key, int64_t value);
/* The value as files have it: rounded, and +-1e308 for an infinite one; NaN stays NaN. */
double json_real(double value);
void json_put_real(cJSON *object, const char *key, double value);
/* part / whole; null if whole is 0. */
void json_put_ratio(cJSON *object, const char *key, int64_t part, int64_t whole);
/* Adds what somebody else has written, as the name of a folder: printable, valid UTF-8, one line
 * (text.h). Returns whether it was so before. */
bool json_put_line(cJSON *object, const char *key, const char *text);

/* A member of an object; NULL without it. */
cJSON *json_get(const cJSON *object, const char *key);
/* Reads a number back; 0 if it is missing. */
double json_number(const cJSON *object, const char *key);
double json_number_within(const cJSON *object, const char *first, const char *key);
/* A text, or "". */
const char *json_text(const cJSON *object, const char *key);
/* Is the text among the texts of an array? */
bool json_has_text(const cJSON *list, const char *text);
/* Adds a copy of the member `key` of `from`, if it has one. */
void json_copy(cJSON *to, const cJSON *from, const char *key);

/* ---- files ---- */

/* Writes indented JSON atomically (output_file.h). */
bool json_save(const cJSON *root, const char *path, struct errors *errors);

/* Prints indented JSON to a stream. */
void json_print(const cJSON *root, FILE *out);

#endif
