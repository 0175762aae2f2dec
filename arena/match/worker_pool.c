// SPDX-License-Identifier: MIT
#include "arena/match/worker_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/memory.h"
#include "arena/config/config.h"
#include "arena/record/game_json.h"

/* ---- buffers ---- */

/* For units of up to `deals` deals at so many places, every game with the longest line and a fault,
 * every deal with re-deals. */
static struct slot_sizes slot_sizes_of(uint32_t deals, int places, const struct config *config,
                                       bool stats, bool moves)
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
        .changes = redeals ? deals * sizeof(struct redeal_change) : 0,
        .redeals = redeals ? deals * REDEAL_LINE_SIZE(places) : 0,
    };
}

/* Each buffer begins on a page, so that what is not written to costs nothing. */
static size_t in_pages(size_t size)
{
    enum { PAGE = 4096 };
    return (size + PAGE - 1) / PAGE * PAGE;
}

static size_t slot_bytes(const struct slot_sizes *sizes)
{
    return in_pages(sizes->text) + in_pages(sizes->lines) + in_pages(sizes->stats) +
           in_pages(sizes->moves) + in_pages(sizes->reports) + in_pages(sizes->bids) +
           in_pages(sizes->changes) + in_pages(sizes->redeals);
}

/* The next buffer, or NULL if it is not wanted. */
static void *take(char **memory, size_t size)
{
    void *taken = size ? *memory : NULL;

    *memory += in_pages(size);
    return taken;
}

static struct slot_buffers slot_buffers_in(void *memory, const struct slot_sizes *sizes)
{
    char *rest = memory;
    struct slot_buffers buffers;

    buffers.text = take(&rest, sizes->text);
    buffers.lines = take(&rest, sizes->lines);
    buffers.stats = take(&rest, sizes->stats);
    buffers.moves = take(&rest, sizes->moves);
    buffers.reports = take(&rest, sizes->reports);
    buffers.bids = take(&rest, sizes->bids);
    buffers.changes = take(&rest, sizes->changes);
    buffers.redeals = take(&rest, sizes->redeals);
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

static size_t shm_bytes(void)
{
    enum { PAGE = 4096 };
    return (sizeof(struct worker_shm) + PAGE - 1) / PAGE * PAGE;
}

bool worker_pool_open(struct worker_pool *pool, const struct config *config, bool game_stats,
                      bool moves, struct errors *errors)
{
    *pool = (struct worker_pool){
        .config = config, .count = config->workers, .places = config->schedule.per_deal};
    pool->unit_deals_max = unit_deals_of(config);
    pool->sizes = slot_sizes_of(pool->unit_deals_max, pool->places, config, game_stats, moves);
    pool->area_size = shm_bytes() + WORK_SLOTS * slot_bytes(&pool->sizes);
    pool->areas = map_zeroed((size_t)pool->count * pool->area_size, MAP_SHARED);
    pool->stop = map_zeroed(sizeof *pool->stop, MAP_SHARED);
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

const struct bot *worker_shm_bot(const struct worker_shm *shm, const struct config *config)
{
    const char *name = atomic_load(&shm->mark.bot);
    const uint8_t starting = shm->starting_bot;

    if (atomic_load(&shm->phase) == WORKER_STARTING)
        return starting < config->bot_count ? &config->bots[starting] : NULL;
    for (int i = 0; i < config->bot_count; i++)
        if (config->bots[i].name == name)
            return &config->bots[i];
    return NULL;
}

const char *worker_shm_bot_name(const struct worker_shm *shm, const struct config *config)
{
    const struct bot *bot = worker_shm_bot(shm, config);
    return bot ? bot->name : "a bot";
}

int worker_shm_exit(const struct worker_shm *shm, const struct config *config, int status)
{
    const bool in_bot = atomic_load(&shm->mark.calls) & 1;

    return WIFEXITED(status) && !(in_bot && !config->isolates) ? WEXITSTATUS(status) : 0;
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
    char *area = pool->areas + (size_t)worker * pool->area_size;

    return slot_buffers_in(area + shm_bytes() + (size_t)slot * slot_bytes(&pool->sizes),
                           &pool->sizes);
}

void worker_pool_read_output(const struct worker_pool *pool, int worker,
                             char last[FAULT_REPORT_OUTPUT + 1])
{
    bot_output_read(&pool->outputs[worker], &worker_pool_shm(pool, worker)->printed, last);
}

void worker_pool_show_output(const struct worker_pool *pool, int worker, bool all)
{
    bot_output_show_read(&pool->outputs[worker], &worker_pool_shm(pool, worker)->printed,
                         pool->config, all);
}
