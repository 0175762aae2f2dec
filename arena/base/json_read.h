// SPDX-License-Identifier: MIT
/* arena/base/json_read.h - reads JSON files, and tells where two values differ; every error names
 * the file and the place. */
#ifndef ARENA_BASE_JSON_READ_H
#define ARENA_BASE_JSON_READ_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/base/errors.h"

enum { JSON_PLACE_SIZE = 512 };
#define JSON_INT_MAX (((int64_t)1 << 53) - 1) /* a JSON number holds integers up to this exactly */

/* A value and its place: "configs/duel.json: $.bots.anna". A missing value has a NULL node and the
 * place where it would be. */
struct json_value {
    const cJSON *node;
    char place[JSON_PLACE_SIZE];
    struct errors *errors;
};

/* Parses a file of the program's own name. Returns the root, which the caller frees with
 * cJSON_Delete, or NULL and an error that names line and column. Comments and trailing text are
 * errors. */
cJSON *json_load(const char *path, struct errors *errors);
/* The same for a file that the user named, which may be a pipe (input_file.h). */
cJSON *json_load_named(const char *path, struct errors *errors);
/* A file of the program's own in a folder. `errors` may be NULL: then one that cannot be read is as
 * if it were not there. */
cJSON *json_of_folder(const char *folder, const char *file, struct errors *errors);
cJSON *json_parse(const char *text, size_t length, const char *name, struct errors *errors);

/* The root of a loaded file as a value. */
struct json_value json_root(const cJSON *root, const char *file, struct errors *errors);
/* A member of an object (which must be one), or an element of an array. */
struct json_value json_member(const struct json_value *object, const char *key);
struct json_value json_element(const struct json_value *array, int index);

/* The same for the element `node`, number `index`, of an array that is walked through. */
struct json_value json_element_node(const struct json_value *array, const cJSON *node, int index);

/* Each of these adds an error and returns false (or the fallback) if the value is not valid. A
 * missing value gives the fallback where a function has one. */
bool json_is_object(const struct json_value *value);
bool json_keys_are_unique(const struct json_value *object);
/* Unknown and repeated keys are errors; `keys` are the allowed keys, also for suggestions. */
void json_check_keys(const struct json_value *object, const char *const *keys, size_t count,
                     size_t stride);
/* Adds such an error. */
void json_unknown_key(const struct json_value *object, const char *key, const char *const *keys,
                      size_t count, size_t stride);
void json_repeated_key(const struct json_value *object, const char *key);
int64_t json_int(const struct json_value *value, int64_t min, int64_t max, int64_t fallback);
bool json_flag(const struct json_value *value, bool fallback);
/* NULL if missing or not a string. */
const char *json_string(const struct json_value *value);
/* Index of the string among `words`. */
int json_choice(const struct json_value *value, const char *const *words, int count, int fallback);

/* A required member of an object: `is` is cJSON_IsNumber or a similar function. */
struct json_expected {
    const char *key;
    cJSON_bool (*is)(const cJSON *item);
    const char *what; /* "a number" */
};
/* Each member of `expected` that is missing or of another type is an error. */
void json_expect(const struct json_value *object, const struct json_expected *expected,
                 size_t count);

/* Adds the error that a value is missing or not allowed; `allowed` describes what is. */
void json_wrong(const struct json_value *value, const char *allowed);

/* ---- files of another version ---- */

/* Is this, read from `path`, an object whose "format" is RESULT_FORMAT (version.h)? Otherwise adds
 * an error, which names the version that reads the file. NULL, which could not be read, adds none.
 */
bool result_format_check(const cJSON *root, const char *path, struct errors *errors);

/* ---- where two values differ ---- */

/* Calls each(context, ...) with every place in which `is` is not as it should be, until it returns
 * false: "PLACE.bots[1].name", and what is there, as in `is 3; the log gives 4` where `who` is "the
 * log gives". Values that are no objects or lists of the same type differ as a whole. */
void json_differences(const char *place, const cJSON *is, const cJSON *should, const char *who,
                      bool (*each)(void *context, const char *place, const char *what),
                      void *context);

#endif
