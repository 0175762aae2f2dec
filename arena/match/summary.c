#include "arena/match/summary.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/compare/estimate_json.h"
#include "arena/base/json_write.h"
#include "arena/log/manifest.h"

enum { THOUSANDTHS = 1000 };

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
                  const struct run_stats *stats, const char *log)
{
    bool decided = stats && run_stats_decided(stats);
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
    if (stats)
        run_stats_to_json(stats, log, root);
    return root;
}
