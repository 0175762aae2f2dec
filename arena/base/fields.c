// SPDX-License-Identifier: MIT
#include "arena/base/fields.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/input_file.h"
#include "arena/base/input_line.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/json_read.h"

static const void *member_of(const void *from, const struct field *field)
{
    return (const char *)from + field->offset;
}

static int count_of(const void *from, const struct field *field)
{
    return *(const int *)(const void *)((const char *)from + field->count_offset);
}

/* ---- types ---- */

static cJSON_bool is_integer(const cJSON *node)
{
    return cJSON_IsNumber(node) && fabs(node->valuedouble) <= (double)JSON_INT_MAX &&
           node->valuedouble == trunc(node->valuedouble);
}

/* What a member of a type is. */
static const struct {
    const char *what;                    /* for messages */
    cJSON_bool (*is)(const cJSON *node); /* what it is read from; NULL: that is seen later */
    bool null;                           /* null is one */
    bool pointer;                        /* NULL: there is none */
    bool list, array;                    /* of any kind; one that is no object */
    size_t element;                      /* of a list: bytes, unless it is a struct */
} types[] = {
    [FIELD_INT] = {.what = "an integer", .is = is_integer},
    [FIELD_INT_OR_NULL] = {.what = "an integer", .is = is_integer, .null = true},
    [FIELD_REAL] = {.what = "a number", .is = cJSON_IsNumber, .null = true},
    [FIELD_EXACT] = {.what = "a number", .is = cJSON_IsNumber},
    [FIELD_TEXT] = {.what = "a text", .is = cJSON_IsString, .pointer = true},
    [FIELD_TEXT_OR_NULL] = {.what = "a text", .is = cJSON_IsString, .pointer = true, .null = true},
    [FIELD_FLAG] = {.what = "true or false", .is = cJSON_IsBool},
    [FIELD_JSON] = {.what = "a value", .pointer = true, .null = true},
    [FIELD_STRUCT] = {.what = "an object"},
    [FIELD_EMBEDDED] = {.what = "an object"},
    [FIELD_OR_NULL] = {.what = "an object", .pointer = true, .null = true},
    [FIELD_OPTIONAL] = {.what = "an object", .pointer = true},
    [FIELD_STRUCTS] = {.what = "an array", .list = true, .array = true},
    [FIELD_INTS] = {.what = "an array", .list = true, .array = true, .element = sizeof(int64_t)},
    [FIELD_TEXTS] = {.what = "an array",
                     .list = true,
                     .array = true,
                     .element = sizeof(const char *)},
    [FIELD_NAMED] = {.what = "an object", .list = true},
    [FIELD_INTS_BY_NAME] = {.what = "an object", .list = true, .element = sizeof(struct named_int)},
    [FIELD_CUSTOM] = {.what = NULL},
};

/* ---- writing ---- */

static size_t size_of(const struct field *field)
{
    return field->of ? field->of->size : types[field->type].element;
}

static void put_element(cJSON *list, const struct field *field, const void *element)
{
    const char *const *key = element;
    const struct named_int *number = element;

    switch (field->type) {
    case FIELD_STRUCTS:
        cJSON_AddItemToArray(list, fields_to_json(field->of, element));
        break;
    case FIELD_NAMED:
        cJSON_AddItemToObject(list, *key, fields_to_json(field->of, element));
        break;
    case FIELD_INTS_BY_NAME:
        json_put_int(list, number->name, number->value);
        break;
    case FIELD_TEXTS:
        cJSON_AddItemToArray(list, cJSON_CreateString(*key));
        break;
    default:
        cJSON_AddItemToArray(list, cJSON_CreateNumber((double)*(const int64_t *)element));
    }
}

static void put_many(cJSON *object, const struct field *field, const void *from)
{
    const bool array = types[field->type].array;
    cJSON *list = array ? cJSON_AddArrayToObject(object, field->key)
                        : cJSON_AddObjectToObject(object, field->key);
    const char *first = *(const char *const *)member_of(from, field);

    for (int i = 0; i < count_of(from, field); i++)
        put_element(list, field, first + size_of(field) * (size_t)i);
}

/* Is there anything to write? A field that is ALWAYS there is null instead. */
static bool is_empty(const struct field *field, const void *from)
{
    const void *member = member_of(from, field);

    switch (field->type) {
    case FIELD_INT:
    case FIELD_INT_OR_NULL:
        return *(const int64_t *)member == FIELD_NO_INT;
    case FIELD_REAL:
    case FIELD_EXACT:
        return isnan(*(const double *)member);
    default:
        return types[field->type].list      ? count_of(from, field) == 0
               : types[field->type].pointer ? !*(const void *const *)member
                                            : false;
    }
}

static void write_value(cJSON *object, const struct field *field, const void *member)
{
    switch (field->type) {
    case FIELD_INT:
    case FIELD_INT_OR_NULL:
        json_put_int(object, field->key, *(const int64_t *)member);
        break;
    case FIELD_REAL:
        json_put_real(object, field->key, *(const double *)member);
        break;
    case FIELD_EXACT:
        cJSON_AddNumberToObject(object, field->key, *(const double *)member);
        break;
    case FIELD_TEXT:
    case FIELD_TEXT_OR_NULL:
        cJSON_AddStringToObject(object, field->key, *(const char *const *)member);
        break;
    case FIELD_FLAG:
        cJSON_AddBoolToObject(object, field->key, *(const bool *)member);
        break;
    case FIELD_JSON:
        cJSON_AddItemToObject(object, field->key,
                              cJSON_Duplicate(*(const cJSON *const *)member, true));
        break;
    case FIELD_STRUCT:
        cJSON_AddItemToObject(object, field->key, fields_to_json(field->of, member));
        break;
    case FIELD_OR_NULL:
    case FIELD_OPTIONAL:
        cJSON_AddItemToObject(object, field->key,
                              fields_to_json(field->of, *(const void *const *)member));
        break;
    case FIELD_EMBEDDED:
        fields_write(field->of, member, object);
        break;
    default: /* lists and CUSTOM: by others */
        break;
    }
}

void fields_write(const struct fields *fields, const void *from, cJSON *object)
{
    for (int i = 0; i < fields->count; i++) {
        const struct field *field = &fields->list[i];
        bool empty = is_empty(field, from);
        if (empty && field->presence == IF_ANY)
            continue;
        if (field->type == FIELD_CUSTOM)
            field->write(from, object);
        else if (types[field->type].list)
            put_many(object, field, from);
        else if (empty)
            cJSON_AddNullToObject(object, field->key);
        else
            write_value(object, field, member_of(from, field));
    }
}

static void round_field(const struct field *field, void *into)
{
    char *member = (char *)into + field->offset;

    switch (field->type) {
    case FIELD_REAL:
        *(double *)(void *)member = json_real(*(const double *)(const void *)member);
        break;
    case FIELD_STRUCT:
    case FIELD_EMBEDDED:
        fields_round(field->of, member);
        break;
    case FIELD_OR_NULL:
    case FIELD_OPTIONAL:
        if (*(void **)(void *)member)
            fields_round(field->of, *(void **)(void *)member);
        break;
    case FIELD_STRUCTS:
    case FIELD_NAMED:
        for (int i = 0; i < count_of(into, field); i++)
            fields_round(field->of, *(char **)(void *)member + field->of->size * (size_t)i);
        break;
    default: /* has no reals */
        break;
    }
}

void fields_round(const struct fields *fields, void *into)
{
    for (int i = 0; i < fields->count; i++)
        round_field(&fields->list[i], into);
}

cJSON *fields_to_json(const struct fields *fields, const void *from)
{
    cJSON *object = cJSON_CreateObject();

    fields_write(fields, from, object);
    return object;
}

bool fields_save(const struct fields *fields, const void *from, const char *path,
                 struct errors *errors)
{
    cJSON *object = fields_to_json(fields, from);
    bool saved = json_save(object, path, errors);

    cJSON_Delete(object);
    return saved;
}

void fields_print(const struct fields *fields, const void *from, FILE *out)
{
    cJSON *object = fields_to_json(fields, from);

    json_print(object, out);
    cJSON_Delete(object);
}

/* ---- reading ---- */

static void read_struct(const struct fields *fields, const struct json_value *object, void *into,
                        struct pool *pool);

static void read_element(const struct field *field, const struct json_value *value, void *element,
                         struct pool *pool)
{
    const char *key = pool_text(pool, value->node->string);

    if (field->of) {
        read_struct(field->of, value, element, pool);
        if (field->type == FIELD_NAMED)
            *(const char **)element = key;
    } else if (field->type == FIELD_TEXTS) {
        *(const char **)element = pool_text(pool, cJSON_GetStringValue(value->node));
        if (!*(const char **)element)
            json_wrong(value, "a text");
    } else if (!is_integer(value->node)) {
        json_wrong(value, "an integer");
    } else if (field->type == FIELD_INTS_BY_NAME) {
        *(struct named_int *)element = (struct named_int){key, (int64_t)value->node->valuedouble};
    } else {
        *(int64_t *)element = (int64_t)value->node->valuedouble;
    }
}

static void read_list(const struct field *field, const struct json_value *value, void *into,
                      struct pool *pool)
{
    const bool array = types[field->type].array;
    const int count = cJSON_GetArraySize(value->node);
    char *first = pool_alloc(pool, (size_t)count, size_of(field));
    const cJSON *node = value->node ? value->node->child : NULL;

    if (array ? !cJSON_IsArray(value->node) : !cJSON_IsObject(value->node)) {
        json_wrong(value, types[field->type].what);
        return;
    }
    *(void **)(void *)((char *)into + field->offset) = first;
    *(int *)(void *)((char *)into + field->count_offset) = count;
    for (int i = 0; i < count; i++, node = node->next) {
        struct json_value element =
            array ? json_element_node(value, node, i) : json_member(value, node->string);
        read_element(field, &element, first + size_of(field) * (size_t)i, pool);
    }
}

/* What a field is where nothing is recorded. */
static void clear(const struct field *field, void *member)
{
    switch (field->type) {
    case FIELD_INT:
    case FIELD_INT_OR_NULL:
        *(int64_t *)member = FIELD_NO_INT;
        break;
    case FIELD_REAL:
    case FIELD_EXACT:
        *(double *)member = NAN;
        break;
    default: /* zeroed */
        break;
    }
}

static void drop_json(void *json) { cJSON_Delete(json); }

const cJSON *fields_json(struct pool *pool, cJSON *json)
{
    pool_keep(pool, json, drop_json);
    return json;
}

void fields_write_nothing(const void *from, cJSON *object) { (void)from, (void)object; }

void fields_read_nothing(const struct json_value *object, void *into) { (void)object, (void)into; }

static void *read_nested(const struct field *field, const struct json_value *value,
                         struct pool *pool)
{
    void *nested = pool_alloc(pool, 1, field->of->size);

    read_struct(field->of, value, nested, pool);
    return nested;
}

/* `value` is one of this type; null, where it may be that, is none. */
static void read_value(const struct field *field, const struct json_value *value, void *member,
                       struct pool *pool)
{
    const cJSON *node = value->node;

    switch (field->type) {
    case FIELD_INT:
    case FIELD_INT_OR_NULL:
        *(int64_t *)member = (int64_t)node->valuedouble;
        break;
    case FIELD_REAL:
    case FIELD_EXACT:
        *(double *)member = node->valuedouble;
        break;
    case FIELD_TEXT:
    case FIELD_TEXT_OR_NULL:
        *(const char **)member = pool_text(pool, node->valuestring);
        break;
    case FIELD_FLAG:
        *(bool *)member = cJSON_IsTrue(node);
        break;
    case FIELD_JSON:
        *(const cJSON **)member = fields_json(pool, cJSON_Duplicate(node, true));
        break;
    case FIELD_STRUCT:
        read_struct(field->of, value, member, pool);
        break;
    case FIELD_OR_NULL:
    case FIELD_OPTIONAL:
        *(void **)member = read_nested(field, value, pool);
        break;
    default: /* EMBEDDED, lists and CUSTOM: by read_field() */
        break;
    }
}

static void read_field(const struct field *field, const struct json_value *object, void *into,
                       struct pool *pool)
{
    void *member = (char *)into + field->offset;
    struct json_value value = json_member(object, field->key);

    if (field->type == FIELD_CUSTOM) {
        field->read(object, into);
        return;
    }
    clear(field, member);
    if (field->type == FIELD_EMBEDDED)
        read_struct(field->of, object, member, pool);
    else if (!value.node && field->presence == IF_ANY)
        return;
    else if (cJSON_IsNull(value.node) && types[field->type].null)
        return;
    else if (types[field->type].list)
        read_list(field, &value, into, pool);
    else if (!value.node || (types[field->type].is && !types[field->type].is(value.node)))
        json_wrong(&value, types[field->type].what);
    else
        read_value(field, &value, member, pool);
}

/* Fills in a struct from an object. */
static void read_struct(const struct fields *fields, const struct json_value *object, void *into,
                        struct pool *pool)
{
    memset(into, 0, fields->size);
    if (!json_is_object(object))
        return;
    for (int i = 0; i < fields->count; i++)
        read_field(&fields->list[i], object, into, pool);
}

/* Do files of this kind name their format? */
static bool has_format(const struct fields *fields)
{
    for (int i = 0; i < fields->count; i++)
        if (strcmp(fields->list[i].key, "format") == 0 ||
            (fields->list[i].type == FIELD_EMBEDDED && has_format(fields->list[i].of)))
            return true;
    return false;
}

bool fields_read_root(const struct fields *fields, const cJSON *root, const char *path, void *into,
                      struct pool *pool, struct errors *errors)
{
    int before = errors->count;
    struct json_value value = json_root(root, path, errors);

    memset(into, 0, fields->size);
    if (!has_format(fields) || result_format_check(root, path, errors))
        read_struct(fields, &value, into, pool);
    return errors->count == before;
}

/* ---- files with a struct in each line ---- */

bool fields_read_line(const struct fields *fields, const char *text, const char *where, void *into,
                      struct pool *pool, struct errors *errors)
{
    cJSON *line = json_parse(text, strlen(text), where, errors);
    bool read = line && fields_read_root(fields, line, where, into, pool, errors);

    cJSON_Delete(line);
    return read;
}

bool fields_read_lines(const struct fields *fields, const char *path,
                       bool (*take)(void *context, const void *line, const char *text),
                       void *context, struct errors *errors)
{
    FILE *file;
    size_t size = 0;
    bool ok = input_file_open_optional(path, &file, errors), more = file;
    char *text = NULL;

    void *line = xcalloc(1, fields->size);
    for (uint64_t number = 1; ok && more && input_line_read(&text, &size, file) > 0; number++) {
        struct pool pool = {0};
        char *where = xasprintf("%s:%llu", path, (unsigned long long)number);
        text[strcspn(text, "\n")] = '\0';
        ok = fields_read_line(fields, text, where, line, &pool, errors);
        more = ok && take(context, line, text);
        free(where);
        pool_free(&pool);
    }
    free(line);
    free(text);
    if (file)
        fclose(file);
    return ok;
}
