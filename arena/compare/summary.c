// SPDX-License-Identifier: MIT
#include "arena/compare/summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/base/json_write.h"
#include "arena/base/version.h"
#include "arena/log/manifest.h"
#include "arena/result/decide_verdict.h"

static double ratio(int64_t part, int64_t whole)
{
    return whole ? (double)part / (double)whole : NAN;
}

/* An amount of money, from a number of amounts in thousandths, rounded to these. */
static double amount(int64_t times, int thousandths)
{
    enum { THOUSANDTHS = 1000 };
    char text[40];

    snprintf(text, sizeof text, "%.3f", (double)times * thousandths / THOUSANDTHS);
    return strtod(text, NULL);
}

static struct points_won points_won(int64_t points, int64_t deals)
{
    return (struct points_won){points, ratio(points, deals)};
}

/* Do the rules have this type of game? */
static bool plays(const struct skat_rules *rules, unsigned type)
{
    return (type != SKAT_GAME_SACHSENSPITZE || rules->sachsenspitze) &&
           (type != SKAT_GAME_REVOLUTION || skat_rules_revolution(rules));
}

static void add_games(struct declared_games *games, const struct bot_tally *bot,
                      const struct skat_rules *rules, struct pool *pool)
{
    for (unsigned type = 0; type < SKAT_GAME_DECLARED; type++)
        if (plays(rules, type)) {
            struct games_won *counts = pool_alloc(pool, 1, sizeof *counts);
            *counts = (struct games_won){bot->type_declared[type], bot->type_won[type]};
            *declared_games_of(games, type) = counts;
        }
}

static struct bot_summary bot_summary(const char *name, const struct bot_tally *bot,
                                      const struct skat_rules *rules, bool watched,
                                      struct pool *pool)
{
    const bool seeger = rules->scoring_system == SKAT_SCORING_SEEGER_FABIAN;
    const int64_t score = bot->score + (seeger ? bot->seeger_extras : 0);
    struct bot_summary summary = {
        .name = name,
        .counts = *bot,
        .declared_share = ratio(bot->declared, bot->active),
        .won_share = ratio(bot->won, bot->declared),
        .mean_bid = ratio(bot->bid_sum, bot->declared),
        .classic = points_won(bot->points, bot->seats),
        .seeger_fabian = points_won(bot->points + bot->seeger_extras, bot->seats),
        .score = points_won(score, bot->seats),
        .as_declarer = points_won(bot->as_declarer, bot->declared),
        .as_defender = points_won(bot->as_defender, bot->defended),
        .otherwise = points_won(score - bot->as_declarer - bot->as_defender,
                                bot->seats - bot->declared - bot->defended),
        .faults = {bot->faults[GAME_ILLEGAL], bot->faults[GAME_TIMEOUT], bot->faults[GAME_CRASH],
                   watched ? bot->inconsistent : FIELD_NO_INT},
    };

    add_games(&summary.games, bot, rules, pool);
    if (rules->money_stake) {
        summary.money = pool_alloc(pool, 1, sizeof *summary.money);
        *summary.money = (struct money_won){
            bot->money, rules->money_rounding ? amount(bot->paid, rules->money_rounding)
                                              : amount(bot->money, rules->money_stake)};
    }
    return summary;
}

static int64_t timeouts(const struct tally *tally, int bots)
{
    int64_t sum = 0;

    for (int i = 0; i < bots; i++)
        sum += tally->bots[i].faults[GAME_TIMEOUT];
    return sum;
}

static void add_bots(struct run_summary *summary, const struct summary_sources *sources,
                     struct pool *pool)
{
    const struct manifest *manifest = sources->manifest;

    summary->bots = pool_alloc(pool, (size_t)manifest->bot_count, sizeof *summary->bots);
    summary->bots_count = manifest->bot_count;
    for (int i = 0; i < manifest->bot_count; i++)
        summary->bots[i] =
            bot_summary(pool_text(pool, manifest->names[i]), &sources->tally->bots[i],
                        &manifest->rules, inconsistency_finder_watches(sources->finder, i), pool);
}

/* NULL if it is a whole run. */
static struct summary_shard *shard_of(const struct manifest *manifest, struct pool *pool)
{
    const struct schedule *schedule = &manifest->schedule;

    if (!schedule->shards)
        return NULL;
    struct summary_shard *shard = pool_alloc(pool, 1, sizeof *shard);
    *shard = (struct summary_shard){schedule->shard,
                                    schedule->last_shard ? schedule->last_shard : FIELD_NO_INT,
                                    schedule->shards, manifest->compared.tested};
    return shard;
}

void summary_of(struct run_summary *summary, const struct summary_sources *sources,
                struct pool *pool)
{
    const struct skat_rule_option *scoring = skat_rule_option_find("scoring.system");
    const struct manifest *manifest = sources->manifest;
    const struct tally *tally = sources->tally;
    const uint64_t planned = schedule_games(&manifest->schedule);
    const cJSON *pooled = json_get(manifest->root, "pooled");
    struct lone_play plays[LONE_PLAYS];
    char signature[20], manifest_hash[HASH_SIZE];

    snprintf(signature, sizeof signature, "%016" PRIx64, tally->signature);
    manifest_sha256(manifest->root, manifest_hash);
    *summary = (struct run_summary){
        .format = RESULT_FORMAT,
        .manifest_sha256 = pool_text(pool, manifest_hash),
        .games = tally->games,
        .planned = (int64_t)planned,
        .complete = run_stats_decided(sources->stats) ||
                    (uint64_t)tally->games + run_stats_unplayed(sources->stats) == planned,
        .declared = tally->declared,
        .won = tally->won,
        .passed_in = tally->passed_in,
        .ramsch = tally->ramsch,
        .bock = tally->bock,
        .scoring = scoring->names[manifest->rules.scoring_system],
        .declared_share = ratio(tally->declared, tally->games),
        .won_share = ratio(tally->won, tally->declared),
        .signature = pool_text(pool, signature),
        .depends_on_clock = manifest->uses_clock || timeouts(tally, manifest->bot_count) > 0,
        .seed_can_be_tried = manifest_seed_can_be_tried(manifest->root),
        .extended_from = manifest->extended_from ? manifest->extended_from : FIELD_NO_INT,
        .pooled = pooled ? cJSON_GetArraySize(pooled) : FIELD_NO_INT,
        .shard = shard_of(manifest, pool),
    };
    add_bots(summary, sources, pool);
    run_stats_numbers(sources->stats, sources->log, &summary->numbers, pool);
    if (summary->shard && summary->shard->tested)
        run_numbers_forget_judged(&summary->numbers);
    fields_round(&run_summary_fields, summary);
    summary->verdict =
        decide_verdict(summary, lone_plays_read(manifest->root, plays, pool) ? plays : NULL, pool);
    fields_round(&run_verdict_fields, summary->verdict);
}
