// SPDX-License-Identifier: MIT
#include "arena/base/fields.h"

#include <string.h>

#include "arena/base/json_file.h"
#include "arena/base/json_write.h"
#include "arena/base/result_format.h"

static const void *member_of(const void *from, const struct field *field)
{
    return (const char *)from + field->offset;
}

static int count_of(const void *from, const struct field *field)
{
    return *(const int *)(const void *)((const char *)from + field->count_offset);
}

/* ---- writing ---- */

static void put_text(cJSON *object, const char *key, const char *text)
{
    cJSON_AddItemToObject(object, key, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

static bool is_array(const struct field *field)
{
    return field->type == FIELD_STRUCTS || field->type == FIELD_INTS || field->type == FIELD_TEXTS;
}

/* Is it a list of any kind? */
static bool is_many(const struct field *field)
{
    return is_array(field) || field->type == FIELD_NAMED || field->type == FIELD_INTS_BY_NAME;
}

static size_t size_of(const struct field *field)
{
    return field->of                           ? field->of->size
           : field->type == FIELD_INTS_BY_NAME ? sizeof(struct named_int)
           : field->type == FIELD_TEXTS        ? sizeof(const char *)
                                               : sizeof(int64_t);
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
    const bool array = is_array(field);
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
    case FIELD_STRUCTS:
    case FIELD_INTS:
    case FIELD_TEXTS:
    case FIELD_NAMED:
    case FIELD_INTS_BY_NAME:
        return count_of(from, field) == 0;
    case FIELD_FLAG_OR_NULL:
        return *(const int8_t *)member < 0;
    case FIELD_TEXT:
    case FIELD_TEXT_OR_NULL:
    case FIELD_JSON:
    case FIELD_OR_NULL:
    case FIELD_OPTIONAL:
        return !*(const void *const *)member;
    case FIELD_FLAG:
    case FIELD_STRUCT:
    case FIELD_EMBEDDED:
    case FIELD_CUSTOM:
        break;
    }
    return false;
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
        put_text(object, field->key, *(const char *const *)member);
        break;
    case FIELD_FLAG:
        cJSON_AddBoolToObject(object, field->key, *(const bool *)member);
        break;
    case FIELD_FLAG_OR_NULL:
        cJSON_AddBoolToObject(object, field->key, *(const int8_t *)member);
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
        else if (is_many(field))
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

static bool is_integer(const cJSON *node)
{
    return cJSON_IsNumber(node) && fabs(node->valuedouble) <= (double)JSON_INT_MAX &&
           node->valuedouble == trunc(node->valuedouble);
}

static void read_element(const struct field *field, const struct json_value *value, void *element,
                         struct pool *pool)
{
    const char *key = pool_text(pool, value->node->string);

    if (field->of) {
        fields_read(field->of, value, element, pool);
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
    const bool array = is_array(field);
    const int count = cJSON_GetArraySize(value->node);
    char *first = pool_alloc(pool, (size_t)count, size_of(field));
    const cJSON *node = value->node ? value->node->child : NULL;

    if (array ? !cJSON_IsArray(value->node) : !cJSON_IsObject(value->node)) {
        json_wrong(value, array ? "an array" : "an object");
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
    case FIELD_FLAG_OR_NULL:
        *(int8_t *)member = -1;
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

    fields_read(field->of, value, nested, pool);
    return nested;
}

/* What a value of this type is, for messages. */
static const char *what_of(const struct field *field)
{
    switch (field->type) {
    case FIELD_TEXT:
    case FIELD_TEXT_OR_NULL:
        return "a text";
    case FIELD_FLAG:
    case FIELD_FLAG_OR_NULL:
        return "true or false";
    case FIELD_INT:
    case FIELD_INT_OR_NULL:
        return "an integer";
    case FIELD_JSON:
        return "a value";
    case FIELD_STRUCT:
    case FIELD_OR_NULL:
    case FIELD_OPTIONAL:
        return "an object";
    default:
        return "a number";
    }
}

/* Is null a value of this type? */
static bool may_be_null(const struct field *field)
{
    return field->type == FIELD_INT_OR_NULL || field->type == FIELD_REAL ||
           field->type == FIELD_TEXT_OR_NULL || field->type == FIELD_FLAG_OR_NULL ||
           field->type == FIELD_OR_NULL || field->type == FIELD_JSON;
}

static void read_value(const struct field *field, const struct json_value *value, void *member,
                       struct pool *pool)
{
    const cJSON *node = value->node;

    if (!node) {
        json_wrong(value, what_of(field));
        return;
    }
    switch (field->type) {
    case FIELD_INT:
    case FIELD_INT_OR_NULL:
        if (is_integer(node))
            *(int64_t *)member = (int64_t)node->valuedouble;
        else
            json_wrong(value, what_of(field));
        break;
    case FIELD_REAL:
    case FIELD_EXACT:
        if (cJSON_IsNumber(node))
            *(double *)member = node->valuedouble;
        else
            json_wrong(value, what_of(field));
        break;
    case FIELD_TEXT:
    case FIELD_TEXT_OR_NULL:
        if (cJSON_IsString(node))
            *(const char **)member = pool_text(pool, node->valuestring);
        else
            json_wrong(value, what_of(field));
        break;
    case FIELD_FLAG:
    case FIELD_FLAG_OR_NULL:
        if (!cJSON_IsBool(node))
            json_wrong(value, what_of(field));
        else if (field->type == FIELD_FLAG)
            *(bool *)member = cJSON_IsTrue(node);
        else
            *(int8_t *)member = (int8_t)cJSON_IsTrue(node);
        break;
    case FIELD_JSON:
        *(const cJSON **)member = fields_json(pool, cJSON_Duplicate(node, true));
        break;
    case FIELD_STRUCT:
        fields_read(field->of, value, member, pool);
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
        fields_read(field->of, object, member, pool);
    else if (!value.node && field->presence == IF_ANY)
        return;
    else if (cJSON_IsNull(value.node) && may_be_null(field))
        return;
    else if (is_many(field))
        read_list(field, &value, into, pool);
    else
        read_value(field, &value, member, pool);
}

void fields_read(const struct fields *fields, const struct json_value *object, void *into,
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
        fields_read(fields, &value, into, pool);
    return errors->count == before;
}
