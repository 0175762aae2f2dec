// SPDX-License-Identifier: MIT
#include "arena/match/supervisor.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/machine.h"
#include "arena/base/interrupt.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/terminal.h"
#include "arena/base/text.h"
#include "arena/match/worker_process.h"
#include "arena/record/game_json.h"
#include "arena/record/tally.h"

/* Where a unit that is begun and not taken yet is played. */
struct open_unit {
    struct worker_process *worker;
    int slot;
};

/* A file beside the log, created with its first line. */
struct grown_file {
    const char *path; /* NULL: it is not wanted */
    FILE *file;       /* NULL until then */
};

/* The unit that is being taken. */
struct taken_unit {
    const struct work_slot *slot;
    struct slot_buffers buffers;
    uint32_t games;
    bool complete; /* all of it was played: not after an interruption, or a decision */
};

struct supervisor {
    struct worker_pool pool;
    const struct config *config;
    struct taken_unit taken;
    struct worker_process *workers;
    struct pollfd *polled;
    const struct supervisor_outputs *outputs;
    struct supervisor_result *result;
    struct run_failures failures;
    uint64_t deals; /* end of the run, counted like assigned_deals: over all sessions */
    uint64_t assigned_deals;
    uint64_t next_unit; /* number of the next unit to open, and of the next to take */
    uint64_t next_taken;
    struct open_unit *open; /* those between them, each at its number modulo `window` */
    int window;
    uint64_t units_together;       /* that were to be played side by side */
    uint64_t games_before;         /* that were played before this run went on */
    uint64_t first_games;          /* the same when the first unit was taken */
    double started, shown, synced; /* times, in seconds */
    double first_taken;            /* when the first unit was, with the start of its bots */
    uint64_t synced_games;         /* that are on the disk */
    bool gap, decided;             /* no more units are taken */
    bool stopping;                 /* no more units are opened */
    bool told_interrupted;         /* what is waited for after a signal */
    struct grown_file faults, redeals;
};

static struct open_unit *open_unit_at(const struct supervisor *run, uint64_t number)
{
    return &run->open[number % (uint64_t)run->window];
}

static struct work_slot *slot_of(const struct open_unit *open)
{
    return &open->worker->shm->slots[open->slot];
}

/* Whether units that were begun are not taken yet. */
static bool has_units(const struct supervisor *run) { return run->next_taken < run->next_unit; }

/* Whether the run cannot go on. */
static bool cannot_go_on(const struct supervisor *run)
{
    return run->failures.failed || *run->failures.shortage;
}

/* ---- progress on the terminal ---- */

/* The faults of all bots in the games that were taken. */
static struct fault_counts faults_of(const struct supervisor *run)
{
    struct fault_counts faults = {0};

    for (int bot = 0; bot < run->config->bot_count; bot++)
        fault_counts_add(&faults, run->result->tally.bots[bot].faults);
    return faults;
}

/* Games that the workers of this process have finished. */
static uint64_t games_played(const struct supervisor *run)
{
    uint64_t played = 0;

    for (int i = 0; i < run->pool.count; i++)
        played += atomic_load(&run->workers[i].shm->games);
    return played;
}

/* The games shown as done are in the log; the rate counts all games that the workers finish. The
 * difference comes first, then what tells how long it takes. */
static void print_progress(const struct supervisor *run, double time, bool last, bool terminal)
{
    enum { WIDEST = 400, TEXT = 240 };
    const uint64_t done = run->result->games, all = schedule_games(&run->config->schedule);
    const double seconds = time - run->started;
    const struct fault_counts so_far = faults_of(run);
    char line[WIDEST], faults[FAULT_COUNTS_TEXT], compared[TEXT] = "", pair[TEXT] = "", games[TEXT],
                                                  speed[TEXT], left[TEXT] = "";
    const uint64_t played = games_played(run);
    const double rate = seconds > 0 ? (double)played / seconds : 0;
    fault_counts_text(&so_far, faults);
    if (run->outputs->fold) {
        run_stats_progress(run_fold_stats(run->outputs->fold), compared, sizeof compared);
        if (*compared)
            run_stats_pair(run_fold_stats(run->outputs->fold), pair, sizeof pair);
    }
    snprintf(games, sizeof games, "%llu of %llu games, %.0f%%", (unsigned long long)done,
             (unsigned long long)all, 100.0 * (double)done / (double)all);
    snprintf(speed, sizeof speed, "%.*f/s", rate < 10 ? 2 : 0, rate);
    if (!last && rate > 0)
        progress_left(fmax(0, (double)all - (double)(run->games_before + played)) / rate, left);
    const char *part_of = run->outputs->part_of ? run->outputs->part_of : "";
    const char *const parts[] = {part_of, compared, games, left, faults, pair, speed};
    progress_join(parts, sizeof parts / sizeof *parts,
                  terminal ? terminal_width(stderr) - 1 : WIDEST, line, sizeof line);
    if (last && *part_of)
        fprintf(stderr, "\r\033[K"); /* the line is that of all runs */
    else
        fprintf(stderr, terminal ? "\r%s\033[K%s" : "%s%s", line, last || !terminal ? "\n" : "");
    fflush(stderr);
}

/* If progress is wanted, one line: on a terminal it is renewed in place, elsewhere it is written
 * each minute. `last`: at the end of the run. */
static void show_progress(struct supervisor *run, bool last)
{
    const bool terminal = isatty(STDERR_FILENO);
    const double EVERY = terminal ? 0.2 : 60;
    const double time = clock_seconds(CLOCK_MONOTONIC);

    if (!run->outputs->progress || !run->pool.areas || (!last && time - run->shown < EVERY) ||
        (last && !terminal))
        return;
    if (!run->shown && (!terminal || run->outputs->part_of)) { /* the first line after a while */
        run->shown = time;
        return;
    }
    run->shown = time;
    print_progress(run, time, last, terminal);
}

/* After the first signal, once: what is waited for, about how long, and what a second one does. */
static void say_interrupted(struct supervisor *run)
{
    enum { TEXT = 80 };
    const double seconds = clock_seconds(CLOCK_MONOTONIC) - run->started;
    const double played = (double)games_played(run);
    char wait[TEXT] = "none is finished yet";

    if (run->told_interrupted || !has_units(run))
        return;
    const struct unit *unit = &slot_of(open_unit_at(run, run->next_taken))->unit;
    run->told_interrupted = true;
    const int games =
        unit_is_left(run->config, unit) ? 1 : (int)unit->deals * run->config->schedule.per_deal;
    if (played > 0)
        snprintf(wait, sizeof wait, "about %.0f s",
                 ceil(seconds / played * run->config->workers * games));
    fprintf(stderr,
            "%s"
            "skat-arena: stopping when the games in progress are finished (%s); interrupted "
            "again, it ends at once, %s\n",
            run->outputs->progress && isatty(STDERR_FILENO) ? "\r\033[K" : "", wait,
            run->config->log == LOG_NONE ? "without them"
                                         : "and these games are played again by run --resume");
}

/* ---- how large units are ---- */

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

    return run->config->tables > 1 && (run->failures.units_again < TRIES ||
                                       2 * run->failures.units_again < run->units_together);
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

/* The worker that has least to do, if it should have more; NULL: none. Slots become free in the
 * order of units, and a worker uses its own in turn. */
static struct worker_process *idle_worker(const struct supervisor *run)
{
    struct worker_process *idle = NULL;
    int least = units_ahead(run);

    for (int i = 0; i < run->pool.count; i++) {
        struct worker_process *worker = &run->workers[i];
        const int unfinished = worker_process_unfinished(worker);
        if (unfinished < least && !worker->assigned[worker->next_slot]) {
            least = unfinished;
            idle = worker;
        }
    }
    return idle;
}

static bool may_open_unit(const struct supervisor *run)
{
    return run->assigned_deals < run->deals && !run->stopping && !run->decided &&
           !cannot_go_on(run);
}

static void give(struct supervisor *run, struct worker_process *worker)
{
    struct open_unit *open = open_unit_at(run, run->next_unit);
    const struct config *config = run->config;
    const bool side_by_side = together(run);

    *open = (struct open_unit){worker, worker->next_slot};
    struct work_slot *slot = slot_of(open);
    work_slot_clear(slot, config->bot_count);
    slot->unit = (struct unit){.number = run->next_unit++,
                               .first_deal = run->assigned_deals,
                               .deals = unit_deals(run, side_by_side),
                               .one_by_one = config->tables > 1 && !side_by_side};
    run->assigned_deals += slot->unit.deals;
    run->units_together += side_by_side;
    worker->assigned[worker->next_slot] = true;
    worker->next_slot = (worker->next_slot + 1) % WORK_SLOTS;
    atomic_store(&slot->state, WORK_SLOT_ASSIGNED);
    worker_process_order(worker);
}

/* Gives units to workers that have nothing to do, and starts those that are needed. */
static void give_units(struct supervisor *run)
{
    struct worker_process *worker;

    while (may_open_unit(run) && (worker = idle_worker(run)))
        give(run, worker);
}

/* ---- the next unit to take ---- */

/* Whether the next unit is finished: then run->taken is what the worker has left of it. */
static bool next_unit(struct supervisor *run)
{
    const struct open_unit *open = open_unit_at(run, run->next_taken);

    if (!has_units(run) || atomic_load(&slot_of(open)->state) != WORK_SLOT_DONE)
        return false;
    const struct work_slot *slot = slot_of(open);
    const uint32_t places = (uint32_t)run->pool.places;
    struct taken_unit *taken = &run->taken;
    *taken = (struct taken_unit){
        .slot = slot,
        .buffers = worker_pool_buffers(&run->pool, open->worker->index, open->slot),
        .games = slot->unit.deals * places,
    };
    taken->complete =
        slot->places == places && (!taken->buffers.changes || slot->redealt == slot->unit.deals);
    return true;
}

/* It was taken: its slot is free again. */
static void close_unit(struct supervisor *run)
{
    const struct open_unit *open = open_unit_at(run, run->next_taken);

    if (!run->next_taken++) {
        run->first_taken = clock_seconds(CLOCK_MONOTONIC);
        run->first_games = run->result->games;
    }
    atomic_store(&slot_of(open)->state, WORK_SLOT_FREE);
    open->worker->assigned[open->slot] = false;
}

/* From now on no units are begun; those that take long need not be finished. */
static void stop_workers(struct supervisor *run)
{
    run->stopping = true;
    atomic_store(&run->pool.stop->stop, true);
}

/* What was played is enough: the units that were begun are dropped. */
static void decide(struct supervisor *run)
{
    run->decided = true;
    stop_workers(run);
    atomic_store(&run->pool.stop->drop_all, true);
}

/* ---- finished units ---- */

/* Adds an error that says why; returns true. */
static bool cannot_write(struct errors *errors, const char *path)
{
    errors_add(errors, path, "cannot be written: %s", strerror(errno));
    return true;
}

/* What was asked of a deal before, if anything was, and the games that were played of it. The text
 * has the games in the order in which they were played: place by place, and where they are played
 * side by side, as they end. */
static bool write_deal(struct supervisor *run, uint32_t deal)
{
    const struct taken_unit *taken = &run->taken;
    const uint32_t places = (uint32_t)run->pool.places;
    const struct game_lines *line = taken->buffers.lines + (size_t)deal * places;
    struct log_writer *log = run->outputs->log;
    char bids[BIDS_LINE_SIZE];
    bool ok = true;

    if (taken->buffers.bids) {
        const struct game_id id =
            schedule_game(&run->config->schedule, taken->slot->unit.first_deal + deal, 0);
        const struct bids_line asked = {id.session, id.deal, taken->buffers.bids[deal]};
        ok = log_writer_add(log, bids, bids_line_write(&asked, bids));
    }
    for (uint32_t i = 0; i < places && ok; i++, line++)
        ok = log_writer_add(log, taken->buffers.text + line->begin, line->end - line->begin);
    return ok;
}

static bool write_lines(struct supervisor *run)
{
    bool ok = true;

    for (uint32_t deal = 0; deal < run->taken.slot->unit.deals && ok; deal++)
        ok = write_deal(run, deal);
    if (!ok)
        cannot_write(run->failures.errors, log_writer_path(run->outputs->log));
    return ok;
}

static bool grow(struct grown_file *to, const char *text, size_t length)
{
    if (!length || !to->path)
        return true;
    if (!to->file)
        to->file = output_file_grow(to->path, OUTPUT_APPEND);
    return to->file && fwrite(text, 1, length, to->file) == length;
}

/* Lines about faults and re-deals are written before the games that they are of. */
static bool write_beside(struct supervisor *run)
{
    const struct taken_unit *taken = &run->taken;
    const struct game_lines *line = taken->buffers.lines;
    bool ok = true;

    if (taken->slot->reports_length)
        for (uint32_t i = 0; i < taken->games && ok; i++, line++)
            ok = grow(&run->faults, taken->buffers.reports + line->report_begin,
                      line->report_end - line->report_begin);
    if (!ok || (run->faults.file && fflush(run->faults.file) != 0))
        return !cannot_write(run->failures.errors, run->faults.path);
    ok = grow(&run->redeals, taken->buffers.redeals, taken->slot->redeals_length);
    if (!ok || (run->redeals.file && fflush(run->redeals.file) != 0))
        return !cannot_write(run->failures.errors, run->redeals.path);
    return true;
}

/* What the re-deals of a deal change, while its unit is counted. */
static bool change_of_deal(void *context, uint64_t deal, struct redeal_change *change)
{
    const struct taken_unit *taken = &((const struct supervisor *)context)->taken;

    *change = taken->buffers.changes[deal - taken->slot->unit.first_deal];
    return true;
}

static bool pass_games_on(struct supervisor *run)
{
    const struct game_stats *games = run->taken.buffers.stats;
    const uint32_t count = run->taken.games;
    struct run_fold *fold = run->outputs->fold;

    if (fold)
        run_fold_add(fold, &run->taken.slot->tally, games, count);
    if (fold && run_fold_decided(fold))
        decide(run);
    if (!run->outputs->game_stats ||
        fwrite(games, sizeof *games, count, run->outputs->game_stats) == count)
        return true;
    cannot_write(run->failures.errors, "temporary file");
    return false;
}

/* Whether the games of a deal were played alike to the last move, so that no answer differs: then
 * their moves, which are far apart in memory, need not be read. */
static bool is_played_alike(const struct supervisor *run, uint32_t deal)
{
    const uint32_t places = (uint32_t)run->pool.places;
    const struct game_stats *stats = run->taken.buffers.stats;

    for (uint32_t place = 0; place < places; place++)
        if (!stats || stats[deal * places + place].moves != stats[deal * places].moves)
            return false;
    return true;
}

static void look_at_moves(struct supervisor *run)
{
    const uint32_t places = (uint32_t)run->pool.places;
    const struct slot_buffers *buffers = &run->taken.buffers;
    const struct unit *unit = &run->taken.slot->unit;
    struct run_fold *fold = run->outputs->fold;

    for (uint32_t deal = 0; fold && run_fold_wants_moves(fold) && deal < unit->deals; deal++) {
        const bool skipped = buffers->bids && buffers->bids[deal].known == STATS_BIDS_ALIKE;
        if (skipped || is_played_alike(run, deal))
            continue;
        for (uint32_t place = 0; place < places; place++) {
            const struct game_id id =
                schedule_game(&run->config->schedule, unit->first_deal + deal, place);
            run_fold_add_moves(fold, &id, &buffers->moves[deal * places + place]);
        }
    }
}

static void add_to_result(struct supervisor *run)
{
    tally_merge(&run->result->tally, &run->taken.slot->tally, run->config->bot_count);
    run->result->games += run->taken.games;
    if (run->outputs->most_faults && faults_of(run).all >= run->outputs->most_faults)
        decide(run);
}

static void take_unit(struct supervisor *run)
{
    run->gap |= !run->taken.complete;
    if (!run->gap && !run->failures.failed && !run->decided) {
        if (!write_beside(run) || (run->outputs->log && !write_lines(run)) ||
            (run->taken.buffers.stats && !pass_games_on(run)))
            run->failures.failed = true;
        else
            add_to_result(run);
        look_at_moves(run);
    }
    close_unit(run);
    give_units(run);
}

/* Takes finished units while the next one is among them. What was taken is flushed to the kernel,
 * so it survives this process. */
static void take_units(struct supervisor *run)
{
    uint64_t before = run->next_taken;

    while (!run->failures.failed && next_unit(run))
        take_unit(run);
    if (run->next_taken == before || !run->outputs->log)
        return;
    if (!log_writer_flush(run->outputs->log) && !run->failures.failed)
        run->failures.failed =
            cannot_write(run->failures.errors, log_writer_path(run->outputs->log));
}

/* Waits until the games that were taken are on the disk. Fault reports come before their games, as
 * they are written: a game that is found again has its report. */
static void sync_games(struct supervisor *run)
{
    const char *unsynced = NULL;

    if (run->faults.file && !output_file_sync(run->faults.file))
        unsynced = run->faults.path;
    else if (run->redeals.file && !output_file_sync(run->redeals.file))
        unsynced = run->redeals.path;
    else if (run->outputs->log && !log_writer_sync(run->outputs->log))
        unsynced = log_writer_path(run->outputs->log);
    if (!unsynced) {
        run->synced_games = run->result->games;
    } else if (!run->failures.failed) {
        errors_add(run->failures.errors, unsynced,
                   "cannot be written to the disk: %s; after the first %llu games, what is there "
                   "may be missing or damaged",
                   strerror(errno), (unsigned long long)run->synced_games);
        run->failures.failed = true;
    }
}

/* Every few seconds, in case of a power failure. */
static void sync_now_and_then(struct supervisor *run)
{
    const double EVERY = 5.0;

    if (clock_seconds(CLOCK_MONOTONIC) - run->synced < EVERY)
        return;
    sync_games(run);
    run->synced = clock_seconds(CLOCK_MONOTONIC);
}

/* ---- the run ---- */

static int poll_timeout_ms(const struct supervisor *run)
{
    enum { LONGEST = 100, SHORTEST = 1 };
    int least = LONGEST;

    for (int i = 0; i < run->pool.count; i++) {
        const struct worker_process *worker = &run->workers[i];
        if (worker->watched.pid && worker->pipe_closed)
            return SHORTEST; /* it is about to exit */
        int pause = worker->watched.pid ? call_timer_pause_ms(&worker->watched.timer) : -1;
        if (pause > 0 && pause < least)
            least = pause;
    }
    return least;
}

/* Handles workers that have ended: those whose pipe is closed, or with `all` every worker, since a
 * child of some bot may keep the pipe of a dead worker open. */
static void reap(struct supervisor *run, bool all)
{
    for (int i = 0; i < run->pool.count; i++) {
        const struct worker_process *worker = &run->workers[i];
        if (worker->watched.pid && (all || worker->pipe_closed) &&
            child_has_ended(worker->watched.pid))
            worker_process_gone(&run->workers[i]);
    }
}

/* Waits until a worker that has something to do reports, and shows what its bots print meanwhile.
 */
static void hear_reports(struct supervisor *run)
{
    for (int i = 0; i < run->pool.count; i++) {
        const struct worker_process *worker = &run->workers[i];
        const bool works = worker->watched.pid && !worker->pipe_closed && worker->unheard;
        run->polled[i] = (struct pollfd){.fd = works ? worker->reports : -1, .events = POLLIN};
    }
    const int heard = poll(run->polled, (nfds_t)run->pool.count, poll_timeout_ms(run));
    for (int i = 0; i < run->pool.count; i++) {
        if (heard > 0 && run->polled[i].revents)
            worker_process_hear(&run->workers[i]);
        if (run->polled[i].fd >= 0)
            worker_process_show_output(&run->workers[i], false);
    }
    reap(run, heard == 0);
}

/* Have the shards of the run, all together, played enough? */
static void look_at_board(struct supervisor *run)
{
    if (!run->outputs->board || run->decided || run->failures.failed)
        return;
    if (!board_decided(run->outputs->board))
        return;
    decide(run);
    run->result->enough = run->result->games < schedule_games(&run->config->schedule);
}

static void supervise(struct supervisor *run)
{
    look_at_board(run);
    give_units(run);
    while (has_units(run) && !cannot_go_on(run) && !run->decided && interrupt_count() < 2) {
        hear_reports(run);
        take_units(run);
        look_at_board(run);
        give_units(run);
        sync_now_and_then(run);
        for (int i = 0; i < run->pool.count && !run->failures.failed; i++)
            worker_process_watch(&run->workers[i]);
        show_progress(run, false);
        if (interrupt_heard()) {
            stop_workers(run);
            say_interrupted(run);
        }
    }
}

/* The most programs of bots that a worker has. */
static int programs_of(const struct config *config)
{
    int programs = 0;

    for (int bot = 0; bot < config->bot_count; bot++)
        programs += bot_starts_processes(&config->bots[bot]) ? config->schedule.seats : 0;
    return programs;
}

/* Lets the workers exit by themselves, and kills those that do not. */
static void dismiss(struct supervisor *run)
{
    enum {
        PATIENCE_MS = 2000,
        OF_A_TABLE_MS = 20, /* all their players are destroyed, */
        LEAVE_MS = 1000     /* and each program has as much of its own time */
    };
    const int64_t leave_ms = programs_of(run->config) * call_timer_longest_ms(LEAVE_MS);
    const bool at_once = cannot_go_on(run) || interrupt_count() > 1;
    const int64_t until = at_once
                              ? 0
                              : clock_ms(CLOCK_MONOTONIC) + PATIENCE_MS + leave_ms +
                                    (int64_t)OF_A_TABLE_MS * run->config->tables * run->pool.count;

    for (int i = 0; i < run->pool.count; i++)
        if (run->workers[i].watched.pid)
            close(run->workers[i].orders); /* end of orders: all workers exit in parallel */
    for (int i = 0; i < run->pool.count; i++)
        if (run->workers[i].watched.pid)
            worker_process_end(&run->workers[i], until, at_once);
}

/* What workers have counted of a bot. Nobody is charged with a failure at the end of a session: it
 * is told. */
static void add_counts(struct supervisor *run, int bot)
{
    struct run_failures *failures = &run->failures;
    struct supervisor_result *result = run->result;

    for (int i = 0; run->pool.areas && i < run->pool.count; i++) {
        const struct worker_shm *shm = run->workers[i].shm;
        latency_merge(&result->times[bot], &shm->times[bot]);
        result->kept[bot] += shm->kept[bot];
        result->batch_calls[bot] += shm->batches[bot].calls;
        result->batch_answers[bot] += shm->batches[bot].answers;
        if (shm->in_vain[bot] && !failures->faults_without_game)
            snprintf(failures->first_without_game, sizeof failures->first_without_game,
                     "%s, in session_end", run->config->bots[bot].name);
        failures->faults_without_game += shm->in_vain[bot];
    }
}

/* Continues where an earlier run was cut off. */
static void take_up(struct supervisor *run)
{
    const struct run_fold *fold = run->outputs->fold;

    if (!fold)
        return;
    run->games_before = run->result->games = run_fold_games(fold);
    run->assigned_deals += run->games_before / (uint64_t)run->config->schedule.per_deal;
    run->result->tally = *run_fold_tally(fold);
    run->decided = run_fold_decided(fold);
}

/* A closed pipe or a file at its size limit: the failing write reports it instead. */
static const int signals_ignored[] = {SIGPIPE, SIGXFSZ};
enum { SIGNALS_IGNORED = sizeof signals_ignored / sizeof *signals_ignored };

static void set_signals(const struct sigaction to[SIGNALS_IGNORED],
                        struct sigaction before[SIGNALS_IGNORED])
{
    for (int i = 0; i < SIGNALS_IGNORED; i++)
        sigaction(signals_ignored[i], &to[i], &before[i]);
}

static void close_files(struct supervisor *run)
{
    const struct supervisor_outputs *outputs = run->outputs;

    if (run->redeals.file && fclose(run->redeals.file) != 0 && !run->failures.failed)
        run->failures.failed = cannot_write(run->failures.errors, run->redeals.path);
    if (run->faults.file && fclose(run->faults.file) != 0 && !run->failures.failed)
        run->failures.failed = cannot_write(run->failures.errors, run->faults.path);
    if (outputs->game_stats && fflush(outputs->game_stats) != 0 && !run->failures.failed)
        run->failures.failed = cannot_write(run->failures.errors, "temporary file");
}

static void warn_of_failures(const struct run_failures *failures, bool isolates)
{
    if (*failures->shortage)
        fprintf(stderr, "skat-arena: the machine is short of something: %s\n", failures->shortage);
    if (failures->faults_without_game)
        fprintf(stderr,
                "skat-arena: warning: bots failed %llu time%s where no game could be charged; "
                "first: %s\n",
                (unsigned long long)failures->faults_without_game,
                text_plural(failures->faults_without_game), failures->first_without_game);
    if (failures->kills)
        fprintf(stderr,
                "skat-arena: warning: games were played again %llu time%s since a process was "
                "killed from outside%s%s%s\n",
                (unsigned long long)failures->kills, text_plural(failures->kills),
                failures->first_killed ? ", first while it ran " : "",
                failures->first_killed ? failures->first_killed : "",
                failures->first_killed && !isolates ? "; a bot without isolation can do that itself"
                                                    : "");
}

/* False with an error. */
static bool open_pool(struct supervisor *run)
{
    const bool redeals = run->config->compared.redeals;
    struct run_fold *fold = run->outputs->fold;
    const bool open = worker_pool_open(
        &run->pool, run->config, fold || run->outputs->game_stats || redeals,
        (fold && run_fold_wants_moves(fold)) || redeals || config_uses_earlier_games(run->config),
        run->failures.errors);

    run->workers = xcalloc((size_t)run->pool.count, sizeof *run->workers);
    for (int i = 0; run->pool.areas && i < run->pool.count; i++)
        run->workers[i] = (struct worker_process){.pool = &run->pool,
                                                  .index = i,
                                                  .shm = worker_pool_shm(&run->pool, i),
                                                  .failures = &run->failures};
    run->polled = xcalloc((size_t)run->pool.count, sizeof *run->polled);
    run->window = run->pool.count * WORK_SLOTS;
    run->open = xcalloc((size_t)run->window, sizeof *run->open);
    return open;
}

static void close_pool(struct supervisor *run)
{
    free(run->open);
    worker_pool_close(&run->pool);
    free(run->workers);
    free(run->polled);
}

bool supervisor_play(const struct config *config, const struct supervisor_outputs *outputs,
                     struct supervisor_result *result, struct errors *errors)
{
    struct supervisor run = {
        .config = config,
        .outputs = outputs,
        .result = result,
        .failures = {.errors = errors},
        .faults = {.path = outputs->faults_path},
        .redeals = {.path = outputs->redeals_path},
        .deals = schedule_first_deal(&config->schedule) + schedule_deals(&config->schedule),
        .assigned_deals = schedule_first_deal(&config->schedule),
    };
    const struct sigaction ignored[SIGNALS_IGNORED] = {{.sa_handler = SIG_IGN},
                                                       {.sa_handler = SIG_IGN}};
    struct sigaction before[SIGNALS_IGNORED];

    *result = (struct supervisor_result){0};
    take_up(&run);
    interrupt_hear();
    set_signals(ignored, before);
    run.started = run.synced = clock_seconds(CLOCK_MONOTONIC);
    struct run_fold *fold = outputs->fold;
    run.failures.failed = !open_pool(&run);
    if (config->compared.redeals && fold)
        run_stats_take_redeals(run_fold_stats(fold), change_of_deal, &run);
    if (!run.failures.failed)
        supervise(&run);
    dismiss(&run);
    sync_games(&run);
    if (fold)
        run_stats_take_redeals(run_fold_stats(fold), NULL, NULL);
    show_progress(&run, true);
    for (int bot = 0; bot < config->bot_count; bot++)
        add_counts(&run, bot);
    result->seconds = clock_seconds(CLOCK_MONOTONIC) - run.started;
    result->interrupted = (interrupt_heard() || *run.failures.shortage) && !run.decided &&
                          result->games < schedule_games(&config->schedule);
    close_files(&run);
    warn_of_failures(&run.failures, config->isolates);
    set_signals(before, (struct sigaction[SIGNALS_IGNORED]){{.sa_flags = 0}});
    close_pool(&run);
    return !run.failures.failed;
}
