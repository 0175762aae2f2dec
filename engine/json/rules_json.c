// SPDX-License-Identifier: MIT
#include "engine/json/rules_json.h"

#include "engine/rule_set.h"
#include "engine/variant.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 96, NAME_SIZE = 40, ALLOWED_SIZE = 512, KEYS_MAX = 128 };

/* A value, where it is, and whom to tell of it. */
struct value {
    const cJSON *node;
    const char *path;
    const struct skat_rules_reading *reading;
};

static bool wrong(const struct value *value, const char *allowed)
{
    value->reading->wrong(value->reading->context, value->path, value->node, allowed);
    return false;
}

static struct value element_of(const struct value *array, int index, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s[%d]", array->path, index);
    return (struct value){cJSON_GetArrayItem(array->node, index), path, array->reading};
}

/* ---- the types of options ---- */

static bool read_int(const struct value *value, int min, int max, int *out)
{
    char allowed[80];
    double number = cJSON_IsNumber(value->node) ? value->node->valuedouble : NAN;

    if (number >= min && number <= max && floor(number) == number) {
        *out = (int)number;
        return true;
    }
    snprintf(allowed, sizeof allowed, "an integer %d..%d", min, max);
    return wrong(value, allowed);
}

static bool read_word(const struct value *value, const struct skat_rule_option *option, int *out)
{
    struct skat_rule_option word = *option; /* one word, also of a set */
    char allowed[ALLOWED_SIZE];

    for (int i = 0; i < option->count && cJSON_IsString(value->node); i++)
        if (strcmp(option->names[i], value->node->valuestring) == 0) {
            *out = i;
            return true;
        }
    word.type = SKAT_OPTION_CHOICE;
    return wrong(value, skat_rule_option_allowed(&word, allowed, sizeof allowed));
}

static bool read_values(const struct value *value, const struct skat_rule_option *option, int *out)
{
    char allowed[ALLOWED_SIZE], path[PATH_SIZE];
    bool ok = true;

    if (!cJSON_IsArray(value->node) || cJSON_GetArraySize(value->node) != option->count)
        return wrong(value, skat_rule_option_allowed(option, allowed, sizeof allowed));
    for (int i = 0; i < option->count; i++) {
        const struct value element = element_of(value, i, path);
        ok = read_int(&element, option->min, option->max, &out[i]) && ok;
    }
    return ok;
}

static bool read_one_of(const struct value *value, const struct skat_rule_option *option, int *out)
{
    char allowed[ALLOWED_SIZE];

    for (int i = 0; i < option->count; i++)
        if (option->values[i] || option->type == SKAT_OPTION_ONE_OF
                ? cJSON_IsNumber(value->node) && value->node->valuedouble == option->values[i]
                : cJSON_IsNull(value->node)) {
            *out = option->values[i];
            return true;
        }
    return wrong(value, skat_rule_option_allowed(option, allowed, sizeof allowed));
}

/* An array of words, as bits. */
static bool read_set(const struct value *value, const struct skat_rule_option *option, int *out)
{
    char allowed[ALLOWED_SIZE], path[PATH_SIZE];
    bool ok = true;

    if (!cJSON_IsArray(value->node))
        return wrong(value, skat_rule_option_allowed(option, allowed, sizeof allowed));
    *out = 0;
    for (int i = 0, word; i < cJSON_GetArraySize(value->node); i++) {
        const struct value element = element_of(value, i, path);
        if (!read_word(&element, option, &word))
            ok = false;
        else if (*out >> word & 1)
            ok = wrong(&element, "each word once");
        else
            *out |= 1 << word;
    }
    return ok;
}

/* A number with at most three decimals, as thousandths. */
static bool read_decimal(const struct value *value, const struct skat_rule_option *option, int *out)
{
    char allowed[ALLOWED_SIZE];
    double scaled = cJSON_IsNumber(value->node) ? round(value->node->valuedouble * 1000) : -1;

    if (scaled < option->min || scaled > option->max ||
        fabs(scaled - value->node->valuedouble * 1000) > 1e-6)
        return wrong(value, skat_rule_option_allowed(option, allowed, sizeof allowed));
    *out = (int)scaled;
    return true;
}

static bool read_bool(const struct value *value, int *out)
{
    if (!cJSON_IsBool(value->node))
        return wrong(value, "true | false");
    *out = cJSON_IsTrue(value->node);
    return true;
}

bool skat_rules_read_option(struct skat_rules *rules, const struct skat_rule_option *option,
                            const cJSON *node, const char *path,
                            const struct skat_rules_reading *reading)
{
    const struct value value = {node, path, reading};
    int *out = skat_rule_option_value(rules, option);

    switch (option->type) {
    case SKAT_OPTION_INT:
        return read_int(&value, option->min, option->max, out);
    case SKAT_OPTION_BOOL:
        return read_bool(&value, out);
    case SKAT_OPTION_CHOICE:
        return read_word(&value, option, out);
    case SKAT_OPTION_SET:
        return read_set(&value, option, out);
    case SKAT_OPTION_DECIMAL:
        return read_decimal(&value, option, out);
    case SKAT_OPTION_ONE_OF:
    case SKAT_OPTION_ONE_OF_OR_NULL:
        return read_one_of(&value, option, out);
    case SKAT_OPTION_INTS:
        break;
    }
    return read_values(&value, option, out);
}

/* ---- names: "passed_in", or "kontra.when" for the member `when` of the object `kontra` ---- */

/* Stores the name of the object that contains an option in `name` and returns the option's name in
 * it, or NULL for an option outside objects. */
static const char *member_of(const struct skat_rule_option *option, char name[NAME_SIZE])
{
    const char *dot = strchr(option->name, '.');

    if (!dot)
        return NULL;
    snprintf(name, NAME_SIZE, "%.*s", (int)(dot - option->name), option->name);
    return dot + 1;
}

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* The value of an option, which both {"kontra": {"when": ...}} and {"kontra.when": ...} give. Both
 * at once are a conflict, which sets *ok to false. */
static const cJSON *option_value(const cJSON *object, const struct skat_rule_option *option,
                                 const struct skat_rules_reading *reading, bool *ok)
{
    char name[NAME_SIZE], sentence[PATH_SIZE];
    const char *in_group = member_of(option, name);
    const cJSON *direct = member(object, option->name),
                *inner = in_group ? member(member(object, name), in_group) : NULL;

    if (direct && inner) {
        snprintf(sentence, sizeof sentence, "appears twice, also as \"%s\"", option->name);
        reading->conflict(reading->context, option->name, sentence);
        *ok = false;
    }
    return direct ? direct : inner;
}

static bool check_keys(const cJSON *object, const char *path, const char *const keys[],
                       size_t count, const struct skat_rules_reading *reading)
{
    bool ok = true;

    for (const cJSON *item = object->child; item; item = item->next) {
        bool known = false;
        for (size_t i = 0; i < count && !known; i++)
            known = strcmp(item->string, keys[i]) == 0;
        if (!known)
            reading->unknown(reading->context, path, item->string, keys, count);
        ok = ok && known;
        for (const cJSON *other = item->next; other; other = other->next)
            if (strcmp(item->string, other->string) == 0) {
                reading->twice(reading->context, path, item->string);
                ok = false;
            }
    }
    return ok;
}

/* Checks the object of options `group` of a rule set. */
static bool check_group(const cJSON *object, const char *group,
                        const struct skat_rules_reading *reading)
{
    const cJSON *inner = member(object, group);
    const char *keys[KEYS_MAX];
    char name[NAME_SIZE];
    size_t count = 0;

    if (!inner)
        return true;
    if (!cJSON_IsObject(inner))
        return wrong(&(struct value){inner, group, reading}, "an object");
    for (int i = 0; i < skat_rule_option_count; i++) {
        const char *key = member_of(&skat_rule_options[i], name);
        if (key && strcmp(name, group) == 0)
            keys[count++] = key;
    }
    return check_keys(inner, group, keys, count, reading);
}

static bool check_names(const cJSON *object, const struct skat_rules_reading *reading)
{
    enum { GROUPS_MAX = 16 };
    char groups[GROUPS_MAX][NAME_SIZE];
    const char *keys[KEYS_MAX] = {"extends", "description", "description_de"};
    size_t count = 3, group_count = 0;
    bool ok = true;

    for (int i = 0; i < skat_rule_option_count; i++) {
        keys[count++] = skat_rule_options[i].name;
        /* Options of an object are adjacent in the table. */
        if (!member_of(&skat_rule_options[i], groups[group_count]) ||
            (group_count && strcmp(groups[group_count], groups[group_count - 1]) == 0))
            continue;
        keys[count++] = groups[group_count];
        ok = check_group(object, groups[group_count++], reading) && ok;
    }
    return check_keys(object, "", keys, count, reading) && ok;
}

/* ---- a rule set ---- */

/* A text that is not part of the rules. */
static bool read_text(const cJSON *object, const char *key,
                      const struct skat_rules_reading *reading)
{
    const cJSON *text = member(object, key);

    return !text || cJSON_IsString(text) || wrong(&(struct value){text, key, reading}, "a string");
}

/* The rule sets that need no file: Skat with the default of every option, and the official rules,
 * by which a fault costs what a concession does (rules.md 8.3). */
static bool named_rules(struct skat_rules *rules, const char *name)
{
    const bool official = strcmp(name, "isko") == 0;

    if (!official && strcmp(name, "skat") != 0)
        return false;
    skat_rules_official(rules);
    rules->faults = official ? SKAT_FAULTS_CONCEDED : SKAT_FAULTS_WORST;
    return true;
}

/* Replaces the rule set by the one that "extends" names, if it does: then *name is set. */
static bool read_extended(struct skat_rules *rules, const cJSON *object,
                          const struct skat_rules_reading *reading, const char **name)
{
    const cJSON *extended = member(object, "extends");

    *name = NULL;
    if (!extended)
        return true;
    const struct value value = {extended, "extends", reading};
    if (!cJSON_IsString(extended))
        return wrong(&value, "a string");
    if (reading->extend) {
        if (!reading->extend(reading->context, extended->valuestring, rules))
            return false;
    } else if (!named_rules(rules, extended->valuestring)) {
        return wrong(&value, "\"skat\" | \"isko\": no other set is known by its name here");
    }
    *name = extended->valuestring;
    return true;
}

/* The game is read before all other options because it sets their defaults. */
static bool read_game(struct skat_rules *rules, const cJSON *object, const char *extends,
                      const struct skat_rules_reading *reading)
{
    const struct skat_rule_option *option = skat_rule_option_find("game");
    const cJSON *node = member(object, "game");
    struct skat_rules named = *rules;
    char sentence[256];

    if (!node)
        return true;
    if (!skat_rules_read_option(&named, option, node, "game", reading))
        return false;
    if (named.game == rules->game)
        return true;
    if (extends) {
        snprintf(sentence, sizeof sentence,
                 "is \"%s\", but \"%.60s\", which this set extends, is for the game \"%s\"",
                 skat_variant_names[named.game], extends, skat_variant_names[rules->game]);
        reading->conflict(reading->context, "game", sentence);
    }
    skat_rules_of_game(rules, (enum skat_variant_id)named.game);
    return !extends;
}

bool skat_rules_read(struct skat_rules *rules, const cJSON *object,
                     const struct skat_rules_reading *reading)
{
    const char *extends;

    if (!cJSON_IsObject(object))
        return wrong(&(struct value){object, "", reading}, "an object");
    /* The other options are checked even if that set cannot be read, but without it. */
    bool ok = read_extended(rules, object, reading, &extends);
    ok = read_text(object, "description", reading) && ok;
    ok = read_text(object, "description_de", reading) && ok;
    ok = check_names(object, reading) && ok;
    ok = read_game(rules, object, extends, reading) && ok;
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        const cJSON *value = option_value(object, option, reading, &ok);
        if (value && option->offset != offsetof(struct skat_rules, game))
            ok = skat_rules_read_option(rules, option, value, option->name, reading) && ok;
    }
    return ok;
}

/* ---- a text alone: the first problem is the error ---- */

static void keep_first(struct skat_error *error, const char *format, ...)
{
    va_list arguments;

    if (error->text[0])
        return;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
}

static void wrong_in_text(void *context, const char *path, const cJSON *value, const char *allowed)
{
    char *found = cJSON_PrintUnformatted(value);

    keep_first(context, "$%s%s: found %.60s; expected %s", *path ? "." : "", path,
               found ? found : "?", allowed);
    cJSON_free(found);
}

static void unknown_in_text(void *context, const char *path, const char *key,
                            const char *const keys[], size_t count)
{
    (void)keys, (void)count;
    keep_first(context, "$%s%s: unknown key \"%.60s\"", *path ? "." : "", path, key);
}

static void twice_in_text(void *context, const char *path, const char *key)
{
    keep_first(context, "$%s%s: the key \"%.60s\" appears twice", *path ? "." : "", path, key);
}

static void conflict_in_text(void *context, const char *path, const char *sentence)
{
    keep_first(context, "$.%s: %s", path, sentence);
}

bool skat_rules_parse(struct skat_rules *rules, const char *text, size_t length,
                      struct skat_error *error)
{
    struct skat_error first = {""};
    const struct skat_rules_reading reading = {
        .context = &first,
        .wrong = wrong_in_text,
        .unknown = unknown_in_text,
        .twice = twice_in_text,
        .conflict = conflict_in_text,
    };
    const char *end = text;
    cJSON *object = cJSON_ParseWithLengthOpts(text, length, &end, false);
    bool ok = false;

    skat_rules_official(rules);
    while (object && end < text + length && strchr(" \t\r\n", *end) && *end)
        end++;
    if (!object || end != text + length)
        keep_first(&first, "not JSON at byte %zu", (size_t)(end - text));
    else
        ok = skat_rules_read(rules, object, &reading) && skat_rules_prepare(rules, &first);
    cJSON_Delete(object);
    return ok || skat_fail(error, "%s", first.text);
}

/* ---- writing ---- */

static cJSON *set_to_json(const struct skat_rule_option *option, int set)
{
    cJSON *words = cJSON_CreateArray();
    for (int i = 0; i < option->count; i++)
        if (set >> i & 1)
            cJSON_AddItemToArray(words, cJSON_CreateString(option->names[i]));
    return words;
}

cJSON *skat_rules_option_to_json(const struct skat_rules *rules,
                                 const struct skat_rule_option *option)
{
    const int *value = skat_rule_option_value((struct skat_rules *)rules, option);

    switch (option->type) {
    case SKAT_OPTION_BOOL:
        return cJSON_CreateBool(*value);
    case SKAT_OPTION_CHOICE:
        return cJSON_CreateString(option->names[*value]);
    case SKAT_OPTION_INTS:
        return cJSON_CreateIntArray(value, option->count);
    case SKAT_OPTION_SET:
        return set_to_json(option, *value);
    case SKAT_OPTION_DECIMAL:
        return cJSON_CreateNumber(*value / 1000.0);
    case SKAT_OPTION_ONE_OF_OR_NULL:
        return *value ? cJSON_CreateNumber(*value) : cJSON_CreateNull();
    case SKAT_OPTION_ONE_OF:
    case SKAT_OPTION_INT:
        break;
    }
    return cJSON_CreateNumber(*value);
}

cJSON *skat_rules_to_json(const struct skat_rules *rules)
{
    cJSON *object = cJSON_CreateObject();
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        if (!skat_variant_has(&skat_variants[rules->game], option->name))
            continue;
        char group[NAME_SIZE];
        const char *in_group = member_of(option, group);
        cJSON *inside = object;
        if (in_group) {
            inside = cJSON_GetObjectItemCaseSensitive(object, group);
            inside = inside ? inside : cJSON_AddObjectToObject(object, group);
        }
        cJSON_AddItemToObject(inside, in_group ? in_group : option->name,
                              skat_rules_option_to_json(rules, option));
    }
    return object;
}
