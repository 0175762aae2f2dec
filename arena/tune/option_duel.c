// SPDX-License-Identifier: MIT
#include "arena/tune/option_duel.h"

#include <math.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/json_write.h"
#include "arena/base/version.h"
#include "arena/compare/run_stats.h"
#include "engine/json/rules_json.h"
#include "engine/rule_set.h"
#include "arena/config/run_seed.h"
#include "arena/result/run_summary.h"

enum { SESSION = 36, FIRST = 0, SECOND = 1 };
static const char *const copies[] = {"first", "second"};

/* ---- the config ---- */

/* Keys that decide how bots are run, and are taken over. */
static const char *const kept[] = {"limits", "isolation", "allow_for"};

static bool takes_part(const struct config *config, int bot)
{
    for (int i = 0; i < config->seat_count; i++)
        if (config->seats[i] == bot)
            return true;
    return false;
}

static void add_bots(cJSON *root, const struct config *from, int bot, struct errors *errors)
{
    cJSON *bots = cJSON_AddObjectToObject(root, "bots"),
          *seats = cJSON_AddArrayToObject(root, "seats"), *theirs = json_get(from->root, "bots");

    for (int i = 0; i < 2; i++) {
        cJSON_AddItemToObject(bots, copies[i],
                              cJSON_Duplicate(json_get(theirs, from->bots[bot].name), true));
        cJSON_AddItemToArray(seats, cJSON_CreateString(copies[i]));
    }
    for (int i = 0; i < from->bot_count; i++) {
        const char *name = from->bots[i].name;
        if (i == bot || !takes_part(from, i))
            continue;
        if (json_get(bots, name))
            errors_add(errors, name,
                       "is what the two copies of the bot are called; name it otherwise");
        cJSON_AddItemToObject(bots, name, cJSON_Duplicate(json_get(theirs, name), true));
        cJSON_AddItemToArray(seats, cJSON_CreateString(name));
    }
}

static cJSON *root_of(const struct config *from, int bot, struct errors *errors)
{
    cJSON *root = cJSON_CreateObject();
    cJSON *rules = skat_rules_to_json(&from->rules);

    cJSON_DeleteItemFromObjectCaseSensitive(rules, "seats");
    cJSON_DeleteItemFromObjectCaseSensitive(rules, "deals");
    cJSON_AddStringToObject(root, "name", from->name);
    cJSON_AddItemToObject(root, "rules", rules);
    add_bots(root, from, bot, errors);
    cJSON_AddStringToObject(
        root, "schedule",
        schedule_names[cJSON_GetArraySize(json_get(root, "seats")) > 2 ? SCHEDULE_AGAINST
                                                                       : SCHEDULE_DUEL]);
    json_put_int(root, "deals", SESSION);
    cJSON_AddStringToObject(root, "log", "none");
    cJSON *compare = cJSON_AddArrayToObject(root, "compare");
    for (int i = 0; i < 2; i++)
        cJSON_AddItemToArray(compare, cJSON_CreateString(copies[i]));
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (json_get(from->root, kept[i]))
            cJSON_AddItemToObject(root, kept[i],
                                  cJSON_Duplicate(json_get(from->root, kept[i]), true));
    return root;
}

bool option_duel_open(struct option_duel *duel, const struct config *from, int bot,
                      const struct option_ranges *ranges, struct campaign *campaign,
                      struct errors *errors)
{
    struct config_overrides overrides = from->overrides;
    int before = errors->count;
    cJSON *root = root_of(from, bot, errors);

    if (errors->count > before) {
        cJSON_Delete(root);
        root = NULL;
    }
    overrides.purpose = CONFIG_PLAY;
    overrides.log = overrides.population = NULL;
    overrides.seed = "0"; /* each round has one of its own */
    overrides.deals = overrides.session_deals = -1;
    overrides.modules = from->modules;
    *duel = (struct option_duel){.ranges = ranges, .key = from->key, .campaign = campaign};
    return config_make(&duel->config, root, from->path, from->folder, &overrides, errors);
}

void option_duel_close(struct option_duel *duel) { config_free(&duel->config); }

void option_duel_rules(struct option_duel *duel, const struct skat_rules *rules)
{
    int seats = duel->config.rules.seats;

    duel->config.rules = *rules;
    duel->config.rules.seats = seats;
    duel->config.rules.deals = SESSION;
    skat_rules_prepare(&duel->config.rules, NULL);
    duel->config.schedule.whole_sessions |= duel->config.rules.derived.carries;
}

bool option_duel_possible(const struct config *from, int bot, const struct option_ranges *ranges,
                          const int64_t *deals, int count, struct errors *errors)
{
    struct option_duel duel;
    bool ok = option_duel_open(&duel, from, bot, ranges, NULL, errors);

    for (int i = 0; ok && i < count; i++)
        if (duel.config.schedule.whole_sessions && deals[i] % SESSION != 0) {
            config_refuse_deals(deals[i], SESSION, errors);
            ok = false;
        }
    option_duel_close(&duel);
    return ok;
}

/* ---- playing ---- */

static void set_values(struct option_duel *duel, int copy, const int64_t *values)
{
    struct bot_module *module = &duel->config.bots[copy].parts[0];

    for (int i = 0; i < duel->ranges->count; i++)
        module->settings[duel->ranges->of[i].setting].value = values[i];
}

static void set_deals(struct option_duel *duel, uint64_t number, int64_t deals)
{
    const uint64_t purpose = 0x74756e65; /* "tune": no deal of a session has this number */
    struct skat_random_key key = skat_random_deal_key(&duel->key, number, purpose);
    struct schedule *schedule = &duel->config.schedule;

    memset(&duel->config.seed, 0, sizeof duel->config.seed);
    memcpy(duel->config.seed.bytes, key.words, sizeof key.words);
    duel->config.key = skat_seed_key(&duel->config.seed);
    schedule->sessions = (uint64_t)((deals + SESSION - 1) / SESSION);
    schedule->missing =
        schedule->whole_sessions ? 0 : schedule->sessions * SESSION - (uint64_t)deals;
}

static bool has_faults(const struct run_summary *summary, struct errors *errors)
{
    for (int i = 0; i < summary->bots_count; i++) {
        const struct fault_counts faults = bot_summary_faults(&summary->bots[i]);
        for (int status = GAME_ILLEGAL; status < GAME_STATUSES; status++)
            if (faults.of[status]) {
                errors_add(errors, summary->bots[i].name,
                           "failed (%s) while options were compared: `skat-arena check` says how",
                           game_status_names[status]);
                return true;
            }
    }
    return false;
}

/* The first copy less the second: bots are in the order of the config. */
static const struct judged *judged_copies(const struct run_summary *summary)
{
    for (int i = 0; i < summary->numbers.pairs_count; i++) {
        const struct pair_difference *pair = &summary->numbers.pairs[i];
        if (strcmp(pair->a, copies[FIRST]) == 0 && strcmp(pair->b, copies[SECOND]) == 0)
            return pair->judged;
    }
    return NULL;
}

static bool read_result(const struct run_summary *summary, struct option_duel_result *result,
                        struct errors *errors)
{
    const struct comparison *comparison = summary->numbers.comparison;
    const struct estimate difference = comparison_primary(comparison)->deal;
    const struct judged *judged = judged_copies(summary);

    if (isnan(difference.mean) || isnan(difference.error) || !judged) {
        errors_add(errors, "comparison", "has no difference: too few deals were played");
        return false;
    }
    *result = (struct option_duel_result){
        .difference = difference,
        .judged = *judged,
        .units = comparison->units,
        .equal = difference.error == 0 && difference.mean == 0,
    };
    result->judged.p_adjusted = result->judged.p; /* the other pairs are not judged */
    return true;
}

int option_duel_play(struct option_duel *duel, const int64_t first[SURFACE_MAX],
                     const int64_t second[SURFACE_MAX], uint64_t number, int64_t deals,
                     struct option_duel_result *result, struct errors *errors)
{
    struct campaign_run run = {.most_faults = 0};
    struct pool pool = {0};

    set_values(duel, FIRST, first);
    set_values(duel, SECOND, second);
    set_deals(duel, number, deals);
    int code = campaign_play(duel->campaign, &duel->config, &run, &pool, errors);
    if (code == EXIT_OK &&
        (has_faults(&run.summary, errors) || !read_result(&run.summary, result, errors)))
        code = EXIT_INTERNAL;
    pool_free(&pool);
    return code;
}

/* ---- verdict and result ---- */

enum option_verdict option_duel_verdict(const struct option_duel_result *result)
{
    return result->equal                      ? OPTIONS_EQUAL
           : !judged_differs(&result->judged) ? OPTIONS_NOT_SHOWN
           : result->difference.mean > 0      ? OPTIONS_BETTER
                                              : OPTIONS_WORSE;
}

struct checked_difference
option_duel_checked(int64_t deals, const struct option_duel_result *result, struct pool *pool)
{
    return (struct checked_difference){deals, result->difference,
                                       judged_copy(result->units ? &result->judged : NULL, pool)};
}

struct search_head option_duel_head(const struct config *config, int bot, struct pool *pool)
{
    return (struct search_head){
        .format = RESULT_FORMAT,
        .harness = ARENA_HARNESS,
        .name = pool_text(pool, config->name),
        .seed = fields_json(pool, seed_to_json(&config->seed)),
        .rules = fields_json(pool, skat_rules_to_json(&config->rules)),
        .bot = pool_text(pool, config->bots[bot].name),
    };
}
