/* arena/base/json_read.h - reading JSON files so that every mistake is named with file and place. */
#ifndef ARENA_BASE_JSON_READ_H
#define ARENA_BASE_JSON_READ_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/base/errors.h"

enum { JSON_PLACE_SIZE = 512 };

/* A value, and where it stands: "configs/duel.json: $.bots.anna". A missing value is a node of
 * NULL at the place where it would stand. */
struct json_value {
    const cJSON *node;
    char place[JSON_PLACE_SIZE];
    struct errors *errors;
};

/* Parses a file: the root to be freed with cJSON_Delete, or NULL and an error that names line and
 * column. Comments and trailing text are errors. */
cJSON *json_load(const char *path, struct errors *errors);
cJSON *json_parse(const char *text, size_t length, const char *name, struct errors *errors);

/* The root of a loaded file as a value. */
struct json_value json_root(const cJSON *root, const char *file, struct errors *errors);
/* A member of an object (which must be one), or an element of an array. */
struct json_value json_member(const struct json_value *object, const char *key);
struct json_value json_element(const struct json_value *array, int index);

/* Each of these adds an error and returns false (or the fallback) when the value is not what it
 * should be; a missing value gives the fallback where there is one. */
bool json_is_object(const struct json_value *value);
/* Unknown and repeated keys are errors; `keys` are those allowed, for the suggestion. */
void json_check_keys(const struct json_value *object, const char *const *keys, size_t count,
                     size_t stride);
int64_t json_int(const struct json_value *value, int64_t min, int64_t max, int64_t fallback);
/* NULL when missing or no string. */
const char *json_string(const struct json_value *value);
/* Index of the string among `words`. */
int json_choice(const struct json_value *value, const char *const *words, int count, int fallback);

/* A member that an object has to have: `is` is cJSON_IsNumber or one of its like. */
struct json_expected {
    const char *key;
    cJSON_bool (*is)(const cJSON *item);
    const char *what; /* "a number" */
};
/* Each of `expected` that is not there, or something else, is an error. */
void json_expect(const struct json_value *object, const struct json_expected *expected,
                 size_t count);

/* Says that a value is not one of what is allowed. */
void json_wrong(const struct json_value *value, const char *allowed);

#endif
