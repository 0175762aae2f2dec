#include "arena/match/unit_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct game_id id_in_order(const struct worker_pool *pool, const struct unit *unit,
                                  uint32_t game)
{
    const struct schedule *schedule = &pool->config->schedule;
    uint32_t per_deal = (uint32_t)schedule->per_deal;

    return schedule_game(schedule, unit->first_deal + game / per_deal, game % per_deal);
}

/* ---- the log ---- */

/* Whether a game's line lies in the text, names the game and is one line. */
static bool line_is_sound(const struct worker_pool *pool, int worker, int slot,
                          const struct unit *unit, uint32_t game, uint32_t text_length)
{
    const uint32_t *place = worker_pool_lines(pool, worker, slot) + (size_t)2 * game;
    uint32_t begin = place[0], end = place[1]; /* copies */
    const char *text = worker_pool_text(pool, worker, slot);
    char head[40];

    if (begin >= end || end > text_length)
        return false;
    int length =
        snprintf(head, sizeof head, "{\"game\":%" PRIu64 ",", id_in_order(pool, unit, game).game);
    return end - begin > (uint32_t)length && memcmp(text + begin, head, (size_t)length) == 0 &&
           memchr(text + begin, '\n', end - begin) == text + end - 1;
}

static bool lines_are_sound(const struct worker_pool *pool, int worker, int slot,
                            const struct unit *unit, uint32_t text_length)
{
    for (uint32_t game = 0; game < unit->games; game++)
        if (!line_is_sound(pool, worker, slot, unit, game, text_length))
            return false;
    return true;
}

/* ---- game statistics ---- */

static bool seat_or_nobody(unsigned seat, unsigned seats)
{
    return seat < seats || seat == SKAT_NOBODY;
}

static bool in_range(const struct game_stats *stats, unsigned seats)
{
    const int32_t SCORE_MAX = 100000000;
    bool ok = stats->seats == seats && stats->kind < STATS_GAMES &&
              seat_or_nobody(stats->declarer, SKAT_PLAYERS) &&
              seat_or_nobody(stats->kontra_by, SKAT_PLAYERS) &&
              seat_or_nobody(stats->fault_seat, seats) && stats->status < GAME_STATUSES &&
              (stats->won | stats->hand | stats->ouvert | stats->overbid | stats->schneider |
               stats->schwarz) <= 1;

    for (int position = 0; position < SKAT_PLAYERS; position++)
        ok = ok && seat_or_nobody(stats->seat_of[position], seats);
    for (int scoring = 0; scoring < STATS_SCORINGS; scoring++)
        for (unsigned seat = 0; seat < seats; seat++)
            ok = ok && stats->score[scoring][seat] <= SCORE_MAX &&
                 stats->score[scoring][seat] >= -SCORE_MAX;
    return ok;
}

bool unit_game_stats(const struct worker_pool *pool, int worker, int slot, const struct unit *unit,
                     uint32_t game, struct game_stats *stats)
{
    const struct game_id id = id_in_order(pool, unit, game);

    *stats = worker_pool_stats(pool, worker, slot)[game];
    return stats->game == id.game && stats->session == id.session && stats->deal == id.deal &&
           stats->arrangement == id.arrangement &&
           in_range(stats, (unsigned)pool->config->rules.seats);
}

static bool stats_are_sound(const struct worker_pool *pool, int worker, int slot,
                            const struct unit *unit)
{
    struct game_stats stats;

    for (uint32_t game = 0; game < unit->games; game++)
        if (!unit_game_stats(pool, worker, slot, unit, game, &stats))
            return false;
    return true;
}

/* ---- the unit ---- */

bool unit_can_continue(const struct worker_pool *pool, const struct unit *unit,
                       const struct work_slot *slot)
{
    const struct config *config = pool->config;

    return slot->played <= unit->games && slot->text_length <= pool->text_size &&
           slot->fault_report_length <= worker_pool_fault_reports_size(pool) &&
           tally_is_sound(&slot->tally, config->bot_count, slot->played, config->rules.seats);
}

bool unit_is_sound(const struct worker_pool *pool, int worker, int slot, const struct unit *unit,
                   const struct work_slot *result, bool may_be_cut)
{
    const struct worker_area *area = &pool->areas[worker];

    if (!unit_can_continue(pool, unit, result))
        return false;
    if (result->played < unit->games)
        return may_be_cut; /* then nothing of it is taken */
    return (!area->text || lines_are_sound(pool, worker, slot, unit, result->text_length)) &&
           (!area->game_stats || stats_are_sound(pool, worker, slot, unit));
}
