#include "arena/match/summary.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/compare/estimate_json.h"
#include "arena/base/json_write.h"
#include "arena/log/manifest.h"

enum { THOUSANDTHS = 1000 };

/* An amount of money, from points and a stake in thousandths. */
static void add_amount(cJSON *object, const char *key, int64_t points, int stake)
{
    char text[40];

    snprintf(text, sizeof text, "%.3f", (double)points * stake / THOUSANDTHS);
    cJSON_AddNumberToObject(object, key, strtod(text, NULL));
}

static void add_points(cJSON *object, const char *key, int64_t points, int64_t deals)
{
    cJSON *scoring = cJSON_AddObjectToObject(object, key);
    json_put_int(scoring, "points", points);
    json_put_ratio(scoring, "per_deal", points, deals);
    json_put_ratio(scoring, "per_36", points * DEALS_OF_SERIES, deals);
}

/* Do the rules have this type of game? */
static bool plays(const struct skat_rules *rules, int type)
{
    return (type != SKAT_GAME_SACHSENSPITZE || rules->sachsenspitze_base) &&
           (type != SKAT_GAME_REVOLUTION || rules->revolution);
}

/* The counters of one section; zeros where the rules have no such thing. */
static void add_counters(cJSON *object, const struct bot_tally *bot, enum tally_section section)
{
    for (int i = 0; i < tally_counter_count; i++)
        if (tally_counters[i].section == section)
            json_put_int(object, tally_counters[i].key, tally_count(bot, &tally_counters[i]));
}

static void add_money(cJSON *object, const struct bot_tally *bot, int stake)
{
    cJSON *money = cJSON_AddObjectToObject(object, "money");

    json_put_int(money, "points", bot->money);
    add_amount(money, "amount", bot->money, stake);
}

static cJSON *bot_summary(const char *name, const struct bot_tally *bot,
                          const struct skat_rules *rules)
{
    bool seeger = rules->scoring == SKAT_SCORING_SEEGER_FABIAN;
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "name", name);
    add_counters(object, bot, TALLY_DEALS);
    json_put_ratio(object, "declared_share", bot->declared, bot->active);
    json_put_ratio(object, "won_share", bot->won, bot->declared);
    add_counters(object, bot, TALLY_DEFENCE);
    json_put_ratio(object, "mean_bid", bot->bid_sum, bot->declared);
    cJSON *types = cJSON_AddObjectToObject(object, "games");
    for (int type = SKAT_GAME_DECLARED - 1; type >= 0; type--) {
        if (!plays(rules, type))
            continue;
        cJSON *game = cJSON_AddObjectToObject(types, skat_games[type].name);
        json_put_int(game, "declared", bot->type_declared[type]);
        json_put_int(game, "won", bot->type_won[type]);
    }
    add_counters(object, bot, TALLY_GAMES);
    add_points(object, "classic", bot->points, bot->deals);
    add_points(object, "seeger_fabian", bot->points + bot->seeger_extras, bot->deals);
    add_points(object, "score", bot->score + (seeger ? bot->seeger_extras : 0), bot->deals);
    add_counters(object, bot, TALLY_VARIANTS);
    if (rules->stake)
        add_money(object, bot, rules->stake);
    cJSON *faults = cJSON_AddObjectToObject(object, "faults");
    for (int status = GAME_ILLEGAL; status < GAME_STATUSES; status++)
        json_put_int(faults, game_status_names[status], bot->faults[status]);
    return object;
}

static int64_t timeouts(const struct tally *tally, int bots)
{
    int64_t sum = 0;

    for (int i = 0; i < bots; i++)
        sum += tally->bots[i].faults[GAME_TIMEOUT];
    return sum;
}

cJSON *summary_of(const struct tally *tally, const struct skat_rules *rules,
                  const char *const names[], int bots, uint64_t planned, bool uses_clock,
                  const struct run_stats *stats, const char *log)
{
    bool decided = stats && run_stats_decided(stats);
    const struct skat_rule_option *scoring = skat_rule_option_find("scoring");
    cJSON *root = cJSON_CreateObject();
    char signature[20];

    json_put_int(root, "format", RESULT_FORMAT);
    json_put_int(root, "games", tally->games);
    json_put_int(root, "planned", (int64_t)planned);
    cJSON_AddBoolToObject(root, "complete", decided || (uint64_t)tally->games == planned);
    json_put_int(root, "declared", tally->declared);
    json_put_int(root, "won", tally->won);
    json_put_int(root, "passed_in", tally->passed_in);
    json_put_int(root, "ramsch", tally->ramsch);
    json_put_int(root, "bock", tally->bock);
    cJSON_AddStringToObject(root, "scoring", scoring->names[rules->scoring]);
    json_put_ratio(root, "declared_share", tally->declared, tally->games);
    json_put_ratio(root, "won_share", tally->won, tally->declared);
    snprintf(signature, sizeof signature, "%016" PRIx64, tally->signature);
    cJSON_AddStringToObject(root, "signature", signature);
    cJSON_AddBoolToObject(root, "depends_on_clock", uses_clock || timeouts(tally, bots) > 0);
    cJSON *list = cJSON_AddArrayToObject(root, "bots");
    for (int i = 0; i < bots; i++)
        cJSON_AddItemToArray(list, bot_summary(names[i], &tally->bots[i], rules));
    if (stats)
        run_stats_to_json(stats, log, root);
    return root;
}
