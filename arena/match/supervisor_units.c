// SPDX-License-Identifier: MIT
/* arena/match/supervisor_units.c - the run in units, given to workers in schedule order. */
#include "arena/match/supervisor_state.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "arena/base/machine.h"
#include "arena/base/memory.h"

/* ---- how large ---- */

/* Units end where a sequential test is evaluated, so that a run can end there. */
static uint64_t deals_to_look(const struct supervisor *run)
{
    if (!run->outputs->fold)
        return UINT64_MAX;
    uint64_t block = run_stats_block_deals(run_fold_stats(run->outputs->fold));
    return block - run->assigned_deals % block;
}

/* How long a worker takes for a deal with all its seatings, in seconds, without the start of its
 * bots; infinity while none is known. */
static double seconds_a_deal(const struct supervisor *run)
{
    double seconds = clock_seconds(CLOCK_MONOTONIC) - run->first_taken;
    uint64_t before = run->first_games;
    double deals = run->next_taken
                       ? (double)(run->result->games - before) / run->config->schedule.per_deal
                       : 0;

    return deals > 0 ? seconds * run->config->workers / deals : INFINITY;
}

/* Whether games are played side by side: not where most units have to be played again. */
static bool together(const struct supervisor *run)
{
    enum { TRIES = 3 };

    return run->config->tables > 1 &&
           (run->units_again < TRIES || 2 * run->units_again < run->units_together);
}

/* Deals of the next unit: one at first and for slow bots, to spread the work, show progress and
 * react to interruptions; more once a unit takes next to no time. Of games that are played side by
 * side more, as many as there are tables and more, by isolated bots as many as take a second. */
static uint32_t unit_deals(const struct supervisor *run, bool side_by_side)
{
    const double UNIT_SECONDS = 0.03, UNIT_SECONDS_TOGETHER = 1;
    const struct config *config = run->config;
    const uint64_t left = run->deals - run->assigned_deals, most = run->pool.unit_deals_max;
    const bool together = side_by_side && !config->isolates;
    const uint64_t least = together ? (uint64_t)config->tables : 1;

    if (config->schedule.whole_sessions)
        return (uint32_t)config->rules.deals;
    if (run->outputs->most_faults)
        return 1; /* it ends after the same game, however fast the bots are */
    const double wanted =
        together ? (double)most
                 : (side_by_side ? UNIT_SECONDS_TOGETHER : UNIT_SECONDS) / seconds_a_deal(run);
    uint64_t deals = wanted < 1 ? 1 : wanted > (double)most ? most : (uint64_t)wanted;
    uint64_t share = left / ((uint64_t)config->workers * 2) + 1;
    if (deals > share)
        deals = share;
    if (deals < least)
        deals = least;
    if (deals > deals_to_look(run))
        deals = deals_to_look(run);
    return (uint32_t)(deals < left ? deals : left);
}

/* How many units a worker should have that it has not finished: several of fast bots, so that it
 * rarely waits; of slow ones one, so that units are finished nearly in the order in which they are
 * written. */
static int units_ahead(const struct supervisor *run)
{
    const double SHORT = 0.05; /* seconds */

    return seconds_a_deal(run) * unit_deals(run, together(run)) < SHORT ? WORK_SLOTS : 1;
}

/* ---- giving units ---- */

static int unfinished_units(const struct supervisor *run, int index)
{
    int count = 0;

    for (int s = 0; s < WORK_SLOTS; s++)
        count += run->handles[index].assigned[s] &&
                 atomic_load(&worker_pool_shm(&run->pool, index)->slots[s].state) != WORK_SLOT_DONE;
    return count;
}

/* The worker that has least to do, if it should have more; -1: none. Slots become free in the order
 * of units, and a worker uses its own in turn. */
static int idle_worker(const struct supervisor *run)
{
    int least = units_ahead(run), idle = -1;

    for (int i = 0; i < run->pool.count; i++) {
        const int unfinished = unfinished_units(run, i);
        if (unfinished < least && !run->handles[i].assigned[run->handles[i].next_slot]) {
            least = unfinished;
            idle = i;
        }
    }
    return idle;
}

static bool may_open_unit(const struct supervisor *run)
{
    return run->assigned_deals < run->deals && !run->stopping && !run->decided && !run->failed &&
           !*run->shortage;
}

/* Starts the worker if it does not run; that may fail. */
static void give(struct supervisor *run, int index)
{
    struct worker_handle *handle = &run->handles[index];
    struct open_unit *open = supervisor_open_unit(run, run->next_unit);
    const struct config *config = run->config;
    const bool side_by_side = together(run);

    *open = (struct open_unit){index, handle->next_slot};
    struct work_slot *slot = supervisor_slot(run, open);
    work_slot_clear(slot, run->config->bot_count);
    slot->unit = (struct unit){.number = run->next_unit++,
                               .first_deal = run->assigned_deals,
                               .deals = unit_deals(run, side_by_side),
                               .one_by_one = config->tables > 1 && !side_by_side};
    run->assigned_deals += slot->unit.deals;
    run->units_together += side_by_side;
    handle->assigned[handle->next_slot] = true;
    handle->next_slot = (handle->next_slot + 1) % WORK_SLOTS;
    atomic_store(&slot->state, WORK_SLOT_ASSIGNED);
    if (handle->process.pid || supervisor_start_worker(run, index))
        supervisor_order_unit(handle);
}

void supervisor_give_units(struct supervisor *run)
{
    int index;

    while (may_open_unit(run) && (index = idle_worker(run)) >= 0)
        give(run, index);
}

/* ---- finished units ---- */

bool supervisor_has_units(const struct supervisor *run) { return run->next_taken < run->next_unit; }

bool supervisor_next_unit(struct supervisor *run)
{
    const struct open_unit *open = supervisor_open_unit(run, run->next_taken);

    if (!supervisor_has_units(run) ||
        atomic_load(&supervisor_slot(run, open)->state) != WORK_SLOT_DONE)
        return false;
    const struct work_slot *slot = supervisor_slot(run, open);
    const uint32_t places = (uint32_t)run->pool.places;
    struct taken_unit *taken = &run->taken;
    *taken = (struct taken_unit){
        .slot = slot,
        .buffers = worker_pool_buffers(&run->pool, open->worker, open->slot),
        .games = slot->unit.deals * places,
    };
    taken->complete =
        slot->places == places && (!taken->buffers.changes || slot->redealt == slot->unit.deals);
    return true;
}

void supervisor_close_unit(struct supervisor *run)
{
    const struct open_unit *open = supervisor_open_unit(run, run->next_taken);

    if (!run->next_taken++) {
        run->first_taken = clock_seconds(CLOCK_MONOTONIC);
        run->first_games = run->result->games;
    }
    atomic_store(&supervisor_slot(run, open)->state, WORK_SLOT_FREE);
    run->handles[open->worker].assigned[open->slot] = false;
}
