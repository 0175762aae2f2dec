// SPDX-License-Identifier: MIT
#include "arena/bot/module_description.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/text.h"

enum { TEXT_MAX = 4000, WORDS_MAX = 64, OPTION_TYPES = SKAT_BOT_OPTION_TEXT + 1 };

static const char *const option_types[OPTION_TYPES] = {
    [SKAT_BOT_OPTION_INT] = "int",
    [SKAT_BOT_OPTION_BOOL] = "bool",
    [SKAT_BOT_OPTION_CHOICE] = "choice",
    [SKAT_BOT_OPTION_TEXT] = "text",
};

/* ---- writing ---- */

static const struct {
    const char *name;
    uint32_t flag;
} all_flags[] = {
    {"deterministic", SKAT_BOT_DETERMINISTIC},
    {"uses_clock", SKAT_BOT_USES_CLOCK},
    {"remembers", SKAT_BOT_REMEMBERS},
};

/* What a JSON number holds exactly. */
static double in_json(int64_t number)
{
    return (double)(number > JSON_INT_MAX    ? JSON_INT_MAX
                    : number < -JSON_INT_MAX ? -JSON_INT_MAX
                                             : number);
}

static cJSON *describe_option(const struct skat_bot_option *option)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", option->name);
    cJSON_AddStringToObject(object, "type", option_types[option->type]);
    cJSON_AddStringToObject(object, "help", option->help ? option->help : "");
    switch (option->type) {
    case SKAT_BOT_OPTION_INT:
        cJSON_AddNumberToObject(object, "min", in_json(option->min));
        cJSON_AddNumberToObject(object, "max", in_json(option->max));
        cJSON_AddNumberToObject(object, "default", in_json(option->fallback));
        break;
    case SKAT_BOT_OPTION_BOOL:
        cJSON_AddBoolToObject(object, "default", option->fallback != 0);
        break;
    case SKAT_BOT_OPTION_CHOICE: {
        cJSON *choices = cJSON_AddArrayToObject(object, "choices");
        for (int i = 0; option->choices[i]; i++)
            cJSON_AddItemToArray(choices, cJSON_CreateString(option->choices[i]));
        cJSON_AddStringToObject(object, "default", option->choices[option->fallback]);
        break;
    }
    case SKAT_BOT_OPTION_TEXT:
        cJSON_AddStringToObject(object, "default",
                                option->fallback_text ? option->fallback_text : "");
        break;
    }
    return object;
}

cJSON *module_describe(const struct skat_bot_module *module, const struct module_claims *claims)
{
    cJSON *object = cJSON_CreateObject();
    char abi[32];

    cJSON_AddStringToObject(object, "id", module->id);
    cJSON_AddStringToObject(object, "version", module->version);
    cJSON_AddStringToObject(object, "author", module->author ? module->author : "");
    cJSON_AddStringToObject(object, "description", module->description ? module->description : "");
    snprintf(abi, sizeof abi, "%u.%u", module->abi_major, module->abi_minor);
    cJSON_AddStringToObject(object, "abi", abi);
    cJSON *set = cJSON_AddArrayToObject(object, "flags");
    for (size_t i = 0; i < sizeof all_flags / sizeof *all_flags; i++)
        if (module->flags & all_flags[i].flag)
            cJSON_AddItemToArray(set, cJSON_CreateString(all_flags[i].name));
    /* This program ignores kinds that it does not know; 32 bits fit a JSON number. */
    cJSON_AddNumberToObject(object, "decisions", (double)(module->decisions & UINT32_MAX));
    cJSON *variants = cJSON_AddArrayToObject(object, "variants");
    for (int i = 0; i < SKAT_BOT_VARIANTS; i++)
        if (claims->variants >> i & 1)
            cJSON_AddItemToArray(variants, cJSON_CreateString(skat_bot_variant_name(i)));
    if (claims->indifferent)
        cJSON_AddItemToObject(object, "indifferent", claims->indifferent);
    if (claims->policy)
        cJSON_AddTrueToObject(object, "policy");
    if (claims->batch)
        cJSON_AddNumberToObject(object, "batch", claims->batch);
    cJSON *options = cJSON_AddArrayToObject(object, "options");
    for (uint32_t i = 0; i < module->option_count; i++)
        cJSON_AddItemToArray(options, describe_option(&module->options[i]));
    return object;
}

/* ---- checking ---- */

/* Adds an error if this is not `ok`. Returns whether it is. */
__attribute__((format(printf, 3, 4))) static bool must_be(const struct json_value *value, bool ok,
                                                          const char *format, ...)
{
    char allowed[80];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(allowed, sizeof allowed, format, arguments);
    va_end(arguments);
    if (!ok)
        json_wrong(value, allowed);
    return ok;
}

static bool check_text(const struct json_value *value, size_t least, size_t most)
{
    size_t length = cJSON_IsString(value->node) ? strlen(value->node->valuestring) : SIZE_MAX;

    return must_be(value, least <= length && length <= most, "a text of %zu to %zu bytes", least,
                   most);
}

/* An int64_t in JSON may be rounded, but never leaves what an int64_t can hold. */
static bool check_int(const struct json_value *value, double least, double most)
{
    const double number = cJSON_IsNumber(value->node) ? value->node->valuedouble : NAN;

    return must_be(value, number >= least && number <= most && number == floor(number),
                   "an integer %.0f..%.0f", least, most);
}

static bool check_words(const struct json_value *value, int least, int most)
{
    const int count = cJSON_GetArraySize(value->node);
    bool ok = must_be(value, cJSON_IsArray(value->node) && count >= least && count <= most,
                      "an array of %d to %d texts", least, most);

    for (int i = 0; i < count && ok; i++) {
        const struct json_value word = json_element(value, i);
        ok = check_text(&word, 1, CLEAN_EXEC_TEXT_SIZE - 1);
    }
    return ok;
}

static bool check_int_option(const struct json_value *option)
{
    const double MOST = 9223372036854774784.0; /* the last double below 2^63 */
    const struct json_value least = json_member(option, "min"), most = json_member(option, "max"),
                            fallback = json_member(option, "default");

    return check_int(&least, -MOST, MOST) && check_int(&most, least.node->valuedouble, MOST) &&
           check_int(&fallback, least.node->valuedouble, most.node->valuedouble);
}

static bool check_choice_option(const struct json_value *option)
{
    const struct json_value choices = json_member(option, "choices"),
                            fallback = json_member(option, "default");

    return check_words(&choices, 1, CHOICES_MAX) &&
           must_be(&fallback,
                   cJSON_IsString(fallback.node) &&
                       json_has_text(choices.node, fallback.node->valuestring),
                   "one of the choices");
}

static bool check_option(const struct json_value *option)
{
    const struct json_value name = json_member(option, "name"), type = json_member(option, "type"),
                            help = json_member(option, "help"),
                            fallback = json_member(option, "default");

    if (!json_is_object(option) || !check_text(&name, 1, CLEAN_EXEC_NAME_SIZE - 1) ||
        !check_text(&help, 0, TEXT_MAX) || !check_text(&type, 1, TEXT_MAX))
        return false;
    const int before = option->errors->count;
    const int kind = json_choice(&type, option_types, OPTION_TYPES, 0);
    if (option->errors->count > before)
        return false;
    switch ((enum skat_bot_option_type)kind) {
    case SKAT_BOT_OPTION_INT:
        return check_int_option(option);
    case SKAT_BOT_OPTION_CHOICE:
        return check_choice_option(option);
    case SKAT_BOT_OPTION_TEXT:
        return check_text(&fallback, 0, CLEAN_EXEC_TEXT_SIZE - 1);
    case SKAT_BOT_OPTION_BOOL:
        break;
    }
    return must_be(&fallback, cJSON_IsBool(fallback.node), "true | false");
}

static bool check_options(const struct json_value *options)
{
    const int count = cJSON_GetArraySize(options->node);
    bool ok = must_be(options, cJSON_IsArray(options->node) && count <= SETTINGS_MAX,
                      "an array of at most %d options", SETTINGS_MAX);

    for (int i = 0; i < count && ok; i++) {
        const struct json_value option = json_element(options, i);
        ok = check_option(&option);
    }
    return ok;
}

/* Stops at the first error: what follows it would have been written by a stranger, too. */
static bool check_description(const struct json_value *root)
{
    static const struct {
        const char *key;
        size_t least; /* bytes */
    } texts[] = {{"id", 1}, {"version", 0}, {"author", 0}, {"description", 0}, {"abi", 1}};

    if (!json_is_object(root))
        return false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct json_value text = json_member(root, texts[i].key);
        if (!check_text(&text, texts[i].least, TEXT_MAX))
            return false;
    }
    const struct json_value decisions = json_member(root, "decisions"),
                            flags = json_member(root, "flags"),
                            variants = json_member(root, "variants"),
                            indifferent = json_member(root, "indifferent"),
                            batch = json_member(root, "batch"),
                            policy = json_member(root, "policy"),
                            options = json_member(root, "options");
    return check_int(&decisions, 0, UINT32_MAX) && check_words(&flags, 0, WORDS_MAX) &&
           check_words(&variants, 0, WORDS_MAX) &&
           (!indifferent.node || check_words(&indifferent, 0, WORDS_MAX)) &&
           (!batch.node || check_int(&batch, 1, UINT32_MAX)) &&
           (!policy.node || cJSON_IsTrue(policy.node)) && check_options(&options);
}

/* ---- reading ---- */

enum { PATH_SIZE = 80 };

/* Where the first text was that is not one printable line. */
struct unprintable {
    char path[PATH_SIZE]; /* "" if there was none */
};

/* These texts go into files and to terminals. Only what a bot gets as an option may have lines. */
static void make_texts_printable(cJSON *value, const char *path, bool lines,
                                 struct unprintable *found)
{
    char inner[PATH_SIZE];
    cJSON *item;
    int number = 0;

    if (cJSON_IsString(value) && lines)
        text_make_printable(value->valuestring);
    else if (cJSON_IsString(value) && !text_make_line(value->valuestring) && !*found->path)
        snprintf(found->path, sizeof found->path, "%s", path);
    cJSON_ArrayForEach (item, value) {
        if (item->string)
            text_make_line(item->string);
        if (item->string)
            snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", item->string);
        else
            snprintf(inner, sizeof inner, "%s[%d]", path, number++);
        const bool is_option_text = item->string && strcmp(item->string, "default") == 0 &&
                                    !cJSON_HasObjectItem(value, "choices");
        make_texts_printable(item, inner, is_option_text, found);
    }
}

/* A byte that is no UTF-8 becomes one that no printable text has. */
static void mark_ill_formed(char *text)
{
    for (unsigned char *at = (unsigned char *)text; *at;) {
        const int size = text_utf8_length(at);
        if (!size)
            *at = 0x7f;
        at += size ? size : 1;
    }
}

/* Makes all texts printable, and says in the description where one was not. */
static void clean(cJSON *description)
{
    struct unprintable found = {""};

    if (cJSON_IsObject(description))
        cJSON_DeleteItemFromObjectCaseSensitive(description, MODULE_UNPRINTABLE);
    make_texts_printable(description, "", false, &found);
    if (*found.path)
        cJSON_AddStringToObject(description, MODULE_UNPRINTABLE, found.path);
}

cJSON *module_description_read(char *text, size_t length, char *reason, size_t size)
{
    struct errors errors = {0};

    if (length >= DESCRIPTION_MAX) {
        snprintf(reason, size, "has a description of more than %d bytes", DESCRIPTION_MAX - 1);
        return NULL;
    }
    mark_ill_formed(text);
    cJSON *description = json_parse(text, length, "its description", &errors);

    if (description) {
        const struct json_value root = json_root(description, "its description", &errors);
        clean(description);
        if (!check_description(&root)) {
            cJSON_Delete(description);
            description = NULL;
        }
    }
    if (!description)
        snprintf(reason, size, "describes itself wrongly: %.*s", (int)strcspn(errors.text, "\n"),
                 errors.text);
    errors_free(&errors);
    return description;
}

/* ---- what it says ---- */

bool module_decides(const cJSON *description, uint64_t needed)
{
    const cJSON *has = json_get(description, "decisions");
    return ((uint64_t)has->valuedouble & needed) == needed;
}

void module_take_claims(cJSON *description, cJSON *started)
{
    static const char *const keys[] = {"variants", "indifferent", "batch", "policy",
                                       MODULE_UNPRINTABLE};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        cJSON *claim = cJSON_DetachItemFromObjectCaseSensitive(started, keys[i]);
        if (!claim)
            continue;
        cJSON_DeleteItemFromObjectCaseSensitive(description, keys[i]);
        cJSON_AddItemToObject(description, keys[i], claim);
    }
}

bool module_knows(const cJSON *description, enum skat_bot_variant variant)
{
    return json_has_text(json_get(description, "variants"), skat_bot_variant_name(variant));
}

bool module_is_indifferent(const cJSON *description, const char *option)
{
    return json_has_text(json_get(description, "indifferent"), option);
}

bool module_has_policy(const cJSON *description)
{
    return cJSON_IsTrue(json_get(description, "policy"));
}

uint32_t module_batch(const cJSON *description)
{
    const cJSON *batch = json_get(description, "batch");
    return batch ? (uint32_t)batch->valuedouble : 0;
}

bool module_has_flag(const cJSON *description, const char *flag)
{
    return json_has_text(json_get(description, "flags"), flag);
}

/* ---- settings ---- */

static int64_t number_of(const cJSON *object, const char *key)
{
    return (int64_t)json_get(object, key)->valuedouble;
}

static void read_setting(const cJSON *option, const struct json_value *value,
                         struct skat_bot_setting *setting)
{
    const char *type = json_get(option, "type")->valuestring;
    const cJSON *fallback = json_get(option, "default");

    if (strcmp(type, "int") == 0) {
        setting->value = json_int(value, number_of(option, "min"), number_of(option, "max"),
                                  (int64_t)fallback->valuedouble);
    } else if (strcmp(type, "bool") == 0) {
        if (value->node && !cJSON_IsBool(value->node))
            json_wrong(value, "true | false");
        setting->value = cJSON_IsTrue(value->node ? value->node : fallback);
    } else if (strcmp(type, "text") == 0) {
        const char *text = json_string(value);
        setting->text = text ? text : fallback->valuestring;
    } else {
        const char *words[CHOICES_MAX];
        int count = 0, chosen = 0;
        const cJSON *item;
        cJSON_ArrayForEach (item, json_get(option, "choices")) {
            if (strcmp(item->valuestring, fallback->valuestring) == 0)
                chosen = count;
            words[count++] = item->valuestring;
        }
        setting->value = json_choice(value, words, count, chosen);
        setting->text = words[setting->value];
    }
}

int module_settings(const cJSON *description, const struct json_value *options,
                    struct skat_bot_setting settings[SETTINGS_MAX])
{
    const cJSON *option;
    const char *names[SETTINGS_MAX];
    int count = 0, before = options->errors->count;

    if (options->node && !json_is_object(options))
        return -1;
    cJSON_ArrayForEach (option, json_get(description, "options")) {
        names[count] = json_get(option, "name")->valuestring;
        struct json_value value = json_member(options, names[count]);
        settings[count] = (struct skat_bot_setting){.size = sizeof *settings, .name = names[count]};
        read_setting(option, &value, &settings[count++]);
    }
    if (options->node)
        json_check_keys(options, names, (size_t)count, sizeof *names);
    return options->errors->count == before ? count : -1;
}
