// SPDX-License-Identifier: MIT
#include "arena/config/rule_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/config/rules_config.h"

enum { KEY_SIZE = 40 };

/* ---- short forms ---- */

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

static bool change(cJSON *rules, const struct word_list *words, struct errors *errors)
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
    return change(named, words, errors);
}

char *rule_words_text(const char *name, const struct word_list *words, struct errors *errors)
{
    cJSON *rules = extending(name);
    char *text = change(rules, words, errors) ? cJSON_PrintUnformatted(rules) : NULL;

    cJSON_Delete(rules);
    return text;
}

bool rule_words_set(cJSON *rules, const char *word, const char *place, struct errors *errors)
{
    return set_word(rules, word, place, errors) != NULL;
}
