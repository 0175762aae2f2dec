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
#include "arena/base/clock.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/terminal.h"
#include "arena/record/fault_counts.h"
#include "arena/match/worker_pool.h"
#include "arena/match/supervisor_faults.h"
#include "arena/match/supervisor_state.h"
#include "arena/match/supervisor_workers.h"
#include "engine/session.h"

static volatile sig_atomic_t interruptions;

static void on_signal(int number)
{
    (void)number;
    interruptions++;
}

/* ---- assigning units ---- */

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

/* Whether games are played side by side: not where most units have to be played again. */
static bool together(const struct supervisor *run)
{
    enum { TRIES = 3 };

    return run->config->tables > 1 &&
           (run->units_again < TRIES || 2 * run->units_again < run->units_together);
}

/* Deals of the next unit: one at first and for slow bots, to spread the work, show progress and
 * react to interruptions; more once a unit takes next to no time. */
static uint32_t unit_deals(const struct supervisor *run)
{
    const double UNIT_SECONDS = 0.02;
    const struct config *config = run->config;
    uint64_t left = run->deals - run->assigned_deals,
             per_deal = (uint64_t)config->schedule.per_deal;
    uint64_t most = run->pool.unit_games_max / per_deal;
    /* Of games that are played side by side, enough for all tables. */
    uint64_t least = together(run) ? ((uint64_t)config->tables + per_deal - 1) / per_deal : 1;

    if (config->schedule.whole_sessions)
        return (uint32_t)config->rules.deals;
    double wanted = UNIT_SECONDS / seconds_a_deal(run);
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

/* At the end of a run of slow bots, when there is not a deal left for each worker, they share the
 * seatings of a deal: so none waits for longer than a game. Its units are taken together, and the
 * workers' slots have to hold them all. */
static uint32_t games_of_part(const struct supervisor *run)
{
    const double SHORT = 0.05; /* seconds: not worth it */
    const struct config *config = run->config;
    const uint32_t per_deal = (uint32_t)config->schedule.per_deal;
    const uint32_t slots = (uint32_t)config->workers * WORK_SLOTS;

    if (run->assigned_games == 0 &&
        (config->schedule.whole_sessions || config->log.mode == LOG_DIVERGENT ||
         config->workers == 1 || run->deals - run->assigned_deals >= (uint64_t)config->workers ||
         seconds_a_deal(run) < SHORT))
        return per_deal;
    return (per_deal + slots - 1) / slots;
}

/* The next unit of the run. */
static struct unit next_unit(struct supervisor *run)
{
    const uint32_t per_deal = (uint32_t)run->config->schedule.per_deal, part = games_of_part(run);
    struct unit unit = {
        .number = run->next_unit++, .first_deal = run->assigned_deals, .assigned = true};

    unit.alone = run->config->tables > 1 && !together(run);
    run->units_together += !unit.alone;

    if (part == per_deal) {
        unit.deals = unit_deals(run);
        unit.games = unit.deals * per_deal;
        run->assigned_deals += unit.deals;
        return unit;
    }
    uint32_t left = per_deal - run->assigned_games;
    unit.deals = 1;
    unit.skip = run->assigned_games;
    unit.games = left < part ? left : part;
    unit.more = (left - unit.games + part - 1) / part;
    run->assigned_games += unit.games;
    if (!unit.more) {
        run->assigned_games = 0;
        run->assigned_deals++;
    }
    return unit;
}

/* How many units a worker should have that it has not finished: several of fast bots, so that it
 * rarely waits; of slow ones one, so that units are finished nearly in the order in which they are
 * written. */
static int units_ahead(const struct supervisor *run)
{
    const double SHORT = 0.05; /* seconds */

    return seconds_a_deal(run) * unit_deals(run) < SHORT ? WORK_SLOTS : 1;
}

static int unfinished_units(const struct supervisor *run, int index)
{
    int count = 0;

    for (int s = 0; s < WORK_SLOTS; s++)
        count += run->handles[index].units[s].assigned &&
                 atomic_load(&run->pool.areas[index].shm->slots[s].state) != WORK_SLOT_DONE;
    return count;
}

static void assign_units(struct supervisor *run, int index)
{
    struct worker_handle *handle = &run->handles[index];

    while (!handle->units[handle->next_slot].assigned && run->assigned_deals < run->deals &&
           unfinished_units(run, index) < units_ahead(run) && !interruptions && !run->failed &&
           !run->decided) {
        handle->units[handle->next_slot] = next_unit(run);
        supervisor_lay_unit(run, index, handle->next_slot);
        handle->next_slot = (handle->next_slot + 1) % WORK_SLOTS;
        supervisor_order_unit(handle);
    }
}

static void assign_all(struct supervisor *run)
{
    for (int i = 0; i < run->config->workers; i++)
        assign_units(run, i);
}

/* From now on workers need not finish their units. */
static void stop_workers(struct supervisor *run)
{
    run->stopping = true;
    atomic_store(&run->pool.stop->stop, true);
}

/* ---- finished units ---- */

/* Adds an error that says why; returns true. */
static bool cannot_write(struct errors *errors, const char *path)
{
    errors_add(errors, path, "cannot be written: %s", strerror(errno));
    return true;
}

/* Does the log keep this deal of the unit that was taken? */
static bool keeps_deal(const struct supervisor *run, const struct unit *unit, uint32_t deal)
{
    const struct log_plan *plan = &run->config->log;
    uint32_t first = deal * (uint32_t)run->config->schedule.per_deal;

    if (plan->mode == LOG_SAMPLE)
        return (unit->first_deal + deal) % plan->every == 0;
    return plan->mode != LOG_DIVERGENT ||
           run_stats_diverges(run->outputs->stats, run->taken.buffers.stats + first);
}

static bool keeps_session(const struct supervisor *run, const struct unit *unit)
{
    const struct log_plan *plan = &run->config->log;
    bool keeps = false;

    if (plan->mode == LOG_SAMPLE)
        return unit->first_deal / unit->deals % plan->every == 0;
    for (uint32_t deal = 0; deal < unit->deals && !keeps; deal++)
        keeps = keeps_deal(run, unit, deal);
    return keeps;
}

static bool write_lines(struct supervisor *run, const struct unit *unit)
{
    const struct unit_result *taken = &run->taken;
    const char *text = taken->buffers.text;
    const uint32_t *line = taken->buffers.lines;
    FILE *log = run->outputs->log;
    const struct schedule *schedule = &run->config->schedule;
    uint32_t per_deal = (uint32_t)schedule->per_deal;
    bool ok = true;

    /* The text has the games in the order in which they ended: whole sessions are played
     * arrangement by arrangement, and games side by side end as they like. */
    bool whole = schedule->whole_sessions && keeps_session(run, unit);
    for (uint32_t i = 0; i < unit->games && ok; i++, line += 2)
        if (schedule->whole_sessions ? whole : keeps_deal(run, unit, i / per_deal))
            ok = fwrite(text + line[0], 1, line[1] - line[0], log) == line[1] - line[0];
    if (!ok)
        cannot_write(run->errors, run->outputs->log_path);
    return ok;
}

/* Creates the file with the first fault. */
static bool write_fault_reports(struct supervisor *run)
{
    const struct unit_result *taken = &run->taken;
    const char *path = run->outputs->faults_path;

    if (!taken->reports_length || !path)
        return true;
    if (!run->faults)
        run->faults = output_file_grow(path, OUTPUT_APPEND);
    /* Fault reports are written before their games. */
    if (run->faults &&
        fwrite(taken->buffers.reports, 1, taken->reports_length, run->faults) ==
            taken->reports_length &&
        fflush(run->faults) == 0)
        return true;
    cannot_write(run->errors, path);
    return false;
}

static bool pass_stats_on(struct supervisor *run, const struct unit *unit)
{
    const struct game_stats *games = run->taken.buffers.stats;
    struct run_stats *stats = run->outputs->stats;

    for (uint32_t i = 0; stats && i < unit->games; i++)
        run_stats_add(stats, &games[i]);
    if (stats && run_stats_decided(stats)) {
        run->decided = true;
        stop_workers(run);
    }
    if (!run->outputs->game_stats ||
        fwrite(games, sizeof *games, unit->games, run->outputs->game_stats) == unit->games)
        return true;
    cannot_write(run->errors, "temporary file");
    return false;
}

static struct fault_counts faults_so_far(const struct supervisor *run)
{
    struct fault_counts faults = {0};

    for (int bot = 0; bot < run->config->bot_count; bot++)
        fault_counts_add(&faults, run->result->tally.bots[bot].faults);
    return faults;
}

static void add_to_result(struct supervisor *run, const struct unit *unit)
{
    tally_merge(&run->result->tally, &run->taken.tally, run->config->bot_count);
    run->result->games += run->taken.played;
    if (!unit->more && run->outputs->most_faults &&
        faults_so_far(run).all >= run->outputs->most_faults) {
        run->decided = true;
        stop_workers(run);
    }
}

static void take_unit(struct supervisor *run, int index, int slot)
{
    struct unit *unit = &run->handles[index].units[slot];

    if (!unit_result_take(&run->taken, &run->pool, index, slot, unit, run->stopping)) {
        supervisor_worker_spoilt(run, index);
        return;
    }
    run->next_taken++;
    if (run->taken.played < unit->games)
        run->gap = true; /* not played completely after an interruption */
    if (!run->gap && !run->failed && !run->decided) {
        if (!write_fault_reports(run) || (run->outputs->log && !write_lines(run, unit)) ||
            (run->taken.buffers.stats && !pass_stats_on(run, unit)))
            run->failed = true;
        else
            add_to_result(run, unit);
    }
    atomic_store(&run->pool.areas[index].shm->slots[slot].state, WORK_SLOT_FREE);
    unit->assigned = false;
    assign_units(run, index);
}

/* The worker and slot of a unit that is finished; false if it is not. */
static bool find_finished(const struct supervisor *run, uint64_t number, int *worker, int *slot)
{
    for (int i = 0; i < run->config->workers; i++)
        for (int s = 0; s < WORK_SLOTS; s++) {
            const struct unit *unit = &run->handles[i].units[s];
            if (!unit->assigned || unit->number != number)
                continue;
            *worker = i;
            *slot = s;
            return atomic_load(&run->pool.areas[i].shm->slots[s].state) == WORK_SLOT_DONE;
        }
    return false;
}

/* Whether a finished unit can be taken: the units with the rest of its deal have to be finished,
 * too, because a log has whole deals. After an interruption some may be missing; then nothing more
 * is written. (Should a bot have spoilt the memory of a later one, and the run end before that is
 * played again, the log ends with a part of a deal, which --resume cuts off.) */
static bool can_be_taken(struct supervisor *run, const struct unit *unit)
{
    int worker, slot;

    for (uint32_t i = 0; i <= unit->more; i++) {
        if (unit->number + i >= run->next_unit && interruptions)
            run->gap = true;
        if (run->gap)
            return true;
        if (!find_finished(run, unit->number + i, &worker, &slot))
            return false;
        if (run->stopping && run->pool.areas[worker].shm->slots[slot].played <
                                 run->handles[worker].units[slot].games)
            run->gap = true;
    }
    return true;
}

/* Takes finished units while the next number is among them. What was taken is flushed to the
 * kernel, so it survives this process. */
static void take_units(struct supervisor *run)
{
    uint64_t before = run->next_taken;
    int worker, slot;

    while (!run->failed && find_finished(run, run->next_taken, &worker, &slot) &&
           can_be_taken(run, &run->handles[worker].units[slot]))
        take_unit(run, worker, slot);
    if (run->next_taken > before && run->outputs->log && fflush(run->outputs->log) != 0 &&
        !run->failed)
        run->failed = cannot_write(run->errors, run->outputs->log_path);
}

/* Syncs to disk every few seconds, in case of a power failure: the whole file system the first
 * time, later only the log. Short runs are not worth the wait. */
static void sync_log(struct supervisor *run)
{
    const double EVERY = 5.0;

    if (!run->outputs->log || clock_seconds(CLOCK_MONOTONIC) - run->synced < EVERY)
        return;
    if (run->synced == run->started)
        syncfs(fileno(run->outputs->log));
    run->synced = clock_seconds(CLOCK_MONOTONIC);
    fdatasync(fileno(run->outputs->log)); /* fails for what is not a file, which is fine */
}

/* ---- progress ---- */

/* How many columns the line may have. */
static int progress_columns(void)
{
    int width = terminal_width(stderr);
    return width > 1 ? width - 1 : INT_MAX;
}

/* One line: on a terminal it is renewed in place, elsewhere it is written each minute. The games
 * shown as done are in the log; the rate counts all games that the workers finish. */
static void show_progress(struct supervisor *run, bool last)
{
    enum { WIDEST = 400 };
    bool terminal = isatty(STDERR_FILENO);
    const double EVERY = terminal ? 0.2 : 60;
    double time = clock_seconds(CLOCK_MONOTONIC);
    uint64_t before = run->outputs->start ? run->outputs->start->games : 0, played = 0;
    uint64_t done = run->result->games, all = schedule_games(&run->config->schedule);
    char line[WIDEST], faults[FAULT_COUNTS_TEXT], compared[200] = "";

    if (!run->outputs->progress || !run->pool.areas || (!last && time - run->shown < EVERY) ||
        (last && !terminal))
        return;
    if (!run->shown && !terminal) { /* the first line after a minute */
        run->shown = time;
        return;
    }
    run->shown = time;
    for (int i = 0; i < run->config->workers; i++)
        played += atomic_load(&run->pool.areas[i].shm->games);
    double seconds = time - run->started, rate = seconds > 0 ? (double)played / seconds : 0;
    const struct fault_counts so_far = faults_so_far(run);
    fault_counts_text(&so_far, faults);
    if (run->outputs->stats)
        run_stats_progress(run->outputs->stats, compared, sizeof compared);
    int length = snprintf(line, sizeof line, "%llu of %llu games, %.0f%%, %.*f/s%s%s",
                          (unsigned long long)done, (unsigned long long)all,
                          100.0 * (double)done / (double)all, rate < 10 ? 2 : 0, rate,
                          *faults ? ", " : "", faults);
    if (!last && rate > 0) {
        double left = ceil(fmax(0, (double)all - (double)(before + played)) / rate);
        length += snprintf(line + length, sizeof line - (size_t)length, ", %d:%02d:%02d left",
                           (int)(left / 3600), (int)fmod(left / 60, 60), (int)fmod(left, 60));
    }
    if (*compared)
        snprintf(line + length, sizeof line - (size_t)length, "; %s", compared);
    fprintf(stderr, terminal ? "\r%.*s\033[K%s" : "%.*s%s", progress_columns(), line,
            last || !terminal ? "\n" : "");
    fflush(stderr);
}

/* ---- the run ---- */

static int poll_timeout_ms(const struct supervisor *run)
{
    enum { LONGEST = 100, SHORTEST = 1 };
    int least = LONGEST;

    for (int i = 0; i < run->config->workers; i++) {
        const struct worker_handle *handle = &run->handles[i];
        if (handle->pid && handle->pipe_closed)
            return SHORTEST; /* it is about to exit */
        int pause = handle->pid ? call_timer_pause_ms(&handle->timer) : -1;
        if (pause > 0 && pause < least)
            least = pause;
    }
    return least;
}

static bool work_left(const struct supervisor *run)
{
    for (int i = 0; i < run->config->workers; i++)
        for (int s = 0; s < WORK_SLOTS; s++)
            if (run->handles[i].units[s].assigned)
                return true;
    return false;
}

/* Handles workers that have ended: those whose pipe is closed, or with `all` every worker, since a
 * child of some bot may keep the pipe of a dead worker open. */
static void reap(struct supervisor *run, bool all)
{
    for (int i = 0; i < run->config->workers; i++) {
        const struct worker_handle *handle = &run->handles[i];
        if (handle->pid && (all || handle->pipe_closed) && child_has_ended(handle->pid))
            supervisor_worker_gone(run, i);
    }
}

static void hear_reports(struct supervisor *run, struct pollfd *polled)
{
    int workers = run->config->workers;
    char bytes[WORK_SLOTS];

    for (int i = 0; i < workers; i++)
        polled[i] = (struct pollfd){
            .fd =
                run->handles[i].pid && !run->handles[i].pipe_closed ? run->handles[i].reports : -1,
            .events = POLLIN,
        };
    int heard = poll(polled, (nfds_t)workers, poll_timeout_ms(run));
    for (int i = 0; i < workers && heard > 0; i++)
        if (polled[i].revents && read(run->handles[i].reports, bytes, sizeof bytes) == 0)
            run->handles[i].pipe_closed = true;
    reap(run, heard == 0);
}

static void supervise(struct supervisor *run, struct pollfd *polled)
{
    assign_all(run);
    while (work_left(run) && !run->failed && !run->decided && interruptions < 2) {
        hear_reports(run, polled);
        for (int i = 0; i < run->config->workers; i++)
            worker_pool_print_output(&run->pool, i, false);
        take_units(run);
        assign_all(run);
        sync_log(run);
        supervisor_watch_calls(run);
        show_progress(run, false);
        if (interruptions)
            stop_workers(run);
    }
}

/* Lets the workers exit by themselves, and kills those that do not. */
static void dismiss(struct supervisor *run)
{
    enum { PATIENCE_MS = 2000, OF_A_TABLE_MS = 20 }; /* all their players are destroyed */
    bool at_once = run->failed || interruptions > 1;
    int64_t until = at_once ? 0
                            : clock_ms(CLOCK_MONOTONIC) + PATIENCE_MS +
                                  (int64_t)OF_A_TABLE_MS * run->config->tables;

    for (int i = 0; i < run->config->workers; i++)
        if (run->handles[i].pid)
            close(run->handles[i].orders); /* end of orders: all workers exit in parallel */
    for (int i = 0; i < run->config->workers; i++) {
        struct worker_handle *handle = &run->handles[i];
        if (!handle->pid)
            continue;
        int status = child_end(handle->pid, until - clock_ms(CLOCK_MONOTONIC), NULL);
        worker_pool_print_output(&run->pool, i, true);
        if (!at_once && (WIFSIGNALED(status) || (WEXITSTATUS(status) != 0 &&
                                                 WEXITSTATUS(status) != WORKER_BOT_PROCESS_KILLED)))
            supervisor_uncharged(run, i, atomic_load(&run->pool.areas[i].shm->mark.calls) & 1,
                                 WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it exited",
                                 "at the end of the run, after game");
        close(handle->reports);
        handle->pid = 0;
    }
}

static void add_times(struct supervisor *run)
{
    for (int i = 0; run->pool.areas && i < run->config->workers; i++)
        for (int bot = 0; run->pool.areas[i].shm && bot < run->config->bot_count; bot++) {
            const struct latency_histogram times = run->pool.areas[i].shm->times[bot];
            if (latency_is_sound(&times))
                latency_merge(&run->result->times[bot], &times);
            run->result->kept[bot] += run->pool.areas[i].shm->kept[bot];
            run->result->batch_calls[bot] += run->pool.areas[i].shm->batches[bot].calls;
            run->result->batch_answers[bot] += run->pool.areas[i].shm->batches[bot].answers;
        }
}

/* Continues where an earlier run was cut off. */
static void take_up(struct supervisor *run)
{
    const struct supervisor_start *start = run->outputs->start;

    if (!start)
        return;
    run->assigned_deals += start->deals;
    run->result->games = start->games;
    run->result->tally = start->tally;
    run->decided = run->outputs->stats && run_stats_decided(run->outputs->stats);
}

static const int signals_heard[] = {SIGINT, SIGTERM, SIGHUP};
/* A closed pipe or a file at its size limit: the failing write reports it instead. */
static const int signals_ignored[] = {SIGPIPE, SIGXFSZ};
enum {
    SIGNALS_HEARD = sizeof signals_heard / sizeof *signals_heard,
    SIGNALS_IGNORED = sizeof signals_ignored / sizeof *signals_ignored
};

bool supervisor_play(const struct config *config, const struct supervisor_outputs *outputs,
                     struct supervisor_result *result, struct errors *errors)
{
    struct supervisor run = {
        .config = config,
        .outputs = outputs,
        .result = result,
        .errors = errors,
        .deals = schedule_first_deal(&config->schedule) + schedule_deals(&config->schedule),
        .assigned_deals = schedule_first_deal(&config->schedule),
    };
    struct sigaction action = {.sa_handler = on_signal}, before[SIGNALS_HEARD],
                     ignored_before[SIGNALS_IGNORED];
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct pollfd *polled = xcalloc((size_t)config->workers, sizeof *polled);

    *result = (struct supervisor_result){0};
    take_up(&run);
    run.handles = xcalloc((size_t)config->workers, sizeof *run.handles);
    interruptions = 0;
    for (int i = 0; i < SIGNALS_HEARD; i++)
        sigaction(signals_heard[i], &action, &before[i]);
    for (int i = 0; i < SIGNALS_IGNORED; i++)
        sigaction(signals_ignored[i], &ignore, &ignored_before[i]);
    run.started = run.synced = clock_seconds(CLOCK_MONOTONIC);
    run.failed =
        !worker_pool_open(&run.pool, config, outputs->stats || outputs->game_stats, errors);
    if (!run.failed)
        unit_result_open(&run.taken, &run.pool);
    for (int i = 0; i < config->workers && !run.failed; i++)
        run.failed = !supervisor_start_worker(&run, i);
    if (!run.failed)
        supervise(&run, polled);
    dismiss(&run);
    show_progress(&run, true);
    add_times(&run);
    result->seconds = clock_seconds(CLOCK_MONOTONIC) - run.started;
    result->signalled = interruptions > 0;
    result->interrupted =
        interruptions && !run.decided && result->games < schedule_games(&config->schedule);
    if (outputs->log && fflush(outputs->log) != 0 && !run.failed)
        run.failed = cannot_write(errors, outputs->log_path);
    if (run.faults && fclose(run.faults) != 0 && !run.failed)
        run.failed = cannot_write(errors, outputs->faults_path);
    if (outputs->game_stats && fflush(outputs->game_stats) != 0 && !run.failed)
        run.failed = cannot_write(errors, "temporary file");
    if (run.faults_without_game)
        fprintf(stderr,
                "skat-arena: warning: bots failed %llu time%s where no game could be charged; "
                "first: %s\n",
                (unsigned long long)run.faults_without_game,
                run.faults_without_game == 1 ? "" : "s", run.first_without_game);
    for (int i = 0; i < SIGNALS_HEARD; i++)
        sigaction(signals_heard[i], &before[i], NULL);
    for (int i = 0; i < SIGNALS_IGNORED; i++)
        sigaction(signals_ignored[i], &ignored_before[i], NULL);
    unit_result_close(&run.taken, &run.pool);
    worker_pool_close(&run.pool);
    free(run.handles);
    free(polled);
    return !run.failed;
}
