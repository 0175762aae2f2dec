// SPDX-License-Identifier: MIT
#include "arena/match/worker_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arena/base/memory.h"
#include "arena/config/log_plan.h"

static bool open_area(const struct worker_pool *pool, struct worker_area *area)
{
    area->shm = map_zeroed(sizeof *area->shm, MAP_SHARED);
    return slot_buffers_open(&area->buffers, &pool->sizes, WORK_SLOTS, MAP_SHARED) && area->shm;
}

static void close_area(const struct worker_pool *pool, const struct worker_area *area)
{
    if (area->shm)
        munmap(area->shm, sizeof *area->shm);
    slot_buffers_close(&area->buffers, &pool->sizes, WORK_SLOTS);
}

/* Raises the soft limit of open files, often 1024, as far as needed and allowed. */
static void allow_descriptors(const struct config *config)
{
    enum { OF_WORKER = 6, OF_BOT_PROCESS = 4, OTHERS = 100 };
    rlim_t processes = config->isolation == ISOLATION_PROCESS
                           ? (rlim_t)config->bot_count * PLAYER_PARTS * SKAT_SEATS_MAX
                           : 0;
    rlim_t wanted = (rlim_t)config->workers * OF_WORKER + processes * OF_BOT_PROCESS + OTHERS;
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static int (*open_pipes(int count, bool *ok))[2]
{
    int(*pipes)[2] = xcalloc((size_t)count, sizeof *pipes);

    for (int i = 0; i < count; i++)
        *ok = pipe2(pipes[i], O_CLOEXEC | O_NONBLOCK) == 0 && *ok;
    return pipes;
}

static void close_pipes(int (*pipes)[2], int count)
{
    for (int i = 0; pipes && i < count; i++) {
        close(pipes[i][0]);
        close(pipes[i][1]);
    }
    free(pipes);
}

bool worker_pool_open(struct worker_pool *pool, const struct config *config, bool game_stats,
                      struct errors *errors)
{
    uint32_t per_deal = (uint32_t)config->schedule.per_deal;
    uint64_t session = config->schedule.deals * per_deal;

    *pool = (struct worker_pool){.config = config};
    pool->unit_games_max = UNIT_GAMES;
    if (config->tables > UNIT_GAMES / UNIT_ROUNDS)
        pool->unit_games_max = (uint32_t)config->tables * UNIT_ROUNDS;
    if (pool->unit_games_max < per_deal)
        pool->unit_games_max = per_deal;
    if (config->schedule.whole_sessions)
        pool->unit_games_max = (uint32_t)session;
    pool->sizes = slot_sizes_of(pool->unit_games_max, config->log.mode != LOG_NONE, game_stats);
    pool->stop = map_zeroed(sizeof *pool->stop, MAP_SHARED);
    pool->begun = map_zeroed(sizeof *pool->begun, MAP_SHARED);
    pool->areas = xcalloc((size_t)config->workers, sizeof *pool->areas);
    pool->printed = xcalloc((size_t)config->workers, sizeof *pool->printed);
    bool ok = pool->stop && pool->begun;
    for (int i = 0; i < config->workers && ok; i++)
        ok = open_area(pool, &pool->areas[i]);
    allow_descriptors(config);
    pool->outputs = open_pipes(config->workers, &ok);
    pool->passed = open_pipes(config->workers, &ok);
    if (!ok)
        errors_add(errors, NULL, "no shared memory or pipes for %d workers: %s", config->workers,
                   strerror(errno));
    return ok;
}

void worker_pool_close(struct worker_pool *pool)
{
    if (pool->stop)
        munmap(pool->stop, sizeof *pool->stop);
    if (pool->begun)
        munmap(pool->begun, sizeof *pool->begun);
    for (int i = 0; pool->areas && i < pool->config->workers; i++)
        close_area(pool, &pool->areas[i]);
    free(pool->areas);
    free(pool->printed);
    close_pipes(pool->outputs, pool->config->workers);
    close_pipes(pool->passed, pool->config->workers);
}

void worker_pool_keep(const struct worker_pool *pool, int worker)
{
    for (int i = 0; i < pool->config->workers; i++)
        if (i != worker)
            close_area(pool, &pool->areas[i]);
    mprotect(pool->stop, sizeof *pool->stop, PROT_READ);
}

struct slot_buffers worker_pool_buffers(const struct worker_pool *pool, int worker, int slot)
{
    return slot_buffers_at(&pool->areas[worker].buffers, &pool->sizes, slot);
}

/* Copies from one descriptor to another until one would block, and keeps the end of it in `last`.
 * Stops after READS reads, since a child of a bot may print without end. */
static void move_output(int from, int to, char last[FAULT_REPORT_OUTPUT + 1])
{
    enum { READS = 64 };
    char text[4096];
    size_t kept = 0;
    ssize_t got;

    for (int reads = 0; reads < READS && (got = read(from, text, sizeof text)) > 0; reads++) {
        size_t fresh = (size_t)got < FAULT_REPORT_OUTPUT ? (size_t)got : FAULT_REPORT_OUTPUT;
        size_t old = kept < FAULT_REPORT_OUTPUT - fresh ? kept : FAULT_REPORT_OUTPUT - fresh;
        memmove(last, last + kept - old, old);
        memcpy(last + old, text + got - fresh, fresh);
        kept = old + fresh;
        if (write(to, text, (size_t)got) < 0)
            continue; /* nobody reads it, but the fault report still needs it */
    }
    last[kept] = '\0';
}

void worker_pool_pass_output(const struct worker_pool *pool, int worker,
                             char last[FAULT_REPORT_OUTPUT + 1])
{
    move_output(pool->outputs[worker][0], pool->passed[worker][1], last);
}

static void show_output(const struct worker_pool *pool, int worker, int from)
{
    enum { READS = 64 }; /* a child of a bot may print without end */
    char text[4096];
    ssize_t got;

    for (int reads = 0; reads < READS && (got = read(from, text, sizeof text)) > 0; reads++)
        bot_output_show(&pool->printed[worker], pool->config, text, (size_t)got, stderr);
}

void worker_pool_print_output(const struct worker_pool *pool, int worker, bool all)
{
    show_output(pool, worker, pool->passed[worker][0]);
    if (!all)
        return;
    show_output(pool, worker, pool->outputs[worker][0]);
    bot_output_end(&pool->printed[worker], pool->config, stderr);
}
