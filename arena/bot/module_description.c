// SPDX-License-Identifier: MIT
#include "arena/bot/module_description.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/text.h"
#include "arena/sandbox/clean_exec.h"

const char *const module_option_types[OPTION_TYPES] = {
    [SKAT_BOT_OPTION_INT] = "int",
    [SKAT_BOT_OPTION_BOOL] = "bool",
    [SKAT_BOT_OPTION_CHOICE] = "choice",
    [SKAT_BOT_OPTION_TEXT] = "text",
};

enum { TEXT_MAX = 4000, WORDS_MAX = 64 };

/* ---- checking ---- */

/* Adds an error unless the value is a text of 1 (0 if `may_be_empty`) to `most` bytes. */
static bool check_text(const struct json_value *value, bool may_be_empty, size_t most)
{
    size_t length = cJSON_IsString(value->node) ? strlen(value->node->valuestring) : SIZE_MAX;
    char allowed[60];

    if (length <= most && (may_be_empty || length))
        return true;
    snprintf(allowed, sizeof allowed, "a text of %d to %zu bytes", may_be_empty ? 0 : 1, most);
    json_wrong(value, allowed);
    return false;
}

/* Adds an error unless the value is an integer in this range. An int64_t in JSON may be rounded,
 * but never leaves what an int64_t can hold. */
static bool check_int(const struct json_value *value, double least, double most)
{
    if (cJSON_IsNumber(value->node) && value->node->valuedouble >= least &&
        value->node->valuedouble <= most &&
        value->node->valuedouble == floor(value->node->valuedouble))
        return true;
    char allowed[80];
    snprintf(allowed, sizeof allowed, "an integer %.0f..%.0f", least, most);
    json_wrong(value, allowed);
    return false;
}

/* Adds an error unless the value is an array of `least` to `most` texts. */
static bool check_words(const struct json_value *value, int least, int most)
{
    int count = cJSON_GetArraySize(value->node);
    char allowed[60];
    bool ok = true;

    if (!cJSON_IsArray(value->node) || count < least || count > most) {
        snprintf(allowed, sizeof allowed, "an array of %d to %d texts", least, most);
        json_wrong(value, allowed);
        return false;
    }
    for (int i = 0; i < count && ok; i++) {
        const struct json_value word = json_element(value, i);
        ok = check_text(&word, false, CLEAN_EXEC_TEXT_SIZE - 1);
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
    const cJSON *choice;

    if (!check_words(&choices, 1, CHOICES_MAX))
        return false;
    cJSON_ArrayForEach (choice, choices.node)
        if (cJSON_IsString(fallback.node) &&
            strcmp(choice->valuestring, fallback.node->valuestring) == 0)
            return true;
    json_wrong(&fallback, "one of the choices");
    return false;
}

static bool check_option(const struct json_value *option)
{
    const struct json_value name = json_member(option, "name"), type = json_member(option, "type"),
                            help = json_member(option, "help"),
                            fallback = json_member(option, "default");

    if (!json_is_object(option) || !check_text(&name, false, CLEAN_EXEC_NAME_SIZE - 1) ||
        !check_text(&help, true, TEXT_MAX) || !check_text(&type, false, TEXT_MAX))
        return false;
    int before = option->errors->count;
    int kind = json_choice(&type, module_option_types, OPTION_TYPES, 0);
    if (option->errors->count > before)
        return false;
    switch ((enum skat_bot_option_type)kind) {
    case SKAT_BOT_OPTION_INT:
        return check_int_option(option);
    case SKAT_BOT_OPTION_CHOICE:
        return check_choice_option(option);
    case SKAT_BOT_OPTION_TEXT:
        return check_text(&fallback, true, CLEAN_EXEC_TEXT_SIZE - 1);
    case SKAT_BOT_OPTION_BOOL:
        break;
    }
    if (!cJSON_IsBool(fallback.node))
        json_wrong(&fallback, "true | false");
    return cJSON_IsBool(fallback.node);
}

static bool check_options(const struct json_value *options)
{
    int count = cJSON_GetArraySize(options->node);
    bool ok = cJSON_IsArray(options->node) && count <= SETTINGS_MAX;

    if (!ok) {
        char allowed[60];
        snprintf(allowed, sizeof allowed, "an array of at most %d options", SETTINGS_MAX);
        json_wrong(options, allowed);
    }
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
        bool may_be_empty;
    } texts[] = {
        {"id", false}, {"version", true}, {"author", true}, {"description", true}, {"abi", false}};

    if (!json_is_object(root))
        return false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct json_value text = json_member(root, texts[i].key);
        if (!check_text(&text, texts[i].may_be_empty, TEXT_MAX))
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

static bool lists(const cJSON *description, const char *key, const char *word)
{
    const cJSON *item;
    cJSON_ArrayForEach (item, json_get(description, key))
        if (strcmp(item->valuestring, word) == 0)
            return true;
    return false;
}

bool module_knows(const cJSON *description, enum skat_bot_variant variant)
{
    return lists(description, "variants", skat_bot_variant_name(variant));
}

bool module_is_indifferent(const cJSON *description, const char *option)
{
    return lists(description, "indifferent", option);
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
    return lists(description, "flags", flag);
}
