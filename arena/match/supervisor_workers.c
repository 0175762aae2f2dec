// SPDX-License-Identifier: MIT
/* arena/match/supervisor_workers.c - starts workers, watches over them, and says who is at fault
 * when one dies or hangs. */
#include "arena/match/supervisor_state.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/shortage.h"
#include "arena/bot/player_host.h"
#include "engine/session.h"

enum { RESTARTS_WITHOUT_PROGRESS_MAX = 3 };

/* ---- starting ---- */

/* What the process of a worker is made of. */
struct worker_start {
    int orders[2], reports[2];
    pid_t pid;
};

static void close_ends(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

/* Forks the process of a worker; returns in the child, too. False with errno if it cannot. */
static bool try_to_start(struct supervisor *run, int index, struct worker_start *start)
{
    int error;

    if (!bot_output_open(&run->pool.outputs[index]) || pipe2(start->orders, O_CLOEXEC) < 0)
        return false;
    if (pipe2(start->reports, O_CLOEXEC) == 0) {
        start->pid = watched_process_start(&run->handles[index].process,
                                           &worker_pool_shm(&run->pool, index)->mark);
        if (start->pid >= 0)
            return true;
        error = errno;
        close_ends(start->reports);
    } else {
        error = errno;
    }
    close_ends(start->orders);
    errno = error;
    return false;
}

/* Tries again where the machine is short of something. */
static bool insist(struct supervisor *run, int index, struct worker_start *start)
{
    for (int attempt = 1; !try_to_start(run, index, start); attempt++) {
        const int error = errno;
        if (shortage_is(error) && shortage_wait(attempt))
            continue;
        if (shortage_is(error)) {
            snprintf(run->shortage, sizeof run->shortage, "no process for a worker: %s",
                     strerror(error));
        } else {
            errors_add(run->errors, NULL, "no process for a worker: %s", strerror(error));
            run->failed = true;
        }
        return false;
    }
    return true;
}

bool supervisor_start_worker(struct supervisor *run, int index)
{
    struct worker_handle *handle = &run->handles[index];
    struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    struct worker_start start;

    atomic_store(&shm->phase, WORKER_STARTING);
    atomic_store(&shm->activity, WORKER_BETWEEN);
    if (!shm->recover)
        shm->crash =
            (struct crash){0}; /* not charged to any bot, so it must not appear in a later report */
    handle->unheard = 0;
    handle->was_started = true;
    handle->pipe_closed = false;
    handle->games_before = atomic_load(&shm->games);
    if (!insist(run, index, &start))
        return false;
    if (start.pid == 0)
        worker_run(&run->pool, index, start.orders[0], start.reports[1]);
    close(start.orders[0]);
    close(start.reports[1]);
    handle->orders = start.orders[1];
    handle->reports = start.reports[0];
    return true;
}

void supervisor_order_unit(struct worker_handle *handle)
{
    char byte = 0;

    handle->unheard++;
    /* A dead worker is noticed by its report pipe; its orders are then repeated. */
    if (write(handle->orders, &byte, 1) < 0)
        return;
}

/* ---- what a dead worker was doing ---- */

static const char *how_it_ended(int status, char *text, size_t size)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == WORKER_LOST_PIPES)
        snprintf(text, size, "closed the descriptors of its worker");
    else
        watched_process_end_text(status, text, size);
    return text;
}

/* The unit that a worker is playing, or plays next; NULL if it is idle. */
static struct work_slot *unfinished_slot(const struct supervisor *run, int index)
{
    struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    struct work_slot *first = NULL;

    for (int s = 0; s < WORK_SLOTS; s++) {
        struct work_slot *slot = &shm->slots[s];
        if (run->handles[index].assigned[s] && atomic_load(&slot->state) != WORK_SLOT_DONE &&
            (!first || slot->unit.number < first->unit.number))
            first = slot;
    }
    return first;
}

/* The position of the player whose call a dead worker was in; -1 if what the worker has left of it
 * in shared memory cannot be. */
static int called_position(const struct supervisor *run, int index)
{
    const struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    const struct config *config = run->config;
    uint8_t seat_of[SKAT_PLAYERS], seat = atomic_load(&shm->mark.seat);

    if (seat >= config->rules.seats ||
        shm->id.arrangement >= (uint32_t)config->schedule.arrangement_count)
        return -1;
    const struct bot *bot = &config->bots[config->schedule.arrangements[shm->id.arrangement][seat]];
    if (atomic_load(&shm->mark.bot) != bot->name)
        return -1;
    skat_positions(&config->rules, skat_dealer(config->rules.seats, shm->id.deal), seat_of);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (seat_of[position] == seat)
            return position;
    return -1;
}

/* The bot whose code worker `index` was running, or was to run. */
static const char *bot_in(const struct supervisor *run, int index)
{
    return worker_shm_bot_name(worker_pool_shm(&run->pool, index), run->config);
}

void supervisor_uncharged(struct supervisor *run, int index, bool in_bot, const char *how,
                          const char *where)
{
    if (!run->faults_without_game++)
        snprintf(run->first_without_game, sizeof run->first_without_game, "%s, %s, %s %llu",
                 in_bot ? bot_in(run, index) : "one of the bots", how, where,
                 (unsigned long long)worker_pool_shm(&run->pool, index)->id.game);
}

/* ---- what becomes of its units ---- */

enum fate {
    FATE_CONTINUE, /* a new process goes on where the old one ended */
    FATE_AGAIN,    /* the unit that it played is played again */
    FATE_STOP,     /* the run stops, and can be continued: run->shortage says why */
    FATE_END       /* the run ends with an error */
};

/* Counts how often a unit (NULL: none) is played again in a row. False: too often. */
static bool may_play_again(struct worker_handle *handle, const struct work_slot *slot,
                           enum again_reason reason)
{
    enum { KILLS_FROM_OUTSIDE = 20 };
    static const int most[AGAIN_REASONS] = {
        [AGAIN_CRASHED] = 1, [AGAIN_IN_CALL] = 1, [AGAIN_KILLED] = KILLS_FROM_OUTSIDE};
    const uint64_t unit = slot ? 1 + slot->unit.number : 0;
    int *count = &handle->again[reason].count;

    *count = handle->again[reason].unit == unit ? *count + 1 : 1;
    handle->again[reason].unit = unit;
    return *count <= most[reason];
}

/* Plays the unit again the first time. A bot at fault does it again; then the run ends, since
 * nobody can say which bot it was. */
static enum fate crashed_between_calls(struct supervisor *run, int index, const char *how)
{
    if (may_play_again(&run->handles[index], unfinished_slot(run, index), AGAIN_CRASHED))
        return FATE_AGAIN;
    errors_add(
        run->errors, NULL,
        "worker %d: %s between the calls of bots, twice in the same games: a thread of a bot has "
        "crashed, or a bot has overwritten memory or closed descriptors of its worker; "
        "--isolation process shows which bot it is",
        index + 1, how);
    return FATE_END;
}

/* A bot failed where no game can be charged: the run continues with a new worker, unless that keeps
 * happening without progress. */
static enum fate forgive(struct supervisor *run, int index, const char *how)
{
    struct worker_handle *handle = &run->handles[index];
    const struct worker_shm *shm = worker_pool_shm(&run->pool, index);

    supervisor_uncharged(run, index, true, how, "between games, the last being");
    handle->restarts_without_progress =
        atomic_load(&shm->games) > handle->games_before ? 0 : handle->restarts_without_progress + 1;
    if (handle->restarts_without_progress < RESTARTS_WITHOUT_PROGRESS_MAX)
        return FATE_CONTINUE;
    errors_add(run->errors, NULL, "bot \"%s\" repeatedly ends its worker between games: %s",
               bot_in(run, index), how);
    return FATE_END;
}

/* Counts a process that was killed from outside, for a warning at the end of the run. */
static void note_kill(struct supervisor *run, int index, bool in_bot)
{
    run->kills++;
    if (in_bot && !run->first_killed)
        run->first_killed = bot_in(run, index);
}

/* The system kills what takes too much memory, and a user may kill anything. That is nobody's
 * fault, so the unit is played again. But a bot in a worker can kill itself, too: if it does so
 * again, it is charged. Between calls no bot can have done it. */
static enum fate killed_from_outside(struct supervisor *run, int index, int status)
{
    const struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    struct worker_handle *handle = &run->handles[index];
    const struct work_slot *slot = unfinished_slot(run, index);
    const bool in_bot = atomic_load(&shm->mark.calls) & 1;
    bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !handle->process.timed_out;
    const int own_exit = worker_shm_exit(shm, run->config, status);

    if (own_exit == WORKER_SHORTAGE) {
        snprintf(run->shortage, sizeof run->shortage,
                 "worker %d: no process, memory or descriptors for %s", index + 1,
                 bot_in(run, index));
        return FATE_STOP;
    }
    if (!killed && own_exit != WORKER_BOT_PROCESS_KILLED)
        return FATE_CONTINUE;
    if (killed && !run->config->isolates &&
        (in_bot || atomic_load(&shm->phase) == WORKER_STARTING)) {
        if (atomic_load(&shm->phase) == WORKER_STARTING ||
            !may_play_again(handle, slot, AGAIN_IN_CALL))
            return FATE_CONTINUE;
        note_kill(run, index, true);
        return FATE_AGAIN;
    }
    if (may_play_again(handle, slot, AGAIN_KILLED)) {
        note_kill(run, index, in_bot || !killed);
        return FATE_AGAIN;
    }
    snprintf(
        run->shortage, sizeof run->shortage,
        "%s was killed from outside %d times in the same games, as the system does when memory "
        "runs out",
        killed ? "a worker" : bot_in(run, index), handle->again[AGAIN_KILLED].count);
    return FATE_STOP;
}

/* The same while it created bots: nothing was played, so the next process begins where this one
 * did. A bot that kills itself there does so each time. */
static bool killed_while_starting(struct supervisor *run, int index, int status)
{
    enum { STARTS_KILLED = 20 };
    struct worker_handle *handle = &run->handles[index];

    if (atomic_load(&worker_pool_shm(&run->pool, index)->phase) != WORKER_STARTING ||
        handle->process.timed_out || !WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
        return false;
    return ++handle->starts_killed <= STARTS_KILLED;
}

/* ---- charging ---- */

static enum fate charge_start(struct supervisor *run, int index, const char *how)
{
    worker_pool_show_output(&run->pool, index, true);
    errors_add(run->errors, NULL, "bot \"%s\" cannot start: %s while it was created%s",
               bot_in(run, index), how,
               run->handles[index].process.timed_out ? " (limits.start_ms)" : "");
    return FATE_END;
}

/* Charges the player whose code was running in a game. */
static enum fate charge_game(struct supervisor *run, int index, const char *how)
{
    struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    struct worker_handle *handle = &run->handles[index];
    int position = called_position(run, index);

    if (position < 0)
        return crashed_between_calls(run, index, how);
    /* One fault costs one game: a failure after an illegal answer is only counted. */
    if (shm->game.fault != SKAT_NOBODY)
        supervisor_uncharged(run, index, true, how, "after a fault in game");
    shm->recover = handle->process.timed_out ? GAME_TIMEOUT : GAME_CRASH;
    snprintf(shm->how, sizeof shm->how, "%s",
             handle->process.timed_out ? "no answer in time" : how);
    shm->recover_position = (uint8_t)position;
    handle->restarts_without_progress = 0;
    return FATE_CONTINUE;
}

/* A call in games that were played side by side: one at a time, they show which of them it costs.
 */
static enum fate play_alone(struct supervisor *run, int index)
{
    unfinished_slot(run, index)->unit.one_by_one = true;
    run->units_again++;
    return FATE_AGAIN;
}

/* A deal whose bids cannot be asked for counts as bid differently: then its games show it. */
static enum fate give_up_scouting(struct supervisor *run, int index)
{
    struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    struct work_slot *slot = unfinished_slot(run, index);
    const struct slot_buffers buffers =
        worker_pool_buffers(&run->pool, index, (int)(slot - shm->slots));

    if (slot->scouted < slot->unit.deals)
        buffers.bids[slot->scouted++] = (struct deal_bids){STATS_BIDS_DIFFER, 0};
    return FATE_CONTINUE;
}

/* A task of re-deals costs its case. */
static enum fate give_up_task(struct supervisor *run, int index)
{
    struct redeal_tasks *tasks = &worker_pool_shm(&run->pool, index)->tasks;

    if (tasks->failed_count < TASKS_FAILED)
        tasks->failed[tasks->failed_count++] = tasks->number;
    return FATE_CONTINUE;
}

/* Charges the bot whose code was running, if any. */
static enum fate charge_fault(struct supervisor *run, int index, int status)
{
    const struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    const bool in_bot = atomic_load(&shm->mark.calls) & 1;
    const int own_exit = worker_shm_exit(shm, run->config, status);
    const uint8_t activity = atomic_load(&shm->activity);
    char how[80];

    how_it_ended(status, how, sizeof how);
    if (run->handles[index].process.timed_out)
        snprintf(how, sizeof how, "it hung");
    if (atomic_load(&shm->phase) == WORKER_STARTING)
        return charge_start(run, index, how);
    const bool alone = own_exit == WORKER_PLAY_ALONE;
    if ((!in_bot && !alone) || !unfinished_slot(run, index))
        return crashed_between_calls(run, index, how);
    switch ((enum worker_activity)activity) {
    case WORKER_GAME:
        return charge_game(run, index, how);
    case WORKER_SIDE_BY_SIDE:
        return play_alone(run, index);
    case WORKER_SCOUTING:
        return give_up_scouting(run, index);
    case WORKER_REDEALS:
        return give_up_task(run, index);
    default:
        return forgive(run, index, how);
    }
}

/* ---- a new process ---- */

static void close_handle(struct worker_handle *handle)
{
    close(handle->orders);
    close(handle->reports);
    handle->process.pid = 0;
}

/* The unit that the worker was playing is played from its first game. */
static void begin_again(const struct supervisor *run, int index, struct work_slot *slot)
{
    struct worker_shm *shm = worker_pool_shm(&run->pool, index);

    atomic_fetch_sub(&shm->games, (uint64_t)slot->places * slot->unit.deals + slot->played);
    work_slot_clear(slot, run->config->bot_count);
    shm->recover = 0; /* killed before recovering: that game is played again */
    shm->tasks = (struct redeal_tasks){0};
}

static void replace_worker(struct supervisor *run, int index, enum fate fate)
{
    struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    struct worker_handle *handle = &run->handles[index];
    struct work_slot *slot = unfinished_slot(run, index);

    run->failed |= fate == FATE_END;
    if (fate == FATE_STOP || fate == FATE_END)
        return;
    if (slot && fate == FATE_AGAIN)
        begin_again(run, index, slot);
    shm->next_slot = slot ? (uint32_t)(slot - shm->slots) : (uint32_t)handle->next_slot;
    if (!slot || !supervisor_start_worker(run, index))
        return; /* without units, it is started again when it is needed */
    for (int s = 0; s < WORK_SLOTS; s++)
        if (handle->assigned[s] && atomic_load(&shm->slots[s].state) != WORK_SLOT_DONE)
            supervisor_order_unit(handle);
}

void supervisor_worker_gone(struct supervisor *run, int index)
{
    struct worker_handle *handle = &run->handles[index];
    int status = 0;

    waitpid(handle->process.pid, &status, 0);
    close_handle(handle);
    if (atomic_load(&worker_pool_shm(&run->pool, index)->phase) == WORKER_WORKING)
        handle->starts_killed = 0; /* it had created them */
    enum fate fate = killed_from_outside(run, index, status);
    if (fate == FATE_CONTINUE && !killed_while_starting(run, index, status))
        fate = charge_fault(run, index, status);
    replace_worker(run, index, fate);
}

/* ---- calls that last too long ---- */

/* Whether the bot that is called may start programs, which compute for it (pipe). */
static bool calls_program(const struct supervisor *run, int index)
{
    const struct bot *bot = worker_shm_bot(worker_pool_shm(&run->pool, index), run->config);

    return bot && bot_starts_programs(bot);
}

/* Whether what this worker does now is a call of a bot whose code is all in the worker: others have
 * processes, which their worker supervises, and which it may also have to start. */
static bool calls_own_code(const struct supervisor *run, int index)
{
    const struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    const struct bot *bot = worker_shm_bot(shm, run->config);
    const bool calls =
        atomic_load(&shm->phase) == WORKER_STARTING || run->handles[index].process.calls_seen & 1;

    return bot && calls && !bot_is_isolated(bot) && !bot_starts_programs(bot);
}

/* The longest that a bot may take to start; 0: no limit. */
static int64_t longest_start_ms(const struct config *config)
{
    int64_t longest = 0;

    for (int bot = 0; bot < config->bot_count; bot++) {
        const int64_t start = config->bots[bot].limits.start_ms;
        if (!start)
            return 0;
        longest = start > longest ? start : longest;
    }
    return longest;
}

/* A worker whose limits are asked for. */
struct watched_worker {
    const struct supervisor *run;
    int index;
};

static struct watched_limits limits_now(const void *context)
{
    enum { PATIENCE_MS = 5000, OUTSIDE_CALLS_MS = 30000 };
    const struct watched_worker *worker = context;
    const struct supervisor *run = worker->run;
    const struct worker_shm *shm = worker_pool_shm(&run->pool, worker->index);
    const struct bot *bot = worker_shm_bot(shm, run->config);
    const struct skat_bot_limits *limits = bot ? &bot->limits : &run->config->limits;
    const uint32_t bank = atomic_load(&shm->mark.bank_left_ms);
    struct watched_limits now = {
        .wall_ms = limits->time_ms ? (int64_t)limits->time_ms +
                                         (bank < limits->bank_ms ? bank : limits->bank_ms)
                                   : 0,
        .cpu_ms = limits->cpu_ms,
        .with_children = calls_program(run, worker->index),
        .stops_count = !run->config->isolates || calls_own_code(run, worker->index),
    };

    if (atomic_load(&shm->phase) == WORKER_STARTING) {
        now.wall_ms = limits->start_ms;
        now.cpu_ms = limits->cpu_ms ? limits->start_ms : 0;
    } else if (!(run->handles[worker->index].process.calls_seen & 1)) {
        /* Nothing that a worker does by itself takes so long; a bot has overwritten something. */
        now.wall_ms = OUTSIDE_CALLS_MS;
        now.cpu_ms = 0;
    }
    if (now.stops_count)
        return now;
    const int64_t start = longest_start_ms(run->config);
    now.wall_ms =
        now.wall_ms && start ? call_timer_longest_ms(now.wall_ms) + start + PATIENCE_MS : 0;
    if (!now.with_children)
        now.cpu_ms = 0;
    return now;
}

void supervisor_watch_calls(struct supervisor *run)
{
    for (int i = 0; i < run->pool.count && !run->failed; i++) {
        struct worker_handle *handle = &run->handles[i];
        const struct watched_worker worker = {run, i};
        if (!handle->process.pid || handle->process.timed_out)
            continue;
        if (unfinished_slot(run, i))
            watched_process_look(&handle->process, limits_now, &worker);
        else
            watched_process_rest(&handle->process);
    }
}
