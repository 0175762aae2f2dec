// SPDX-License-Identifier: MIT
#include "arena/match/unit_result.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "arena/base/memory.h"

static struct game_id id_in_order(const struct worker_pool *pool, const struct unit *unit,
                                  uint32_t game)
{
    const struct schedule *schedule = &pool->config->schedule;
    uint32_t per_deal = (uint32_t)schedule->per_deal;

    game += unit->skip;
    return schedule_game(schedule, unit->first_deal + game / per_deal, game % per_deal);
}

/* ---- the log ---- */

/* Whether a game's line lies in the text, names the game and is one line. */
static bool line_is_sound(const struct unit_result *result, uint32_t game, uint64_t number)
{
    const char *text = result->buffers.text;
    uint32_t begin = result->buffers.lines[2 * game], end = result->buffers.lines[2 * game + 1];
    char head[40];

    if (begin >= end || end > result->text_length)
        return false;
    int length = snprintf(head, sizeof head, "{\"game\":%" PRIu64 ",", number);
    return end - begin > (uint32_t)length && memcmp(text + begin, head, (size_t)length) == 0 &&
           memchr(text + begin, '\n', end - begin) == text + end - 1;
}

static bool lines_are_sound(const struct unit_result *result, const struct worker_pool *pool,
                            const struct unit *unit)
{
    for (uint32_t game = 0; game < unit->games; game++)
        if (!line_is_sound(result, game, id_in_order(pool, unit, game).game))
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

static bool stats_are_sound(const struct unit_result *result, const struct worker_pool *pool,
                            const struct unit *unit)
{
    for (uint32_t game = 0; game < unit->games; game++) {
        const struct game_stats *stats = &result->buffers.stats[game];
        const struct game_id id = id_in_order(pool, unit, game);
        if (stats->game != id.game || stats->session != id.session || stats->deal != id.deal ||
            stats->arrangement != id.arrangement ||
            !in_range(stats, (unsigned)pool->config->rules.seats))
            return false;
    }
    return true;
}

/* ---- the unit ---- */

void unit_result_open(struct unit_result *result, const struct worker_pool *pool)
{
    *result = (struct unit_result){0};
    if (!slot_buffers_open(&result->buffers, &pool->sizes, 1, MAP_PRIVATE))
        xcheck(NULL);
}

void unit_result_close(struct unit_result *result, const struct worker_pool *pool)
{
    slot_buffers_close(&result->buffers, &pool->sizes, 1);
    *result = (struct unit_result){0};
}

static bool counts_are_sound(const struct worker_pool *pool, const struct unit *unit,
                             uint32_t played, uint32_t text_length, uint32_t reports_length,
                             const struct tally *tally)
{
    const struct config *config = pool->config;

    return played <= unit->games && text_length <= pool->sizes.text &&
           reports_length <= pool->sizes.reports &&
           tally_is_sound(tally, config->bot_count, played, config->rules.seats);
}

bool unit_can_continue(const struct worker_pool *pool, const struct unit *unit,
                       const struct work_slot *slot)
{
    return counts_are_sound(pool, unit, slot->played, slot->text_length, slot->fault_report_length,
                            &slot->tally);
}

static void copy(struct unit_result *result, struct slot_buffers from, uint32_t games)
{
    struct slot_buffers *to = &result->buffers;

    memcpy(to->lines, from.lines, (size_t)2 * games * sizeof *to->lines);
    memcpy(to->reports, from.reports, result->reports_length);
    if (to->text)
        memcpy(to->text, from.text, result->text_length);
    if (to->stats)
        memcpy(to->stats, from.stats, games * sizeof *to->stats);
}

bool unit_result_take(struct unit_result *result, const struct worker_pool *pool, int worker,
                      int slot, const struct unit *unit, bool may_be_cut)
{
    const struct work_slot *from = &pool->areas[worker].shm->slots[slot];

    result->played = read_once(&from->played);
    result->tally = from->tally;
    result->text_length = read_once(&from->text_length);
    result->reports_length = read_once(&from->fault_report_length);
    if (!counts_are_sound(pool, unit, result->played, result->text_length, result->reports_length,
                          &result->tally))
        return false;
    if (result->played < unit->games)
        return may_be_cut;
    copy(result, worker_pool_buffers(pool, worker, slot), unit->games);
    return (!result->buffers.text || lines_are_sound(result, pool, unit)) &&
           (!result->buffers.stats || stats_are_sound(result, pool, unit));
}
