// SPDX-License-Identifier: MIT
/* arena/base/fields.h - structs that are JSON in result files, each described by one list of its
 * fields: the struct and the rows by which it is written and read come from it.
 *
 *     #define SERIES_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                       \
 *         VALUE(OF, REAL, mean, ALWAYS, "points in 36 deals")                      \
 *         VALUE(OF, TEXT, note, IF_ANY, "what was left out; missing if nothing was")
 *     FIELDS_STRUCT(series, SERIES_FIELDS);               in a header
 *     FIELDS_ROWS(series, SERIES_FIELDS);                 in a source file
 *
 * A key is the name of its field, so a misspelt one does not compile. A field that is ALWAYS there
 * and missing in a file is an error that names file and place. One that is there IF_ANY is missing
 * where there is nothing to say, as its meaning tells, and then empty: NULL, no elements, NaN,
 * FIELD_NO_INT. */
#ifndef ARENA_BASE_FIELDS_H
#define ARENA_BASE_FIELDS_H

#include <cjson/cJSON.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/base/json_read.h"
#include "arena/base/memory.h"

#define FIELD_NO_INT INT64_MIN /* null, or missing */

enum field_type {
    /* VALUE */
    FIELD_INT,
    FIELD_INT_OR_NULL,
    FIELD_REAL,  /* rounded to nine decimals; NaN is null */
    FIELD_EXACT, /* as it is */
    FIELD_TEXT,  /* not NULL */
    FIELD_TEXT_OR_NULL,
    FIELD_FLAG,
    FIELD_JSON, /* a const cJSON *: what is of any shape */
    /* NESTED */
    FIELD_STRUCT,
    FIELD_EMBEDDED, /* its fields are keys of the object itself */
    FIELD_OR_NULL,  /* a pointer; NULL is null */
    FIELD_OPTIONAL, /* a pointer; NULL is missing, where it is IF_ANY */
    /* MANY: a pointer NAME to the first, and their number NAME_count */
    FIELD_STRUCTS,
    FIELD_INTS,
    FIELD_TEXTS,
    FIELD_NAMED, /* an object of structs, whose first member, `const char *key`, is the key */
    FIELD_INTS_BY_NAME, /* an object of integers: struct named_int */
    /* CUSTOM: keys of the object itself, by functions */
    FIELD_CUSTOM
};
enum field_presence { ALWAYS, IF_ANY };

struct field {
    const char *key;
    enum field_type type;
    size_t offset, count_offset;
    const struct fields *of; /* struct types: its fields */
    enum field_presence presence;
    const char *meaning; /* for a person to read */
    /* CUSTOM: from the struct into the object, and from the object into the struct. */
    void (*write)(const void *from, cJSON *object);
    void (*read)(const struct json_value *object, void *into);
};
struct named_int {
    const char *name;
    int64_t value;
};
struct fields {
    const char *name; /* of the struct */
    size_t size;
    const struct field *list;
    int count;
};

/* Rounds all reals of a struct as a file has them. Who makes one for a file does that at once, so
 * that what is shown or computed from it is the same as if it had been read back. */
void fields_round(const struct fields *fields, void *into);
/* Adds the fields of a struct to an object. */
void fields_write(const struct fields *fields, const void *from, cJSON *object);
/* The struct as a new object; the caller deletes it. */
cJSON *fields_to_json(const struct fields *fields, const void *from);
/* Writes the struct as a JSON file (json_write.h), or prints it. */
bool fields_save(const struct fields *fields, const void *from, const char *path,
                 struct errors *errors);
void fields_print(const struct fields *fields, const void *from, FILE *out);
/* Fills in a struct, whatever was in it, from the root of a file that was read from `path`; texts,
 * lists and JSON come from the pool. Each member that is missing or of another type is an error,
 * and left zero; so is another format, if files of this kind name theirs (json_read.h). False with
 * errors. */
bool fields_read_root(const struct fields *fields, const cJSON *root, const char *path, void *into,
                      struct pool *pool, struct errors *errors);

/* JSON of the caller's, which is the pool's from now on. Returns it. */
const cJSON *fields_json(struct pool *pool, cJSON *json);

/* For CUSTOM members that are not fields, like the key of a NAMED struct. */
void fields_write_nothing(const void *from, cJSON *object);
void fields_read_nothing(const struct json_value *object, void *into);
#define FIELDS_KEY(CUSTOM, OF)                                                                     \
    CUSTOM(OF, const char *key;, fields_write_nothing, fields_read_nothing)

/* ---- from a list to the struct: struct `tag`, and its rows tag_fields ---- */

#define FIELDS_STRUCT(tag, LIST)                                                                   \
    struct tag {                                                                                   \
        LIST(FIELD_VALUE_MEMBER, FIELD_NESTED_MEMBER, FIELD_MANY_MEMBER, FIELD_CUSTOM_MEMBER, tag) \
    };                                                                                             \
    extern const struct fields tag##_fields

#define FIELD_VALUE_MEMBER(owner, type, name, ...) FIELD_C_##type name;
#define FIELD_NESTED_MEMBER(owner, type, tag, name, ...) FIELD_C_##type(tag) name;
#define FIELD_MANY_MEMBER(owner, type, tag, name, ...)                                             \
    FIELD_C_##type(tag) * name;                                                                    \
    int name##_count;
#define FIELD_CUSTOM_MEMBER(owner, declaration, ...) declaration
#define FIELD_C_INT int64_t
#define FIELD_C_INT_OR_NULL int64_t
#define FIELD_C_REAL double
#define FIELD_C_EXACT double
#define FIELD_C_TEXT const char *
#define FIELD_C_TEXT_OR_NULL const char *
#define FIELD_C_FLAG bool
#define FIELD_C_JSON const cJSON *
#define FIELD_C_STRUCT(tag) struct tag
#define FIELD_C_EMBEDDED(tag) struct tag
#define FIELD_C_OR_NULL(tag) struct tag *
#define FIELD_C_OPTIONAL(tag) struct tag *
#define FIELD_C_STRUCTS(tag) struct tag
#define FIELD_C_INTS(tag) int64_t
#define FIELD_C_TEXTS(tag) const char *
#define FIELD_C_NAMED(tag) struct tag
#define FIELD_C_INTS_BY_NAME(tag) struct named_int

/* ---- from a list to the rows ---- */

#define FIELDS_ROWS(tag, LIST)                                                                     \
    static const struct field tag##_rows[] = {                                                     \
        LIST(FIELD_VALUE_ROW, FIELD_NESTED_ROW, FIELD_MANY_ROW, FIELD_CUSTOM_ROW, tag)};           \
    const struct fields tag##_fields = {#tag, sizeof(struct tag), tag##_rows,                      \
                                        sizeof tag##_rows / sizeof *tag##_rows}

#define FIELD_VALUE_ROW(owner, row_type, name, row_presence, row_meaning)                          \
    {.key = #name,                                                                                 \
     .type = FIELD_##row_type,                                                                     \
     .offset = offsetof(struct owner, name),                                                       \
     .presence = (row_presence),                                                                   \
     .meaning = (row_meaning)},
#define FIELD_NESTED_ROW(owner, row_type, tag, name, row_presence, row_meaning)                    \
    {.key = #name,                                                                                 \
     .type = FIELD_##row_type,                                                                     \
     .offset = offsetof(struct owner, name),                                                       \
     .of = &tag##_fields,                                                                          \
     .presence = (row_presence),                                                                   \
     .meaning = (row_meaning)},
#define FIELD_MANY_ROW(owner, row_type, tag, name, row_presence, row_meaning)                      \
    {.key = #name,                                                                                 \
     .type = FIELD_##row_type,                                                                     \
     .offset = offsetof(struct owner, name),                                                       \
     .count_offset = offsetof(struct owner, name##_count),                                         \
     .of = FIELD_OF_##row_type(tag),                                                               \
     .presence = (row_presence),                                                                   \
     .meaning = (row_meaning)},
#define FIELD_OF_STRUCTS(tag) &tag##_fields
#define FIELD_OF_INTS(tag) NULL
#define FIELD_OF_TEXTS(tag) NULL
#define FIELD_OF_NAMED(tag) &tag##_fields
#define FIELD_OF_INTS_BY_NAME(tag) NULL
#define FIELD_CUSTOM_ROW(owner, declaration, row_write, row_read)                                  \
    {.key = "", .type = FIELD_CUSTOM, .write = (row_write), .read = (row_read)},

/* ---- files with a struct in each line ---- */

/* Reads the lines of a file one by one, none if there is no such file, and calls take() with each,
 * a struct of `fields`, and its text until it returns false. The struct is valid during the call.
 * False with an error that names file and line. */
bool fields_read_lines(const struct fields *fields, const char *path,
                       bool (*take)(void *context, const void *line, const char *text),
                       void *context, struct errors *errors);

/* Reads a struct from one line, `where` in a file; texts and lists come from the pool. False with
 * errors. */
bool fields_read_line(const struct fields *fields, const char *text, const char *where, void *into,
                      struct pool *pool, struct errors *errors);

#endif
