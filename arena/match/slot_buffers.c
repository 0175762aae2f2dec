// SPDX-License-Identifier: MIT
#include "arena/match/slot_buffers.h"

#include "arena/match/fault_report.h"
#include "arena/record/game_json.h"

struct slot_sizes slot_sizes_of(uint32_t games, bool log, bool stats, bool moves,
                                bool keeps_answers, bool skips)
{
    return (struct slot_sizes){
        .deals = games * sizeof(struct dealt),
        .text = log ? (size_t)games * GAME_JSON_SIZE : 0,
        .lines = games * sizeof(struct game_lines),
        .stats = stats ? games * sizeof(struct game_stats) : 0,
        .moves = moves ? games * sizeof(struct played_moves) : 0,
        .skipped = skips ? games * sizeof(bool) : 0,
        .reports = (size_t)games * FAULT_REPORT_SIZE,
        .records = keeps_answers ? (size_t)games * PLAYED_RECORD_SIZE : 0,
        .before = keeps_answers ? games * sizeof(struct played_record[PLAYED_RECORDS_MAX]) : 0,
    };
}

/* Each buffer begins on a page, so that what is not written to costs nothing. */
static size_t in_pages(size_t size)
{
    enum { PAGE = 4096 };
    return (size + PAGE - 1) / PAGE * PAGE;
}

size_t slot_bytes(const struct slot_sizes *sizes)
{
    return in_pages(sizes->deals) + in_pages(sizes->text) + in_pages(sizes->lines) +
           in_pages(sizes->stats) + in_pages(sizes->moves) + in_pages(sizes->skipped) +
           in_pages(sizes->reports) + in_pages(sizes->records) + in_pages(sizes->before);
}

/* The next buffer, or NULL if it is not wanted. */
static void *take(char **memory, size_t size)
{
    void *taken = size ? *memory : NULL;

    *memory += in_pages(size);
    return taken;
}

struct slot_buffers slot_buffers_in(void *memory, const struct slot_sizes *sizes)
{
    char *rest = memory;
    struct slot_buffers buffers;

    buffers.deals = take(&rest, sizes->deals);
    buffers.text = take(&rest, sizes->text);
    buffers.lines = take(&rest, sizes->lines);
    buffers.stats = take(&rest, sizes->stats);
    buffers.moves = take(&rest, sizes->moves);
    buffers.skipped = take(&rest, sizes->skipped);
    buffers.reports = take(&rest, sizes->reports);
    buffers.records = take(&rest, sizes->records);
    buffers.before = take(&rest, sizes->before);
    return buffers;
}
