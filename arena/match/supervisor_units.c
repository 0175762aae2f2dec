// SPDX-License-Identifier: MIT
#include "arena/match/supervisor_units.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "arena/base/clock.h"
#include "arena/base/memory.h"
#include "arena/match/supervisor_redeals.h"
#include "arena/match/supervisor_workers.h"

/* ---- units ---- */

/* How many units can be open: each needs a slot of a worker of each place. */
static int window_of(const struct worker_pool *pool)
{
    return pool->count / pool->places * WORK_SLOTS;
}

/* The moves of all games of the open units. */
static size_t records_bytes(const struct supervisor *run)
{
    return (size_t)run->window * (size_t)run->pool.places * run->pool.part_games_max *
           sizeof *run->records;
}

bool supervisor_open_units(struct supervisor *run)
{
    const size_t places = (size_t)run->pool.places;

    run->window = window_of(&run->pool);
    run->open = xcalloc((size_t)run->window, sizeof *run->open);
    for (int i = 0; i < run->window; i++) {
        run->open[i].parts = xcalloc(places, sizeof *run->open[i].parts);
        run->open[i].deals = xcalloc(run->pool.part_games_max, sizeof *run->open[i].deals);
    }
    if (run->pool.sizes.records)
        run->records = map_zeroed(records_bytes(run), MAP_PRIVATE);
    if (run->records || !run->pool.sizes.records)
        return true;
    errors_add(run->errors, NULL, "no memory for the moves of games: %s", strerror(errno));
    return false;
}

void supervisor_close_units(struct supervisor *run)
{
    for (int i = 0; run->open && i < run->window; i++) {
        free(run->open[i].parts);
        free(run->open[i].deals);
    }
    free(run->open);
    if (run->records)
        munmap(run->records, records_bytes(run));
}

static struct open_unit *open_unit_of(const struct supervisor *run, uint64_t number)
{
    return &run->open[number % (uint64_t)run->window];
}

/* Units end where a sequential test is evaluated, so that a run can end there. */
static uint64_t deals_to_look(const struct supervisor *run)
{
    if (!run->outputs->stats)
        return UINT64_MAX;
    uint64_t block = run_stats_block_deals(run->outputs->stats);
    return block - run->assigned_deals % block;
}

/* How long a worker takes for a deal with all its seatings, in seconds; infinity while none is
 * known. */
static double seconds_a_deal(const struct supervisor *run)
{
    double seconds = clock_seconds(CLOCK_MONOTONIC) - run->started;
    uint64_t before = run->outputs->start ? run->outputs->start->games : 0;
    double deals = (double)(run->result->games - before) / run->config->schedule.per_deal;

    return deals > 0 ? seconds * run->config->workers / deals : INFINITY;
}

/* Whether games are played side by side: not where most parts have to be played again. */
static bool together(const struct supervisor *run)
{
    enum { TRIES = 3 };

    return run->config->tables > 1 &&
           (run->parts_again < TRIES || 2 * run->parts_again < run->parts_together);
}

/* Whether parts wait for those before them, because games of a deal are of use for its later ones:
 * not where the bots are too fast for that, and not at first, when workers start, which may take
 * long. */
static bool in_turn(const struct supervisor *run)
{
    const double FAST_GAME = 0.0001, seconds = seconds_a_deal(run);

    return run->records && isfinite(seconds) && seconds > FAST_GAME * run->pool.places;
}

/* Deals of the next unit: one at first and for slow bots, to spread the work, show progress and
 * react to interruptions; more once a part takes next to no time. */
static uint32_t unit_deals(const struct supervisor *run)
{
    const double PART_SECONDS = 0.01;
    const struct config *config = run->config;
    const uint64_t left = run->deals - run->assigned_deals, most = run->pool.part_games_max;
    /* Of games that are played side by side, enough for all tables. */
    const uint64_t least = together(run) ? (uint64_t)config->tables : 1;

    if (config->schedule.whole_sessions)
        return (uint32_t)config->rules.deals;
    if (run->outputs->most_faults)
        return 1; /* it ends after the same game, however fast the bots are */
    double wanted = PART_SECONDS * run->pool.places / seconds_a_deal(run);
    if (together(run))
        wanted = (double)most;
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

static bool may_open_unit(const struct supervisor *run)
{
    return run->assigned_deals < run->deals &&
           run->next_unit - run->next_taken < (uint64_t)run->window && !run->stopping;
}

/* The deals of a unit are dealt once, for all its parts. */
static void open_unit(struct supervisor *run)
{
    const struct schedule *schedule = &run->config->schedule;
    struct open_unit *open = open_unit_of(run, run->next_unit);

    open->unit = (struct unit){run->next_unit++, run->assigned_deals, unit_deals(run)};
    open->scouting = SCOUTING_WANTED;
    open->lane = -1;
    for (int place = 0; place < run->pool.places; place++)
        open->parts[place] = (struct placed_part){.slot = {.worker = -1}};
    for (uint32_t i = 0; i < open->unit.deals; i++) {
        const struct game_id id = schedule_game(schedule, run->assigned_deals + i, 0);
        open->deals[i] = config_deal(run->config, id.session, id.deal);
    }
    run->assigned_deals += open->unit.deals;
}

bool supervisor_has_units(const struct supervisor *run) { return run->next_taken < run->next_unit; }

/* ---- workers and their parts ---- */

static int unfinished_parts(const struct supervisor *run, int index)
{
    int count = 0;

    for (int s = 0; s < WORK_SLOTS; s++)
        count += run->handles[index].parts[s].assigned &&
                 atomic_load(&worker_pool_shm(&run->pool, index)->slots[s].state) != WORK_SLOT_DONE;
    return count;
}

/* Whether a worker has parts that it has not finished. */
static bool is_playing(const struct supervisor *run, int index)
{
    return unfinished_parts(run, index) > 0;
}

/* How many parts a worker should have that it has not finished: several of fast bots, so that it
 * rarely waits; of slow ones one, so that units are finished nearly in the order in which they are
 * written. */
static int parts_ahead(const struct supervisor *run)
{
    const double SHORT = 0.05; /* seconds */

    return !in_turn(run) && seconds_a_deal(run) / run->pool.places * unit_deals(run) < SHORT
               ? WORK_SLOTS
               : 1;
}

static bool has_free_slot(const struct worker_handle *handle)
{
    return !handle->parts[handle->next_slot].assigned;
}

static bool is_idle(const struct supervisor *run, int index)
{
    return has_free_slot(&run->handles[index]) && !is_playing(run, index);
}

/* A worker of this place that has nothing to do; -1: none. */
static int idle_worker(const struct supervisor *run, int place)
{
    for (int i = place; i < run->pool.count; i += run->pool.places)
        if (is_idle(run, i))
            return i;
    return -1;
}

/* ---- lanes ---- */

/* A lane in which no unit is being played; -1: none. */
static int free_lane(const struct supervisor *run)
{
    bool used[WORKERS_MAX] = {false};

    for (uint64_t unit = run->next_taken; unit < run->next_unit; unit++) {
        const struct open_unit *open = open_unit_of(run, unit);
        if (open->lane >= 0 && !open_unit_is_played(open, &run->pool))
            used[open->lane] = true;
    }
    for (int lane = 0; lane < run->pool.lanes; lane++)
        if (!used[lane])
            return lane;
    return -1;
}

/* Gives a unit its lane, if there is one for it: they have theirs in order, and whether or not its
 * bids are known yet, since how long these take must not decide where it is played. */
static void reserve_lane(const struct supervisor *run, uint64_t unit)
{
    struct open_unit *open = open_unit_of(run, unit);

    if (run->pool.lanes && open->lane < 0 &&
        (unit == run->next_taken || open_unit_of(run, unit - 1)->lane >= 0))
        open->lane = free_lane(run);
}

/* The worker for a place in a lane. Where a place has fewer workers than there are lanes, some
 * share one. */
static int worker_of_lane(const struct supervisor *run, int lane, int place)
{
    const int places = run->pool.places, copies = run->pool.count / places;

    return lane % copies * places + place;
}

/* Whether an earlier unit still needs this worker. It uses its slots in turn, and they become free
 * in the order of units. */
static bool is_awaited(const struct supervisor *run, uint64_t unit, int place, int worker)
{
    for (uint64_t earlier = run->next_taken; earlier < unit; earlier++) {
        const struct open_unit *open = open_unit_of(run, earlier);
        if (open->parts[place].slot.worker < 0 && worker_of_lane(run, open->lane, place) == worker)
            return true;
    }
    return false;
}

/* The worker that plays a part in the lane of its unit; -1: it cannot be played now. */
static int worker_in_lane(const struct supervisor *run, uint64_t unit, int place)
{
    const struct open_unit *open = open_unit_of(run, unit);

    if (open->lane < 0)
        return -1;
    const int worker = worker_of_lane(run, open->lane, place);
    return is_idle(run, worker) && !is_awaited(run, unit, place, worker) ? worker : -1;
}

/* ---- what was played before ---- */

static char (*record_of(const struct supervisor *run, uint64_t unit, int place,
                        uint32_t deal))[PLAYED_RECORD_SIZE]
{
    const size_t part = unit % (uint64_t)run->window * (size_t)run->pool.places + (size_t)place;

    return &run->records[part * run->pool.part_games_max + deal];
}

/* A bot may have written anything to shared memory, but what is copied ends. */
static void copy_record(char to[PLAYED_RECORD_SIZE], const char *from)
{
    size_t length = strnlen(from, PLAYED_RECORD_SIZE - 1);

    memcpy(to, from, length);
    to[length] = '\0';
}

/* Most parts of fast bots have none; then nothing is written. */
static bool keep_records_of(struct supervisor *run, const struct open_unit *open, int place)
{
    const struct placed_part *part = &open->parts[place];
    const struct slot_buffers from =
        worker_pool_buffers(&run->pool, part->slot.worker, part->slot.slot);
    bool any = false;

    for (uint32_t deal = 0; deal < open->unit.deals && !any; deal++)
        any = from.lines[deal].recorded;
    for (uint32_t deal = 0; any && deal < open->unit.deals; deal++)
        copy_record(*record_of(run, open->unit.number, place, deal),
                    from.lines[deal].recorded ? from.records[deal] : "");
    return any;
}

void supervisor_keep_records(struct supervisor *run)
{
    for (uint64_t unit = run->next_taken; run->records && unit < run->next_unit; unit++) {
        struct open_unit *open = open_unit_of(run, unit);
        for (int place = 0; place < run->pool.places; place++) {
            struct placed_part *part = &open->parts[place];
            if (part->over || !placed_part_is_done(part, &run->pool))
                continue;
            part->recorded = keep_records_of(run, open, place);
            part->over = true;
        }
    }
}

/* Whether a game at one table is of use for one at the other. */
static bool is_of_use(const struct config *config, uint32_t before, uint32_t now)
{
    const uint8_t *one = config->schedule.arrangements[before],
                  *other = config->schedule.arrangements[now];
    bool useful = config->play == PLAY_SOLVER;

    for (int seat = 0; seat < config->rules.seats && !useful; seat++)
        useful = config_same_bot(config, one[seat], other[seat]) &&
                 config_keeps_answers_of(config, other[seat]);
    return useful;
}

/* Puts what is known of a deal from the places before into the slot. Returns the number. */
static int lay_records_of(const struct supervisor *run, const struct open_unit *open, int place,
                          uint32_t deal, struct played_record records[PLAYED_RECORDS_MAX])
{
    const struct config *config = run->config;
    const uint64_t number = open->unit.first_deal + deal;
    const uint32_t now = schedule_game(&config->schedule, number, (uint32_t)place).arrangement;
    int count = 0;

    for (int before = place - 1; before >= 0 && count < PLAYED_RECORDS_MAX; before--) {
        const uint32_t arrangement = now - (uint32_t)(place - before);
        const char *moves = *record_of(run, open->unit.number, before, deal);
        if (!open->parts[before].recorded || !moves[0] || !is_of_use(config, arrangement, now))
            continue;
        records[count].arrangement = arrangement;
        copy_record(records[count++].moves, moves);
    }
    return count;
}

/* Returns the most games that are known of any of the deals. */
static uint8_t lay_records(const struct supervisor *run, const struct open_unit *open, int place,
                           const struct slot_buffers *to)
{
    int most = 0;

    for (int before = 0; before < place; before++)
        most += open->parts[before].recorded;
    if (!most)
        return 0;
    most = 0;
    for (uint32_t deal = 0; deal < open->unit.deals; deal++) {
        struct played_record *records = to->before[deal];
        int count = lay_records_of(run, open, place, deal, records);
        for (int i = count; i < PLAYED_RECORDS_MAX; i++)
            records[i].moves[0] = '\0';
        most = count > most ? count : most;
    }
    return (uint8_t)most;
}

/* The deals of a part, and what was played of them before. */
static void lay_deals(const struct supervisor *run, int index, int slot)
{
    const struct assigned_part *part = &run->handles[index].parts[slot];
    const struct open_unit *open = open_unit_of(run, part->unit.number);
    const struct slot_buffers to = worker_pool_buffers(&run->pool, index, slot);

    memcpy(to.deals, open->deals, part->unit.deals * sizeof *to.deals);
    for (uint32_t deal = 0; to.skipped && deal < part->unit.deals; deal++)
        to.skipped[deal] = open->bids[deal].known == STATS_BIDS_ALIKE;
    worker_pool_shm(&run->pool, index)->slots[slot].known =
        in_turn(run) ? lay_records(run, open, (int)worker_pool_place(&run->pool, index), &to) : 0;
}

void supervisor_lay_part(const struct supervisor *run, int index, int slot_index)
{
    work_slot_clear(&worker_pool_shm(&run->pool, index)->slots[slot_index], run->config->bot_count);
    supervisor_lay_orders(run, index, slot_index);
}

void supervisor_lay_orders(const struct supervisor *run, int index, int slot_index)
{
    const struct assigned_part *part = &run->handles[index].parts[slot_index];
    struct work_slot *slot = &worker_pool_shm(&run->pool, index)->slots[slot_index];

    slot->number = part->unit.number;
    slot->first_deal = part->unit.first_deal;
    slot->deals = part->unit.deals;
    slot->one_by_one = part->one_by_one;
    slot->processor = (uint16_t)open_unit_of(run, part->unit.number)->lane;
    lay_deals(run, index, slot_index);
    atomic_store(&slot->state, WORK_SLOT_ASSIGNED);
}

/* ---- giving parts ---- */

/* Starts the worker if it does not run; that may fail. */
static void give(struct supervisor *run, struct open_unit *open, int place, int index)
{
    struct worker_handle *handle = &run->handles[index];
    const int slot = handle->next_slot;

    handle->parts[slot] = (struct assigned_part){
        .unit = open->unit,
        .assigned = true,
        .one_by_one = run->config->tables > 1 && !together(run),
    };
    run->parts_together += !handle->parts[slot].one_by_one;
    open->parts[place].slot = (struct part_slot){index, slot};
    supervisor_lay_part(run, index, slot);
    handle->next_slot = (slot + 1) % WORK_SLOTS;
    if (handle->pid || supervisor_start_worker(run, index))
        supervisor_order_part(handle);
}

/* May this part be given? `wait`: those that are of use to each other are played in turn, as those
 * in a lane always are. */
static bool is_ready(const struct supervisor *run, const struct open_unit *open, int place,
                     bool wait)
{
    if (open->parts[place].slot.worker >= 0 || !supervisor_is_scouted(run, open))
        return false;
    return place == 0 ||
           ((!wait || open->parts[place - 1].over) &&
            (!run->pool.lanes || placed_part_is_done(&open->parts[place - 1], &run->pool)));
}

/* Whether all parts that its place has in earlier units are given. A worker uses its slots in turn,
 * and they become free in the order of units: it would have none for an earlier unit, and never get
 * one, if later units had been given before. */
static bool is_in_order(const struct supervisor *run, uint64_t unit, int place)
{
    return unit == run->next_taken || open_unit_of(run, unit - 1)->parts[place].slot.worker >= 0;
}

/* -1: none can play the part now. */
static int worker_for(const struct supervisor *run, uint64_t unit, int place)
{
    if (run->pool.lanes)
        return worker_in_lane(run, unit, place);
    return is_in_order(run, unit, place) ? idle_worker(run, place) : -1;
}

/* The first part that an idle worker can play. */
static bool find_part(const struct supervisor *run, bool wait, struct open_unit **open, int *place,
                      int *worker)
{
    for (uint64_t unit = run->next_taken; unit < run->next_unit; unit++) {
        *open = open_unit_of(run, unit);
        reserve_lane(run, unit);
        for (*place = 0; *place < run->pool.places; ++*place)
            if (is_ready(run, *open, *place, wait) &&
                (*worker = worker_for(run, unit, *place)) >= 0)
                return true;
    }
    return false;
}

/* Gives a worker that got a part of this unit those of the next ones, too. */
static void give_ahead(struct supervisor *run, uint64_t unit, int place, int index)
{
    while (!run->failed && !*run->shortage && has_free_slot(&run->handles[index]) &&
           unfinished_parts(run, index) < parts_ahead(run)) {
        if (++unit == run->next_unit) {
            if (!may_open_unit(run))
                return;
            open_unit(run);
        }
        struct open_unit *open = open_unit_of(run, unit);
        if (is_ready(run, open, place, false) && is_in_order(run, unit, place))
            give(run, open, place, index);
    }
}

static int playing(const struct supervisor *run)
{
    int count = 0;

    for (int i = 0; i < run->pool.count; i++)
        count += is_playing(run, i);
    return count;
}

void supervisor_give_parts(struct supervisor *run)
{
    struct open_unit *open;
    int place, worker;

    while (!run->failed && !*run->shortage && !run->decided &&
           playing(run) + supervisor_redeals_playing(run) < run->config->workers) {
        /* At the end, when there is not enough to do in turn, nobody waits. */
        const bool last = run->assigned_deals == run->deals &&
                          run->next_unit - run->next_taken < (uint64_t)run->config->workers;
        const bool wait = in_turn(run) && !last;
        if (find_part(run, wait, &open, &place, &worker)) {
            give(run, open, place, worker);
            if (!run->pool.lanes)
                give_ahead(run, open->unit.number, place, worker);
        } else if (may_open_unit(run)) {
            open_unit(run);
            supervisor_give_scouting(run);
        } else {
            return;
        }
    }
}

/* ---- finished units ---- */

struct open_unit *supervisor_finished_unit(const struct supervisor *run)
{
    struct open_unit *open = open_unit_of(run, run->next_taken);
    const bool finished = supervisor_has_units(run) && open_unit_is_played(open, &run->pool) &&
                          supervisor_redeals_are_done(run, open);

    return finished ? open : NULL;
}

void supervisor_close_unit(struct supervisor *run)
{
    struct open_unit *open = open_unit_of(run, run->next_taken++);

    for (int place = 0; place < run->pool.places; place++) {
        const struct part_slot slot = open->parts[place].slot;
        atomic_store(&worker_pool_shm(&run->pool, slot.worker)->slots[slot.slot].state,
                     WORK_SLOT_FREE);
        run->handles[slot.worker].parts[slot.slot].assigned = false;
    }
    supervisor_forget_redeals(run, open);
}
