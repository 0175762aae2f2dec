#include "arena/config/bot_spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/sandbox/clean_exec.h"
#include "arena/bot/module.h"
#include "arena/bot/player_host.h"

/* An option's value as JSON. The `type` in the module's description decides how to read a word like
 * 5; "" is an option that the module does not have. */
static void add_option(cJSON *options, const char *key, const char *value, const char *type)
{
    char *end;
    double number = strtod(value, &end);
    bool is_text = strcmp(type, "text") == 0 || strcmp(type, "choice") == 0;

    if (!is_text && (strcmp(value, "true") == 0 || strcmp(value, "false") == 0))
        cJSON_AddBoolToObject(options, key, *value == 't');
    else if (!is_text && *value && !*end)
        cJSON_AddNumberToObject(options, key, number);
    else
        cJSON_AddStringToObject(options, key, value);
}

/* The option whose name is the first `length` bytes of `text`, or NULL. */
static const cJSON *find_option(const cJSON *description, const char *text, size_t length)
{
    const cJSON *option;

    cJSON_ArrayForEach (option, cJSON_GetObjectItemCaseSensitive(description, "options")) {
        const char *name = json_text(option, "name");
        if (strlen(name) == length && strncmp(name, text, length) == 0)
            return option;
    }
    return NULL;
}

/* Whether "NAME=" of one of the module's options is here. */
static bool option_begins(const cJSON *description, const char *text)
{
    size_t length = strcspn(text, "=");
    return text[length] && find_option(description, text, length);
}

/* Where the option at `text` ends: at a comma or at the end of the text. */
static char *option_end(const cJSON *description, char *text)
{
    const cJSON *option = find_option(description, text, strcspn(text, "="));
    bool is_text = option && strcmp(json_text(option, "type"), "text") == 0;
    char *end = text + strcspn(text, ",");

    while (is_text && *end && !option_begins(description, end + 1))
        end += 1 + strcspn(end + 1, ",");
    return end;
}

/* Reads "key=value", modifying it. */
static void read_option(cJSON *options, const cJSON *description, const char *word, char *key,
                        struct errors *errors)
{
    char *value = strchr(key, '=');

    if (!value) {
        errors_add(errors, word, "options must be KEY=VALUE, separated by commas, not \"%s\"", key);
        return;
    }
    *value++ = '\0';
    const cJSON *option = find_option(description, key, strlen(key));
    add_option(options, key, value, option ? json_text(option, "type") : "");
}

/* Reads "key=value,key=value", modifying `list`. */
static void add_options(cJSON *bot, const char *word, char *list, bool sandboxed,
                        struct errors *errors)
{
    const char *module = json_text(bot, "module");
    cJSON *options = cJSON_AddObjectToObject(bot, "options"), *description = NULL;
    char path[MODULE_PATH_SIZE], reason[512], *next;

    /* The caller also probes the module and reports a failure. */
    if (module_find(module, ".", path))
        description =
            module_probe(path, NULL, 0, sandboxed, PLAYER_START_MS, reason, sizeof reason);
    for (char *option = list + strspn(list, ","); *option; option = next) {
        char *end = option_end(description, option);
        next = end + strspn(end, ",");
        *end = '\0';
        read_option(options, description, word, option, errors);
    }
    cJSON_Delete(description);
}

/* Where the path of a bot spec ends: at the first colon after the last slash of a possible path,
 * that is, before any "=". */
static size_t path_length(const char *word)
{
    size_t end = strcspn(word, "="), base = 0;

    for (size_t i = 0; i < end; i++)
        if (word[i] == '/')
            base = i + 1;
    return base + strcspn(word + base, ":");
}

cJSON *bot_spec_json(const char *word, bool sandboxed, struct errors *errors)
{
    cJSON *bot = cJSON_CreateObject();
    size_t length = path_length(word);
    char *copy = xstrdup(word);

    copy[length] = '\0';
    cJSON_AddStringToObject(bot, "module", copy);
    if (word[length])
        add_options(bot, word, copy + length + 1, sandboxed, errors);
    free(copy);
    return bot;
}

void bot_spec_copy_name(char name[BOT_SPEC_NAME_SIZE], const char *text)
{
    size_t length = strnlen(text, BOT_SPEC_NAME_SIZE - 1);

    while (text[length] && length && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    memcpy(name, text, length);
    name[length] = '\0';
}

void bot_spec_name(const char *word, char name[BOT_SPEC_NAME_SIZE])
{
    size_t path = path_length(word), base = path;

    while (base && word[base - 1] != '/')
        base--;
    size_t length = path - base;
    if (length > 3 && memcmp(word + path - 3, ".so", 3) == 0)
        length -= 3;
    char *text = xasprintf("%.*s%s", (int)length, word + base, word + path);
    bot_spec_copy_name(name, text);
    free(text);
}
