// SPDX-License-Identifier: MIT
#include "arena/match/supervisor_redeals.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/memory.h"
#include "arena/base/shortage.h"
#include "arena/match/redeal_runner.h"

/* A runner, and what it plays. */
struct runner_handle {
    struct redeal_runner runner;
    bool busy;
    enum redeal_order order;
    uint64_t unit; /* the number of the unit, and of re-deals which of its deals */
    uint32_t deal;
    int deaths; /* in a row, of this runner */
};

struct supervisor_redeals {
    struct runner_handle *handles;
    int count;
    const struct runner_handle *starting; /* whose process is being forked */
    int *heard;                           /* which runner an entry of poll is of */
    struct redeal_tables tables;
    struct game_stats *stats; /* of the deal at hand, by place */
};

static bool redeals_wanted(const struct supervisor *run)
{
    return run->config->compared.redeals > 0;
}

bool supervisor_open_redeals(struct supervisor *run)
{
    const struct config *config = run->config;

    if (!redeals_wanted(run) && !config->compared.bidding)
        return true;
    struct supervisor_redeals *all = run->redeals = xcalloc(1, sizeof *run->redeals);
    all->count = config->workers;
    all->handles = xcalloc((size_t)all->count, sizeof *all->handles);
    all->heard = xcalloc((size_t)all->count, sizeof *all->heard);
    all->stats = xcalloc((size_t)config->schedule.per_deal, sizeof *all->stats);
    for (int i = 0; i < run->window; i++) {
        run->open[i].redealt = xcalloc(run->pool.part_games_max, sizeof *run->open[i].redealt);
        run->open[i].bids = xcalloc(run->pool.part_games_max, sizeof *run->open[i].bids);
    }
    for (int i = 0; i < all->count; i++)
        if (!redeal_runner_open(&all->handles[i].runner, config, &run->pool.groups, i)) {
            errors_add(run->errors, NULL, "no shared memory for processes beside the games: %s",
                       strerror(errno));
            return false;
        }
    return true;
}

static void forget_unit(struct open_unit *open, uint32_t deals)
{
    for (uint32_t deal = 0; open->redealt && deal < deals; deal++) {
        free(open->redealt[deal].lines);
        open->redealt[deal] = (struct redealt_deal){0};
    }
    open->looked_at = false;
}

void supervisor_close_redeals(struct supervisor *run, int64_t patience_ms)
{
    struct supervisor_redeals *all = run->redeals;

    if (!all)
        return;
    for (int i = 0; i < all->count; i++) {
        struct redeal_runner *runner = &all->handles[i].runner;
        const bool started = runner->pid != 0;
        redeal_runner_end(runner, patience_ms);
        for (int bot = 0; started && bot < run->config->bot_count; bot++)
            latency_merge(&run->result->times[bot], &runner->shared->times[bot]);
        redeal_runner_close(runner);
    }
    for (int i = 0; i < run->window; i++) {
        forget_unit(&run->open[i], run->pool.part_games_max);
        free(run->open[i].redealt);
        free(run->open[i].bids);
        run->open[i].redealt = NULL;
        run->open[i].bids = NULL;
    }
    free(all->handles);
    free(all->heard);
    free(all->stats);
    free(all);
    run->redeals = NULL;
}

/* ---- which deals ---- */

static void copy_stats(const struct supervisor *run, const struct open_unit *open, uint32_t deal)
{
    for (int place = 0; place < run->pool.places; place++) {
        const struct part_slot part = open->parts[place].slot;
        run->redeals->stats[place] =
            worker_pool_buffers(&run->pool, part.worker, part.slot).stats[deal];
    }
}

static void find_tables(const struct supervisor *run, uint64_t deal)
{
    const struct schedule *schedule = &run->config->schedule;

    redeal_tables_of(&run->redeals->tables, schedule, schedule_game(schedule, deal, 0).arrangement,
                     run->config->compared.a, run->config->compared.b, deal % 2 == 1);
}

static void look_at(const struct supervisor *run, struct open_unit *open)
{
    for (uint32_t deal = 0; deal < open->unit.deals; deal++) {
        if (open->bids[deal].known == STATS_BIDS_ALIKE)
            continue; /* there are no games */
        find_tables(run, open->unit.first_deal + deal);
        copy_stats(run, open, deal);
        open->redealt[deal].state = redeal_tables_differ(&run->redeals->tables, run->redeals->stats)
                                        ? REDEAL_WANTED
                                        : REDEAL_NONE;
    }
    open->looked_at = true;
}

/* ---- runners ---- */

int supervisor_redeals_playing(const struct supervisor *run)
{
    int count = 0;

    for (int i = 0; run->redeals && i < run->redeals->count; i++)
        count += run->redeals->handles[i].busy;
    return count;
}

/* In the runner's process: the memory of workers and of other runners is not for it. */
static void forget_others(void *context)
{
    struct supervisor *run = context;

    munmap(run->pool.areas, (size_t)run->pool.count * run->pool.area_size);
    for (int i = 0; i < run->redeals->count; i++)
        if (&run->redeals->handles[i] != run->redeals->starting)
            redeal_runner_close(&run->redeals->handles[i].runner);
}

static const char *runner_words(const struct runner_handle *handle)
{
    return handle->order == ORDER_SCOUT ? "asking for bids" : "re-deals";
}

static bool start_runner(struct supervisor *run, struct runner_handle *handle)
{
    run->redeals->starting = handle;
    for (int attempt = 1; !redeal_runner_start(&handle->runner, forget_others, run); attempt++) {
        const int error = errno;
        if (shortage_is(error) && shortage_wait(attempt))
            continue;
        snprintf(run->shortage, sizeof run->shortage, "no process for %s: %s", runner_words(handle),
                 strerror(error));
        return false;
    }
    return true;
}

static void copy_moves(const struct supervisor *run, const struct open_unit *open, uint32_t deal,
                       struct played_moves *moves)
{
    for (int place = 0; place < run->pool.places; place++) {
        const struct part_slot part = open->parts[place].slot;
        const struct slot_buffers from = worker_pool_buffers(&run->pool, part.worker, part.slot);
        played_moves_copy(&moves[place], &from.moves[deal]);
    }
}

static void lay_redeals(const struct supervisor *run, const struct open_unit *open,
                        const struct runner_handle *handle)
{
    struct redeal_runner_shm *shared = handle->runner.shared;

    copy_moves(run, open, handle->deal, handle->runner.moves);
    shared->deal = open->unit.first_deal + handle->deal;
    shared->dealt = open->deals[handle->deal];
}

static void lay_scouting(const struct open_unit *open, struct scouted_deals *scouted)
{
    scouted->first = open->unit.first_deal;
    scouted->count = open->unit.deals;
    memcpy(scouted->dealt, open->deals, open->unit.deals * sizeof *scouted->dealt);
}

static void order(struct supervisor *run, struct runner_handle *handle)
{
    struct open_unit *open = &run->open[handle->unit % (uint64_t)run->window];

    if (!handle->runner.pid && !start_runner(run, handle))
        return;
    handle->runner.shared->order = (uint8_t)handle->order;
    if (handle->order == ORDER_SCOUT)
        lay_scouting(open, &handle->runner.shared->scouted);
    else
        lay_redeals(run, open, handle);
    redeal_runner_order(&handle->runner);
}

static struct runner_handle *idle_runner(const struct supervisor *run)
{
    for (int i = 0; i < run->redeals->count; i++)
        if (!run->redeals->handles[i].busy)
            return &run->redeals->handles[i];
    return NULL;
}

static void give(struct supervisor *run, struct runner_handle *handle, enum redeal_order what,
                 uint64_t unit, uint32_t deal)
{
    handle->busy = true;
    handle->order = what;
    handle->unit = unit;
    handle->deal = deal;
    order(run, handle);
}

/* Gives the deals of a unit that are wanted, as long as there are runners. */
static void give_deals(struct supervisor *run, struct open_unit *open)
{
    struct runner_handle *handle;

    for (uint32_t deal = 0; deal < open->unit.deals && !*run->shortage; deal++)
        if (open->redealt[deal].state == REDEAL_WANTED && (handle = idle_runner(run))) {
            open->redealt[deal].state = REDEAL_GIVEN;
            give(run, handle, ORDER_REDEALS, open->unit.number, deal);
        }
}

void supervisor_give_redeals(struct supervisor *run)
{
    if (!redeals_wanted(run) || run->failed || run->decided)
        return;
    for (uint64_t unit = run->next_taken; unit < run->next_unit && !*run->shortage; unit++) {
        struct open_unit *open = &run->open[unit % (uint64_t)run->window];
        if (!open->looked_at && open_unit_is_played(open, &run->pool))
            look_at(run, open);
        if (open->looked_at)
            give_deals(run, open);
    }
}

/* ---- scouting ---- */

void supervisor_give_scouting(struct supervisor *run)
{
    struct runner_handle *handle;

    if (!run->config->compared.bidding || run->failed || run->decided)
        return;
    for (uint64_t unit = run->next_taken; unit < run->next_unit && !*run->shortage; unit++) {
        struct open_unit *open = &run->open[unit % (uint64_t)run->window];
        if (open->scouting != SCOUTING_WANTED || !(handle = idle_runner(run)))
            continue;
        open->scouting = SCOUTING_GIVEN;
        give(run, handle, ORDER_SCOUT, unit, 0);
    }
}

bool supervisor_is_scouted(const struct supervisor *run, const struct open_unit *open)
{
    return !run->config->compared.bidding || open->scouting == SCOUTING_DONE;
}

/* Of the deals that are bid alike, some are played all the same. */
static void take_scouting(struct open_unit *open, const struct scouted_deals *scouted)
{
    for (uint32_t deal = 0; deal < open->unit.deals; deal++) {
        open->bids[deal] = scouted->bids[deal];
        if (open->bids[deal].known != STATS_BIDS_ALIKE)
            open->bids[deal].known = STATS_BIDS_DIFFER;
        else if ((scouted->first + deal) % BID_SCOUT_CHECKS == 0)
            open->bids[deal].known = STATS_BIDS_CHECKED;
    }
    open->scouting = SCOUTING_DONE;
}

/* ---- replies ---- */

int supervisor_redeals_poll(struct supervisor *run, struct pollfd *polled)
{
    int count = 0;

    for (int i = 0; run->redeals && i < run->redeals->count; i++)
        if (run->redeals->handles[i].busy) {
            polled[count] =
                (struct pollfd){.fd = run->redeals->handles[i].runner.replies, .events = POLLIN};
            run->redeals->heard[count++] = i;
        }
    return count;
}

static void take_reply(struct supervisor *run, struct runner_handle *handle)
{
    struct open_unit *open = &run->open[handle->unit % (uint64_t)run->window];
    const struct redeal_runner_shm *shared = handle->runner.shared;

    handle->busy = false;
    handle->deaths = 0;
    if (handle->order == ORDER_SCOUT) {
        take_scouting(open, &shared->scouted);
        return;
    }
    if (open->unit.number != handle->unit || !open->redealt ||
        open->redealt[handle->deal].state != REDEAL_GIVEN)
        return; /* it is played again */
    struct redealt_deal *redealt = &open->redealt[handle->deal];
    redealt->state = REDEAL_PLAYED;
    redealt->change = shared->change;
    redealt->length = shared->text_length;
    redealt->lines = xcalloc(1, shared->text_length + 1);
    memcpy(redealt->lines, handle->runner.text, shared->text_length);
}

/* A runner runs no bots: if it dies, it was killed, or the machine is short of something. */
static void runner_gone(struct supervisor *run, struct runner_handle *handle)
{
    enum { DEATHS = 20 };
    const int status = redeal_runner_end(&handle->runner, 1000);

    if (WIFEXITED(status) && WEXITSTATUS(status) == REDEAL_RUNNER_SHORTAGE) {
        snprintf(run->shortage, sizeof run->shortage, "%s", handle->runner.shared->shortage);
        return;
    }
    if (++handle->deaths < DEATHS && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
        order(run, handle);
        return;
    }
    errors_add(run->errors, NULL, "the process for %s %s %d", runner_words(handle),
               WIFSIGNALED(status) ? "was ended by signal" : "ended with status",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    run->failed = true;
}

void supervisor_redeals_hear(struct supervisor *run, const struct pollfd *polled, int count)
{
    for (int i = 0; i < count; i++) {
        struct runner_handle *handle = &run->redeals->handles[run->redeals->heard[i]];
        char byte;
        if (!polled[i].revents)
            continue;
        if (read(handle->runner.replies, &byte, 1) == 1)
            take_reply(run, handle);
        else
            runner_gone(run, handle);
    }
}

bool supervisor_redeals_are_done(const struct supervisor *run, const struct open_unit *open)
{
    if (!redeals_wanted(run))
        return true;
    bool done = open->looked_at;
    for (uint32_t deal = 0; deal < open->unit.deals && done; deal++)
        done =
            open->redealt[deal].state == REDEAL_NONE || open->redealt[deal].state == REDEAL_PLAYED;
    return done;
}

void supervisor_forget_redeals(struct supervisor *run, struct open_unit *open)
{
    if (run->redeals)
        forget_unit(open, open->unit.deals);
}
