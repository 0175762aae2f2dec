// SPDX-License-Identifier: MIT
#include "arena/match/worker_pool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "arena/base/child.h"
#include "arena/base/memory.h"
#include "arena/config/config.h"
#include "arena/record/game_json.h"

/* ---- buffers ---- */

static size_t in_pages(size_t size)
{
    enum { PAGE = 4096 };
    return (size + PAGE - 1) / PAGE * PAGE;
}

/* The next buffer, or NULL if it is not wanted. It begins on a page, so that what is not written to
 * costs nothing. */
static void *take(uintptr_t *memory, bool wanted, size_t size)
{
    void *taken = wanted ? (void *)*memory : NULL;

    *memory += wanted ? in_pages(size) : 0;
    return taken;
}

/* The buffers of a slot that begin at an address, for the largest unit, every game with the longest
 * line and a fault, every deal with re-deals. *end: of them. */
static struct slot_buffers buffers_at(const struct worker_pool *pool, uintptr_t memory,
                                      uintptr_t *end)
{
    const struct config *config = pool->config;
    const size_t deals = pool->unit_deals_max, games = deals * (size_t)pool->places;
    const bool redeals = config->compared.redeals > 0;
    struct slot_buffers buffers;

    buffers.text = take(&memory, config->log != LOG_NONE, games * GAME_JSON_SIZE);
    buffers.lines = take(&memory, true, games * sizeof *buffers.lines);
    buffers.stats = take(&memory, pool->game_stats, games * sizeof *buffers.stats);
    buffers.moves = take(&memory, pool->moves, games * sizeof *buffers.moves);
    buffers.reports = take(&memory, true, games * FAULT_REPORT_SIZE);
    buffers.bids = take(&memory, config->compared.bidding, deals * sizeof *buffers.bids);
    buffers.changes = take(&memory, redeals, deals * sizeof *buffers.changes);
    buffers.redeals = take(&memory, redeals, deals * REDEAL_LINE_SIZE(pool->places));
    *end = memory;
    return buffers;
}

/* ---- the pool ---- */

/* Most deals of a unit. */
static uint32_t unit_deals_of(const struct config *config)
{
    const uint32_t places = (uint32_t)config->schedule.per_deal,
                   rounds = (uint32_t)config->tables * UNIT_ROUNDS;
    uint32_t most = UNIT_GAMES / places ? UNIT_GAMES / places : 1;

    if (config->schedule.whole_sessions)
        return (uint32_t)config->schedule.deals;
    if (most > UNIT_DEALS)
        most = UNIT_DEALS;
    return config->tables > 1 && most < rounds ? rounds : most;
}

/* Raises the soft limit of open files, often 1024, as far as needed and allowed. */
static void allow_descriptors(const struct worker_pool *pool)
{
    enum { OF_WORKER = 6, OF_BOT_PROCESS = 5, OTHERS = 100 };
    const struct config *config = pool->config;
    rlim_t processes =
        config->isolates ? (rlim_t)(WORKER_PLACES_KEPT + 1) * PLAYER_PARTS * SKAT_SEATS_MAX : 0;
    rlim_t wanted = (rlim_t)pool->count * OF_WORKER + processes * OF_BOT_PROCESS + OTHERS;
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

bool worker_pool_open(struct worker_pool *pool, const struct config *config, bool game_stats,
                      bool moves, struct errors *errors)
{
    uintptr_t end;

    *pool = (struct worker_pool){.config = config,
                                 .count = config->workers,
                                 .places = config->schedule.per_deal,
                                 .unit_deals_max = unit_deals_of(config),
                                 .game_stats = game_stats,
                                 .moves = moves};
    buffers_at(pool, 0, &end);
    pool->slot_size = (size_t)end;
    pool->area_size = in_pages(sizeof(struct worker_shm)) + WORK_SLOTS * pool->slot_size;
    pool->areas = map_zeroed((size_t)pool->count * pool->area_size);
    pool->stop = map_zeroed(sizeof *pool->stop);
    pool->outputs = xcalloc((size_t)pool->count, sizeof *pool->outputs);
    allow_descriptors(pool);
    if (config_starts_bot_processes(config))
        cgroup_tree_open(&pool->groups);
    if (!pool->areas || !pool->stop)
        errors_add(errors, NULL, "no shared memory for %d workers: %s", pool->count,
                   strerror(errno));
    return pool->areas && pool->stop;
}

void worker_pool_close(struct worker_pool *pool)
{
    if (pool->stop)
        munmap(pool->stop, sizeof *pool->stop);
    if (pool->areas)
        munmap(pool->areas, (size_t)pool->count * pool->area_size);
    for (int i = 0; pool->outputs && i < pool->count; i++)
        bot_output_close(&pool->outputs[i]);
    cgroup_tree_close(&pool->groups);
    free(pool->outputs);
}

enum { OWN_KEPT = 4, POOL_KEPT_MAX = OWN_KEPT + MODULE_FILES_MAX };

void worker_pool_keep(const struct worker_pool *pool, int worker, int orders, int reports)
{
    const struct bot_output *own = &pool->outputs[worker];
    int kept[POOL_KEPT_MAX] = {orders, reports, own->from, own->to};
    char *area = pool->areas + (size_t)worker * pool->area_size,
         *end = pool->areas + (size_t)pool->count * pool->area_size;

    if (area > pool->areas)
        munmap(pool->areas, (size_t)(area - pool->areas));
    if (area + pool->area_size < end)
        munmap(area + pool->area_size, (size_t)(end - area) - pool->area_size);
    mprotect(pool->stop, sizeof *pool->stop, PROT_READ);
    const int modules = module_files_descriptors(pool->config->modules, kept + OWN_KEPT);
    child_close_others(kept, OWN_KEPT + modules);
}

struct slot_buffers worker_pool_buffers(const struct worker_pool *pool, int worker, int slot)
{
    const uintptr_t area = (uintptr_t)(pool->areas + (size_t)worker * pool->area_size);
    uintptr_t end;

    return buffers_at(
        pool, area + in_pages(sizeof(struct worker_shm)) + (size_t)slot * pool->slot_size, &end);
}
