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

static bool stats_are_sound(const struct game_stats *stats, const struct game_id *id,
                            unsigned seats)
{
    struct game_stats_flaw ignored; /* the part is played again */

    return stats->game == id->game && stats->session == id->session && stats->deal == id->deal &&
           stats->arrangement == id->arrangement && game_stats_are_sound(stats, seats, &ignored);
}

/* ---- the unit ---- */

void unit_result_open(struct unit_result *result, const struct worker_pool *pool)
{
    *result = (struct unit_result){0};
    result->sizes = slot_sizes_of(pool->part_games_max * (uint32_t)pool->places,
                                  pool->sizes.text > 0, pool->sizes.stats > 0, false, false, false);
    result->memory = xcheck(map_zeroed(slot_bytes(&result->sizes), MAP_PRIVATE));
    result->buffers = slot_buffers_in(result->memory, &result->sizes);
}

void unit_result_close(struct unit_result *result)
{
    if (result->memory)
        munmap(result->memory, slot_bytes(&result->sizes));
    *result = (struct unit_result){0};
}

/* The games of a part that are not played, among its first `played`. */
static uint32_t count_skipped(const struct deal_bids *bids, uint32_t played)
{
    uint32_t count = 0;

    for (uint32_t deal = 0; bids && deal < played; deal++)
        count += bids[deal].known == STATS_BIDS_ALIKE;
    return count;
}

static bool counts_are_sound(const struct worker_pool *pool, const struct unit *unit,
                             uint32_t played, uint32_t skipped, uint32_t text_length,
                             uint32_t reports_length, const struct tally *tally)
{
    const struct config *config = pool->config;

    return played <= unit->deals && text_length <= pool->sizes.text &&
           reports_length <= pool->sizes.reports &&
           tally_is_sound(tally, config->bot_count, played - skipped, config->rules.seats, 0);
}

bool assigned_part_can_continue(const struct worker_pool *pool, const struct assigned_part *part,
                                const struct work_slot *slot, const struct deal_bids *bids)
{
    const uint32_t played = read_once(&slot->played);

    return played <= part->unit.deals &&
           counts_are_sound(pool, &part->unit, played, count_skipped(bids, played),
                            slot->text_length, slot->fault_report_length, &slot->tally);
}

/* Of a part's texts, which begin where those of the unit end. */
struct taken_lengths {
    uint32_t text, reports;
};

static bool take_lines(struct unit_result *result, const struct game_lines *from, size_t game,
                       uint64_t number, const struct taken_lengths *lengths)
{
    const struct game_lines line = *(const volatile struct game_lines *)from;

    if (!report_is_sound(lengths->reports, &line))
        return false;
    result->buffers.lines[game] = (struct game_lines){
        result->text_length + line.begin, result->text_length + line.end,
        result->reports_length + line.report_begin, result->reports_length + line.report_end, 0};
    return !result->buffers.text ||
           line_is_sound(result->buffers.text + result->text_length, lengths->text, &line, number);
}

/* Takes the games of one part. */
/* The statistics of a game that was not played. */
static struct game_stats stats_of_skipped(const struct worker_pool *pool, const struct game_id *id,
                                          struct deal_bids bids)
{
    struct game_stats stats = {.game = id->game,
                               .session = id->session,
                               .deal = id->deal,
                               .arrangement = id->arrangement,
                               .seats = (uint8_t)pool->config->rules.seats,
                               .kind = STATS_NO_GAME,
                               .declarer = SKAT_NOBODY,
                               .kontra_by = SKAT_NOBODY,
                               .fault_seat = SKAT_NOBODY,
                               .bids = bids};

    memset(stats.seat_of, SKAT_NOBODY, sizeof stats.seat_of);
    return stats;
}

/* Takes what is written of one game. */
static bool take_game(struct unit_result *result, const struct worker_pool *pool,
                      const struct slot_buffers *from, uint32_t deal, size_t game,
                      const struct game_id *id, const struct taken_lengths *lengths,
                      struct deal_bids bids)
{
    struct game_stats *stats = result->buffers.stats ? result->buffers.stats + game : NULL;

    if (bids.known == STATS_BIDS_ALIKE) {
        result->buffers.lines[game] = (struct game_lines){0};
        if (stats)
            *stats = stats_of_skipped(pool, id, bids);
        return true;
    }
    if (!take_lines(result, &from->lines[deal], game, id->game, lengths))
        return false;
    if (!stats)
        return true;
    *stats = from->stats[deal];
    stats->bids = bids;
    return stats_are_sound(stats, id, (unsigned)pool->config->rules.seats);
}

static bool take_part(struct unit_result *result, const struct worker_pool *pool,
                      const struct unit *unit, struct part_slot part, const struct deal_bids *bids,
                      bool may_be_cut)
{
    const struct work_slot *slot = &worker_pool_shm(pool, part.worker)->slots[part.slot];
    const struct slot_buffers from = worker_pool_buffers(pool, part.worker, part.slot);
    const uint32_t played = read_once(&slot->played);
    const struct taken_lengths lengths = {read_once(&slot->text_length),
                                          read_once(&slot->fault_report_length)};
    struct tally *tally = &result->of_part;
    struct slot_buffers *to = &result->buffers;
    const struct deal_bids unknown = {STATS_BIDS_UNKNOWN, 0};
    bool sound = true;

    tally_clear(tally, pool->config->bot_count);
    tally_merge(tally, &slot->tally, pool->config->bot_count);
    if (played > unit->deals || !counts_are_sound(pool, unit, played, count_skipped(bids, played),
                                                  lengths.text, lengths.reports, tally))
        return false;
    if (played < unit->deals)
        return may_be_cut;
    memcpy(to->reports + result->reports_length, from.reports, lengths.reports);
    if (to->text)
        memcpy(to->text + result->text_length, from.text, lengths.text);
    for (uint32_t deal = 0; deal < unit->deals && sound; deal++) {
        const struct game_id id = worker_pool_game(pool, part.worker, unit->first_deal, deal);
        const size_t game = in_order(pool, deal, worker_pool_place(pool, part.worker));
        sound =
            take_game(result, pool, &from, deal, game, &id, &lengths, bids ? bids[deal] : unknown);
    }
    result->text_length += lengths.text;
    result->reports_length += lengths.reports;
    result->played += played;
    tally_merge(&result->tally, tally, pool->config->bot_count);
    return sound;
}

int unit_result_take(struct unit_result *result, const struct worker_pool *pool,
                     const struct unit *unit, const struct placed_part *parts,
                     const struct deal_bids *bids, bool may_be_cut)
{
    result->played = result->text_length = result->reports_length = 0;
    tally_clear(&result->tally, pool->config->bot_count);
    for (int place = 0; place < pool->places; place++)
        if (!take_part(result, pool, unit, parts[place].slot, bids, may_be_cut))
            return place;
    return -1;
}
