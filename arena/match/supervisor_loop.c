// SPDX-License-Identifier: MIT
/* arena/match/supervisor_loop.c - the loop of a run: hears workers, and takes finished units in
 * their order into the log, the files beside it and the fold. */
#include "arena/match/supervisor.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/clock.h"
#include "arena/base/interrupt.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/text.h"
#include "arena/record/fault_counts.h"
#include "arena/match/worker_pool.h"
#include "arena/match/supervisor_state.h"
#include "arena/record/bids_line.h"
#include "engine/session.h"

/* How long processes may take to end by themselves before they are killed. */
enum { PATIENCE_MS = 2000 };

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
        cannot_write(run->errors, log_writer_path(run->outputs->log));
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
        return !cannot_write(run->errors, run->faults.path);
    ok = grow(&run->redeals, taken->buffers.redeals, taken->slot->redeals_length);
    if (!ok || (run->redeals.file && fflush(run->redeals.file) != 0))
        return !cannot_write(run->errors, run->redeals.path);
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
    cannot_write(run->errors, "temporary file");
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
    if (run->outputs->most_faults && supervisor_faults(run).all >= run->outputs->most_faults)
        decide(run);
}

static void take_unit(struct supervisor *run)
{
    run->gap |= !run->taken.complete;
    if (!run->gap && !run->failed && !run->decided) {
        if (!write_beside(run) || (run->outputs->log && !write_lines(run)) ||
            (run->taken.buffers.stats && !pass_games_on(run)))
            run->failed = true;
        else
            add_to_result(run);
        look_at_moves(run);
    }
    supervisor_close_unit(run);
    supervisor_give_units(run);
}

/* Takes finished units while the next one is among them. What was taken is flushed to the kernel,
 * so it survives this process. */
static void take_units(struct supervisor *run)
{
    uint64_t before = run->next_taken;

    while (!run->failed && supervisor_next_unit(run))
        take_unit(run);
    if (run->next_taken == before || !run->outputs->log)
        return;
    if (!log_writer_flush(run->outputs->log) && !run->failed)
        run->failed = cannot_write(run->errors, log_writer_path(run->outputs->log));
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
    } else if (!run->failed) {
        errors_add(run->errors, unsynced,
                   "cannot be written to the disk: %s; after the first %llu games, what is there "
                   "may be missing or damaged",
                   strerror(errno), (unsigned long long)run->synced_games);
        run->failed = true;
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
        const struct worker_handle *handle = &run->handles[i];
        if (handle->process.pid && handle->pipe_closed)
            return SHORTEST; /* it is about to exit */
        int pause = handle->process.pid ? call_timer_pause_ms(&handle->process.timer) : -1;
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
        const struct worker_handle *handle = &run->handles[i];
        if (handle->process.pid && (all || handle->pipe_closed) &&
            child_has_ended(handle->process.pid))
            supervisor_worker_gone(run, i);
    }
}

/* What is heard of a worker's pipe. */
static void hear(struct worker_handle *handle)
{
    char bytes[WORK_SLOTS];
    ssize_t got = read(handle->reports, bytes, sizeof bytes);

    if (got == 0)
        handle->pipe_closed = true;
    else if (got > 0)
        handle->unheard -= got < handle->unheard ? (int)got : handle->unheard;
}

/* Waits until a worker that has something to do reports, and shows what its bots print meanwhile.
 */
static void hear_reports(struct supervisor *run)
{
    for (int i = 0; i < run->pool.count; i++) {
        const struct worker_handle *handle = &run->handles[i];
        const bool works = handle->process.pid && !handle->pipe_closed && handle->unheard;
        run->polled[i] = (struct pollfd){.fd = works ? handle->reports : -1, .events = POLLIN};
    }
    const int heard = poll(run->polled, (nfds_t)run->pool.count, poll_timeout_ms(run));
    for (int i = 0; i < run->pool.count; i++) {
        if (heard > 0 && run->polled[i].revents)
            hear(&run->handles[i]);
        if (run->polled[i].fd >= 0)
            worker_pool_show_output(&run->pool, i, false);
    }
    reap(run, heard == 0);
}

/* Have the shards of the run, all together, played enough? */
static void look_at_board(struct supervisor *run)
{
    if (!run->outputs->board || run->decided || run->failed)
        return;
    if (!board_decided(run->outputs->board))
        return;
    decide(run);
    run->result->enough = run->result->games < schedule_games(&run->config->schedule);
}

static void supervise(struct supervisor *run)
{
    look_at_board(run);
    supervisor_give_units(run);
    while (supervisor_has_units(run) && !run->failed && !*run->shortage && !run->decided &&
           interrupt_count() < 2) {
        hear_reports(run);
        take_units(run);
        look_at_board(run);
        supervisor_give_units(run);
        sync_now_and_then(run);
        supervisor_watch_calls(run);
        supervisor_show_progress(run, false);
        if (interrupt_heard()) {
            supervisor_say_interrupted(run);
            stop_workers(run);
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
        OF_A_TABLE_MS = 20, /* all their players are destroyed, */
        LEAVE_MS = 1000     /* and each program has as much of its own time */
    };
    const int64_t leave_ms = programs_of(run->config) * call_timer_longest_ms(LEAVE_MS);
    bool at_once = run->failed || *run->shortage || interrupt_count() > 1;
    int64_t until = at_once ? 0
                            : clock_ms(CLOCK_MONOTONIC) + PATIENCE_MS + leave_ms +
                                  (int64_t)OF_A_TABLE_MS * run->config->tables * run->pool.count;

    for (int i = 0; i < run->pool.count; i++)
        if (run->handles[i].process.pid)
            close(run->handles[i].orders); /* end of orders: all workers exit in parallel */
    for (int i = 0; i < run->pool.count; i++) {
        struct worker_handle *handle = &run->handles[i];
        if (!handle->process.pid)
            continue;
        int status = child_end(handle->process.pid, until - clock_ms(CLOCK_MONOTONIC), NULL);
        worker_pool_show_output(&run->pool, i, true);
        if (!at_once && (WIFSIGNALED(status) || (WEXITSTATUS(status) != 0 &&
                                                 WEXITSTATUS(status) != WORKER_BOT_PROCESS_KILLED)))
            supervisor_uncharged(run, i,
                                 atomic_load(&worker_pool_shm(&run->pool, i)->mark.calls) & 1,
                                 WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it exited",
                                 "at the end of the run, after game");
        close(handle->reports);
        handle->process.pid = 0;
    }
}

/* Nobody is charged with a failure at the end of a session: it is told. */
static void add_failures_in_vain(struct supervisor *run)
{
    for (int i = 0; run->pool.areas && i < run->pool.count; i++)
        for (int bot = 0; run->handles[i].was_started && bot < run->config->bot_count; bot++) {
            const uint32_t times = worker_pool_shm(&run->pool, i)->in_vain[bot];
            if (times && !run->faults_without_game)
                snprintf(run->first_without_game, sizeof run->first_without_game,
                         "%s, in session_end", run->config->bots[bot].name);
            run->faults_without_game += times;
        }
}

static void add_times(struct supervisor *run)
{
    for (int i = 0; run->pool.areas && i < run->pool.count; i++)
        for (int bot = 0; run->handles[i].was_started && bot < run->config->bot_count; bot++) {
            const struct worker_shm *shm = worker_pool_shm(&run->pool, i);
            latency_merge(&run->result->times[bot], &shm->times[bot]);
            run->result->kept[bot] += shm->kept[bot];
            run->result->batch_calls[bot] += shm->batches[bot].calls;
            run->result->batch_answers[bot] += shm->batches[bot].answers;
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

    if (run->redeals.file && fclose(run->redeals.file) != 0 && !run->failed)
        run->failed = cannot_write(run->errors, run->redeals.path);
    if (run->faults.file && fclose(run->faults.file) != 0 && !run->failed)
        run->failed = cannot_write(run->errors, run->faults.path);
    if (outputs->game_stats && fflush(outputs->game_stats) != 0 && !run->failed)
        run->failed = cannot_write(run->errors, "temporary file");
}

static void warn_of_shortage_and_faults(const struct supervisor *run)
{
    if (*run->shortage)
        fprintf(stderr, "skat-arena: the machine is short of something: %s\n", run->shortage);
    if (run->faults_without_game)
        fprintf(stderr,
                "skat-arena: warning: bots failed %llu time%s where no game could be charged; "
                "first: %s\n",
                (unsigned long long)run->faults_without_game, text_plural(run->faults_without_game),
                run->first_without_game);
    if (run->kills)
        fprintf(stderr,
                "skat-arena: warning: games were played again %llu time%s since a process was "
                "killed from outside%s%s%s\n",
                (unsigned long long)run->kills, text_plural(run->kills),
                run->first_killed ? ", first while it ran " : "",
                run->first_killed ? run->first_killed : "",
                run->first_killed && !run->config->isolates
                    ? "; a bot without isolation can do that itself"
                    : "");
}

bool supervisor_play(const struct config *config, const struct supervisor_outputs *outputs,
                     struct supervisor_result *result, struct errors *errors)
{
    struct supervisor run = {
        .config = config,
        .outputs = outputs,
        .result = result,
        .errors = errors,
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
    const bool redeals = config->compared.redeals;
    struct run_fold *fold = outputs->fold;
    run.failed = !worker_pool_open(&run.pool, config, fold || outputs->game_stats || redeals,
                                   (fold && run_fold_wants_moves(fold)) || redeals, errors);
    run.handles = xcalloc((size_t)run.pool.count, sizeof *run.handles);
    run.polled = xcalloc((size_t)run.pool.count, sizeof *run.polled);
    run.window = run.pool.count * WORK_SLOTS;
    run.open = xcalloc((size_t)run.window, sizeof *run.open);
    if (redeals && fold)
        run_stats_take_redeals(run_fold_stats(fold), change_of_deal, &run);
    if (!run.failed)
        supervise(&run);
    dismiss(&run);
    sync_games(&run);
    if (fold)
        run_stats_take_redeals(run_fold_stats(fold), NULL, NULL);
    supervisor_show_progress(&run, true);
    add_times(&run);
    add_failures_in_vain(&run);
    result->seconds = clock_seconds(CLOCK_MONOTONIC) - run.started;
    result->interrupted = (interrupt_heard() || *run.shortage) && !run.decided &&
                          result->games < schedule_games(&config->schedule);
    close_files(&run);
    warn_of_shortage_and_faults(&run);
    set_signals(before, (struct sigaction[SIGNALS_IGNORED]){{.sa_flags = 0}});
    free(run.open);
    worker_pool_close(&run.pool);
    free(run.handles);
    free(run.polled);
    return !run.failed;
}
