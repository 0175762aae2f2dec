// SPDX-License-Identifier: MIT
#include "arena/compare/run_fold.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/base/terminal.h"
#include "arena/base/version.h"
#include "arena/result/decide_verdict.h"

/* The unit that is being read: nothing of it counts before it is whole. */
struct unit_in_reading {
    uint64_t size, count; /* its games, and those that were read */
    struct game_stats *games;
    struct played_moves *moves; /* NULL: nobody looks at them */
    struct tally tally;
    struct deal_bids bids;              /* of the deal at hand; unknown: its line has not come */
    uint64_t first_session, first_game; /* of the run that is read, in a pool; else 0 */
};

struct run_fold {
    const struct manifest *manifest;
    struct comparison_plan compared; /* as far as it is judged here */
    struct run_stats *stats;
    struct inconsistency_finder *finder;
    struct tally tally;
    struct unit_in_reading unit;
};

/* With these two compared. */
static struct run_fold *new_comparing(const struct manifest *manifest,
                                      const struct comparison_plan *compared)
{
    const struct schedule *schedule = &manifest->schedule;
    struct run_fold *fold = xcalloc(1, sizeof *fold); /* a tally is 100 kB */

    fold->manifest = manifest;
    fold->compared = *compared;
    fold->compared.tested &= !schedule->shards;
    fold->stats = run_stats_new(&manifest->rules, schedule, &fold->compared, manifest->names,
                                manifest->bot_count);
    const bool solver =
        strcmp(json_text(manifest->root, "play"), card_play_names[PLAY_SOLVER]) == 0;
    fold->finder = inconsistency_finder_new(&manifest->rules, schedule,
                                            json_get(manifest->root, "bots"), solver);
    fold->unit.size =
        (uint64_t)schedule->per_deal * (schedule->whole_sessions ? schedule->deals : 1);
    return fold;
}

struct run_fold *run_fold_new(const struct manifest *manifest)
{
    return new_comparing(manifest, &manifest->compared);
}

void run_fold_free(struct run_fold *fold)
{
    if (!fold)
        return;
    run_stats_free(fold->stats);
    inconsistency_finder_free(fold->finder);
    free(fold->unit.games);
    free(fold->unit.moves);
    free(fold);
}

struct run_stats *run_fold_stats(const struct run_fold *fold) { return fold->stats; }

uint64_t run_fold_games(const struct run_fold *fold)
{
    return (uint64_t)fold->tally.games + run_stats_unplayed(fold->stats);
}

const struct tally *run_fold_tally(const struct run_fold *fold) { return &fold->tally; }

bool run_fold_decided(const struct run_fold *fold) { return run_stats_decided(fold->stats); }

/* ---- games that are played ---- */

void run_fold_add(struct run_fold *fold, const struct tally *tally, const struct game_stats *games,
                  uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        run_stats_add(fold->stats, &games[i]);
    if (tally)
        tally_merge(&fold->tally, tally, fold->manifest->bot_count);
}

void run_fold_add_game(struct run_fold *fold, const struct game_stats *stats,
                       const struct skat_game *game, const struct game_outcome *outcome)
{
    tally_add(&fold->tally, game, outcome,
              fold->manifest->schedule.arrangements[stats->arrangement]);
    run_fold_add(fold, NULL, stats, 1);
}

bool run_fold_wants_moves(const struct run_fold *fold) { return fold->finder; }

void run_fold_add_moves(struct run_fold *fold, const struct game_id *id,
                        const struct played_moves *moves)
{
    inconsistency_finder_add(fold->finder, id, moves, &fold->tally);
}

/* ---- lines of a log ---- */

static struct game_id next_id(const struct run_fold *fold)
{
    const struct schedule *schedule = &fold->manifest->schedule;
    const uint64_t per_deal = (uint64_t)schedule->per_deal,
                   game = schedule_first_game(schedule) + run_fold_games(fold) + fold->unit.count;

    return schedule_game(schedule, game / per_deal, (uint32_t)(game % per_deal));
}

/* Whether the deal at hand begins with the next line. */
static bool begins_deal(const struct run_fold *fold)
{
    return fold->unit.count % (uint64_t)fold->manifest->schedule.per_deal == 0;
}

/* Whether a line with bids may come here: only where bids are compared, and before the games of its
 * deal. Of the deals that are bid alike, only those with certain numbers in their own run are
 * played. */
static bool bids_fit(const struct run_fold *fold, const struct bids_line *line)
{
    const struct game_id id = next_id(fold);
    const uint64_t number = line->session * fold->manifest->schedule.deals + line->deal;
    const bool check = number % BIDS_CHECKED_EVERY == 0;

    return fold->manifest->compared.bidding && begins_deal(fold) && !fold->unit.bids.known &&
           line->session + fold->unit.first_session == id.session && line->deal == id.deal &&
           (line->bids.known != STATS_BIDS_ALIKE || !check) &&
           (line->bids.known != STATS_BIDS_CHECKED || check);
}

/* The games of a deal that is bid alike, none of which is played. */
static void skip_deal(struct run_fold *fold)
{
    struct unit_in_reading *unit = &fold->unit;

    for (int i = 0; i < fold->manifest->schedule.per_deal; i++) {
        const struct game_id id = next_id(fold);
        unit->games[unit->count++] =
            game_stats_of_skipped(&id, fold->manifest->schedule.seats, unit->bids);
    }
    unit->bids = (struct deal_bids){0};
}

static void keep_game(struct run_fold *fold, const struct replayed_line *line)
{
    struct unit_in_reading *unit = &fold->unit;
    const struct game_json *game = &line->game;

    unit->games[unit->count] = line->stats;
    unit->games[unit->count].bids = unit->bids;
    unit->games[unit->count].session += unit->first_session;
    unit->games[unit->count].game += unit->first_game;
    if (unit->moves)
        played_moves_of(&unit->moves[unit->count], &game->game);
    tally_add(&unit->tally, &game->game, &game->outcome,
              fold->manifest->schedule.arrangements[game->id.arrangement]);
    unit->count++;
    if (begins_deal(fold))
        unit->bids = (struct deal_bids){0};
}

bool run_fold_read(struct run_fold *fold, const struct replayed_line *line, struct errors *errors)
{
    struct unit_in_reading *unit = &fold->unit;

    if (!unit->games) {
        unit->games = xcalloc(unit->size, sizeof *unit->games);
        unit->moves = fold->finder ? xcalloc(unit->size, sizeof *unit->moves) : NULL;
    }
    if (!unit->count)
        tally_clear(&unit->tally, fold->manifest->bot_count);
    if (line->is_bids && !bids_fit(fold, &line->bids)) {
        errors_add(errors, line->where, "these are not the bids of the next deal");
        return false;
    }
    if (!line->is_bids && fold->manifest->compared.bidding && !unit->bids.known) {
        errors_add(errors, line->where, "the bids of its deal are missing before this line");
        return false;
    }
    if (!line->is_bids)
        keep_game(fold, line);
    else
        unit->bids = line->bids.bids;
    if (unit->bids.known == STATS_BIDS_ALIKE)
        skip_deal(fold);
    return unit->count == unit->size;
}

void run_fold_begin_run(struct run_fold *fold)
{
    const struct schedule *schedule = &fold->manifest->schedule;

    fold->unit.first_game = run_fold_games(fold);
    fold->unit.first_session =
        fold->unit.first_game / (uint64_t)schedule->per_deal / schedule->deals;
}

const struct game_stats *run_fold_unit(const struct run_fold *fold, uint64_t *count)
{
    *count = fold->unit.count;
    return fold->unit.games;
}

bool run_fold_take(struct run_fold *fold)
{
    struct unit_in_reading *unit = &fold->unit;

    run_fold_add(fold, &unit->tally, unit->games, unit->count);
    for (uint64_t i = 0; unit->moves && i < unit->count; i++) {
        const struct game_stats *game = &unit->games[i];
        const struct game_id id = {.game = game->game,
                                   .session = game->session,
                                   .deal = game->deal,
                                   .arrangement = game->arrangement};
        if (game->bids.known != STATS_BIDS_ALIKE)
            run_fold_add_moves(fold, &id, &unit->moves[i]);
    }
    unit->count = 0;
    return !run_fold_decided(fold);
}

/* ---- the result ---- */

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
    return (struct points_won){points, ratio_of(points, deals)};
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
        .declared_share = ratio_of(bot->declared, bot->active),
        .won_share = ratio_of(bot->won, bot->declared),
        .mean_bid = ratio_of(bot->bid_sum, bot->declared),
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

static void add_bot_summaries(struct run_summary *summary, const struct run_fold *fold,
                              struct pool *pool)
{
    const struct manifest *manifest = fold->manifest;

    summary->bots = pool_alloc(pool, (size_t)manifest->bot_count, sizeof *summary->bots);
    summary->bots_count = manifest->bot_count;
    for (int i = 0; i < manifest->bot_count; i++)
        summary->bots[i] =
            bot_summary(pool_text(pool, manifest->names[i]), &fold->tally.bots[i], &manifest->rules,
                        inconsistency_finder_watches(fold->finder, i), pool);
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

void run_fold_finish(const struct run_fold *fold, const char *log, struct run_summary *summary,
                     struct pool *pool)
{
    const struct skat_rule_option *scoring = skat_rule_option_find("scoring.system");
    const struct manifest *manifest = fold->manifest;
    const struct tally *tally = &fold->tally;
    const uint64_t planned = schedule_games(&manifest->schedule);
    const cJSON *pooled = json_get(manifest->root, "pooled");
    struct lone_play plays[LONE_PLAYS];
    char manifest_hash[HASH_SIZE];

    manifest_sha256(manifest->root, manifest_hash);
    *summary = (struct run_summary){
        .format = RESULT_FORMAT,
        .manifest_sha256 = pool_text(pool, manifest_hash),
        .games = tally->games,
        .planned = (int64_t)planned,
        .complete = run_stats_decided(fold->stats) ||
                    (uint64_t)tally->games + run_stats_unplayed(fold->stats) == planned,
        .declared = tally->declared,
        .won = tally->won,
        .passed_in = tally->passed_in,
        .ramsch = tally->ramsch,
        .bock = tally->bock,
        .scoring = scoring->names[manifest->rules.scoring_system],
        .declared_share = ratio_of(tally->declared, tally->games),
        .won_share = ratio_of(tally->won, tally->declared),
        .signature = pool_print(pool, "%016" PRIx64, tally->signature),
        .depends_on_clock = manifest->uses_clock || timeouts(tally, manifest->bot_count) > 0,
        .seed_can_be_tried = manifest_seed_can_be_tried(manifest->root),
        .extended_from = manifest->extended_from ? manifest->extended_from : FIELD_NO_INT,
        .pooled = pooled ? cJSON_GetArraySize(pooled) : FIELD_NO_INT,
        .shard = shard_of(manifest, pool),
    };
    add_bot_summaries(summary, fold, pool);
    run_stats_numbers(fold->stats, log, &summary->numbers, pool);
    if (summary->shard && summary->shard->tested)
        run_numbers_forget_judged(&summary->numbers);
    fields_round(&run_summary_fields, summary);
    summary->verdict =
        decide_verdict(summary, lone_plays_read(manifest->root, plays, pool) ? plays : NULL, pool);
    fields_round(&run_verdict_fields, summary->verdict);
}

void run_fold_warn(const struct run_fold *fold, int most)
{
    inconsistencies_warn(fold->finder, &fold->tally, fold->manifest->names, most);
}

/* ---- any two bots of a finished run, from its log ---- */

static int find_name(const struct manifest *manifest, const char *name, struct errors *errors)
{
    const int bot = bot_number_of(manifest->names, manifest->bot_count, name);
    char suggestion[SUGGESTION_SIZE];

    if (bot < 0)
        errors_add(errors, name, "not a bot of this folder%s",
                   did_you_mean(name, manifest->names, (size_t)manifest->bot_count,
                                sizeof *manifest->names, suggestion));
    return bot;
}

/* A fold, and what is wrong with its lines. */
struct refolding {
    struct run_fold *fold;
    struct errors *errors;
};

static bool take_line(void *context, const struct replayed_line *line)
{
    const struct refolding *refolding = context;
    const int before = refolding->errors->count;

    if (run_fold_read(refolding->fold, line, refolding->errors))
        run_fold_take(refolding->fold);
    return refolding->errors->count == before;
}

/* Replays the log for a pair other than that of the summary. */
static void fold_log(struct log_reader *log, const char *folder, struct run_fold *fold,
                     struct run_numbers *numbers, struct pool *pool, struct errors *errors)
{
    const struct refolding refolding = {fold, errors};
    char path[FOLDER_PATH_SIZE];

    *numbers = (struct run_numbers){0};
    log->with_bids = true;
    if (log_games_each(log, take_line, (void *)&refolding, errors))
        run_stats_numbers(run_fold_stats(fold), log->path, numbers, pool);
    if (!errors->count && !numbers->comparison)
        errors_add(errors, log->path, "these two share more tables in some deals than in others");
    if (!errors->count && access(folder_file(folder, "summary.json", path), F_OK) != 0)
        print_note("skat-arena: warning: %s: the run was cut off after %lld games\n", folder,
                   (long long)run_fold_tally(fold)->games);
}

/* Whether these are the two of the run, of which there may be re-deals. */
static bool is_pair_of_run(const struct comparison_plan *compared, const struct manifest *manifest)
{
    const struct comparison_plan *of_run = &manifest->compared;

    return (compared->a == of_run->a && compared->b == of_run->b) ||
           (compared->a == of_run->b && compared->b == of_run->a);
}

bool recompare_find_pair(struct comparison_plan *compared, const struct manifest *manifest,
                         const char *const names[2], const char *folder, struct errors *errors)
{
    compared->a = find_name(manifest, names[0], errors);
    compared->b = find_name(manifest, names[1], errors);
    if (errors->count)
        return false;
    if (compared->a == manifest->compared.a && compared->b == manifest->compared.b) {
        *compared = manifest->compared;
        compared->tested &= !manifest->schedule.shards; /* of all shards */
    }
    if (is_pair_of_run(compared, manifest)) { /* in either order */
        compared->redeals = manifest->compared.redeals;
        compared->bidding = manifest->compared.bidding;
        compared->allow_for = manifest->compared.allow_for;
    }
    if (manifest->schedule.kind == SCHEDULE_RECORDED)
        errors_add(errors, folder,
                   "has imported games, each on a deal of its own; the results of these two at "
                   "shared tables are in \"pairs\" of summary.json");
    else if (compared->a == compared->b)
        errors_add(errors, names[1], "is the same bot: there is nothing to compare");
    else if (!comparison_plan_pair_meets(compared, &manifest->schedule))
        errors_add(errors, folder, "%s and %s never sit at the same table", names[0], names[1]);
    return !errors->count;
}

bool recompare(struct log_reader *log, const char *folder, const struct comparison_plan *compared,
               struct run_numbers *numbers, struct pool *pool, struct errors *errors)
{
    const struct manifest *manifest = &log->manifest;
    struct redeals_source source;
    struct run_fold *fold = new_comparing(manifest, compared);

    if (redeals_source_open(&source, folder, compared, &manifest->schedule, manifest->names,
                            errors)) {
        source.sign = compared->a == manifest->compared.a ? 1 : -1;
        run_stats_take_redeals(run_fold_stats(fold), redeals_source_change, &source);
        fold_log(log, folder, fold, numbers, pool, errors);
    }
    redeals_source_close(&source);
    run_fold_free(fold);
    return !errors->count;
}
