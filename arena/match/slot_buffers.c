// SPDX-License-Identifier: MIT
#include "arena/match/slot_buffers.h"

#include <sys/mman.h>

#include "arena/base/memory.h"
#include "arena/match/fault_report.h"
#include "arena/record/game_json.h"

struct slot_sizes slot_sizes_of(uint32_t games, bool log, bool stats)
{
    return (struct slot_sizes){
        .text = log ? (size_t)games * GAME_JSON_SIZE : 0,
        .lines = (size_t)games * 2 * sizeof(uint32_t),
        .stats = stats ? games * sizeof(struct game_stats) : 0,
        .reports = (size_t)games * FAULT_REPORT_SIZE,
    };
}

static void *map(size_t size, int slots, int sharing)
{
    return size ? map_zeroed(size * (size_t)slots, sharing) : NULL;
}

bool slot_buffers_open(struct slot_buffers *buffers, const struct slot_sizes *sizes, int slots,
                       int sharing)
{
    *buffers = (struct slot_buffers){
        .text = map(sizes->text, slots, sharing),
        .lines = map(sizes->lines, slots, sharing),
        .stats = map(sizes->stats, slots, sharing),
        .reports = map(sizes->reports, slots, sharing),
    };
    return (buffers->text || !sizes->text) && buffers->lines && (buffers->stats || !sizes->stats) &&
           buffers->reports;
}

static void unmap(void *memory, size_t size, int slots)
{
    if (memory)
        munmap(memory, size * (size_t)slots);
}

void slot_buffers_close(const struct slot_buffers *buffers, const struct slot_sizes *sizes,
                        int slots)
{
    unmap(buffers->text, sizes->text, slots);
    unmap(buffers->lines, sizes->lines, slots);
    unmap(buffers->stats, sizes->stats, slots);
    unmap(buffers->reports, sizes->reports, slots);
}

struct slot_buffers slot_buffers_at(const struct slot_buffers *buffers,
                                    const struct slot_sizes *sizes, int slot)
{
    const size_t before = (size_t)slot;

    return (struct slot_buffers){
        .text = buffers->text ? buffers->text + before * sizes->text : NULL,
        .lines = buffers->lines + before * (sizes->lines / sizeof *buffers->lines),
        .stats = buffers->stats ? buffers->stats + before * (sizes->stats / sizeof *buffers->stats)
                                : NULL,
        .reports = buffers->reports + before * sizes->reports,
    };
}
