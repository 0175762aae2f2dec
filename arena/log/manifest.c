// SPDX-License-Identifier: MIT
#include "arena/log/manifest.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/json_read.h"
#include "arena/bot/module_description.h"
#include "arena/config/rules_config.h"
#include "engine/json/rules_json.h"
#include "engine/rule_set.h"
#include "arena/base/version.h"
#include "arena/config/schedule.h"
#include "arena/config/run_seed.h"

/* What the command of a bot in another language was started from. */
static void add_files(cJSON *object, const struct bot_module *module)
{
    cJSON *files = cJSON_AddArrayToObject(object, "files");

    for (int i = 0; i < module->file_count; i++) {
        cJSON *file = cJSON_CreateObject();
        cJSON_AddStringToObject(file, "file", module->files[i].word);
        cJSON_AddStringToObject(file, "sha256", module->files[i].sha256);
        cJSON_AddItemToArray(files, file);
    }
}

static cJSON *module_json(const struct bot_module *module)
{
    cJSON *object = cJSON_CreateObject();
    const cJSON *id = json_get(module->description, "id");
    const cJSON *version = json_get(module->description, "version");

    cJSON_AddStringToObject(object, "module", module->name);
    cJSON_AddStringToObject(object, "id", id->valuestring);
    cJSON_AddStringToObject(object, "version", version->valuestring);
    cJSON_AddStringToObject(object, "sha256", module->file->identity);
    add_files(object, module);
    cJSON *options = cJSON_AddObjectToObject(object, "options");
    for (int i = 0; i < module->setting_count; i++) {
        const struct skat_bot_setting *setting = &module->settings[i];
        const cJSON *option = cJSON_GetArrayItem(json_get(module->description, "options"), i);
        const cJSON *type = json_get(option, "type");
        if (strcmp(type->valuestring, "bool") == 0)
            cJSON_AddBoolToObject(options, setting->name, setting->value != 0);
        else if (setting->text)
            cJSON_AddStringToObject(options, setting->name, setting->text);
        else
            json_put_int(options, setting->name, setting->value);
    }
    cJSON_AddBoolToObject(object, "sample", module->samples);
    cJSON_AddBoolToObject(object, "deterministic",
                          module_has_flag(module->description, "deterministic"));
    return object;
}

static cJSON *bots_json(const struct config *config)
{
    cJSON *bots = cJSON_CreateArray();

    for (int i = 0; i < config->bot_count; i++) {
        const struct bot *bot = &config->bots[i];
        cJSON *object =
            bot->composed ? cJSON_CreateObject() : module_json(&bot->parts[PLAYER_PART_BID]);
        if (bot->composed) {
            cJSON_AddItemToObject(object, "bid", module_json(&bot->parts[PLAYER_PART_BID]));
            cJSON_AddItemToObject(object, "play", module_json(&bot->parts[PLAYER_PART_PLAY]));
        }
        cJSON_AddItemToObject(object, "name", cJSON_CreateString(bot->name));
        cJSON_AddItemToObject(object, "limits", limits_json(&bot->limits));
        cJSON_AddStringToObject(object, "sees", bot->sees_all ? "all" : "own");
        cJSON_AddBoolToObject(object, "uses_clock", bot_uses_clock(bot));
        cJSON_AddItemToArray(bots, object);
    }
    return bots;
}

/* The deal, and the moves of its auction if given. */
static void print_given(const struct config *config, int index, char *text)
{
    const struct given_deals *given = &config->given;
    int length = skat_deal_print(&given->deals[index], config->rules.derived.deck, text);

    if (!given->auctions)
        return;
    text[length++] = ' ';
    fixed_auction_print(&given->auctions[index], &given->deals[index], &config->rules,
                        text + length);
}

static void add_deals(cJSON *root, const struct config *config)
{
    char text[SKAT_DEAL_TEXT_SIZE + 1 + SKAT_RECORD_SIZE];

    if (!config->given.count) {
        cJSON_AddStringToObject(root, "deals", "seed");
        return;
    }
    cJSON *deals = cJSON_AddArrayToObject(root, "deals");
    for (int i = 0; i < config->rules.deals; i++) {
        print_given(config, i, text);
        cJSON_AddItemToArray(deals, cJSON_CreateString(text));
    }
    if (!config->given_file)
        return;
    const char *slash = strrchr(config->given_file, '/');
    cJSON *from = cJSON_AddObjectToObject(root, "deals_from");
    cJSON_AddStringToObject(from, "file", slash && slash[1] ? slash + 1 : config->given_file);
    cJSON_AddStringToObject(from, "sha256", config->given.sha256);
    if (config->given.auctions)
        json_put_int(from, "skipped", (int64_t)config->given.skipped);
}

cJSON *manifest_of(const struct config *config)
{
    cJSON *root = cJSON_CreateObject();
    const char *names[BOTS_MAX];

    config_names(config, names);
    json_put_int(root, "format", RESULT_FORMAT);
    cJSON_AddStringToObject(root, "harness", ARENA_HARNESS);
    cJSON_AddStringToObject(root, "name", config->name);
    if (config->description)
        cJSON_AddStringToObject(root, "description", config->description);
    seed_json_put(root, "seed", &config->seed);
    cJSON_AddStringToObject(root, "dealer", SEED_DEALER);
    cJSON_AddItemToObject(root, "rules", skat_rules_to_json(&config->rules));
    cJSON_AddItemToObject(root, "schedule", schedule_to_json(&config->schedule, names));
    comparison_plan_to_json(&config->compared, names, root);
    cJSON_AddItemToObject(root, "bots", bots_json(config));
    cJSON_AddStringToObject(root, "isolation", isolation_names[config->isolation]);
    cJSON_AddStringToObject(root, "log", log_mode_names[config->log]);
    cJSON_AddStringToObject(root, "contract", contracts_names[config->contract]);
    cJSON_AddStringToObject(root, "play", card_play_names[config->play]);
    add_deals(root, config);
    return root;
}

void manifest_sha256(const cJSON *root, char hash[HASH_SIZE])
{
    char *text = xcheck(cJSON_PrintUnformatted(root));

    hash_text(text, hash);
    free(text);
}

bool manifest_load(struct manifest *manifest, const char *path, struct errors *errors)
{
    cJSON *root = json_load(path, errors);

    *manifest = (struct manifest){0};
    return root && manifest_read(manifest, root, path, errors);
}

/* An error for each option, of a group too, that is not there. */
static void expect_options(const struct json_value *rules, const cJSON *all)
{
    const cJSON *option;

    cJSON_ArrayForEach (option, all) {
        const struct json_value value = json_member(rules, option->string);
        if (!value.node)
            json_wrong(&value, "a value of this option");
        else if (cJSON_IsObject(option))
            expect_options(&value, option);
    }
}

/* A manifest has every option, whatever its value. */
static bool has_all_options(const struct json_value *rules, const struct skat_rules *read)
{
    const int before = rules->errors->count;
    cJSON *all = skat_rules_to_json(read);

    expect_options(rules, all);
    cJSON_Delete(all);
    return rules->errors->count == before;
}

static bool read_rules(const struct json_value *rules, struct skat_rules *out)
{
    struct skat_error error;

    if (!cJSON_IsObject(rules->node)) {
        json_wrong(rules, "an object of all options");
        return false;
    }
    if (!rules_config_read(out, rules, NULL) || !has_all_options(rules, out))
        return false;
    if (skat_rules_prepare(out, &error))
        return true;
    errors_add(rules->errors, rules->place, "%s", error.text);
    return false;
}

bool manifest_read(struct manifest *manifest, cJSON *from, const char *path, struct errors *errors)
{
    int before = errors->count;

    *manifest = (struct manifest){.root = from};
    struct json_value root = json_root(from, path, errors);
    if (!result_format_check(from, path, errors))
        return false;
    struct json_value rules = json_member(&root, "rules");
    read_rules(&rules, &manifest->rules);
    struct json_value log = json_member(&root, "log");
    if (!log.node)
        json_wrong(&log, LOG_WORDS);
    manifest->log = (enum log_mode)json_choice(&log, log_mode_names, LOG_MODES, LOG_ALL);
    struct json_value bots = json_member(&root, "bots");
    for (int i = 0; i < cJSON_GetArraySize(bots.node) && i < BOTS_MAX; i++) {
        struct json_value bot = json_element(&bots, i), name = json_member(&bot, "name");
        const char *text = json_string(&name);
        manifest->uses_clock |= cJSON_IsTrue(json_get(bot.node, "uses_clock"));
        if (!text)
            json_wrong(&name, "a name");
        else
            manifest->names[manifest->bot_count++] = text;
    }
    struct json_value extended = json_member(&root, "extended_from");
    if (extended.node)
        manifest->extended_from = json_int(&extended, 1, INT64_C(1) << 53, 0);
    struct json_value schedule = json_member(&root, "schedule");
    if (errors->count == before && schedule_read(&manifest->schedule, &schedule, manifest->names,
                                                 manifest->bot_count, &manifest->rules))
        comparison_plan_read(&manifest->compared, &root, manifest->names, manifest->bot_count,
                             &manifest->schedule);
    return errors->count == before;
}

void manifest_free(struct manifest *manifest) { cJSON_Delete(manifest->root); }

cJSON *manifest_of_shards(const cJSON *root, const struct schedule *of)
{
    cJSON *made = cJSON_Duplicate(root, true), *schedule = json_get(made, "schedule");
    cJSON *games = cJSON_DetachItemFromObjectCaseSensitive(schedule, "games");

    cJSON_DeleteItemFromObjectCaseSensitive(schedule, "shard");
    schedule_shard_to_json(of, schedule);
    cJSON_SetNumberValue(games, (double)schedule_games(of));
    cJSON_AddItemToObject(schedule, "games", games);
    return made;
}

cJSON *manifest_of_whole(const cJSON *root, const struct schedule *shard)
{
    struct schedule all = *shard;

    all.shard = all.shards = 0;
    return manifest_of_shards(root, &all);
}

bool manifest_shards_agree(const cJSON *member, const cJSON *other)
{
    return strcmp(member->string, "played_alone") == 0 || strcmp(member->string, "log") == 0 ||
           strcmp(member->string, "same_bots") == 0 ||
           cJSON_Compare(member, json_get(other, member->string), true);
}

bool manifest_seed_can_be_tried(const cJSON *root)
{
    struct skat_seed seed;

    return strcmp(json_text(root, "isolation"), isolation_names[ISOLATION_PROCESS]) == 0 &&
           strcmp(json_text(root, "deals"), "seed") == 0 &&
           seed_json_read(json_get(root, "seed"), &seed) && skat_seed_is_small(&seed);
}

/* ---- back to a config ---- */

/* A config has seats and deals of its own beside the rules. */
static void add_rules(cJSON *config, const cJSON *manifest)
{
    cJSON *rules = cJSON_Duplicate(json_get(manifest, "rules"), true);

    cJSON_DeleteItemFromObjectCaseSensitive(rules, "seats");
    cJSON_DeleteItemFromObjectCaseSensitive(rules, "deals");
    cJSON_AddItemToObject(config, "rules", rules);
}

static cJSON *module_of(const cJSON *bot)
{
    cJSON *module = cJSON_CreateObject();

    json_copy(module, bot, "module");
    if (cJSON_GetArraySize(json_get(bot, "options")))
        json_copy(module, bot, "options");
    if (cJSON_IsTrue(json_get(bot, "sample")))
        json_copy(module, bot, "sample");
    return module;
}

static void add_bots(cJSON *config, const cJSON *manifest)
{
    cJSON *bots = cJSON_AddObjectToObject(config, "bots");
    const cJSON *bot;

    cJSON_ArrayForEach (bot, json_get(manifest, "bots")) {
        cJSON *spec = json_get(bot, "bid") ? cJSON_CreateObject() : module_of(bot);
        if (json_get(bot, "bid")) {
            cJSON_AddItemToObject(spec, "bid", module_of(json_get(bot, "bid")));
            cJSON_AddItemToObject(spec, "play", module_of(json_get(bot, "play")));
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
    const cJSON *table, *name, *tables = json_get(schedule, "arrangements");
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
    const cJSON *schedule = json_get(manifest, "schedule");

    add_seats(config, schedule);
    cJSON_AddStringToObject(config, "schedule", json_text(schedule, "kind"));
    json_copy(config, schedule, "seatings");
    json_copy(config, schedule, "sessions");
    json_copy(config, schedule, "total_deals");
    if (cJSON_IsArray(json_get(manifest, "deals")))
        json_copy(config, manifest, "deals");
    else
        json_copy(config, schedule, "deals");
}

cJSON *config_of_run(const cJSON *manifest, const char **why)
{
    static const char *const same[] = {"compare",  "test", "seed",      "isolation", "log",
                                       "contract", "play", "allow_for", "redeals",   "bidding"};

    *why = NULL;
    if (json_get(manifest, "import")) {
        *why = "the games were imported, and not played from a config";
        return NULL;
    }
    if (json_get(manifest, "pooled")) {
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
