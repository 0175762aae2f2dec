// SPDX-License-Identifier: MIT
#include "arena/match/unit_result.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "arena/base/memory.h"

/* Where the game of a deal at a place stands in the unit. */
static size_t in_order(const struct worker_pool *pool, uint32_t deal, uint32_t place)
{
    return (size_t)deal * (size_t)pool->places + place;
}

/* ---- texts ---- */

/* Whether a game's line lies in its part's text, names the game and is one line. */
static bool line_is_sound(const char *text, uint32_t length, const struct game_lines *line,
                          uint64_t number)
{
    const uint32_t begin = line->begin, end = line->end;
    char head[40];

    if (begin >= end || end > length)
        return false;
    int head_length = snprintf(head, sizeof head, "{\"game\":%" PRIu64 ",", number);
    return end - begin > (uint32_t)head_length &&
           memcmp(text + begin, head, (size_t)head_length) == 0 &&
           memchr(text + begin, '\n', end - begin) == text + end - 1;
}

static bool report_is_sound(uint32_t length, const struct game_lines *line)
{
    return line->report_begin <= line->report_end && line->report_end <= length;
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
            ok &= stats->score[scoring][seat] <= SCORE_MAX &&
                  stats->score[scoring][seat] >= -SCORE_MAX;
    return ok;
}

static bool stats_are_sound(const struct game_stats *stats, const struct game_id *id,
                            unsigned seats)
{
    return stats->game == id->game && stats->session == id->session && stats->deal == id->deal &&
           stats->arrangement == id->arrangement && in_range(stats, seats);
}

/* ---- the unit ---- */

void unit_result_open(struct unit_result *result, const struct worker_pool *pool)
{
    *result = (struct unit_result){0};
    result->sizes = slot_sizes_of(pool->part_games_max * (uint32_t)pool->places,
                                  pool->sizes.text > 0, pool->sizes.stats > 0, false, false);
    result->memory = xcheck(map_zeroed(slot_bytes(&result->sizes), MAP_PRIVATE));
    result->buffers = slot_buffers_in(result->memory, &result->sizes);
}

void unit_result_close(struct unit_result *result)
{
    if (result->memory)
        munmap(result->memory, slot_bytes(&result->sizes));
    *result = (struct unit_result){0};
}

static bool counts_are_sound(const struct worker_pool *pool, const struct unit *unit,
                             uint32_t played, uint32_t text_length, uint32_t reports_length,
                             const struct tally *tally)
{
    const struct config *config = pool->config;

    return played <= unit->deals && text_length <= pool->sizes.text &&
           reports_length <= pool->sizes.reports &&
           tally_is_sound(tally, config->bot_count, played, config->rules.seats);
}

bool assigned_part_can_continue(const struct worker_pool *pool, const struct assigned_part *part,
                                const struct work_slot *slot)
{
    return counts_are_sound(pool, &part->unit, slot->played, slot->text_length,
                            slot->fault_report_length, &slot->tally);
}

/* Takes what is written of one game of a part whose texts begin at those lengths of the unit's. */
static bool take_lines(struct unit_result *result, const struct game_lines *from, size_t game,
                       uint64_t number, uint32_t text_length, uint32_t reports_length)
{
    const struct game_lines line = *(const volatile struct game_lines *)from;

    if (!report_is_sound(reports_length, &line))
        return false;
    result->buffers.lines[game] = (struct game_lines){
        result->text_length + line.begin, result->text_length + line.end,
        result->reports_length + line.report_begin, result->reports_length + line.report_end, 0};
    return !result->buffers.text ||
           line_is_sound(result->buffers.text + result->text_length, text_length, &line, number);
}

/* Takes the games of one part. */
static bool take_part(struct unit_result *result, const struct worker_pool *pool,
                      const struct unit *unit, struct part_slot part, bool may_be_cut)
{
    const struct work_slot *slot = &worker_pool_shm(pool, part.worker)->slots[part.slot];
    const struct slot_buffers from = worker_pool_buffers(pool, part.worker, part.slot);
    const uint32_t played = read_once(&slot->played), text_length = read_once(&slot->text_length),
                   reports_length = read_once(&slot->fault_report_length);
    struct tally *tally = &result->of_part;
    struct slot_buffers *to = &result->buffers;
    bool sound = true;

    tally_clear(tally, pool->config->bot_count);
    tally_merge(tally, &slot->tally, pool->config->bot_count);
    if (!counts_are_sound(pool, unit, played, text_length, reports_length, tally))
        return false;
    if (played < unit->deals)
        return may_be_cut;
    memcpy(to->reports + result->reports_length, from.reports, reports_length);
    if (to->text)
        memcpy(to->text + result->text_length, from.text, text_length);
    for (uint32_t deal = 0; deal < unit->deals && sound; deal++) {
        const struct game_id id = worker_pool_game(pool, part.worker, unit->first_deal, deal);
        const size_t game = in_order(pool, deal, worker_pool_place(pool, part.worker));
        sound = take_lines(result, &from.lines[deal], game, id.game, text_length, reports_length);
        if (to->stats) {
            to->stats[game] = from.stats[deal];
            sound = sound &&
                    stats_are_sound(&to->stats[game], &id, (unsigned)pool->config->rules.seats);
        }
    }
    result->text_length += text_length;
    result->reports_length += reports_length;
    result->played += played;
    tally_merge(&result->tally, tally, pool->config->bot_count);
    return sound;
}

int unit_result_take(struct unit_result *result, const struct worker_pool *pool,
                     const struct unit *unit, const struct placed_part *parts, bool may_be_cut)
{
    result->played = result->text_length = result->reports_length = 0;
    tally_clear(&result->tally, pool->config->bot_count);
    for (int place = 0; place < pool->places; place++)
        if (!take_part(result, pool, unit, parts[place].slot, may_be_cut))
            return place;
    return -1;
}
