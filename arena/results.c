#include "arena/results.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "arena/figures.h"
#include "arena/ruleset.h"
#include "arena/savefile.h"
#include "arena/version.h"

enum { THOUSANDTHS = 1000 };

/* ---- manifest ---- */

static cJSON *module_json(const struct bot_module *module)
{
    cJSON *object = cJSON_CreateObject();
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(module->description, "id");
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(module->description, "version");

    cJSON_AddStringToObject(object, "module", module->name);
    cJSON_AddStringToObject(object, "id", id->valuestring);
    cJSON_AddStringToObject(object, "version", version->valuestring);
    cJSON_AddStringToObject(object, "sha256", module->sha256);
    cJSON *options = cJSON_AddObjectToObject(object, "options");
    for (int i = 0; i < module->setting_count; i++) {
        const struct skat_bot_setting *setting = &module->settings[i];
        const cJSON *option =
            cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(module->description, "options"), i);
        const cJSON *type = cJSON_GetObjectItemCaseSensitive(option, "type");
        if (strcmp(type->valuestring, "bool") == 0)
            cJSON_AddBoolToObject(options, setting->name, setting->value != 0);
        else if (setting->text)
            cJSON_AddStringToObject(options, setting->name, setting->text);
        else
            figures_int(options, setting->name, setting->value);
    }
    return object;
}

static bool bot_uses_clock(const struct bot *bot)
{
    for (int part = 0; part < PARTS; part++)
        if (bot->parts[part].description &&
            module_has_flag(bot->parts[part].description, "uses_clock"))
            return true;
    return false;
}

bool config_uses_clock(const struct config *config)
{
    bool uses = false;

    for (int i = 0; i < config->bot_count; i++)
        uses |= bot_uses_clock(&config->bots[i]);
    return uses;
}

static void add_bots(cJSON *root, const struct config *config)
{
    cJSON *bots = cJSON_AddArrayToObject(root, "bots");

    for (int i = 0; i < config->bot_count; i++) {
        const struct bot *bot = &config->bots[i];
        cJSON *object = bot->composed ? cJSON_CreateObject() : module_json(&bot->parts[PART_BID]);
        if (bot->composed) {
            cJSON_AddItemToObject(object, "bid", module_json(&bot->parts[PART_BID]));
            cJSON_AddItemToObject(object, "play", module_json(&bot->parts[PART_PLAY]));
        }
        cJSON_AddItemToObject(object, "name", cJSON_CreateString(bot->name));
        if (bot_uses_clock(bot))
            cJSON_AddTrueToObject(object, "uses_clock");
        cJSON_AddItemToArray(bots, object);
    }
}

/* The deal, and the moves of its auction where that is given, too. */
static void print_given(const struct config *config, int index, char *text)
{
    const struct given *given = &config->given;
    int length = skat_deal_print(&given->deals[index], config->rules.derived.deck, text);

    if (!given->auctions)
        return;
    text[length++] = ' ';
    auction_print(&given->auctions[index], &given->deals[index], &config->rules, text + length);
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
        figures_int(from, "skipped", (int64_t)config->given.skipped);
}

cJSON *manifest_of(const struct config *config)
{
    char log[LOG_PLAN_SIZE];
    cJSON *root = cJSON_CreateObject();
    const char *names[BOTS_MAX];

    config_names(config, names);
    figures_int(root, "format", RESULT_FORMAT);
    cJSON_AddStringToObject(root, "harness", ARENA_HARNESS);
    cJSON_AddStringToObject(root, "name", config->name);
    if (config->description)
        cJSON_AddStringToObject(root, "description", config->description);
    figures_int(root, "seed", (int64_t)config->seed);
    cJSON_AddItemToObject(root, "rules", ruleset_to_json(&config->rules));
    cJSON_AddItemToObject(root, "schedule", schedule_to_json(&config->schedule, names));
    question_to_json(&config->question, names, root);
    add_bots(root, config);
    figures_int(root, "time_limit_ms", config->limits.time_limit_ms);
    figures_int(root, "cpu_limit_ms", config->limits.cpu_limit_ms);
    figures_int(root, "bank_ms", config->limits.bank_ms);
    figures_int(root, "node_budget", (int64_t)config->limits.node_budget);
    cJSON_AddStringToObject(root, "isolation", isolation_names[config->isolation]);
    if (config->isolation == ISOLATION_PROCESS)
        figures_int(root, "memory_mb", config->memory_mb);
    cJSON_AddStringToObject(root, "log", log_plan_text(&config->log, log));
    cJSON_AddStringToObject(root, "contract", contracts_names[config->contract]);
    cJSON_AddStringToObject(root, "play", card_play_names[config->play]);
    add_deals(root, config);
    return root;
}

bool manifest_load(struct manifest *manifest, const char *path, struct problems *problems)
{
    cJSON *root = json_load(path, problems);

    *manifest = (struct manifest){0};
    return root && manifest_read(manifest, root, path, problems);
}

bool manifest_read(struct manifest *manifest, cJSON *from, const char *path,
                   struct problems *problems)
{
    int before = problems->count;
    struct skat_error error;

    *manifest = (struct manifest){.root = from};
    struct json_value root = json_root(from, path, problems);
    if (!json_is_object(&root))
        return false;
    struct json_value format = json_member(&root, "format");
    if (json_int(&format, 1, RESULT_FORMAT, 0) == 0 && !format.node)
        json_wrong(&format, "a format version");
    struct json_value rules = json_member(&root, "rules");
    if (!cJSON_IsObject(rules.node))
        json_wrong(&rules, "an object of all options");
    else if (ruleset_read(&manifest->rules, &rules, NULL) &&
             !skat_rules_prepare(&manifest->rules, &error))
        problems_add(problems, rules.place, "%s", error.text);
    struct json_value log = json_member(&root, "log");
    if (log.node &&
        !(cJSON_IsString(log.node) && log_plan_read(&manifest->log, log.node->valuestring)))
        json_wrong(&log, LOG_PLANS);
    struct json_value bots = json_member(&root, "bots");
    for (int i = 0; i < cJSON_GetArraySize(bots.node) && i < BOTS_MAX; i++) {
        struct json_value bot = json_element(&bots, i), name = json_member(&bot, "name");
        const char *text = json_string(&name);
        manifest->uses_clock |=
            cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(bot.node, "uses_clock"));
        if (!text)
            json_wrong(&name, "a name");
        else
            manifest->names[manifest->bot_count++] = text;
    }
    struct json_value schedule = json_member(&root, "schedule");
    if (problems->count == before && schedule_read(&manifest->schedule, &schedule, manifest->names,
                                                   manifest->bot_count, &manifest->rules))
        question_read(&manifest->question, &root, manifest->names, manifest->bot_count,
                      &manifest->schedule);
    return problems->count == before;
}

void manifest_free(struct manifest *manifest) { cJSON_Delete(manifest->root); }

/* ---- summary ---- */

/* Money, from points and a stake in thousandths. */
static void add_amount(cJSON *object, const char *key, int64_t points, int stake)
{
    char text[40];

    snprintf(text, sizeof text, "%.3f", (double)points * stake / THOUSANDTHS);
    cJSON_AddNumberToObject(object, key, strtod(text, NULL));
}

static void add_points(cJSON *object, const char *key, int64_t points, int64_t deals)
{
    cJSON *scoring = cJSON_AddObjectToObject(object, key);
    figures_int(scoring, "points", points);
    figures_ratio(scoring, "per_deal", points, deals);
    figures_ratio(scoring, "per_36", points * SERIES, deals);
}

/* Is this kind of game played under the rules at all? */
static bool plays(const struct skat_rules *rules, int type)
{
    return (type != SKAT_GAME_SACHSENSPITZE || rules->sachsenspitze_base) &&
           (type != SKAT_GAME_REVOLUTION || rules->revolution);
}

/* What only variants count; zeros where the rules have none. */
static void add_variants(cJSON *object, const struct bot_tally *bot, const struct skat_rules *rules)
{
    figures_int(object, "ramsch", bot->ramsch);
    figures_int(object, "ramsch_lost", bot->ramsch_lost);
    figures_int(object, "marches", bot->marches);
    figures_int(object, "kontra", bot->kontra);
    figures_int(object, "kontra_won", bot->kontra_won);
    figures_int(object, "re", bot->re);
    figures_int(object, "rounds_lost", bot->rounds_lost);
    if (rules->stake) {
        cJSON *money = cJSON_AddObjectToObject(object, "money");
        figures_int(money, "points", bot->money);
        add_amount(money, "amount", bot->money, rules->stake);
    }
}

static cJSON *bot_summary(const char *name, const struct bot_tally *bot,
                          const struct skat_rules *rules)
{
    bool seeger = rules->scoring == SKAT_SCORING_SEEGER_FABIAN;
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "name", name);
    figures_int(object, "deals", bot->deals);
    figures_int(object, "active", bot->active);
    figures_int(object, "declared", bot->declared);
    figures_int(object, "won", bot->won);
    figures_ratio(object, "declared_share", bot->declared, bot->active);
    figures_ratio(object, "won_share", bot->won, bot->declared);
    figures_int(object, "defended", bot->defended);
    figures_int(object, "defended_won", bot->defended_won);
    figures_ratio(object, "mean_bid", bot->bid_sum, bot->declared);
    cJSON *types = cJSON_AddObjectToObject(object, "games");
    for (int type = SKAT_GAME_DECLARED - 1; type >= 0; type--) {
        if (!plays(rules, type))
            continue;
        cJSON *game = cJSON_AddObjectToObject(types, skat_games[type].name);
        figures_int(game, "declared", bot->type_declared[type]);
        figures_int(game, "won", bot->type_won[type]);
    }
    figures_int(object, "hand", bot->hand);
    figures_int(object, "ouvert", bot->ouvert);
    figures_int(object, "schneider", bot->schneider);
    figures_int(object, "schwarz", bot->schwarz);
    figures_int(object, "overbid", bot->overbid);
    figures_int(object, "conceded", bot->conceded);
    add_points(object, "classic", bot->points, bot->deals);
    add_points(object, "seeger_fabian", bot->points + bot->seeger_extras, bot->deals);
    add_points(object, "score", bot->score + (seeger ? bot->seeger_extras : 0), bot->deals);
    add_variants(object, bot, rules);
    cJSON *faults = cJSON_AddObjectToObject(object, "faults");
    for (int status = STATUS_ILLEGAL; status < STATUSES; status++)
        figures_int(faults, status_names[status], bot->faults[status]);
    return object;
}

static int64_t timeouts(const struct tally *tally, int bots)
{
    int64_t sum = 0;

    for (int i = 0; i < bots; i++)
        sum += tally->bots[i].faults[STATUS_TIMEOUT];
    return sum;
}

cJSON *summary_of(const struct tally *tally, const struct skat_rules *rules,
                  const char *const names[], int bots, uint64_t planned, bool uses_clock,
                  const struct analysis *analysis, const char *log)
{
    bool decided = analysis && analysis_decided(analysis);
    const struct skat_rule_option *scoring = skat_rule_option_find("scoring");
    cJSON *root = cJSON_CreateObject();
    char signature[20];

    figures_int(root, "format", RESULT_FORMAT);
    figures_int(root, "games", tally->games);
    figures_int(root, "planned", (int64_t)planned);
    cJSON_AddBoolToObject(root, "complete", decided || (uint64_t)tally->games == planned);
    figures_int(root, "declared", tally->declared);
    figures_int(root, "won", tally->won);
    figures_int(root, "passed_in", tally->passed_in);
    figures_int(root, "ramsch", tally->ramsch);
    figures_int(root, "bock", tally->bock);
    cJSON_AddStringToObject(root, "scoring", scoring->names[rules->scoring]);
    figures_ratio(root, "declared_share", tally->declared, tally->games);
    figures_ratio(root, "won_share", tally->won, tally->declared);
    snprintf(signature, sizeof signature, "%016" PRIx64, tally->signature);
    cJSON_AddStringToObject(root, "signature", signature);
    cJSON_AddBoolToObject(root, "depends_on_clock", uses_clock || timeouts(tally, bots) > 0);
    cJSON *list = cJSON_AddArrayToObject(root, "bots");
    for (int i = 0; i < bots; i++)
        cJSON_AddItemToArray(list, bot_summary(names[i], &tally->bots[i], rules));
    if (analysis)
        analysis_to_json(analysis, log, root);
    return root;
}

static void check_declared(const struct json_value *bidding)
{
    static const struct json_expected members[] = {
        {"declared", cJSON_IsObject, "an object"},
        {"bots", cJSON_IsObject, "an object"},
        {"calibration", cJSON_IsArray, "an array"},
    };

    if (cJSON_IsObject(bidding->node))
        json_expect(bidding, members, sizeof members / sizeof *members);
    else if (!cJSON_IsNull(bidding->node))
        json_wrong(bidding, "an object or null");
}

static void check_comparison(const struct json_value *comparison)
{
    static const struct json_expected members[] = {
        {"a", cJSON_IsString, "a name"},          {"b", cJSON_IsString, "a name"},
        {"unit", cJSON_IsString, "a word"},       {"verdict", cJSON_IsString, "a sentence"},
        {"primary", cJSON_IsString, "a scoring"}, {"scorings", cJSON_IsObject, "an object"},
        {"roles", cJSON_IsArray, "an array"},     {"contracts", cJSON_IsArray, "an array"},
        {"positions", cJSON_IsArray, "an array"}, {"curve", cJSON_IsObject, "an object"},
        {"swings", cJSON_IsArray, "an array"},    {"divergences", cJSON_IsArray, "an array"},
    };

    if (!json_is_object(comparison))
        return;
    json_expect(comparison, members, sizeof members / sizeof *members);
    struct json_value bidding = json_member(comparison, "bidding");
    check_declared(&bidding);
}

cJSON *summary_load(const char *path, struct problems *problems)
{
    static const struct json_expected members[] = {
        {"format", cJSON_IsNumber, "a number"},
        {"games", cJSON_IsNumber, "a number"},
        {"scoring", cJSON_IsString, "a scoring"},
        {"bots", cJSON_IsArray, "an array"},
    };
    int before = problems->count;
    cJSON *summary = json_load(path, problems);

    if (!summary)
        return NULL;
    struct json_value root = json_root(summary, path, problems);
    if (json_is_object(&root)) {
        json_expect(&root, members, sizeof members / sizeof *members);
        struct json_value comparison = json_member(&root, "comparison");
        if (comparison.node)
            check_comparison(&comparison);
    }
    if (problems->count == before)
        return summary;
    cJSON_Delete(summary);
    return NULL;
}

/* ---- timing ---- */

static void add_times(cJSON *bot, const struct times *times)
{
    static const struct {
        const char *key;
        double share;
    } percentiles[] = {{"p50_us", 0.5}, {"p90_us", 0.9}, {"p99_us", 0.99}, {"max_us", 1}};

    figures_int(bot, "decisions_timed", (int64_t)times->count);
    cJSON_AddNumberToObject(bot, "mean_decision_us",
                            times->count ? (double)times->nanoseconds / (double)times->count / 1000
                                         : 0);
    for (size_t i = 0; i < sizeof percentiles / sizeof *percentiles; i++)
        cJSON_AddNumberToObject(bot, percentiles[i].key,
                                (double)times_quantile(times, percentiles[i].share) / 1000);
}

cJSON *timing_of(const struct config *config, const struct run_result *result)
{
    cJSON *root = cJSON_CreateObject();
    struct utsname host;

    figures_int(root, "format", RESULT_FORMAT);
    cJSON_AddNumberToObject(root, "seconds", result->seconds);
    figures_int(root, "games", (int64_t)result->games);
    cJSON_AddNumberToObject(root, "games_per_second",
                            result->seconds > 0 ? (double)result->games / result->seconds : 0);
    figures_int(root, "workers", config->workers);
    if (uname(&host) == 0) {
        cJSON_AddStringToObject(root, "host", host.nodename);
        cJSON_AddStringToObject(root, "system", host.sysname);
        cJSON_AddStringToObject(root, "machine", host.machine);
    }
    figures_int(root, "processors", sysconf(_SC_NPROCESSORS_ONLN));
    cJSON *bots = cJSON_AddArrayToObject(root, "bots");
    for (int i = 0; i < config->bot_count; i++) {
        cJSON *bot = cJSON_CreateObject();
        cJSON_AddStringToObject(bot, "name", config->bots[i].name);
        add_times(bot, &result->times[i]);
        cJSON_AddItemToArray(bots, bot);
    }
    return root;
}
