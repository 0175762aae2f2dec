#include "arena/ruleset.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXTENDS_MAX = 8, PATH_SIZE = 1024 };

static bool load_file(struct skat_rules *rules, const char *path, struct problems *problems,
                      int depth);

bool ruleset_find(const char *name, const char *folder, char *path, size_t size)
{
    if (strchr(name, '/') || strstr(name, ".json")) {
        snprintf(path, size, "%s", name);
        return access(path, R_OK) == 0;
    }
    static const char *const places[] = {"%s/rules/%s.json", "%s/%s.json"};
    for (size_t i = 0; folder && i < sizeof places / sizeof *places; i++) {
        snprintf(path, size, places[i], folder, name);
        if (access(path, R_OK) == 0)
            return true;
    }
    snprintf(path, size, "configs/rules/%s.json", name);
    return access(path, R_OK) == 0;
}

static void read_values(const struct json_value *value, const struct skat_rule_option *option,
                        int *out)
{
    char allowed[256];

    skat_rule_option_allowed(option, allowed, sizeof allowed);
    if (!cJSON_IsArray(value->node) || cJSON_GetArraySize(value->node) != option->count) {
        json_wrong(value, allowed);
        return;
    }
    for (int i = 0; i < option->count; i++) {
        struct json_value element = json_element(value, i);
        out[i] = (int)json_int(&element, option->min, option->max, out[i]);
    }
}

static void read_one_of(const struct json_value *value, const struct skat_rule_option *option,
                        int *out)
{
    char allowed[256];

    for (int i = 0; i < option->count; i++)
        if (option->values[i]
                ? cJSON_IsNumber(value->node) && value->node->valuedouble == option->values[i]
                : cJSON_IsNull(value->node)) {
            *out = option->values[i];
            return;
        }
    json_wrong(value, skat_rule_option_allowed(option, allowed, sizeof allowed));
}

static void read_option(struct skat_rules *rules, const struct json_value *value,
                        const struct skat_rule_option *option)
{
    int *out = skat_rule_option_value(rules, option);

    switch (option->type) {
    case SKAT_OPTION_INT:
        *out = (int)json_int(value, option->min, option->max, *out);
        break;
    case SKAT_OPTION_BOOL:
        if (cJSON_IsBool(value->node))
            *out = cJSON_IsTrue(value->node);
        else
            json_wrong(value, "true | false");
        break;
    case SKAT_OPTION_CHOICE:
        *out = json_choice(value, option->names, option->count, *out);
        break;
    case SKAT_OPTION_ONE_OF:
        read_one_of(value, option, out);
        break;
    case SKAT_OPTION_INTS:
        read_values(value, option, out);
        break;
    }
}

static void check_option_names(const struct json_value *object)
{
    static const char *const own[] = {"extends", "description"};
    const char *keys[64];
    size_t count = 0;

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        keys[count++] = own[i];
    for (int i = 0; i < skat_rule_option_count; i++)
        keys[count++] = skat_rule_options[i].name;
    json_check_keys(object, keys, count, sizeof *keys);
}

static bool extend(struct skat_rules *rules, const char *name, const struct json_value *from,
                   const char *folder, int depth)
{
    char path[PATH_SIZE];

    if (!ruleset_find(name, folder, path, sizeof path)) {
        problems_add(from->problems, from->place,
                     "no rule set \"%s\" (looked for %s); `skat-arena rules list` lists them", name,
                     path);
        return false;
    }
    if (load_file(rules, path, from->problems, depth + 1))
        return true;
    if (depth == 0)
        problems_add(from->problems, from->place, "the rule set \"%s\" cannot be used", name);
    return false;
}

static bool read_object(struct skat_rules *rules, const struct json_value *object,
                        const char *folder, int depth)
{
    int before = object->problems->count;

    if (depth > EXTENDS_MAX) {
        problems_add(object->problems, object->place,
                     "\"extends\" goes more than %d sets deep; does a set extend itself?",
                     EXTENDS_MAX);
        return false;
    }
    skat_rules_official(rules);
    if (!json_is_object(object))
        return false;
    struct json_value base = json_member(object, "extends");
    const char *name = json_string(&base);
    if (name)
        extend(rules, name, &base, folder, depth); /* what follows is checked all the same */
    struct json_value description = json_member(object, "description");
    json_string(&description);
    check_option_names(object);
    for (int i = 0; i < skat_rule_option_count; i++) {
        struct json_value value = json_member(object, skat_rule_options[i].name);
        if (value.node)
            read_option(rules, &value, &skat_rule_options[i]);
    }
    return object->problems->count == before;
}

static bool load_file(struct skat_rules *rules, const char *path, struct problems *problems,
                      int depth)
{
    cJSON *root = json_load(path, problems);
    if (!root)
        return false;
    struct json_value value = json_root(root, path, problems);
    char folder[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    bool ok = read_object(rules, &value, dirname(folder), depth);
    cJSON_Delete(root);
    return ok;
}

bool ruleset_read(struct skat_rules *rules, const struct json_value *value, const char *folder)
{
    skat_rules_official(rules);
    if (!value->node)
        return true;
    if (cJSON_IsString(value->node))
        return extend(rules, value->node->valuestring, value, folder, 0);
    if (cJSON_IsObject(value->node))
        return read_object(rules, value, folder, 0);
    json_wrong(value, "the name of a rule set, or an object of options");
    return false;
}

bool ruleset_load(struct skat_rules *rules, const char *name_or_path, struct problems *problems)
{
    char path[PATH_SIZE];

    skat_rules_official(rules);
    if (!ruleset_find(name_or_path, NULL, path, sizeof path)) {
        problems_add(problems, name_or_path, "no such rule set (looked for %s)", path);
        return false;
    }
    return load_file(rules, path, problems, 0);
}

char *ruleset_description(const char *path)
{
    struct problems ignored = {0};
    cJSON *root = json_load(path, &ignored);
    const cJSON *item = root ? cJSON_GetObjectItemCaseSensitive(root, "description") : NULL;
    char *text = item && cJSON_IsString(item) ? strdup(item->valuestring) : NULL;
    cJSON_Delete(root);
    problems_free(&ignored);
    return text;
}

static cJSON *option_to_json(const struct skat_rule_option *option, const int *value)
{
    switch (option->type) {
    case SKAT_OPTION_BOOL:
        return cJSON_CreateBool(*value);
    case SKAT_OPTION_CHOICE:
        return cJSON_CreateString(option->names[*value]);
    case SKAT_OPTION_INTS:
        return cJSON_CreateIntArray(value, option->count);
    case SKAT_OPTION_ONE_OF:
        return *value ? cJSON_CreateNumber(*value) : cJSON_CreateNull();
    case SKAT_OPTION_INT:
        break;
    }
    return cJSON_CreateNumber(*value);
}

cJSON *ruleset_to_json(const struct skat_rules *rules)
{
    cJSON *object = cJSON_CreateObject();
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        const int *value = skat_rule_option_value((struct skat_rules *)rules, option);
        cJSON_AddItemToObject(object, option->name, option_to_json(option, value));
    }
    return object;
}
