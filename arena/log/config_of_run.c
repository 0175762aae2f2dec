// SPDX-License-Identifier: MIT
#include "arena/log/config_of_run.h"

#include <string.h>

#include "arena/base/json_write.h"
#include "arena/config/schedule.h"

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* A config has seats and deals of its own beside the rules. */
static void add_rules(cJSON *config, const cJSON *manifest)
{
    cJSON *rules = cJSON_Duplicate(member(manifest, "rules"), true);

    cJSON_DeleteItemFromObjectCaseSensitive(rules, "seats");
    cJSON_DeleteItemFromObjectCaseSensitive(rules, "deals");
    cJSON_AddItemToObject(config, "rules", rules);
}

static cJSON *module_of(const cJSON *bot)
{
    cJSON *module = cJSON_CreateObject();

    json_copy(module, bot, "module");
    if (cJSON_GetArraySize(member(bot, "options")))
        json_copy(module, bot, "options");
    if (cJSON_IsTrue(member(bot, "sample")))
        json_copy(module, bot, "sample");
    return module;
}

static void add_bots(cJSON *config, const cJSON *manifest)
{
    cJSON *bots = cJSON_AddObjectToObject(config, "bots");
    const cJSON *bot;

    cJSON_ArrayForEach (bot, member(manifest, "bots")) {
        cJSON *spec = member(bot, "bid") ? cJSON_CreateObject() : module_of(bot);
        if (member(bot, "bid")) {
            cJSON_AddItemToObject(spec, "bid", module_of(member(bot, "bid")));
            cJSON_AddItemToObject(spec, "play", module_of(member(bot, "play")));
        }
        json_copy(spec, bot, "limits");
        if (strcmp(json_text(bot, "sees"), "all") == 0)
            json_copy(spec, bot, "sees");
        cJSON_AddItemToObject(bots, json_text(bot, "name"), spec);
    }
}

/* The first table; or, where the schedule makes tables, everybody in the order in which they first
 * sit at one. */
static void add_seats(cJSON *config, const cJSON *schedule)
{
    const cJSON *table, *name, *tables = member(schedule, "arrangements");
    const char *kind = json_text(schedule, "kind");
    bool makes_tables = false;

    for (int i = 0; i < SCHEDULE_PLAYED; i++)
        makes_tables |=
            schedule_makes_tables((enum schedule_kind)i) && strcmp(kind, schedule_names[i]) == 0;
    if (!makes_tables) {
        cJSON_AddItemToObject(config, "seats",
                              cJSON_Duplicate(cJSON_GetArrayItem(tables, 0), true));
        return;
    }
    cJSON *seats = cJSON_AddArrayToObject(config, "seats");
    cJSON_ArrayForEach (table, tables)
        cJSON_ArrayForEach (name, table)
            if (!json_has_text(seats, name->valuestring))
                cJSON_AddItemToArray(seats, cJSON_CreateString(name->valuestring));
}

static void add_schedule(cJSON *config, const cJSON *manifest)
{
    const cJSON *schedule = member(manifest, "schedule");

    add_seats(config, schedule);
    cJSON_AddStringToObject(config, "schedule", json_text(schedule, "kind"));
    json_copy(config, schedule, "seatings");
    json_copy(config, schedule, "sessions");
    json_copy(config, schedule, "total_deals");
    if (cJSON_IsArray(member(manifest, "deals")))
        json_copy(config, manifest, "deals");
    else
        json_copy(config, schedule, "deals");
}

cJSON *config_of_run(const cJSON *manifest, const char **why)
{
    static const char *const same[] = {"compare",  "test", "seed",      "isolation", "log",
                                       "contract", "play", "allow_for", "redeals",   "bidding"};

    *why = NULL;
    if (member(manifest, "import")) {
        *why = "the games were imported, and not played from a config";
        return NULL;
    }
    if (member(manifest, "pooled")) {
        *why = "runs with several seeds were pooled, each of which has its own config";
        return NULL;
    }
    cJSON *config = cJSON_CreateObject();
    json_copy(config, manifest, "name");
    json_copy(config, manifest, "description");
    add_rules(config, manifest);
    add_bots(config, manifest);
    add_schedule(config, manifest);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        json_copy(config, manifest, same[i]);
    return config;
}
