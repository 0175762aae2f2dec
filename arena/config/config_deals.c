// SPDX-License-Identifier: MIT
/* arena/config/config_deals.c - the deals of a config: how many, in which sessions, and which ones
 * if they are given. */
#include "arena/config/config.h"

#include <stdio.h>
#include <string.h>

#include "arena/base/text.h"
#include "engine/rule_set.h"
#include "engine/variant.h"

enum { SEVERAL_SESSIONS_SIZE = 160, USUAL_SESSION = 36 };

/* ---- given deals, or their number ---- */

/* A path in a config is relative to the config's folder. */
static void read_deals_file(struct config *config, const struct json_value *value)
{
    const char *file = value->node->valuestring;
    char path[MODULE_PATH_SIZE];

    if (file[0] == '/')
        snprintf(path, sizeof path, "%s", file);
    else
        snprintf(path, sizeof path, "%s/%s", config->folder, file);
    given_deals_read(&config->given, path, value->errors);
    config->given_file = file;
}

static void read_deals_array(struct config *config, const struct json_value *value)
{
    int length = cJSON_GetArraySize(value->node);

    config->given.in_array = true;
    for (int i = 0; i < length; i++) {
        struct json_value deal = json_element(value, i);
        if (cJSON_IsString(deal.node))
            given_deals_add(&config->given, deal.node->valuestring, (uint64_t)i, deal.place,
                            deal.errors);
        else
            json_wrong(&deal, "a deal, \"CJ.SJ...|...|...|D7.H9\"");
    }
    if (!length)
        json_wrong(value, "at least one deal");
}

enum { DEALS_MAX = 1000000000 };

static void check_given(struct config *config, const struct json_value *deals)
{
    if (config->given.count > DEALS_MAX)
        errors_add(deals->errors, deals->place, "found %zu deals; expected 1..%d",
                   config->given.count, DEALS_MAX);
    config->rules.deals = (int)config->given.count;
    if (config->schedule.sessions > 1)
        errors_add(deals->errors, deals->place, "given deals are one session, but sessions is %llu",
                   (unsigned long long)config->schedule.sessions);
}

static void read_deals(struct config *config, const struct json_value *root)
{
    static const char *const keys[] = {"file"};
    struct json_value deals = json_member(root, "deals"), file = deals;

    if (cJSON_IsArray(deals.node)) {
        read_deals_array(config, &deals);
    } else if (cJSON_IsObject(deals.node)) {
        json_check_keys(&deals, keys, 1, sizeof *keys);
        file = json_member(&deals, "file");
        if (json_string(&file))
            read_deals_file(config, &file);
        else if (!file.node)
            json_wrong(&file, "a file of deals, games or records, or a result folder");
    } else {
        config->rules.deals = (int)json_int(&deals, 1, DEALS_MAX, config->rules.deals);
        if (config->contract == CONTRACTS_FIXED)
            json_wrong(&deals, "deals with contracts for \"contract\": \"fixed\": an array, or "
                               "{\"file\": ...} of games or records");
        if (config->contract == CONTRACTS_POSITION)
            json_wrong(&deals, "deals with moves for \"contract\": \"position\": an array, or "
                               "{\"file\": ...} of a list");
        return;
    }
    check_given(config, &deals);
}

/* Contracts are checked by the rules of their games; wrong rules are reported later. */
void config_deals_read(struct config *config, const struct json_value *root)
{
    struct skat_rules rules = config->rules;

    config->given.deck = skat_variants[rules.game].deck;
    config->given.positions = config->contract == CONTRACTS_POSITION;
    if (config->contract != CONTRACTS_BID) {
        if (!skat_rules_prepare(&rules, NULL) || config_rules_wrong(config, &rules))
            return;
        config->given.rules = &rules;
    }
    read_deals(config, root);
    config->given.rules = NULL;
}

/* ---- deals and sessions by the command line ---- */

/* How many deals a session has, by rules and config. */
static int64_t deals_of_session(const struct config *config, bool *carries)
{
    struct skat_rules rules = config->rules;

    skat_rules_prepare(&rules, NULL);
    *carries = rules.derived.carries;
    return rules.deals;
}

int64_t config_deals_override(struct config *config, struct errors *errors)
{
    const struct config_overrides *overrides = &config->overrides;
    const bool given = config->given.deals != NULL;
    bool carries;

    if (given && (overrides->deals > config->rules.deals ||
                  overrides->session_deals > config->rules.deals)) {
        errors_add(errors, overrides->deals > 0 ? "--deals" : "--session-deals",
                   "only %d deals are given", config->rules.deals);
        return config->rules.deals;
    }
    if (overrides->session_deals > 0)
        config->rules.deals = (int)overrides->session_deals;
    const int64_t session = deals_of_session(config, &carries);
    if (overrides->deals > 0 &&
        (given || (overrides->session_deals <= 0 && config->schedule.sessions == 1 && !carries)))
        config->rules.deals = (int)overrides->deals;
    return session;
}

void config_refuse_deals(int64_t deals, int64_t session, struct errors *errors)
{
    const int64_t below = deals / session * session, above = below + session;
    char numbers[64];

    if (below)
        snprintf(numbers, sizeof numbers, "%lld or %lld", (long long)below, (long long)above);
    else
        snprintf(numbers, sizeof numbers, "%lld", (long long)above);
    errors_add(errors, "--deals",
               "%lld is not a multiple of a session of %lld deals, which is played in one piece "
               "here: use %s",
               (long long)deals, (long long)session, numbers);
}

void config_deals_settle(struct config *config, int64_t session, struct errors *errors)
{
    struct schedule *schedule = &config->schedule;
    const int64_t deals = config->overrides.deals;
    const bool single = schedule->sessions == 1 && config->overrides.session_deals <= 0;

    if (deals <= 0 || config->given.deals || (single && !schedule->whole_sessions))
        return;
    if (schedule->whole_sessions && deals % session)
        config_refuse_deals(deals, session, errors);
    config->rules.deals = (int)session;
    schedule->deals = (uint64_t)session;
    schedule->sessions = (uint64_t)((deals + session - 1) / session);
    schedule->missing = schedule->sessions * schedule->deals - (uint64_t)deals;
}

/* Was it made from a command line? */
static bool is_of_command(const struct config *config)
{
    return strcmp(config->path, CONFIG_OF_COMMAND) == 0;
}

/* What to write instead of one session: the keys of a config, or the options of a command that
 * makes its sessions itself. */
static const char *several_sessions(const struct config *config, char text[SEVERAL_SESSIONS_SIZE])
{
    const bool made = is_of_command(config);
    const long long deals = (long long)config->schedule.deals, least = 2 * USUAL_SESSION,
                    session = made || deals >= least ? USUAL_SESSION : deals,
                    sessions = deals < least ? 2 : (deals + USUAL_SESSION - 1) / USUAL_SESSION,
                    all = sessions * session;

    if (made)
        snprintf(text, SEVERAL_SESSIONS_SIZE, "--deals %lld", all);
    else
        snprintf(text, SEVERAL_SESSIONS_SIZE,
                 "\"sessions\": %lld, \"deals\": %lld (--deals %lld --session-deals %lld)",
                 sessions, session, all, session);
    return text;
}

bool config_refuse_single_session(const struct config *config, const char *carrier,
                                  struct errors *errors)
{
    const struct json_value root = json_root(config->root, config->path, errors),
                            place = json_member(&root, "sessions");
    char text[SEVERAL_SESSIONS_SIZE];

    if (config->schedule.sessions > 1 || config->given.count)
        return false;
    errors_add(errors, is_of_command(config) ? "--deals" : place.place,
               "one session of %lld deal%s is one unit, since the rules%s carry rounds or totals "
               "from deal to deal, and intervals need at least two: use %s",
               (long long)config->schedule.deals, text_plural((long long)config->schedule.deals),
               carrier, several_sessions(config, text));
    return true;
}
