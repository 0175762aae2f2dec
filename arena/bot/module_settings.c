// SPDX-License-Identifier: MIT
/* arena/bot/module_settings.c - turns the options that a user gave a bot into the settings that it
 * is created with, and refuses those that its description does not allow. */
#include "arena/base/json_write.h"
#include "arena/bot/module.h"

#include <string.h>

#include "arena/base/json_read.h"

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
            if (count == CHOICES_MAX)
                break;
            if (strcmp(item->valuestring, fallback->valuestring) == 0)
                chosen = count;
            words[count++] = item->valuestring;
        }
        setting->value = json_choice(value, words, count, chosen);
        setting->text = words[setting->value];
    }
}

int module_settings(const cJSON *description, const struct json_value *options,
                    struct skat_bot_setting *settings, int max)
{
    const cJSON *list = json_get(description, "options"), *option;
    const char *names[64];
    int count = 0, before = options->errors->count;

    if (options->node && !json_is_object(options))
        return -1;
    cJSON_ArrayForEach (option, list) {
        if (count == max || count == (int)(sizeof names / sizeof *names)) {
            errors_add(options->errors, options->place, "the module has more than %d options",
                       count);
            return -1;
        }
        names[count] = json_get(option, "name")->valuestring;
        struct json_value value = json_member(options, names[count]);
        settings[count] = (struct skat_bot_setting){.size = sizeof *settings, .name = names[count]};
        read_setting(option, &value, &settings[count]);
        count++;
    }
    if (options->node)
        json_check_keys(options, names, (size_t)count, sizeof *names);
    return options->errors->count == before ? count : -1;
}
