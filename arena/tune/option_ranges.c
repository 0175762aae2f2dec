// SPDX-License-Identifier: MIT
#include "arena/tune/option_ranges.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/text.h"

/* The index of an option in the description, and the option; NULL if there is none of this name. */
static const cJSON *find(const struct bot *bot, const char *name, int *index)
{
    const cJSON *option;

    *index = 0;
    cJSON_ArrayForEach (option, json_get(bot->parts[0].description, "options")) {
        if (strcmp(json_text(option, "name"), name) == 0)
            return option;
        ++*index;
    }
    return NULL;
}

static void unknown(const struct json_value *value, const struct bot *bot, const char *name)
{
    const char *names[SETTINGS_MAX];
    char suggestion[SUGGESTION_SIZE];

    for (int i = 0; i < bot->parts[0].setting_count; i++)
        names[i] = bot->parts[0].settings[i].name;
    errors_add(
        value->errors, value->place, "\"%s\" has no option \"%.60s\"%s", bot->name, name,
        did_you_mean(name, names, (size_t)bot->parts[0].setting_count, sizeof *names, suggestion));
}

/* A range that cannot be searched: told as it was asked, in the notation of the command line. */
static void range_wrong(const struct json_value *value, int64_t low, int64_t high, const char *why)
{
    errors_add(value->errors, value->place, "found the range %lld..%lld; expected %s",
               (long long)low, (long long)high, why);
}

/* Whether a number of JSON has an exact integer: one beyond that is no value of any option. */
static bool is_integer(const cJSON *node)
{
    const double most = (double)(INT64_C(1) << DBL_MANT_DIG);

    return cJSON_IsNumber(node) && fabs(node->valuedouble) < most &&
           floor(node->valuedouble) == node->valuedouble;
}

static void read_bounds(struct option_range *range, const struct json_value *value)
{
    char allowed[160];
    struct json_value low = json_element(value, 0), high = json_element(value, 1);
    const int64_t least = range->low, most = range->high;

    if (!value->node || cJSON_IsNull(value->node))
        return;
    if (!cJSON_IsArray(value->node) || cJSON_GetArraySize(value->node) != 2) {
        json_wrong(value, "null, or an array of the lowest and the highest value");
        return;
    }
    if (!is_integer(low.node) || !is_integer(high.node)) {
        json_int(&low, least, most, least);
        json_int(&high, least, most, most);
        return;
    }
    range->low = (int64_t)low.node->valuedouble;
    range->high = (int64_t)high.node->valuedouble;
    if (range->low >= range->high) {
        snprintf(allowed, sizeof allowed,
                 "LOWEST..HIGHEST within %lld..%lld, with LOWEST below HIGHEST", (long long)least,
                 (long long)most);
        range_wrong(value, range->low, range->high, allowed);
    } else if (range->low < least || range->high > most) {
        snprintf(allowed, sizeof allowed, "one within %lld..%lld", (long long)least,
                 (long long)most);
        range_wrong(value, range->low, range->high, allowed);
    } else if (range->start < range->low || range->start > range->high) {
        snprintf(allowed, sizeof allowed,
                 "one that contains the bot's own value, %lld, from which the search begins",
                 (long long)range->start);
        range_wrong(value, range->low, range->high, allowed);
    }
}

int option_ranges_bot(const struct json_value *object, const struct config *config)
{
    struct json_value value = json_member(object, "bot");
    const char *name = json_string(&value), *names[BOTS_MAX];
    char suggestion[SUGGESTION_SIZE];

    config_names(config, names);
    if (!value.node && config->bot_count == 1)
        return 0;
    if (!name) {
        json_wrong(&value, "the name of the bot whose options change");
        return -1;
    }
    for (int i = 0; i < config->bot_count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    errors_add(value.errors, value.place, "no bot \"%.60s\"%s", name,
               did_you_mean(name, names, (size_t)config->bot_count, sizeof *names, suggestion));
    return -1;
}

static void add_declared(struct option_ranges *ranges, const struct json_value *object,
                         const char *name, const struct bot *bot)
{
    struct option_range *range = &ranges->of[ranges->count];
    struct json_value value = json_member(object, name);
    const cJSON *option = find(bot, name, &range->setting);

    if (!option) {
        unknown(&value, bot, name);
        return;
    }
    if (strcmp(json_text(option, "type"), "int") != 0) {
        errors_add(value.errors, value.place, "the option is no number (it is of type \"%s\")",
                   json_text(option, "type"));
        return;
    }
    range->name = bot->parts[0].settings[range->setting].name;
    range->start = bot->parts[0].settings[range->setting].value;
    range->low = (int64_t)json_number(option, "min");
    range->high = (int64_t)json_number(option, "max");
    ranges->count++;
}

bool option_ranges_declared(struct option_ranges *ranges, const struct json_value *object,
                            const struct bot *bot, const char *form)
{
    char allowed[120];
    int before = object->errors->count, count = cJSON_GetArraySize(object->node);

    *ranges = (struct option_ranges){0};
    snprintf(allowed, sizeof allowed, "an object of 1..%d options, %s", SURFACE_MAX, form);
    if (bot->composed)
        errors_add(object->errors, object->place, "\"%s\" is made of two modules; expected one",
                   bot->name);
    else if (!cJSON_IsObject(object->node) || count < 1 || count > SURFACE_MAX)
        json_wrong(object, allowed);
    else if (json_keys_are_unique(object))
        for (const cJSON *item = object->node->child; item; item = item->next)
            add_declared(ranges, object, item->string, bot);
    return object->errors->count == before;
}

bool option_ranges_read(struct option_ranges *ranges, const struct json_value *object,
                        const struct bot *bot)
{
    int before = object->errors->count;

    option_ranges_declared(ranges, object, bot, "{\"OPTION\": [lowest, highest]}");
    for (int i = 0; i < ranges->count; i++) {
        struct json_value bounds = json_member(object, ranges->of[i].name);
        read_bounds(&ranges->of[i], &bounds);
    }
    return object->errors->count == before;
}

/* Adds the numbers of "40..75", or those of "40,50,60", to the list. */
static bool add_numbers(cJSON *list, const char *text, bool grid)
{
    const char *separator = grid ? "," : "..";
    int count = 0;
    char *end;

    for (;; text = end + strlen(separator)) {
        const long long number = strtoll(text, &end, 10);
        if (end == text)
            return false;
        cJSON_AddItemToArray(list, cJSON_CreateNumber((double)number));
        count++;
        if (!*end)
            return grid || count == 2;
        if (strncmp(end, separator, strlen(separator)) != 0)
            return false;
    }
}

bool option_ranges_add_word(cJSON *options, const char *word, bool grid, const char *place,
                            struct errors *errors)
{
    char name[80];
    size_t length = strcspn(word, "=");

    snprintf(name, sizeof name, "%.*s", (int)length, word);
    if (cJSON_HasObjectItem(options, name)) {
        errors_add(errors, place, "\"%s\": the option %s was given before", word, name);
        return false;
    }
    if (length && !word[length] && !grid) {
        cJSON_AddNullToObject(options, name);
        return true;
    }
    if (length && word[length] &&
        add_numbers(cJSON_AddArrayToObject(options, name), word + length + 1, grid))
        return true;
    errors_add(errors, place, "\"%s\": expected %s", word,
               grid ? "OPTION=VALUE,VALUE,..." : "OPTION or OPTION=LOWEST..HIGHEST");
    return false;
}

void option_ranges_starts(const struct option_ranges *ranges, int64_t values[SURFACE_MAX])
{
    for (int i = 0; i < ranges->count; i++)
        values[i] = ranges->of[i].start;
}

bool option_ranges_same(const struct option_ranges *ranges, const int64_t one[SURFACE_MAX],
                        const int64_t other[SURFACE_MAX])
{
    return memcmp(one, other, (size_t)ranges->count * sizeof *one) == 0;
}

bool option_ranges_is_start(const struct option_ranges *ranges, const int64_t values[SURFACE_MAX])
{
    int64_t starts[SURFACE_MAX];

    option_ranges_starts(ranges, starts);
    return option_ranges_same(ranges, values, starts);
}

void option_ranges_values(const struct option_ranges *ranges, const struct surface_point *point,
                          int64_t values[SURFACE_MAX])
{
    for (int i = 0; i < ranges->count; i++) {
        const struct option_range *range = &ranges->of[i];
        values[i] = range->low + llround(point->at[i] * (double)(range->high - range->low));
    }
}

struct surface_point option_ranges_point(const struct option_ranges *ranges,
                                         const int64_t values[SURFACE_MAX])
{
    struct surface_point point = {{0}};

    for (int i = 0; i < ranges->count; i++) {
        const struct option_range *range = &ranges->of[i];
        point.at[i] = (double)(values[i] - range->low) / (double)(range->high - range->low);
    }
    return point;
}

struct named_int *option_ranges_named(const struct option_ranges *ranges,
                                      const int64_t values[SURFACE_MAX], struct pool *pool)
{
    struct named_int *named = pool_alloc(pool, (size_t)ranges->count, sizeof *named);

    for (int i = 0; i < ranges->count; i++)
        named[i] = (struct named_int){pool_text(pool, ranges->of[i].name), values[i]};
    return named;
}

bool option_ranges_find(const struct option_ranges *ranges, const struct named_int *named,
                        int count, int64_t values[SURFACE_MAX])
{
    for (int i = 0; i < ranges->count; i++) {
        int at = 0;
        while (at < count && strcmp(named[at].name, ranges->of[i].name) != 0)
            at++;
        if (at == count)
            return false;
        values[i] = named[at].value;
    }
    return true;
}
