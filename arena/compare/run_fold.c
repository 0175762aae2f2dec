// SPDX-License-Identifier: MIT
#include "arena/compare/run_fold.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/compare/summary.h"

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

struct run_fold *run_fold_new(const struct manifest *manifest)
{
    return run_fold_new_comparing(manifest, &manifest->compared);
}

struct run_fold *run_fold_new_comparing(const struct manifest *manifest,
                                        const struct comparison_plan *compared)
{
    const struct schedule *schedule = &manifest->schedule;
    struct run_fold *fold = xcalloc(1, sizeof *fold); /* a tally is 100 kB */

    fold->manifest = manifest;
    fold->compared = *compared;
    fold->compared.tested &= !schedule->shards;
    fold->stats = run_stats_new(&manifest->rules, schedule, &fold->compared, manifest->names,
                                manifest->bot_count);
    fold->finder = inconsistency_finder_of_manifest(manifest);
    fold->unit.size =
        (uint64_t)schedule->per_deal * (schedule->whole_sessions ? schedule->deals : 1);
    return fold;
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

void run_fold_finish(const struct run_fold *fold, const char *log, struct run_summary *summary,
                     struct pool *pool)
{
    const struct manifest *manifest = fold->manifest;
    const struct summary_sources sources = {
        .manifest = manifest,
        .tally = &fold->tally,
        .stats = fold->stats,
        .finder = fold->finder,
        .log = log,
    };

    summary_of(summary, &sources, pool);
}

void run_fold_warn(const struct run_fold *fold, int most)
{
    inconsistencies_warn(fold->finder, &fold->tally, fold->manifest->names, most);
}
