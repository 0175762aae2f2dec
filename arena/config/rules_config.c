// SPDX-License-Identifier: MIT
#include "arena/config/rules_config.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/program_dirs.h"
#include "arena/base/text.h"
#include "engine/json/rules_json.h"
#include "engine/rule_set.h"

enum { EXTENDS_MAX = 8, KEY_SIZE = 40, PATH_SIZE = FOLDER_PATH_SIZE };

static bool load_file(struct skat_rules *rules, const char *path, struct errors *errors, int depth);

/* Where to look up a name: in `first`, then among the program's own rule sets, then in `last`.
 * Either may be NULL. The program's names take precedence over files next to a config. */
struct rules_places {
    const char *first, *last;
};

static bool is_beside(const char *name, const char *folder, char path[FOLDER_PATH_SIZE])
{
    return folder &&
           snprintf(path, FOLDER_PATH_SIZE, "%s/%s.json", folder, name) < FOLDER_PATH_SIZE &&
           access(path, R_OK) == 0;
}

static bool find(const char *name, const struct rules_places *places, char path[FOLDER_PATH_SIZE])
{
    if (program_is_path(name))
        return program_file(PROGRAM_RULES, name, path);
    if (is_beside(name, places->first, path) || program_file(PROGRAM_RULES, name, path) ||
        is_beside(name, places->last, path))
        return true;
    program_file(PROGRAM_RULES, name, path); /* for the error message */
    return false;
}

/* The end of a message about a name that was not found. */
static const char *suggestion_for(const char *name, char text[SUGGESTION_SIZE])
{
    int count;
    char **names = program_names(PROGRAM_RULES, &count);

    did_you_mean(name, (const char *const *)names, (size_t)count, sizeof *names, text);
    program_names_free(names, count);
    return *text ? text : "; `skat-arena rules list` lists them";
}

static bool extend(struct skat_rules *rules, const char *name, const struct json_value *from,
                   const struct rules_places *places, int depth)
{
    char path[PATH_SIZE], suggestion[SUGGESTION_SIZE];

    if (!find(name, places, path)) {
        errors_add(from->errors, from->place, "no rule set \"%s\" (looked for %s)%s", name, path,
                   suggestion_for(name, suggestion));
        return false;
    }
    if (load_file(rules, path, from->errors, depth + 1))
        return true;
    if (depth == 0)
        errors_add(from->errors, from->place, "the rule set \"%s\" cannot be used", name);
    return false;
}

/* ---- what the library reports, as errors with their place ---- */

/* A rule set that is read: where it stands, and where the names in it lead. */
struct rules_reading {
    const struct json_value *object;
    const struct rules_places *places;
    int depth;
};

static struct json_value value_at(const struct rules_reading *reading, const char *path,
                                  const cJSON *node)
{
    struct json_value value = *reading->object;

    if (*path)
        value = json_member(reading->object, path);
    value.node = node;
    return value;
}

static bool extend_object(void *context, const char *name, struct skat_rules *rules)
{
    const struct rules_reading *reading = context;
    const struct json_value from = json_member(reading->object, "extends");

    return extend(rules, name, &from, reading->places, reading->depth);
}

static void add_wrong(void *context, const char *path, const cJSON *node, const char *allowed)
{
    const struct json_value value = value_at(context, path, node);

    json_wrong(&value, allowed);
}

static void add_unknown(void *context, const char *path, const char *key, const char *const keys[],
                        size_t count)
{
    const struct json_value object = value_at(context, path, NULL);

    json_unknown_key(&object, key, keys, count, sizeof *keys);
}

static void add_twice(void *context, const char *path, const char *key)
{
    const struct json_value object = value_at(context, path, NULL);

    json_repeated_key(&object, key);
}

static void add_conflict(void *context, const char *path, const char *sentence)
{
    const struct json_value value = value_at(context, path, NULL);

    errors_add(value.errors, value.place, "%s", sentence);
}

static struct skat_rules_reading reporting(struct rules_reading *reading)
{
    return (struct skat_rules_reading){
        .context = reading,
        .extend = extend_object,
        .wrong = add_wrong,
        .unknown = add_unknown,
        .twice = add_twice,
        .conflict = add_conflict,
    };
}

void rules_config_read_option(struct skat_rules *rules, const struct json_value *value,
                              const struct skat_rule_option *option)
{
    struct rules_reading reading = {.object = value};
    const struct skat_rules_reading report = reporting(&reading);

    skat_rules_read_option(rules, option, value->node, "", &report);
}

/* Changes the given *rules. */
static bool change(struct skat_rules *rules, const struct json_value *object,
                   const struct rules_places *places, int depth)
{
    struct rules_reading reading = {object, places, depth};
    const struct skat_rules_reading report = reporting(&reading);

    if (depth > EXTENDS_MAX) {
        errors_add(object->errors, object->place,
                   "\"extends\" is more than %d sets deep; does a set extend itself?", EXTENDS_MAX);
        return false;
    }
    return skat_rules_read(rules, object->node, &report);
}

static bool read_object(struct skat_rules *rules, const struct json_value *object,
                        const struct rules_places *places, int depth)
{
    skat_rules_official(rules);
    return change(rules, object, places, depth);
}

static bool load_file(struct skat_rules *rules, const char *path, struct errors *errors, int depth)
{
    cJSON *root = json_load_named(path, errors);
    if (!root)
        return false;
    struct json_value value = json_root(root, path, errors);
    char folder[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    const struct rules_places beside = {.first = dirname(folder)};
    bool ok = read_object(rules, &value, &beside, depth);
    cJSON_Delete(root);
    return ok;
}

bool rules_config_read(struct skat_rules *rules, const struct json_value *value, const char *folder)
{
    char first[PATH_SIZE];
    const struct rules_places places = {.first = folder ? first : NULL, .last = folder};

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

bool rules_config_change(struct skat_rules *rules, const struct json_value *object,
                         const char *folder)
{
    char first[PATH_SIZE];
    const struct rules_places places = {.first = first, .last = folder};

    snprintf(first, sizeof first, "%s/rules", folder);
    return change(rules, object, &places, 0);
}

/* A rule set that a command line changes (rule_words_text()); names in it are looked up as that of
 * a config in the working directory. */
static bool load_text(struct skat_rules *rules, const char *text, struct errors *errors)
{
    cJSON *root = json_parse(text, strlen(text), "--rules", errors);
    const struct json_value value = json_root(root, "--rules", errors);
    bool ok = root && rules_config_read(rules, &value, ".");

    cJSON_Delete(root);
    return ok;
}

bool rules_config_load(struct skat_rules *rules, const char *name_or_path, struct errors *errors)
{
    char path[PATH_SIZE], suggestion[SUGGESTION_SIZE];

    skat_rules_official(rules);
    if (*name_or_path == '{')
        return load_text(rules, name_or_path, errors);
    const struct rules_places own = {"rules", "."}; /* as for a config in the working directory */
    if (!find(name_or_path, &own, path)) {
        errors_add(errors, name_or_path, "no such rule set (looked for %s)%s", path,
                   suggestion_for(name_or_path, suggestion));
        return false;
    }
    return load_file(rules, path, errors, 0);
}

bool rules_config_load_prepared(struct skat_rules *rules, const char *name_or_path,
                                struct errors *errors)
{
    struct skat_error error;

    if (!rules_config_load(rules, name_or_path, errors))
        return false;
    if (skat_rules_prepare(rules, &error))
        return true;
    errors_add(errors, name_or_path, "%s", error.text);
    return false;
}

char *rules_config_description(const char *path, bool german)
{
    struct errors ignored = {0};
    cJSON *root = json_load_named(path, &ignored);
    const cJSON *item = root && german ? json_get(root, "description_de") : NULL;
    if (root && !item)
        item = json_get(root, "description");
    char *text = item && cJSON_IsString(item) ? xstrdup(item->valuestring) : NULL;
    cJSON_Delete(root);
    errors_free(&ignored);
    return text;
}

cJSON *rules_config_changes(const struct skat_rules *base, const struct skat_rules *rules)
{
    cJSON *changes = cJSON_CreateObject();

    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        cJSON *before = skat_rules_option_to_json(base, option),
              *now = skat_rules_option_to_json(rules, option);
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

/* ---- options as words of a command line: short forms ---- */

/* What people type, and the option and value that it means. A row without a value takes any; it
 * stands after those of its key, unless that is an option, too. */
static const struct {
    const char *key, *value, *option, *means;
} short_forms[] = {
    {"ramsch", "true", "passed_in", "ramsch"},
    {"ramsch", "false", "passed_in", "void"},
    {"ramsch", NULL, "passed_in", NULL},
    {"schieberamsch", "true", "passed_in", "schieberamsch"},
    {"schieberamsch", NULL, "passed_in", NULL},
    {"grand", NULL, "value.grand", NULL},
    {"null", NULL, "value.null", NULL},
    {"matadors", NULL, "value.matadors", NULL},
    {"kontra", "false", "kontra.levels", "0"},
    {"kontra", "true", "kontra.levels", "1"},
    {"kontra", "re", "kontra.levels", "2"},
    {"kontra", "supra", "kontra.levels", "3"},
    {"kontra", "hirsch", "kontra.levels", "4"},
    {"kontra", NULL, "kontra.levels", NULL},
    {"claims", "true", "claims", "sure"},
    {"claims", "false", "claims", "never"},
    {"schenken", "true", "schenken", "all"},
    {"schenken", "false", "schenken", "off"},
    /* Those that Wikipedia names (6.3). */
    {"bock", "true", "bock.triggers", "sixty_sixty,kontra_lost,re_said,grand_hand_played"},
    {"bock", "false", "bock.triggers", ""},
    {"bock", NULL, "bock.triggers", NULL},
    {"klopfen", "true", "ramsch.klopfen", "always"},
    {"klopfen", NULL, "ramsch.klopfen", NULL},
    {"spitzen", NULL, "spitzen.max", NULL},
    {"revolution", "true", "revolution", "exchange"},
    {"revolution", "false", "revolution", ""},
    {"sachsenspitze", "true", "sachsenspitze", "20"},
    {"sachsenspitze", "false", "sachsenspitze", "0"},
    {"scoring", NULL, "scoring.system", NULL},
    {"stake", NULL, "money.stake", NULL},
    {"ace", NULL, "ass.ace", NULL},
};
enum { SHORT_FORMS = sizeof short_forms / sizeof *short_forms };

bool rule_words_short_form(int index, char typed[SHORT_FORM_SIZE], char word[SHORT_FORM_SIZE])
{
    if (index >= SHORT_FORMS)
        return false;
    const char *value = short_forms[index].value, *means = short_forms[index].means;
    snprintf(typed, SHORT_FORM_SIZE, "%s=%s", short_forms[index].key, value ? value : "...");
    snprintf(word, SHORT_FORM_SIZE, "%s=%s", short_forms[index].option, means ? means : "...");
    return true;
}

/* The short form of this key and value, or -1. */
static int short_form_of(const char *key, const char *value)
{
    for (int i = 0; i < SHORT_FORMS; i++)
        if (strcmp(short_forms[i].key, key) == 0 &&
            (!short_forms[i].value || strcmp(short_forms[i].value, value) == 0))
            return i;
    return -1;
}

/* ---- one word ---- */

/* An option, and its value as a text. */
struct rule_word {
    const struct skat_rule_option *option;
    const char *value;
};

/* Reads KEY=VALUE of the option `place`. False with an error. */
static bool read_word(const char *text, const char *place, struct rule_word *word,
                      struct errors *errors)
{
    const char *equals = strchr(text, '=');
    char key[KEY_SIZE], suggestion[SUGGESTION_SIZE];

    if (!equals || equals == text || equals - text >= KEY_SIZE) {
        errors_add(errors, place, "found \"%.60s\"; expected KEY=VALUE, as grand=20", text);
        return false;
    }
    snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
    const int form = short_form_of(key, equals + 1);
    const char *means = form < 0 ? NULL : short_forms[form].means;
    *word = (struct rule_word){skat_rule_option_find(form < 0 ? key : short_forms[form].option),
                               means ? means : equals + 1};
    if (!word->option) {
        did_you_mean(key, (const char *const *)&skat_rule_options[0].name,
                     (size_t)skat_rule_option_count, sizeof *skat_rule_options, suggestion);
        errors_add(errors, place, "unknown option \"%s\"%s", key,
                   *suggestion ? suggestion : "; `skat-arena rules reference` has them all");
    }
    return word->option != NULL;
}

/* An element of a list: a word or a number. */
static cJSON *element_of(const struct skat_rule_option *option, const char *text)
{
    cJSON *number = option->type == SKAT_OPTION_INTS ? cJSON_Parse(text) : NULL;

    return number ? number : cJSON_CreateString(text);
}

/* "re_said,last_round", also in brackets. */
static cJSON *list_of(const struct skat_rule_option *option, const char *text)
{
    cJSON *list = cJSON_CreateArray();
    char *copy = xstrdup(*text == '[' ? text + 1 : text), *save = NULL;
    size_t length = strlen(copy);

    if (*text == '[' && length && copy[length - 1] == ']')
        copy[length - 1] = '\0';
    for (char *item = strtok_r(copy, ", ", &save); item; item = strtok_r(NULL, ", ", &save))
        cJSON_AddItemToArray(list, element_of(option, item));
    free(copy);
    return list;
}

/* The value of a word as JSON. What is not of the option's type is a text, and refused as one. */
static cJSON *value_of(const struct rule_word *word)
{
    cJSON *value = cJSON_ParseWithOpts(word->value, NULL, 1);
    const enum skat_option_type type = word->option->type;

    if (type == SKAT_OPTION_SET || type == SKAT_OPTION_INTS) {
        if (cJSON_IsArray(value))
            return value;
        cJSON_Delete(value);
        return list_of(word->option, word->value);
    }
    if (type == SKAT_OPTION_CHOICE && !cJSON_IsString(value)) {
        cJSON_Delete(value);
        value = NULL;
    }
    return value ? value : cJSON_CreateString(word->value);
}

/* Is the value allowed? Otherwise adds an error with the word's key. */
static bool is_allowed(const struct skat_rule_option *option, const cJSON *node, const char *place,
                       struct errors *errors)
{
    struct skat_rules scratch;
    struct json_value value = {.node = node, .errors = errors};
    int before = errors->count;

    skat_rules_official(&scratch);
    snprintf(value.place, sizeof value.place, "%s %s", place, option->name);
    rules_config_read_option(&scratch, &value, option);
    return errors->count == before;
}

/* Removes the member that says the same inside an object: "kontra": {"levels": ...}. */
static void remove_inner(cJSON *rules, const struct skat_rule_option *option)
{
    const char *dot = strchr(option->name, '.');
    char group[KEY_SIZE];

    if (!dot)
        return;
    snprintf(group, sizeof group, "%.*s", (int)(dot - option->name), option->name);
    cJSON_DeleteItemFromObjectCaseSensitive(json_get(rules, group), dot + 1);
}

static void set(cJSON *rules, const struct skat_rule_option *option, cJSON *value)
{
    remove_inner(rules, option);
    cJSON_DeleteItemFromObjectCaseSensitive(rules, option->name);
    cJSON_AddItemToObject(rules, option->name, value);
}

/* Sets the option of a word; NULL, with an error, if it is wrong. */
static const struct skat_rule_option *set_word(cJSON *rules, const char *text, const char *place,
                                               struct errors *errors)
{
    struct rule_word word;

    if (!read_word(text, place, &word, errors))
        return NULL;
    cJSON *value = value_of(&word);
    if (!is_allowed(word.option, value, place, errors)) {
        cJSON_Delete(value);
        return NULL;
    }
    set(rules, word.option, value);
    return word.option;
}

/* ---- all of them ---- */

static bool change_by_words(cJSON *rules, const struct word_list *words, struct errors *errors)
{
    bool *given = xcalloc((size_t)skat_rule_option_count, sizeof *given);
    int before = errors->count;

    for (int i = 0; i < words->count; i++) {
        const struct skat_rule_option *option = set_word(rules, words->of[i], "--rule", errors);
        if (option && given[option - skat_rule_options])
            errors_add(errors, "--rule", "%s is given twice", option->name);
        if (option)
            given[option - skat_rule_options] = true;
    }
    free(given);
    return errors->count == before;
}

/* An object that extends the set of that name. */
static cJSON *extending(const char *name)
{
    cJSON *rules = cJSON_CreateObject();

    if (name)
        cJSON_AddStringToObject(rules, "extends", name);
    return rules;
}

bool rule_words_apply(cJSON *root, const struct word_list *words, struct errors *errors)
{
    cJSON *named = json_get(root, "rules");

    if (!words->count || !cJSON_IsObject(root))
        return true;
    if (!cJSON_IsObject(named)) {
        cJSON *rules = extending(cJSON_IsString(named) ? named->valuestring : NULL);
        cJSON_DeleteItemFromObjectCaseSensitive(root, "rules");
        cJSON_AddItemToObject(root, "rules", rules);
        named = rules;
    }
    return change_by_words(named, words, errors);
}

char *rule_words_text(const char *name, const struct word_list *words, struct errors *errors)
{
    cJSON *rules = extending(name);
    char *text = change_by_words(rules, words, errors) ? cJSON_PrintUnformatted(rules) : NULL;

    cJSON_Delete(rules);
    return text;
}

bool rule_words_set(cJSON *rules, const char *word, const char *place, struct errors *errors)
{
    return set_word(rules, word, place, errors) != NULL;
}

/* ---- options as Markdown ---- */

/* What an option allows, each word as code. */
static void print_allowed(const struct skat_rule_option *option, FILE *out)
{
    char allowed[512];

    if (option->type == SKAT_OPTION_CHOICE || option->type == SKAT_OPTION_SET) {
        fprintf(out, "%s", option->type == SKAT_OPTION_SET ? "any of " : "");
        for (int i = 0; i < option->count; i++)
            fprintf(out, "%s`%s`", i ? ", " : "", option->names[i]);
        return;
    }
    skat_rule_option_allowed(option, allowed, sizeof allowed);
    for (const char *at = allowed; *at; at++) {
        bool bar = strncmp(at, " | ", 3) == 0; /* it would end the cell */
        fputs(bar ? ", " : (char[]){*at, '\0'}, out);
        at += bar ? 2 : 0;
    }
}

static void print_row(const struct skat_rules *official, const struct skat_rule_option *option,
                      FILE *out)
{
    cJSON *value = skat_rules_option_to_json(official, option);
    char *text =
        cJSON_IsString(value) ? xstrdup(value->valuestring) : cJSON_PrintUnformatted(value);

    fprintf(out, "| `%s` | ", option->name);
    print_allowed(option, out);
    fprintf(out, " | `%s` | %s | %s |\n", text, option->help, option->section);
    free(text);
    cJSON_Delete(value);
}

static void print_short_forms(FILE *out)
{
    char typed[SHORT_FORM_SIZE], word[SHORT_FORM_SIZE];

    fprintf(out, "\n| short form, on a command line | stands for |\n| --- | --- |\n");
    for (int i = 0; rule_words_short_form(i, typed, word); i++)
        fprintf(out, "| `%s` | `%s` |\n", typed, word);
}

char *rules_reference_markdown(void)
{
    struct skat_rules official;
    char *text = NULL;
    size_t length = 0;
    FILE *out = xcheck(open_memstream(&text, &length));

    skat_rules_official(&official);
    fprintf(out, "| option | values | default | meaning | rules.md |\n"
                 "| --- | --- | --- | --- | --- |\n");
    for (int i = 0; i < skat_rule_option_count; i++)
        print_row(&official, &skat_rule_options[i], out);
    print_short_forms(out);
    fclose(out);
    return text;
}

/* ---- options as JSON Schema ---- */

static cJSON *add_words(cJSON *schema, const struct skat_rule_option *option)
{
    cJSON *words = cJSON_AddArrayToObject(schema, "enum");

    for (int i = 0; i < option->count; i++)
        cJSON_AddItemToArray(words, cJSON_CreateString(option->names[i]));
    return schema;
}

static cJSON *number_schema(const char *type, double min, double max)
{
    cJSON *schema = cJSON_CreateObject();

    cJSON_AddStringToObject(schema, "type", type);
    cJSON_AddNumberToObject(schema, "minimum", min);
    cJSON_AddNumberToObject(schema, "maximum", max);
    return schema;
}

static cJSON *one_of_schema(const struct skat_rule_option *option)
{
    cJSON *schema = cJSON_CreateObject(), *values = cJSON_AddArrayToObject(schema, "enum");

    for (int i = 0; i < option->count; i++) {
        bool is_null = option->type == SKAT_OPTION_ONE_OF_OR_NULL && !option->values[i];
        cJSON_AddItemToArray(values,
                             is_null ? cJSON_CreateNull() : cJSON_CreateNumber(option->values[i]));
    }
    return schema;
}

static cJSON *array_schema(cJSON *items, int count)
{
    cJSON *schema = cJSON_CreateObject();

    cJSON_AddStringToObject(schema, "type", "array");
    cJSON_AddItemToObject(schema, "items", items);
    if (count) {
        cJSON_AddNumberToObject(schema, "minItems", count);
        cJSON_AddNumberToObject(schema, "maxItems", count);
    } else {
        cJSON_AddTrueToObject(schema, "uniqueItems");
    }
    return schema;
}

static cJSON *option_schema(const struct skat_rule_option *option)
{
    cJSON *schema;

    switch (option->type) {
    case SKAT_OPTION_BOOL:
        schema = cJSON_CreateObject();
        cJSON_AddStringToObject(schema, "type", "boolean");
        return schema;
    case SKAT_OPTION_CHOICE:
        return add_words(cJSON_CreateObject(), option);
    case SKAT_OPTION_SET:
        return array_schema(add_words(cJSON_CreateObject(), option), 0);
    case SKAT_OPTION_INTS:
        return array_schema(number_schema("integer", option->min, option->max), option->count);
    case SKAT_OPTION_DECIMAL:
        return number_schema("number", option->min / 1000.0, option->max / 1000.0);
    case SKAT_OPTION_ONE_OF:
    case SKAT_OPTION_ONE_OF_OR_NULL:
        return one_of_schema(option);
    case SKAT_OPTION_INT:
        break;
    }
    return number_schema("integer", option->min, option->max);
}

/* The schema of the object that a member like "kontra.when" belongs to, made when it is first
 * needed. */
static cJSON *group_schema(cJSON *properties, const char *name, size_t length)
{
    char group[40];

    snprintf(group, sizeof group, "%.*s", (int)length, name);
    cJSON *schema = json_get(properties, group);
    if (!schema) {
        schema = cJSON_AddObjectToObject(properties, group);
        cJSON_AddStringToObject(schema, "type", "object");
        cJSON_AddFalseToObject(schema, "additionalProperties");
        cJSON_AddObjectToObject(schema, "properties");
    }
    return json_get(schema, "properties");
}

cJSON *rules_reference_schema(void)
{
    cJSON *schema = cJSON_CreateObject();

    cJSON_AddStringToObject(schema, "type", "object");
    cJSON_AddFalseToObject(schema, "additionalProperties");
    cJSON *properties = cJSON_AddObjectToObject(schema, "properties");
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        const char *dot = strchr(option->name, '.');
        cJSON *object =
            dot ? group_schema(properties, option->name, (size_t)(dot - option->name)) : properties;
        cJSON *own = option_schema(option);
        cJSON_AddStringToObject(own, "description", option->help);
        cJSON_AddItemToObject(object, dot ? dot + 1 : option->name, own);
    }
    return schema;
}
