// SPDX-License-Identifier: MIT
#include "arena/config/rule_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/base/spelling.h"
#include "arena/config/rules_config.h"

enum { KEY_SIZE = 40 };

/* ---- one word ---- */

/* The option that a word names before its "="; NULL with an error. */
static const struct skat_rule_option *option_of(const char *word, struct errors *errors)
{
    const char *equals = strchr(word, '=');
    char key[KEY_SIZE], suggestion[SUGGESTION_SIZE];

    if (!equals || equals == word || equals - word >= KEY_SIZE) {
        errors_add(errors, "--rule", "found \"%.60s\"; expected KEY=VALUE, as grand_base=20", word);
        return NULL;
    }
    snprintf(key, sizeof key, "%.*s", (int)(equals - word), word);
    const struct skat_rule_option *option = skat_rule_option_find(key);
    if (!option)
        errors_add(errors, "--rule", "unknown option \"%s\"%s", key,
                   did_you_mean(key, (const char *const *)&skat_rule_options[0].name,
                                (size_t)skat_rule_option_count, sizeof *skat_rule_options,
                                suggestion));
    return option;
}

/* An element of a list: a word or a number. */
static cJSON *element_of(const struct skat_rule_option *option, const char *text)
{
    cJSON *number = option->type == SKAT_OPTION_INTS ? cJSON_Parse(text) : NULL;

    return number ? number : cJSON_CreateString(text);
}

static cJSON *list_of(const struct skat_rule_option *option, const char *text)
{
    cJSON *list = cJSON_CreateArray();
    char *copy = xstrdup(text), *save = NULL;

    for (char *item = strtok_r(copy, ",", &save); item; item = strtok_r(NULL, ",", &save))
        cJSON_AddItemToArray(list, element_of(option, item));
    free(copy);
    return list;
}

/* The value of a word as JSON. What is not of the option's type is a text, and refused as one. */
static cJSON *value_of(const struct skat_rule_option *option, const char *text)
{
    cJSON *value;

    switch (option->type) {
    case SKAT_OPTION_CHOICE:
        return cJSON_CreateString(text);
    case SKAT_OPTION_SET:
    case SKAT_OPTION_INTS:
        return list_of(option, text);
    default:
        value = cJSON_ParseWithOpts(text, NULL, 1);
        return value ? value : cJSON_CreateString(text);
    }
}

/* Is the value allowed? Otherwise adds an error with the word's key. */
static bool is_allowed(const struct skat_rule_option *option, const cJSON *node,
                       struct errors *errors)
{
    struct skat_rules scratch;
    struct json_value value = {.node = node, .errors = errors};
    int before = errors->count;

    skat_rules_official(&scratch);
    snprintf(value.place, sizeof value.place, "--rule %s", option->name);
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
    cJSON_DeleteItemFromObjectCaseSensitive(cJSON_GetObjectItemCaseSensitive(rules, group),
                                            dot + 1);
}

static void set(cJSON *rules, const struct skat_rule_option *option, cJSON *value)
{
    remove_inner(rules, option);
    cJSON_DeleteItemFromObjectCaseSensitive(rules, option->name);
    cJSON_AddItemToObject(rules, option->name, value);
}

/* ---- all of them ---- */

static bool is_repeated(const struct word_list *words, int number)
{
    size_t length = strcspn(words->of[number], "=");

    for (int i = 0; i < number; i++)
        if (strcspn(words->of[i], "=") == length &&
            strncmp(words->of[i], words->of[number], length) == 0)
            return true;
    return false;
}

static bool change(cJSON *rules, const struct word_list *words, struct errors *errors)
{
    int before = errors->count;

    for (int i = 0; i < words->count; i++) {
        const struct skat_rule_option *option = option_of(words->of[i], errors);
        if (!option)
            continue;
        cJSON *value = value_of(option, strchr(words->of[i], '=') + 1);
        if (is_repeated(words, i))
            errors_add(errors, "--rule", "%s is given twice", option->name);
        if (is_allowed(option, value, errors))
            set(rules, option, value);
        else
            cJSON_Delete(value);
    }
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
    cJSON *named = cJSON_GetObjectItemCaseSensitive(root, "rules");

    if (!words->count || !cJSON_IsObject(root))
        return true;
    if (!cJSON_IsObject(named)) {
        cJSON *rules = extending(cJSON_IsString(named) ? named->valuestring : NULL);
        cJSON_DeleteItemFromObjectCaseSensitive(root, "rules");
        cJSON_AddItemToObject(root, "rules", rules);
        named = rules;
    }
    return change(named, words, errors);
}

char *rule_words_text(const char *name, const struct word_list *words, struct errors *errors)
{
    cJSON *rules = extending(name);
    char *text = change(rules, words, errors) ? cJSON_PrintUnformatted(rules) : NULL;

    cJSON_Delete(rules);
    return text;
}
