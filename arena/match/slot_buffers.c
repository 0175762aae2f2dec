// SPDX-License-Identifier: MIT
#include "arena/match/slot_buffers.h"

#include "arena/config/log_mode.h"
#include "arena/match/fault_report.h"
#include "arena/record/game_json.h"

struct slot_sizes slot_sizes_of(uint32_t deals, int places, const struct config *config, bool stats,
                                bool moves)
{
    const size_t games = (size_t)deals * (size_t)places;
    const bool redeals = config->compared.redeals > 0;

    return (struct slot_sizes){
        .text = config->log != LOG_NONE ? games * GAME_JSON_SIZE : 0,
        .lines = games * sizeof(struct game_lines),
        .stats = stats ? games * sizeof(struct game_stats) : 0,
        .moves = moves ? games * sizeof(struct played_moves) : 0,
        .reports = games * FAULT_REPORT_SIZE,
        .bids = config->compared.bidding ? deals * sizeof(struct deal_bids) : 0,
        .redealt = redeals ? deals * sizeof(struct redealt_deal) : 0,
        .redeals = redeals ? deals * REDEAL_LINE_SIZE(places) : 0,
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
    return in_pages(sizes->text) + in_pages(sizes->lines) + in_pages(sizes->stats) +
           in_pages(sizes->moves) + in_pages(sizes->reports) + in_pages(sizes->bids) +
           in_pages(sizes->redealt) + in_pages(sizes->redeals);
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

    buffers.text = take(&rest, sizes->text);
    buffers.lines = take(&rest, sizes->lines);
    buffers.stats = take(&rest, sizes->stats);
    buffers.moves = take(&rest, sizes->moves);
    buffers.reports = take(&rest, sizes->reports);
    buffers.bids = take(&rest, sizes->bids);
    buffers.redealt = take(&rest, sizes->redealt);
    buffers.redeals = take(&rest, sizes->redeals);
    return buffers;
}
