// SPDX-License-Identifier: MIT
#include "arena/base/json_read.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/input_file.h"
#include "arena/base/json_write.h"
#include "arena/base/folder.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/base/version.h"

/* The place where a text stops being JSON. For a missing key, cJSON reports one character later. */
static const char *wrong_from(const char *text, const char *end)
{
    const char *key = end - 1, *before = key;

    if (end == text || *key == '"')
        return end;
    while (before > text && isspace((unsigned char)*--before))
        continue;
    return before < key && (*before == ',' || *before == '{') ? key : end;
}

/* Line and column of a place in a text. */
static void name_place(const char *name, const char *text, const char *end,
                       char where[JSON_PLACE_SIZE])
{
    int line = 1, column = 1;

    for (const char *at = text; at < end; at++) {
        column = *at == '\n' ? 1 : column + 1;
        line += *at == '\n';
    }
    snprintf(where, JSON_PLACE_SIZE, "%s:%d:%d", name, line, column);
}

/* The first place that cJSON would take though nothing may be done with it: a byte that is not
 * UTF-8, or \u0000, which would end a string. NULL if there is none. */
static const char *unusable(const char *text, const char **why)
{
    for (const char *at = text; *at;) {
        if ((unsigned char)*at < 0x80 && *at != '\\') { /* nearly all: a log has 2 kB a line */
            at++;
            continue;
        }
        int size = text_utf8_length((const unsigned char *)at);
        *why = size ? "a zero character in a string" : "not UTF-8";
        if (!size || strncmp(at, "\\u0000", 6) == 0)
            return at;
        at += *at == '\\' && at[1] == '\\' ? 2 : size;
    }
    return NULL;
}

static size_t leading_zeros(const char *text, size_t length)
{
    size_t zeros = 0;

    while (zeros < length && !text[zeros])
        zeros++;
    return zeros;
}

cJSON *json_parse(const char *text, size_t length, const char *name, struct errors *errors)
{
    const char *end = NULL, *why = NULL;
    char where[JSON_PLACE_SIZE];

    if (memchr(text, '\0', length)) {
        errors_add(errors, name, "not JSON: %s",
                   leading_zeros(text, length) == length ? "it has nothing but zero bytes"
                   : strncmp(text, "\177ELF", 4) == 0    ? "it is a program or a bot module"
                                                         : "contains a zero byte");
        return NULL;
    }
    if ((end = unusable(text, &why))) {
        name_place(name, text, end, where);
        errors_add(errors, where, "%s", why);
        return NULL;
    }
    cJSON *root = cJSON_ParseWithOpts(text, &end, true);
    if (root)
        return root;
    end = wrong_from(text, end);
    name_place(name, text, end, where);
    if (!end[strspn(end, " \t\r\n")])
        errors_add(errors, where, "not JSON: the text ends too early");
    else
        errors_add(errors, where, "not JSON at \"%.*s\"",
                   (int)strcspn(end, "\n") > 30 ? 30 : (int)strcspn(end, "\n"), end);
    return NULL;
}

/* ---- files ---- */

static cJSON *load(const char *path, enum input_name name, struct errors *errors)
{
    size_t length;
    char *text = file_read(path, name, &length, errors);
    if (!text)
        return NULL;
    cJSON *root = json_parse(text, length, path, errors);
    free(text);
    return root;
}

cJSON *json_load(const char *path, struct errors *errors) { return load(path, INPUT_OWN, errors); }

cJSON *json_of_folder(const char *folder, const char *file, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {.ignored = true};
    cJSON *root = NULL;

    folder_file(folder, file, path);
    if (errors || access(path, R_OK) == 0)
        root = json_load(path, errors ? errors : &ignored);
    return root;
}

cJSON *json_load_named(const char *path, struct errors *errors)
{
    return load(path, INPUT_NAMED, errors);
}

/* ---- values and their places ---- */

struct json_value json_root(const cJSON *root, const char *file, struct errors *errors)
{
    struct json_value value = {.node = root, .errors = errors};
    snprintf(value.place, sizeof value.place, "%s: $", file);
    return value;
}

struct json_value json_member(const struct json_value *object, const char *key)
{
    struct json_value member = {
        .node = json_get(object->node, key),
        .errors = object->errors,
    };
    snprintf(member.place, sizeof member.place, "%.*s.%s", JSON_PLACE_SIZE - 64, object->place,
             key);
    return member;
}

struct json_value json_element(const struct json_value *array, int index)
{
    return json_element_node(array, cJSON_GetArrayItem(array->node, index), index);
}

struct json_value json_element_node(const struct json_value *array, const cJSON *node, int index)
{
    struct json_value element = {.node = node, .errors = array->errors};
    snprintf(element.place, sizeof element.place, "%.*s[%d]", JSON_PLACE_SIZE - 64, array->place,
             index);
    return element;
}

/* A short description of a value. */
static void describe(const cJSON *node, char *text, size_t size)
{
    if (!node)
        snprintf(text, size, "missing");
    else if (cJSON_IsString(node))
        snprintf(text, size, "found \"%.60s\"", node->valuestring);
    else if (cJSON_IsNumber(node))
        snprintf(text, size, "found %.17g", node->valuedouble);
    else if (cJSON_IsBool(node))
        snprintf(text, size, "found %s", cJSON_IsTrue(node) ? "true" : "false");
    else if (cJSON_IsArray(node))
        snprintf(text, size, "found an array of %d", cJSON_GetArraySize(node));
    else
        snprintf(text, size, "found %s", cJSON_IsNull(node) ? "null" : "an object");
}

void json_wrong(const struct json_value *value, const char *allowed)
{
    char found[80];
    describe(value->node, found, sizeof found);
    errors_add(value->errors, value->place, "%s; expected %s", found, allowed);
}

bool json_is_object(const struct json_value *value)
{
    if (cJSON_IsObject(value->node))
        return true;
    json_wrong(value, "an object");
    return false;
}

void json_unknown_key(const struct json_value *object, const char *key, const char *const *keys,
                      size_t count, size_t stride)
{
    char *allowed = words_allowed(key, keys, count, stride);

    errors_add(object->errors, object->place, "unknown key \"%.60s\"%s", key, allowed);
    free(allowed);
}

void json_repeated_key(const struct json_value *object, const char *key)
{
    errors_add(object->errors, object->place, "the key \"%.60s\" appears twice", key);
}

bool json_keys_are_unique(const struct json_value *object)
{
    bool unique = true;

    for (const cJSON *item = object->node->child; item; item = item->next)
        for (const cJSON *other = item->next; other; other = other->next)
            if (strcmp(item->string, other->string) == 0) {
                json_repeated_key(object, item->string);
                unique = false;
            }
    return unique;
}

void json_check_keys(const struct json_value *object, const char *const *keys, size_t count,
                     size_t stride)
{
    for (const cJSON *item = object->node->child; item; item = item->next) {
        bool known = false;
        for (size_t i = 0; i < count && !known; i++)
            known = strcmp(item->string, *(const char *const *)(const void *)((const char *)keys +
                                                                              i * stride)) == 0;
        if (!known)
            json_unknown_key(object, item->string, keys, count, stride);
    }
    json_keys_are_unique(object);
}

int64_t json_int(const struct json_value *value, int64_t min, int64_t max, int64_t fallback)
{
    char allowed[80];

    if (!value->node)
        return fallback;
    if (cJSON_IsNumber(value->node)) {
        double number = value->node->valuedouble;
        if (number >= (double)min && number <= (double)max && floor(number) == number)
            return (int64_t)number;
    }
    snprintf(allowed, sizeof allowed, "an integer %lld..%lld", (long long)min, (long long)max);
    json_wrong(value, allowed);
    return fallback;
}

bool json_flag(const struct json_value *value, bool fallback)
{
    if (!value->node || cJSON_IsBool(value->node))
        return value->node ? cJSON_IsTrue(value->node) : fallback;
    json_wrong(value, "true or false");
    return fallback;
}

const char *json_string(const struct json_value *value)
{
    if (!value->node)
        return NULL;
    if (cJSON_IsString(value->node))
        return value->node->valuestring;
    json_wrong(value, "a string");
    return NULL;
}

int json_choice(const struct json_value *value, const char *const *words, int count, int fallback)
{
    const char *word = cJSON_GetStringValue(value->node);
    char suggestion[SUGGESTION_SIZE], *allowed = NULL;
    size_t length;

    if (!value->node)
        return fallback;
    for (int i = 0; word && i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    FILE *memory = xcheck(open_memstream(&allowed, &length));
    for (int i = 0; i < count; i++)
        fprintf(memory, "%s\"%s\"", i ? " | " : "", words[i]);
    if (word)
        fputs(did_you_mean(word, words, (size_t)count, sizeof *words, suggestion), memory);
    fclose(memory);
    json_wrong(value, xcheck(allowed));
    free(allowed);
    return fallback;
}

void json_expect(const struct json_value *object, const struct json_expected *expected,
                 size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct json_value value = json_member(object, expected[i].key);
        if (!expected[i].is(value.node))
            json_wrong(&value, expected[i].what);
    }
}

/* ---- files of another version ---- */

bool result_format_check(const cJSON *root, const char *path, struct errors *errors)
{
    enum { MOST = 1000 };
    const struct json_value object = json_root(root, path, errors),
                            format = json_member(&object, "format");
    const int before = errors->count;

    if (!root || !json_is_object(&object))
        return false;
    const int is = (int)json_int(&format, 1, MOST, 0);
    if (!format.node)
        json_wrong(&format, "the format of the file");
    else if (is != RESULT_FORMAT && errors->count == before)
        errors_add(errors, format.place,
                   "is %d: version %d of skat-arena reads this file, and this is version %s, which "
                   "reads format %d",
                   is, is, ARENA_VERSION, RESULT_FORMAT);
    return errors->count == before;
}

/* ---- where two values differ ---- */

enum { PLACE = 1400, WHAT = 300 };

struct differences {
    const char *who;
    bool (*each)(void *context, const char *place, const char *what);
    void *context;
    bool ended; /* each() has returned false */
};

__attribute__((format(printf, 3, 4))) static void
tell_difference(struct differences *all, const char *place, const char *format, ...)
{
    char what[WHAT];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (!all->ended)
        all->ended = !all->each(all->context, place, what);
}

/* Members of an object or array that should not be there. */
static void tell_surplus(struct differences *all, const char *place, const cJSON *is,
                         const cJSON *should)
{
    const cJSON *item;

    if (cJSON_IsArray(is) && cJSON_GetArraySize(is) > cJSON_GetArraySize(should))
        tell_difference(all, place, "has %d elements; %s %d", cJSON_GetArraySize(is), all->who,
                        cJSON_GetArraySize(should));
    cJSON_ArrayForEach (item, is)
        if (cJSON_IsObject(is) && !json_get(should, item->string))
            tell_difference(all, place, "has \"%.100s\"; %s none", item->string, all->who);
        else if (cJSON_IsObject(is) && json_get(is, item->string) != item)
            tell_difference(all, place, "has \"%.100s\" twice", item->string);
}

static void compare_values(struct differences *all, const char *place, const cJSON *is,
                           const cJSON *should)
{
    const cJSON *item;
    char where[PLACE];
    int index = 0;

    if (all->ended || cJSON_Compare(is, should, true))
        return;
    if (!is || !(cJSON_IsObject(should) || cJSON_IsArray(should)) || is->type != should->type) {
        char *found = is ? cJSON_PrintUnformatted(is) : NULL,
             *expected = cJSON_PrintUnformatted(should);
        tell_difference(all, place, "is %.80s; %s %.80s", found ? found : "missing", all->who,
                        expected);
        free(found);
        free(expected);
        return;
    }
    cJSON_ArrayForEach (item, should) {
        const bool object = cJSON_IsObject(should);
        if (object)
            snprintf(where, sizeof where, "%.1300s.%s", place, item->string);
        else
            snprintf(where, sizeof where, "%.1300s[%d]", place, index);
        compare_values(all, where,
                       object ? json_get(is, item->string) : cJSON_GetArrayItem(is, index), item);
        index++;
    }
    tell_surplus(all, place, is, should);
}

void json_differences(const char *place, const cJSON *is, const cJSON *should, const char *who,
                      bool (*each)(void *context, const char *place, const char *what),
                      void *context)
{
    struct differences all = {.who = who, .each = each, .context = context};

    compare_values(&all, place, is, should);
}
