#include "arena/config/rules_json.h"

#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/memory.h"
#include "arena/base/program_dirs.h"

enum { EXTENDS_MAX = 8, PATH_SIZE = FOLDER_PATH_SIZE };

static bool load_file(struct skat_rules *rules, const char *path, struct errors *errors, int depth);

/* Where to look up a name: in `first`, then among the program's own rule sets, then in `last`.
 * Either may be NULL. The program's names take precedence over files next to a config. */
struct places {
    const char *first, *last;
};

static bool is_beside(const char *name, const char *folder, char path[FOLDER_PATH_SIZE])
{
    return folder &&
           snprintf(path, FOLDER_PATH_SIZE, "%s/%s.json", folder, name) < FOLDER_PATH_SIZE &&
           access(path, R_OK) == 0;
}

static bool find(const char *name, const struct places *places, char path[FOLDER_PATH_SIZE])
{
    if (program_is_path(name))
        return program_file(PROGRAM_RULES, name, path);
    if (is_beside(name, places->first, path) || program_file(PROGRAM_RULES, name, path) ||
        is_beside(name, places->last, path))
        return true;
    program_file(PROGRAM_RULES, name, path); /* for the error message */
    return false;
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
        if (option->values[i] || option->type == SKAT_OPTION_ONE_OF
                ? cJSON_IsNumber(value->node) && value->node->valuedouble == option->values[i]
                : cJSON_IsNull(value->node)) {
            *out = option->values[i];
            return;
        }
    json_wrong(value, skat_rule_option_allowed(option, allowed, sizeof allowed));
}

/* Reads an array of words as bits. */
static void read_set(const struct json_value *value, const struct skat_rule_option *option,
                     int *out)
{
    char allowed[512];

    if (!cJSON_IsArray(value->node)) {
        json_wrong(value, skat_rule_option_allowed(option, allowed, sizeof allowed));
        return;
    }
    *out = 0;
    for (int i = 0; i < cJSON_GetArraySize(value->node); i++) {
        struct json_value element = json_element(value, i);
        int word = json_choice(&element, option->names, option->count, -1);
        if (word >= 0 && *out >> word & 1)
            json_wrong(&element, "each word once");
        else if (word >= 0)
            *out |= 1 << word;
    }
}

/* Reads a number with at most three decimals as thousandths. */
static void read_decimal(const struct json_value *value, const struct skat_rule_option *option,
                         int *out)
{
    char allowed[128];
    double scaled = cJSON_IsNumber(value->node) ? round(value->node->valuedouble * 1000) : -1;

    if (scaled < option->min || scaled > option->max ||
        fabs(scaled - value->node->valuedouble * 1000) > 1e-6)
        json_wrong(value, skat_rule_option_allowed(option, allowed, sizeof allowed));
    else
        *out = (int)scaled;
}

void rules_json_read_option(struct skat_rules *rules, const struct json_value *value,
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
    case SKAT_OPTION_SET:
        read_set(value, option, out);
        break;
    case SKAT_OPTION_DECIMAL:
        read_decimal(value, option, out);
        break;
    case SKAT_OPTION_ONE_OF:
    case SKAT_OPTION_ONE_OF_OR_NULL:
        read_one_of(value, option, out);
        break;
    case SKAT_OPTION_INTS:
        read_values(value, option, out);
        break;
    }
}

/* ---- names: "lost_hand", or "kontra.when" for the member `when` of the object `kontra` ---- */

enum { NAME_SIZE = 40, KEYS_MAX = 128 };

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

/* Accepts both {"kontra": {"when": ...}} and {"kontra.when": ...}. */
static struct json_value option_value(const struct json_value *object,
                                      const struct skat_rule_option *option)
{
    char name[NAME_SIZE];
    struct json_value value = json_member(object, option->name);
    const char *member = member_of(option, name);

    if (!member)
        return value;
    struct json_value group = json_member(object, name);
    struct json_value inner = cJSON_IsObject(group.node) ? json_member(&group, member) : value;
    if (value.node && cJSON_IsObject(group.node) && inner.node)
        errors_add(value.errors, inner.place, "appears twice, also as \"%s\"", option->name);
    return value.node ? value : inner;
}

/* Checks the keys of the object `group` of a rule set. */
static size_t keys_of_group(const char *group, const char *keys[KEYS_MAX])
{
    char name[NAME_SIZE];
    size_t count = 0;

    for (int i = 0; i < skat_rule_option_count; i++) {
        const char *member = member_of(&skat_rule_options[i], name);
        if (member && strcmp(name, group) == 0)
            keys[count++] = member;
    }
    return count;
}

static void check_group(const struct json_value *object, const char *group)
{
    const char *keys[KEYS_MAX];
    struct json_value inner = json_member(object, group);

    if (inner.node && json_is_object(&inner))
        json_check_keys(&inner, keys, keys_of_group(group, keys), sizeof *keys);
}

static void check_option_names(const struct json_value *object)
{
    static const char *const own[] = {"extends", "description"};
    char groups[16][NAME_SIZE];
    const char *keys[KEYS_MAX];
    size_t count = 0, group_count = 0;

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        keys[count++] = own[i];
    for (int i = 0; i < skat_rule_option_count; i++) {
        keys[count++] = skat_rule_options[i].name;
        /* Options of an object are adjacent in the table. */
        if (!member_of(&skat_rule_options[i], groups[group_count]) ||
            (group_count && strcmp(groups[group_count], groups[group_count - 1]) == 0))
            continue;
        keys[count++] = groups[group_count];
        check_group(object, groups[group_count++]);
    }
    json_check_keys(object, keys, count, sizeof *keys);
}

static bool extend(struct skat_rules *rules, const char *name, const struct json_value *from,
                   const struct places *places, int depth)
{
    char path[PATH_SIZE];

    if (!find(name, places, path)) {
        errors_add(from->errors, from->place,
                   "no rule set \"%s\" (looked for %s); `skat-arena rules list` lists them", name,
                   path);
        return false;
    }
    if (load_file(rules, path, from->errors, depth + 1))
        return true;
    if (depth == 0)
        errors_add(from->errors, from->place, "the rule set \"%s\" cannot be used", name);
    return false;
}

/* The game is read before all other options because it sets their defaults. */
static void read_game(struct skat_rules *rules, const struct json_value *object,
                      const char *extends)
{
    struct json_value value = json_member(object, "game");

    if (!value.node)
        return;
    int game = json_choice(&value, skat_variant_names, SKAT_VARIANTS, rules->game);
    if (game == rules->game)
        return;
    if (extends)
        errors_add(object->errors, value.place,
                   "is \"%s\", but \"%s\", which this set extends, is for the game \"%s\"",
                   skat_variant_names[game], extends, skat_variant_names[rules->game]);
    skat_rules_of_game(rules, (enum skat_variant_id)game);
}

/* Changes the given *rules. */
static bool change(struct skat_rules *rules, const struct json_value *object,
                   const struct places *places, int depth)
{
    int before = object->errors->count;

    if (depth > EXTENDS_MAX) {
        errors_add(object->errors, object->place,
                   "\"extends\" is more than %d sets deep; does a set extend itself?", EXTENDS_MAX);
        return false;
    }
    if (!json_is_object(object))
        return false;
    struct json_value base = json_member(object, "extends");
    const char *name = json_string(&base);
    /* The other options are checked even if the base cannot be read, but without it. */
    if (name && !extend(rules, name, &base, places, depth))
        name = NULL;
    struct json_value description = json_member(object, "description");
    json_string(&description);
    check_option_names(object);
    read_game(rules, object, name);
    for (int i = 0; i < skat_rule_option_count; i++) {
        struct json_value value = option_value(object, &skat_rule_options[i]);
        if (value.node && skat_rule_options[i].offset != offsetof(struct skat_rules, game))
            rules_json_read_option(rules, &value, &skat_rule_options[i]);
    }
    return object->errors->count == before;
}

static bool read_object(struct skat_rules *rules, const struct json_value *object,
                        const struct places *places, int depth)
{
    skat_rules_official(rules);
    return change(rules, object, places, depth);
}

static bool load_file(struct skat_rules *rules, const char *path, struct errors *errors, int depth)
{
    cJSON *root = json_load(path, errors);
    if (!root)
        return false;
    struct json_value value = json_root(root, path, errors);
    char folder[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    const struct places beside = {.first = dirname(folder)};
    bool ok = read_object(rules, &value, &beside, depth);
    cJSON_Delete(root);
    return ok;
}

bool rules_json_read(struct skat_rules *rules, const struct json_value *value, const char *folder)
{
    char first[PATH_SIZE];
    const struct places places = {.first = folder ? first : NULL, .last = folder};

    snprintf(first, sizeof first, "%s/rules", folder ? folder : "");
    skat_rules_official(rules);
    if (!value->node)
        return true;
    if (cJSON_IsString(value->node))
        return extend(rules, value->node->valuestring, value, &places, 0);
    if (cJSON_IsObject(value->node))
        return read_object(rules, value, &places, 0);
    json_wrong(value, "the name of a rule set, or an object of options");
    return false;
}

bool rules_json_change(struct skat_rules *rules, const struct json_value *object,
                       const char *folder)
{
    char first[PATH_SIZE];
    const struct places places = {.first = first, .last = folder};

    snprintf(first, sizeof first, "%s/rules", folder);
    return change(rules, object, &places, 0);
}

bool rules_json_load(struct skat_rules *rules, const char *name_or_path, struct errors *errors)
{
    char path[PATH_SIZE];

    skat_rules_official(rules);
    const struct places own = {"rules", "."}; /* as for a config in the working directory */
    if (!find(name_or_path, &own, path)) {
        errors_add(errors, name_or_path, "no such rule set (looked for %s)", path);
        return false;
    }
    return load_file(rules, path, errors, 0);
}

char *rules_json_description(const char *path)
{
    struct errors ignored = {0};
    cJSON *root = json_load(path, &ignored);
    const cJSON *item = root ? cJSON_GetObjectItemCaseSensitive(root, "description") : NULL;
    char *text = item && cJSON_IsString(item) ? xstrdup(item->valuestring) : NULL;
    cJSON_Delete(root);
    errors_free(&ignored);
    return text;
}

static cJSON *set_to_json(const struct skat_rule_option *option, int set)
{
    cJSON *words = cJSON_CreateArray();
    for (int i = 0; i < option->count; i++)
        if (set >> i & 1)
            cJSON_AddItemToArray(words, cJSON_CreateString(option->names[i]));
    return words;
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

cJSON *rules_json_option_to_json(const struct skat_rules *rules,
                                 const struct skat_rule_option *option)
{
    const int *value = skat_rule_option_value((struct skat_rules *)rules, option);
    return option_to_json(option, value);
}

/* Omits options that the variant does not have, and `game` itself for Skat, for compatibility. */
static bool is_written(const struct skat_rules *rules, const struct skat_rule_option *option)
{
    return skat_variant_has(&skat_variants[rules->game], option->name) &&
           (option->offset != offsetof(struct skat_rules, game) ||
            rules->game != SKAT_VARIANT_SKAT);
}

cJSON *rules_json_to_json(const struct skat_rules *rules)
{
    cJSON *object = cJSON_CreateObject();
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        if (!is_written(rules, option))
            continue;
        char group[NAME_SIZE];
        const char *member = member_of(option, group);
        cJSON *inside = object;
        if (member) {
            inside = cJSON_GetObjectItemCaseSensitive(object, group);
            inside = inside ? inside : cJSON_AddObjectToObject(object, group);
        }
        cJSON_AddItemToObject(inside, member ? member : option->name,
                              rules_json_option_to_json(rules, option));
    }
    return object;
}

cJSON *rules_json_changes(const struct skat_rules *base, const struct skat_rules *rules)
{
    cJSON *changes = cJSON_CreateObject();

    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        cJSON *before = rules_json_option_to_json(base, option),
              *now = rules_json_option_to_json(rules, option);
        if (cJSON_Compare(before, now, true)) {
            cJSON_Delete(before);
            cJSON_Delete(now);
            continue;
        }
        cJSON *pair = cJSON_AddArrayToObject(changes, option->name);
        cJSON_AddItemToArray(pair, before);
        cJSON_AddItemToArray(pair, now);
    }
    return changes;
}
