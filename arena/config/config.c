// SPDX-License-Identifier: MIT
#include "arena/config/config.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/json_write.h"
#include "arena/base/text.h"
#include "arena/base/input_file.h"
#include "arena/base/memory.h"
#include "arena/bot/module_description.h"
#include "arena/base/machine.h"
#include "arena/base/program_dirs.h"
#include "arena/config/rules_config.h"
#include "arena/config/run_seed.h"
#include "engine/rule_set.h"
#include "engine/variant.h"

const char *const card_play_names[2] = {"bots", "solver"};
const char *const contracts_names[CONTRACT_SOURCES] = {"bid", "fixed", "position"};

const char *const log_mode_names[LOG_MODES] = {
    [LOG_ALL] = "all",
    [LOG_ZSTD] = "zstd",
    [LOG_NONE] = "none",
};

enum { DEFAULT_TIME_LIMIT_MS = 10000 };

/* ---- bots ---- */

/* Memory is limited for what has processes of its own. */
static void limit_memory(struct config *config, const struct json_value *root)
{
#define SHARED "without \"isolation\": \"process\": bots in workers share memory"
    const struct json_value bots = json_member(root, "bots"), limits = json_member(root, "limits"),
                            of_all = json_member(&limits, "memory_mb");
    bool limited = false;

    for (int i = 0; i < config->bot_count; i++) {
        struct bot *bot = &config->bots[i];
        const cJSON *own = json_get(bot->source, "limits");
        if (bot_is_isolated(bot) ||
            (config->isolation != ISOLATION_NONE && bot_starts_programs(bot))) {
            limited = true;
            continue;
        }
        if (bot->limits.memory_mb && cJSON_HasObjectItem(own, "memory_mb"))
            errors_add(bots.errors, bots.place, "the bot \"%s\" cannot have memory_mb " SHARED,
                       bot->name);
        bot->limits.memory_mb = 0;
    }
    if (limited)
        return;
    config->limits.memory_mb = 0;
    if (of_all.node)
        json_wrong(&of_all, "no value " SHARED);
#undef SHARED
}

static void read_bots(struct config *config, const struct json_value *root)
{
    const struct bot_needs needs = {
        .folder = config->folder,
        .modules = config->modules,
        .isolation = config->isolation,
        .limits = config->limits,
        .bid = config->contract == CONTRACTS_BID,
        .play = config->play == PLAY_BOTS,
    };
    struct json_value bots = json_member(root, "bots");

    const int before = bots.errors->count;
    config->bots = bots_read(&bots, &needs, &config->bot_count);
    for (int i = 0; i < config->bot_count; i++)
        config->isolates |= bot_is_isolated(&config->bots[i]);
    if (bots.errors->count == before)
        limit_memory(config, root);
}

/* ---- seats and schedule ---- */

static int read_seat(const struct config *config, const struct json_value *value)
{
    const char *names[BOTS_MAX];
    char suggestion[SUGGESTION_SIZE];

    if (!cJSON_IsString(value->node)) {
        json_wrong(value, "the name of one of the bots");
        return 0;
    }
    config_names(config, names);
    const int bot = bot_number_of(names, config->bot_count, value->node->valuestring);
    if (bot < 0)
        errors_add(value->errors, value->place, "no bot \"%s\" in $.bots%s",
                   value->node->valuestring,
                   did_you_mean(value->node->valuestring, names, (size_t)config->bot_count,
                                sizeof *names, suggestion));
    return bot < 0 ? 0 : bot;
}

/* Without `seats`, all bots take part in the schedules that make their own tables. */
static void read_seats(struct config *config, const struct json_value *root)
{
    struct json_value seats = json_member(root, "seats");
    bool made = schedule_makes_tables(config->schedule.kind);
    int count = cJSON_GetArraySize(seats.node);

    if (made && !seats.node) {
        for (int bot = 0; bot < config->bot_count; bot++)
            config->seats[config->seat_count++] = bot;
        return;
    }
    const struct skat_seating *seating = skat_variant_seating(&skat_variants[config->rules.game]);
    if (!cJSON_IsArray(seats.node) || count < (made ? 1 : seating->seats_min) ||
        count > (made ? BOTS_MAX : seating->seats_max)) {
        json_wrong(&seats, made ? "an array of the names of the bots that take part"
                           : seating->seats_max == 2 ? "an array of two names of bots"
                                                     : "an array of 3..5 names of bots");
        return;
    }
    for (int seat = 0; seat < count; seat++) {
        struct json_value value = json_element(&seats, seat);
        config->seats[config->seat_count++] = read_seat(config, &value);
    }
    if (!made)
        config->rules.seats = count;
}

static void read_schedule(struct config *config, const struct json_value *root)
{
    struct schedule *schedule = &config->schedule;
    struct json_value kind = json_member(root, "schedule"),
                      seatings = json_member(root, "seatings");

    schedule->kind =
        (enum schedule_kind)json_choice(&kind, schedule_names, SCHEDULE_PLAYED, SCHEDULE_FIXED);
    schedule->seatings =
        (enum seatings)json_choice(&seatings, seatings_names, SEATINGS, SEATINGS_ROTATIONS);
    if (seatings.node && !schedule_makes_tables(schedule->kind))
        errors_add(seatings.errors, seatings.place,
                   "has no effect with schedule \"%s\", which seats the bots itself",
                   schedule_names[schedule->kind]);
}

static void build_schedule(struct config *config, const struct json_value *root)
{
    struct json_value kind = json_member(root, "schedule");

    config->schedule.seats = config->rules.seats;
    config->schedule.deals = (uint64_t)config->rules.deals;
    const char *wrong = schedule_build(&config->schedule, config->seats, config->seat_count);
    if (wrong)
        errors_add(root->errors, kind.place, "\"%s\" %s", schedule_names[config->schedule.kind],
                   wrong);
}

/* ---- rules, limits, numbers and the seed ---- */

static void read_rules(struct config *config, const struct json_value *root)
{
    struct json_value rules = json_member(root, "rules");
    rules_config_read(&config->rules, &rules, config->folder);
}

static void check_rules(struct config *config, const struct json_value *root, int rule_seats)
{
    struct json_value rules = json_member(root, "rules");
    struct skat_error error;

    /* `seats` as a rule is for rule sets that only make sense at such a table; the official
     * default of three does not bind. */
    if (rule_seats != 3 && rule_seats != config->rules.seats)
        errors_add(root->errors, rules.place, "the rule set is for %d seats, but %d are taken",
                   rule_seats, config->rules.seats);
    if (!skat_rules_prepare(&config->rules, &error))
        errors_add(root->errors, rules.place, "%s", error.text);
    const char *wrong = config_rules_wrong(config, &config->rules);
    if (wrong)
        errors_add(root->errors, rules.place, "%s", wrong);
}

const char *config_rules_wrong(const struct config *config, const struct skat_rules *rules)
{
    bool rounds = skat_rules_ramsch_rounds(rules), fixed = config->contract != CONTRACTS_BID;

    if (!skat_variants[rules->game].solved && (fixed || config->play == PLAY_SOLVER))
        return fixed ? "are not those of Skat: \"contract\" repeats only its auctions"
                     : "are not those of Skat: \"play\": \"solver\" solves only its games";
    if (fixed && rules->auction == SKAT_AUCTION_NONE)
        return "have auction \"none\", but \"contract\" repeats auctions";
    if (fixed && rounds)
        return "have rounds of ramsch, whose deals have no auction, but \"contract\" repeats "
               "auctions";
    if (config->play == PLAY_SOLVER && !fixed && rules->passed_in != SKAT_PASSED_IN_VOID &&
        !skat_variant_has(&skat_variants[rules->game], "passed_in"))
        return "lead to ramsch if all pass, but \"play\": \"solver\" needs one player against two: "
               "this game requires \"contract\": \"fixed\"";
    if (config->play == PLAY_SOLVER && (rounds || rules->auction == SKAT_AUCTION_NONE ||
                                        (!fixed && rules->passed_in != SKAT_PASSED_IN_VOID)))
        return "can lead to ramsch, but \"play\": \"solver\" needs one player against two "
               "(passed_in void, an auction, no ramsch rounds)";
    return NULL;
}

/* Read before the bots: the decisions that they must support depend on it. */
static void read_parts(struct config *config, const struct json_value *root)
{
    struct json_value play = json_member(root, "play"), contract = json_member(root, "contract");

    config->play = (enum card_play)json_choice(&play, card_play_names, 2, PLAY_BOTS);
    if (config->overrides.play)
        config->play = strcmp(config->overrides.play, card_play_names[PLAY_SOLVER]) == 0
                           ? PLAY_SOLVER
                           : PLAY_BOTS;
    config->contract =
        (enum contracts)json_choice(&contract, contracts_names, CONTRACT_SOURCES, CONTRACTS_BID);
    if (config->contract == CONTRACTS_POSITION && config->play == PLAY_SOLVER)
        errors_add(root->errors, play.place,
                   "\"solver\" plays from the first card on: not with \"contract\": \"position\"");
    if (config->overrides.purpose == CONFIG_STUDY && config->contract != CONTRACTS_BID)
        errors_add(root->errors, contract.place,
                   "given contracts are not for studies: contracts belong to one rule set, but a "
                   "study plays several");
}

static void read_limits(struct config *config, const struct json_value *root)
{
    struct skat_bot_limits *limits = &config->limits;

    *limits = (struct skat_bot_limits){.time_ms = DEFAULT_TIME_LIMIT_MS,
                                       .start_ms = PLAYER_START_MS,
                                       .memory_mb = CONFIG_MEMORY_MB};
    limits_read(root, limits);
}

/* Read before the bots, which are probed in the same sandbox. */
static void read_isolation(struct config *config, const struct json_value *root)
{
    const struct json_value value = json_member(root, "isolation");

    config->isolation =
        (enum isolation)json_choice(&value, isolation_names, ISOLATIONS, ISOLATION_AUTO);
    if (config->overrides.isolation)
        config->isolation = isolation_of(config->overrides.isolation);
}

static void read_numbers(struct config *config, const struct json_value *root)
{
    enum { TABLES = 256, TABLES_MAX = 4096 };

    struct json_value value = json_member(root, "sessions");
    config->schedule.sessions = (uint64_t)json_int(&value, 1, 1000000000, 1);
    value = json_member(root, "keep_answers");
    config->keep_answers = json_flag(&value, true);
    value = json_member(root, "tables");
    config->tables = (int)json_int(&value, 1, TABLES_MAX, TABLES);
    value = json_member(root, "workers");
    config->workers = (int)json_int(&value, 1, WORKERS_MAX, 0);
    value = json_member(root, "log");
    config->log = (enum log_mode)json_choice(&value, log_mode_names, LOG_MODES, LOG_ALL);
}

static void read_names(struct config *config, const struct json_value *root)
{
    struct json_value value = json_member(root, "$schema");
    json_string(&value);
    value = json_member(root, "name");
    config->name = json_string(&value);
    if (!value.node)
        json_wrong(&value, "a name, which is also the name of the folder in results/");
    else if (config->name && !text_is_file_name(config->name))
        json_wrong(&value,
                   "1..100 letters, digits and \"._+-\", the first neither \".\" nor \"-\": "
                   "it is also the name of the folder in results/");
    value = json_member(root, "description");
    config->description = json_string(&value);
}

static void set_seed(struct config *config, const struct skat_seed *seed)
{
    config->seed = *seed;
    config->key = skat_seed_key(seed);
    cJSON_DeleteItemFromObjectCaseSensitive(config->root, "seed");
    seed_json_put(config->root, "seed", seed);
}

/* The command line's, the config's, or a drawn one. The shards of a run cannot each draw their own.
 */
static void read_seed(struct config *config, const struct json_value *root)
{
    const struct json_value value = json_member(root, "seed");
    struct skat_seed seed = {{0}};
    struct skat_error wrong;

    if (value.node)
        seed = seed_json_config(&value);
    if (config->overrides.seed) {
        if (!skat_seed_parse(&seed, config->overrides.seed, &wrong))
            errors_add(root->errors, "--seed", "%s", wrong.text);
    } else if (!value.node && config->overrides.shards && !drawn_seed_is_given()) {
        errors_add(root->errors, "--shard",
                   "the shards of a run need one seed: name it with --seed or in the config");
    } else if (!value.node) {
        config->seed_drawn = drawn_seed_take(&seed, root->errors);
    }
    set_seed(config, &seed);
}

static void apply_overrides(struct config *config)
{
    if (config->overrides.workers > 0)
        config->workers = (int)config->overrides.workers;
    if (!config->workers)
        config->workers = processors_online(WORKERS_MAX);
    if (config->overrides.log)
        config->log = log_mode_of(config->overrides.log);
}

/* ---- what follows from bots, rules and schedule together ---- */

/* Does a bot that takes part remember what was played before? */
static bool some_bot_remembers(const struct config *config)
{
    bool sits[BOTS_MAX], remembers = false;

    schedule_bots(&config->schedule, sits);
    for (int bot = 0; bot < config->bot_count; bot++)
        remembers |= sits[bot] && bot_remembers(&config->bots[bot]);
    return remembers;
}

/* Checks that the number of games is within the limits. */
static void check_size(const struct config *config, const struct json_value *root)
{
    const struct schedule *schedule = &config->schedule;
    double games = (double)schedule->sessions * (double)schedule->deals * schedule->per_deal;
    uint64_t session = schedule->deals * (uint64_t)schedule->per_deal;

    if (games > (double)JSON_INT_MAX)
        errors_add(root->errors, root->place, "%.3g games are more than can be numbered (2^53)",
                   games);
    if (schedule->whole_sessions && session > SESSION_GAMES_MAX)
        errors_add(root->errors, root->place,
                   "%s from deal to deal, so a session is played in one piece and may have at "
                   "most %d games; here it has %llu: use more and shorter sessions",
                   some_bot_remembers(config) ? "a bot remembers"
                                              : "the rules carry rounds or totals",
                   SESSION_GAMES_MAX, (unsigned long long)session);
}

/* Why games cannot be played side by side here, or NULL. */
static const char *one_at_a_time(const struct config *config, const bool sits[BOTS_MAX])
{
    if (config->schedule.whole_sessions)
        return "what is carried from deal to deal needs the deals one after another";
    for (int bot = 0; bot < config->bot_count; bot++)
        if (sits[bot] && config->bots[bot].limits.bank_ms)
            return "\"bank_ms\" counts the time of single decisions";
    for (int bot = 0; bot < config->bot_count; bot++)
        if (sits[bot] && bot_starts_processes(&config->bots[bot]))
            return "a bot starts a process for each player, and does not answer many games in one "
                   "call";
    return NULL;
}

/* Questions that a bot answers in one call: an isolated one any number, since all of them are in
 * one message to its process. */
static uint32_t answers_at_once(const struct bot *bot)
{
    return bot_is_isolated(bot) ? UINT32_MAX : bot_batch(bot);
}

/* Sets the number of tables side by side: as many as the bots that answer many games in one call
 * take, and no more than the config wants. */
static void settle_tables(struct config *config, const struct json_value *root)
{
    struct json_value value = json_member(root, "tables");
    bool sits[BOTS_MAX];
    uint32_t most = 1;

    schedule_bots(&config->schedule, sits);
    const char *reason = one_at_a_time(config, sits);
    for (int bot = 0; bot < config->bot_count; bot++)
        if (sits[bot] && answers_at_once(&config->bots[bot]) > most)
            most = answers_at_once(&config->bots[bot]);
    if (value.node && config->tables > 1 && reason)
        errors_add(root->errors, value.place, "must be 1: %s", reason);
    else if (value.node && config->tables > 1 && most == 1)
        errors_add(root->errors, value.place,
                   "must be 1: no bot here answers many games in one call (bots/README.md)");
    if (reason || most == 1)
        config->tables = 1;
    else if ((uint32_t)config->tables > most)
        config->tables = (int)most;
}

enum log_mode log_mode_of(const char *name)
{
    int mode = 0;

    while (mode < LOG_NONE && strcmp(name, log_mode_names[mode]) != 0)
        mode++;
    return (enum log_mode)mode;
}

void config_names(const struct config *config, const char *names[BOTS_MAX])
{
    for (int i = 0; i < config->bot_count; i++)
        names[i] = config->bots[i].name;
}

/* Keys of other commands are refused with the name of the right one. */
static void refuse_other_keys(const struct json_value *root, const char *path,
                              enum config_purpose purpose)
{
    static const struct {
        const char *key, *what;
        enum config_purpose purpose;
    } keys[] = {
        {"variations", "a study: skat-arena study", CONFIG_STUDY},
        {"grid", "a study: skat-arena study", CONFIG_STUDY},
        {"tune", "a search for options: skat-arena tune", CONFIG_TUNE},
    };

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct json_value value = json_member(root, keys[i].key);
        if (value.node && keys[i].purpose != purpose)
            errors_add(root->errors, value.place, "this is %s %s", keys[i].what, path);
    }
}

/* A population takes the place of `bots` and `seats`. */
static void seat_population(struct config *config, const struct json_value *root)
{
    struct json_value value = json_member(root, "population");
    const char *own = json_string(&value);

    for (int i = 0; own && !config->overrides.population && i < 2; i++)
        if (json_get(root->node, i ? "seats" : "bots"))
            errors_add(root->errors, value.place, "names who sits at the table, and so does \"%s\"",
                       i ? "seats" : "bots");
    if (config->overrides.population)
        population_seat(config->root, config->overrides.population, "--population", root->errors);
    else if (own)
        population_seat(config->root, own, value.place, root->errors);
}

/* Why the deals of a config cannot be dealt again: a sentence's end, or NULL. */
static const char *not_dealt_again(const struct config *config)
{
    if (config->overrides.purpose != CONFIG_PLAY)
        return "are played by `run`, `compare` and `regress` only";
    if (config->given.count)
        return "are for deals from the seed, not for given ones";
    if (config->play != PLAY_BOTS)
        return "are for games that bots play";
    if (config->log == LOG_NONE)
        return "need a log: \"all\" or \"zstd\"";
    return redeals_wrong(&config->rules, &config->schedule, config->compared.a, config->compared.b,
                         config->bots, config->bot_count);
}

static void settle_redeals(struct config *config, const struct json_value *root)
{
    const struct json_value value = json_member(root, "redeals");
    const char *over = config->overrides.redeals;

    if (over)
        config->compared.redeals = strcmp(over, "auto") == 0 ? REDEALS_AUTO : atoi(over);
    if (!config->compared.redeals || root->errors->count)
        return;
    const char *wrong = not_dealt_again(config);
    if (wrong)
        errors_add(root->errors, over ? "--redeals" : value.place, "re-deals %s", wrong);
}

/* Why deals that are bid alike have to be played, too: a sentence's end, or NULL. */
static const char *must_be_played(const struct config *config)
{
    if (config->overrides.purpose != CONFIG_PLAY)
        return "is for `run` and `compare`";
    if (config->contract != CONTRACTS_BID)
        return "is for games that begin in the auction";
    return bidding_wrong(&config->rules, &config->schedule, config->compared.a, config->compared.b,
                         config->bots, config->bot_count);
}

static void settle_bidding(struct config *config, const struct json_value *root)
{
    const struct json_value value = json_member(root, "bidding");

    config->compared.bidding |= config->overrides.bidding;
    if (!config->compared.bidding || root->errors->count)
        return;
    const char *wrong = must_be_played(config);
    if (wrong)
        errors_add(root->errors, config->overrides.bidding ? "--bidding" : value.place,
                   "comparing bids alone %s", wrong);
}

/* ---- the whole config ---- */

/* "$schema" is for editors: results/schemas/config.schema.json. */
const char *const config_keys[] = {
    "$schema",    "name",         "description", "rules",   "bots",     "seats",
    "schedule",   "seatings",     "sessions",    "deals",   "seed",     "workers",
    "limits",     "keep_answers", "isolation",   "tables",  "log",      "compare",
    "test",       "variations",   "grid",        "play",    "contract", "total_deals",
    "population", "tune",         "allow_for",   "redeals", "bidding",  NULL};

/* A shard of a run is played to be merged, from its log. */
static void check_log_of_part(const struct config *config, const struct json_value *root)
{
    const struct json_value log = json_member(root, "log");

    if (config->schedule.shards && config->log == LOG_NONE)
        errors_add(root->errors, config->overrides.log ? "--log" : log.place,
                   "must be all or zstd for a shard of a run (--shard): `merge` reads all of its "
                   "games");
}

static void read_config(struct config *config, struct errors *errors)
{
    const char *names[BOTS_MAX];
    struct json_value root = json_root(config->root, config->path, errors);

    if (!json_is_object(&root))
        return;
    json_check_keys(&root, config_keys, sizeof config_keys / sizeof *config_keys - 1,
                    sizeof *config_keys);
    refuse_other_keys(&root, config->path, config->overrides.purpose);
    read_names(config, &root);
    seat_population(config, &root);
    read_rules(config, &root);
    int rule_seats = config->rules.seats;
    read_isolation(config, &root);
    read_limits(config, &root);
    read_parts(config, &root);
    read_bots(config, &root);
    read_schedule(config, &root);
    read_seats(config, &root);
    read_numbers(config, &root);
    config_deals_read(config, &root);
    read_seed(config, &root);
    apply_overrides(config);
    const int64_t session = config_deals_override(config, errors);
    check_rules(config, &root, rule_seats);
    if (!errors->count)
        build_schedule(config, &root);
    if (errors->count)
        return;
    config->schedule.whole_sessions = some_bot_remembers(config) || config->rules.derived.carries;
    schedule_read_total(&config->schedule, &root);
    config_deals_settle(config, session, errors);
    check_size(config, &root);
    settle_tables(config, &root);
    config->schedule.shard = (int)config->overrides.shard;
    config->schedule.shards = (int)config->overrides.shards;
    if (schedule_units(&config->schedule) == 0)
        errors_add(errors, "--shard", "there are more shards than %ss",
                   config->schedule.whole_sessions ? "session" : "deal");
    config_names(config, names);
    comparison_plan_read(&config->compared, &root, names, config->bot_count, &config->schedule);
    settle_bidding(config, &root);
    settle_redeals(config, &root);
    check_log_of_part(config, &root);
}

bool config_parse(struct config *config, const char *text, size_t length, const char *name,
                  const char *folder, const struct config_overrides *overrides,
                  struct errors *errors)
{
    return config_make(config, json_parse(text, length, name, errors), name, folder, overrides,
                       errors);
}

bool config_make(struct config *config, cJSON *root, const char *name, const char *folder,
                 const struct config_overrides *overrides, struct errors *errors)
{
    int before = errors->count;

    *config = (struct config){
        .path = xstrdup(name), .folder = xstrdup(folder), .root = root, .overrides = *overrides};
    config->modules = overrides->modules ? overrides->modules : module_files_new();
    skat_rules_official(&config->rules);
    if (config->root && overrides->rules)
        rule_words_apply(config->root, overrides->rules, errors);
    if (config->root && overrides->limits)
        limits_from_words(config->root, overrides->limits, errors);
    if (config->root)
        read_config(config, errors);
    return config->root && errors->count == before;
}

/* ---- a config as a file ---- */

/* A short session that is played to look at its games, or searched for options in others. */
static bool is_one_evening(const struct config *config)
{
    return config->overrides.purpose == CONFIG_TUNE ||
           (config->overrides.purpose == CONFIG_PLAY && config->schedule.deals < CONFIG_EVENING);
}

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* A file of this name comes before a config of the program's; a study looks among the studies
 * first. */
static bool find_config(const char *name, enum config_purpose purpose, char path[FOLDER_PATH_SIZE])
{
    const bool study = purpose == CONFIG_STUDY;
    const enum program_dir which[] = {study ? PROGRAM_STUDIES : PROGRAM_CONFIGS,
                                      study ? PROGRAM_CONFIGS : PROGRAM_STUDIES};

    snprintf(path, FOLDER_PATH_SIZE, "%.1100s", name);
    for (size_t i = 0; i < sizeof which / sizeof *which && !is_file(path); i++)
        if (!program_file(which[i], name, path))
            snprintf(path, FOLDER_PATH_SIZE, "%.1100s", name);
    return program_is_path(name) || access(path, F_OK) == 0;
}

static void not_found(const char *name, struct errors *errors)
{
    static const enum program_dir kinds[] = {PROGRAM_CONFIGS, PROGRAM_STUDIES};
    char suggestion[SUGGESTION_SIZE] = "";

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !*suggestion; i++) {
        int count;
        char **names = program_names(kinds[i], &count);
        did_you_mean(name, (const char *const *)names, (size_t)count, sizeof *names, suggestion);
        program_names_free(names, count);
    }
    errors_add(errors, name, "there is no such file, and no config of this name%s", suggestion);
}

bool config_load(struct config *config, const char *name, const struct config_overrides *overrides,
                 struct errors *errors)
{
    size_t length;
    char found[FOLDER_PATH_SIZE], folder[FOLDER_PATH_SIZE];

    *config = (struct config){0};
    if (!find_config(name, overrides->purpose, found)) {
        not_found(name, errors);
        return false;
    }
    if (folder_exists(found)) {
        errors_add(errors, found, "%s; expected a config", folder_contents(found));
        return false;
    }
    char *text = file_read(found, INPUT_NAMED, &length, errors);
    if (!text)
        return false;
    snprintf(folder, sizeof folder, "%s", found);
    bool ok = config_parse(config, text, length, found, dirname(folder), overrides, errors);
    free(text);
    if (ok && config->rules.derived.carries && !is_one_evening(config))
        ok = !config_refuse_single_session(config, "", errors);
    return ok;
}

void config_free(struct config *config)
{
    bots_free(config->bots, config->bot_count);
    if (config->modules != config->overrides.modules)
        module_files_free(config->modules);
    given_deals_free(&config->given);
    free(config->path);
    free(config->folder);
    cJSON_Delete(config->root);
    cJSON_Delete(config->given_overrides);
    *config = (struct config){0};
}

/* ---- what others ask of a config ---- */

struct dealt config_deal(const struct config *config, uint64_t session, uint64_t deal)
{
    struct dealt dealt;

    dealt.key =
        skat_deal_of_run(&dealt.deal, config->rules.derived.deck, &config->key, session, deal);
    if (config->given.count)
        dealt.deal = config->given.deals[deal];
    return dealt;
}

bool config_keeps_answers_of(const struct config *config, int bot)
{
    const struct bot *one = &config->bots[bot];
    const struct bot_module *module = &one->parts[PLAYER_PART_BID];

    return config->keep_answers && !config->isolates && config->schedule.per_deal > 1 &&
           !config->schedule.whole_sessions && !one->limits.bank_ms && !one->composed &&
           !module->unsandboxed && module->description &&
           module_has_flag(module->description, "deterministic") && !bot_uses_clock(one) &&
           !bot_remembers(one);
}

/* Whether answers of any bot may be given again. */
static bool keeps_answers(const struct config *config)
{
    bool keeps = false;

    for (int bot = 0; config->keep_answers && bot < config->bot_count && !keeps; bot++)
        keeps = config_keeps_answers_of(config, bot);
    return keeps;
}

bool config_uses_earlier_games(const struct config *config)
{
    return keeps_answers(config) || (config->play == PLAY_SOLVER && config->schedule.per_deal > 1);
}

bool config_same_bot(const struct config *config, int one, int other)
{
    const struct bot *x = &config->bots[one], *y = &config->bots[other];
    const struct bot_module *a = &x->parts[PLAYER_PART_BID], *b = &y->parts[PLAYER_PART_BID];

    if (one == other)
        return !x->composed;
    if (x->composed || y->composed || x->sees_all != y->sees_all || a->file != b->file ||
        a->setting_count != b->setting_count || a->samples != b->samples ||
        memcmp(&x->limits, &y->limits, sizeof x->limits) != 0)
        return false;
    for (int i = 0; i < a->setting_count; i++) {
        const struct skat_bot_setting *first = &a->settings[i], *second = &b->settings[i];
        if (strcmp(first->name, second->name) != 0 || first->value != second->value ||
            strcmp(first->text ? first->text : "", second->text ? second->text : "") != 0)
            return false;
    }
    return true;
}

bool config_starts_programs(const struct config *config)
{
    for (int bot = 0; bot < config->bot_count; bot++)
        if (bot_starts_programs(&config->bots[bot]))
            return true;
    return false;
}

bool config_starts_bot_processes(const struct config *config)
{
    return config->isolates || config_starts_programs(config);
}

bool config_uses_clock(const struct config *config)
{
    bool uses = false;

    for (int i = 0; i < config->bot_count; i++)
        uses |= bot_uses_clock(&config->bots[i]);
    return uses;
}

bool config_seed_can_be_tried(const struct config *config)
{
    return config->isolation == ISOLATION_PROCESS && !config->given.count &&
           skat_seed_is_small(&config->seed);
}

bool config_keep_seed(struct config *config, const char *folder, bool resume, struct errors *errors)
{
    struct skat_seed seed;

    if (!config->seed_drawn)
        return true;
    if (!drawn_seed_keep(folder, resume, errors) || !drawn_seed_take(&seed, errors))
        return false;
    set_seed(config, &seed);
    return true;
}
