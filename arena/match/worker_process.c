// SPDX-License-Identifier: MIT
#include "arena/match/worker_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/machine.h"
#include "arena/bot/player_host.h"
#include "engine/session.h"

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
static bool try_to_start(struct worker_process *worker, struct worker_start *start)
{
    int error;

    if (!bot_output_open(&worker->pool->outputs[worker->index]) ||
        pipe2(start->orders, O_CLOEXEC) < 0)
        return false;
    if (pipe2(start->reports, O_CLOEXEC) == 0) {
        start->pid = watched_process_start(&worker->watched, &worker->shm->mark);
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
static bool insist(struct worker_process *worker, struct worker_start *start)
{
    struct run_failures *failures = worker->failures;

    for (int attempt = 1; !try_to_start(worker, start); attempt++) {
        const int error = errno;
        if (shortage_is(error) && shortage_wait(attempt))
            continue;
        if (shortage_is(error)) {
            snprintf(failures->shortage, sizeof failures->shortage, "no process for a worker: %s",
                     strerror(error));
        } else {
            errors_add(failures->errors, NULL, "no process for a worker: %s", strerror(error));
            failures->failed = true;
        }
        return false;
    }
    return true;
}

static bool start_process(struct worker_process *worker)
{
    struct worker_shm *shm = worker->shm;
    struct worker_start start;

    atomic_store(&shm->phase, WORKER_STARTING);
    atomic_store(&shm->activity, WORKER_BETWEEN);
    if (!shm->recover)
        shm->crash =
            (struct crash){0}; /* not charged to any bot, so it must not appear in a later report */
    worker->unheard = 0;
    worker->pipe_closed = false;
    worker->games_before = atomic_load(&shm->games);
    if (!insist(worker, &start))
        return false;
    if (start.pid == 0)
        worker_run(worker->pool, worker->index, start.orders[0], start.reports[1]);
    close(start.orders[0]);
    close(start.reports[1]);
    worker->orders = start.orders[1];
    worker->reports = start.reports[0];
    return true;
}

void worker_process_order(struct worker_process *worker)
{
    char byte = 0;

    if (!worker->watched.pid && !start_process(worker))
        return;
    worker->unheard++;
    /* A dead worker is noticed by its report pipe; its orders are then repeated. */
    if (write(worker->orders, &byte, 1) < 0)
        return;
}

void worker_process_hear(struct worker_process *worker)
{
    char bytes[WORK_SLOTS];
    ssize_t got = read(worker->reports, bytes, sizeof bytes);

    if (got == 0)
        worker->pipe_closed = true;
    else if (got > 0)
        worker->unheard -= got < worker->unheard ? (int)got : worker->unheard;
}

void worker_process_show_output(const struct worker_process *worker, bool all)
{
    bot_output_show_read(&worker->pool->outputs[worker->index], &worker->shm->printed,
                         worker->pool->config, all);
}

/* ---- what a worker is, or was, doing ---- */

static bool is_unfinished(const struct worker_process *worker, int slot)
{
    return worker->assigned[slot] && atomic_load(&worker->shm->slots[slot].state) != WORK_SLOT_DONE;
}

int worker_process_unfinished(const struct worker_process *worker)
{
    int count = 0;

    for (int slot = 0; slot < WORK_SLOTS; slot++)
        count += is_unfinished(worker, slot);
    return count;
}

/* The unit that a worker is playing, or plays next; NULL if it is idle. */
static struct work_slot *unfinished_slot(const struct worker_process *worker)
{
    struct work_slot *first = NULL;

    for (int s = 0; s < WORK_SLOTS; s++) {
        struct work_slot *slot = &worker->shm->slots[s];
        if (is_unfinished(worker, s) && (!first || slot->unit.number < first->unit.number))
            first = slot;
    }
    return first;
}

static bool is_starting(const struct worker_process *worker)
{
    return atomic_load(&worker->shm->phase) == WORKER_STARTING;
}

static bool is_in_bot(const struct worker_process *worker)
{
    return atomic_load(&worker->shm->mark.calls) & 1;
}

/* The bot whose code runs there, or is about to; NULL if what is there is none. Follows no pointer:
 * a bot may have written it. */
static const struct bot *bot_in(const struct worker_process *worker)
{
    const struct config *config = worker->pool->config;
    const char *name = atomic_load(&worker->shm->mark.bot);
    const uint8_t starting = worker->shm->starting_bot;

    if (is_starting(worker))
        return starting < config->bot_count ? &config->bots[starting] : NULL;
    for (int i = 0; i < config->bot_count; i++)
        if (config->bots[i].name == name)
            return &config->bots[i];
    return NULL;
}

static const char *name_of_bot_in(const struct worker_process *worker)
{
    const struct bot *bot = bot_in(worker);
    return bot ? bot->name : "a bot";
}

/* The exit status by which the code of a worker ended it: WORKER_...; 0 if it ended otherwise. In a
 * call of a bot that is not isolated, any status is that of the bot. `status` as waitpid() gives
 * it. */
static int own_exit_of(const struct worker_process *worker, int status)
{
    return WIFEXITED(status) && !(is_in_bot(worker) && !worker->pool->config->isolates)
               ? WEXITSTATUS(status)
               : 0;
}

/* Whether it was killed, and not here, since it took too long. */
static bool was_killed(const struct worker_process *worker, int status)
{
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !worker->watched.timed_out;
}

static const char *how_it_ended(const struct worker_process *worker, int status, char *text,
                                size_t size)
{
    if (worker->watched.timed_out)
        snprintf(text, size, "it hung");
    else if (WIFEXITED(status) && WEXITSTATUS(status) == WORKER_LOST_PIPES)
        snprintf(text, size, "closed the descriptors of its worker");
    else
        watched_process_end_text(status, text, size);
    return text;
}

/* The position of the player whose call a dead worker was in; -1 if what the worker has left of it
 * in shared memory cannot be. */
static int called_position(const struct worker_process *worker)
{
    const struct worker_shm *shm = worker->shm;
    const struct config *config = worker->pool->config;
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

/* Counts a failure that costs no game; `in_bot`: a bot's code was running. */
static void count_uncharged(const struct worker_process *worker, bool in_bot, const char *how,
                            const char *where)
{
    struct run_failures *failures = worker->failures;

    if (!failures->faults_without_game++)
        snprintf(failures->first_without_game, sizeof failures->first_without_game,
                 "%s, %s, %s %llu", in_bot ? name_of_bot_in(worker) : "one of the bots", how, where,
                 (unsigned long long)worker->shm->id.game);
}

/* ---- what becomes of its units ---- */

enum fate {
    FATE_CONTINUE, /* a new process goes on where the old one ended */
    FATE_AGAIN,    /* the unit that it played is played again */
    FATE_STOP,     /* of the run, which can be continued: failures->shortage says why */
    FATE_END       /* the run ends with an error */
};

/* Counts how often a unit (NULL: none) is played again in a row. False: too often. */
static bool may_play_again(struct worker_process *worker, const struct work_slot *slot,
                           enum again_reason reason)
{
    enum { KILLS_FROM_OUTSIDE = 20 };
    static const int most[AGAIN_REASONS] = {
        [AGAIN_CRASHED] = 1, [AGAIN_IN_CALL] = 1, [AGAIN_KILLED] = KILLS_FROM_OUTSIDE};
    const uint64_t unit = slot ? 1 + slot->unit.number : 0;
    int *count = &worker->again[reason].count;

    *count = worker->again[reason].unit == unit ? *count + 1 : 1;
    worker->again[reason].unit = unit;
    return *count <= most[reason];
}

/* Plays the unit again the first time. A bot at fault does it again; then the run ends, since
 * nobody can say which bot it was. */
static enum fate crashed_between_calls(struct worker_process *worker, const char *how)
{
    if (may_play_again(worker, unfinished_slot(worker), AGAIN_CRASHED))
        return FATE_AGAIN;
    errors_add(
        worker->failures->errors, NULL,
        "worker %d: %s between the calls of bots, twice in the same games: a thread of a bot has "
        "crashed, or a bot has overwritten memory or closed descriptors of its worker; "
        "--isolation process shows which bot it is",
        worker->index + 1, how);
    return FATE_END;
}

/* A bot failed where no game can be charged: the run continues with a new worker, unless that keeps
 * happening without progress. */
static enum fate forgive(struct worker_process *worker, const char *how)
{
    enum { RESTARTS_WITHOUT_PROGRESS_MAX = 3 };

    count_uncharged(worker, true, how, "between games, the last being");
    worker->restarts_without_progress = atomic_load(&worker->shm->games) > worker->games_before
                                            ? 0
                                            : worker->restarts_without_progress + 1;
    if (worker->restarts_without_progress < RESTARTS_WITHOUT_PROGRESS_MAX)
        return FATE_CONTINUE;
    errors_add(worker->failures->errors, NULL,
               "bot \"%s\" repeatedly ends its worker between games: %s", name_of_bot_in(worker),
               how);
    return FATE_END;
}

/* Counts a process that was killed from outside, for a warning at the end of the run. */
static enum fate play_again_after_kill(const struct worker_process *worker, bool in_bot)
{
    worker->failures->kills++;
    if (in_bot && !worker->failures->first_killed)
        worker->failures->first_killed = name_of_bot_in(worker);
    return FATE_AGAIN;
}

/* The system kills what takes too much memory, and a user may kill anything. That is nobody's
 * fault, so the unit is played again. But a bot in a worker can kill itself, too: if it does so
 * again, it is charged. Between calls no bot can have done it. */
static enum fate killed_from_outside(struct worker_process *worker, int status)
{
    struct run_failures *failures = worker->failures;
    const struct work_slot *slot = unfinished_slot(worker);
    const bool in_bot = is_in_bot(worker), killed = was_killed(worker, status);
    const int own_exit = own_exit_of(worker, status);

    if (own_exit == WORKER_SHORTAGE) {
        snprintf(failures->shortage, sizeof failures->shortage,
                 "worker %d: no process, memory or descriptors for %s", worker->index + 1,
                 name_of_bot_in(worker));
        return FATE_STOP;
    }
    if (!killed && own_exit != WORKER_BOT_PROCESS_KILLED)
        return FATE_CONTINUE;
    if (killed && !worker->pool->config->isolates && (in_bot || is_starting(worker)))
        return is_starting(worker) || !may_play_again(worker, slot, AGAIN_IN_CALL)
                   ? FATE_CONTINUE
                   : play_again_after_kill(worker, true);
    if (may_play_again(worker, slot, AGAIN_KILLED))
        return play_again_after_kill(worker, in_bot || !killed);
    snprintf(
        failures->shortage, sizeof failures->shortage,
        "%s was killed from outside %d times in the same games, as the system does when memory "
        "runs out",
        killed ? "a worker" : name_of_bot_in(worker), worker->again[AGAIN_KILLED].count);
    return FATE_STOP;
}

/* The same while it created bots: nothing was played, so the next process begins where this one
 * did. A bot that kills itself there does so each time. */
static bool killed_while_starting(struct worker_process *worker, int status)
{
    enum { STARTS_KILLED = 20 };

    return is_starting(worker) && was_killed(worker, status) &&
           ++worker->starts_killed <= STARTS_KILLED;
}

/* ---- charging ---- */

static enum fate charge_start(const struct worker_process *worker, const char *how)
{
    worker_process_show_output(worker, true);
    errors_add(worker->failures->errors, NULL, "bot \"%s\" cannot start: %s while it was created%s",
               name_of_bot_in(worker), how, worker->watched.timed_out ? " (limits.start_ms)" : "");
    return FATE_END;
}

/* Charges the player whose code was running in a game. */
static enum fate charge_game(struct worker_process *worker, const char *how)
{
    struct worker_shm *shm = worker->shm;
    const bool timed_out = worker->watched.timed_out;
    int position = called_position(worker);

    if (position < 0)
        return crashed_between_calls(worker, how);
    /* One fault costs one game: a failure after an illegal answer is only counted. */
    if (shm->game.fault != SKAT_NOBODY)
        count_uncharged(worker, true, how, "after a fault in game");
    shm->recover = timed_out ? GAME_TIMEOUT : GAME_CRASH;
    snprintf(shm->how, sizeof shm->how, "%s", timed_out ? "no answer in time" : how);
    shm->recover_position = (uint8_t)position;
    worker->restarts_without_progress = 0;
    return FATE_CONTINUE;
}

/* A call in games that were played side by side: one at a time, they show which of them it costs.
 */
static enum fate play_alone(const struct worker_process *worker)
{
    unfinished_slot(worker)->unit.one_by_one = true;
    worker->failures->units_again++;
    return FATE_AGAIN;
}

/* A deal whose bids cannot be asked for counts as bid differently: then its games show it. */
static enum fate give_up_scouting(const struct worker_process *worker)
{
    struct work_slot *slot = unfinished_slot(worker);
    const struct slot_buffers buffers =
        worker_pool_buffers(worker->pool, worker->index, (int)(slot - worker->shm->slots));

    if (slot->scouted < slot->unit.deals)
        buffers.bids[slot->scouted++] = (struct deal_bids){STATS_BIDS_DIFFER, 0};
    return FATE_CONTINUE;
}

/* A task of re-deals costs its case. */
static enum fate give_up_task(const struct worker_process *worker)
{
    struct redeal_tasks *tasks = &worker->shm->tasks;

    if (tasks->failed_count < TASKS_FAILED)
        tasks->failed[tasks->failed_count++] = tasks->number;
    return FATE_CONTINUE;
}

/* Charges the bot whose code was running, if any. */
static enum fate charge_fault(struct worker_process *worker, int status)
{
    const bool alone = own_exit_of(worker, status) == WORKER_PLAY_ALONE;
    char how[80];

    how_it_ended(worker, status, how, sizeof how);
    if (is_starting(worker))
        return charge_start(worker, how);
    if ((!is_in_bot(worker) && !alone) || !unfinished_slot(worker))
        return crashed_between_calls(worker, how);
    switch ((enum worker_activity)atomic_load(&worker->shm->activity)) {
    case WORKER_GAME:
        return charge_game(worker, how);
    case WORKER_SIDE_BY_SIDE:
        return play_alone(worker);
    case WORKER_SCOUTING:
        return give_up_scouting(worker);
    case WORKER_REDEALS:
        return give_up_task(worker);
    default:
        return forgive(worker, how);
    }
}

/* ---- a new process ---- */

/* The unit that the worker was playing is played from its first game. */
static void begin_again(const struct worker_process *worker, struct work_slot *slot)
{
    struct worker_shm *shm = worker->shm;

    atomic_fetch_sub(&shm->games, (uint64_t)slot->places * slot->unit.deals + slot->played);
    work_slot_clear(slot, worker->pool->config->bot_count);
    shm->recover = 0; /* killed before recovering: that game is played again */
    shm->tasks = (struct redeal_tasks){0};
}

/* Without units, it is started again when it is needed. */
static void replace_process(struct worker_process *worker, enum fate fate)
{
    struct worker_shm *shm = worker->shm;
    struct work_slot *slot = unfinished_slot(worker);

    worker->failures->failed |= fate == FATE_END;
    if (fate == FATE_STOP || fate == FATE_END)
        return;
    if (slot && fate == FATE_AGAIN)
        begin_again(worker, slot);
    shm->next_slot = slot ? (uint32_t)(slot - shm->slots) : (uint32_t)worker->next_slot;
    if (slot && start_process(worker))
        for (int units = worker_process_unfinished(worker); units; units--)
            worker_process_order(worker);
}

void worker_process_gone(struct worker_process *worker)
{
    int status = 0;

    waitpid(worker->watched.pid, &status, 0);
    close(worker->orders);
    close(worker->reports);
    worker->watched.pid = 0;
    if (!is_starting(worker))
        worker->starts_killed = 0; /* it had created its bots */
    enum fate fate = killed_from_outside(worker, status);
    if (fate == FATE_CONTINUE && !killed_while_starting(worker, status))
        fate = charge_fault(worker, status);
    replace_process(worker, fate);
}

void worker_process_end(struct worker_process *worker, int64_t until, bool killed)
{
    const int status = child_end(worker->watched.pid, until - clock_ms(CLOCK_MONOTONIC), NULL);

    worker_process_show_output(worker, true);
    if (!killed && (WIFSIGNALED(status) ||
                    (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != WORKER_BOT_PROCESS_KILLED)))
        count_uncharged(worker, is_in_bot(worker),
                        WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it exited",
                        "at the end of the run, after game");
    close(worker->reports);
    worker->watched.pid = 0;
}

/* ---- calls that last too long ---- */

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

/* The limits of a call of a bot whose code is all in the worker count the time for which it is
 * stopped, and so do those of all bots where none is isolated. Others have processes, which their
 * worker supervises, and which it may also have to start. */
static struct watched_limits limits_now(const void *context)
{
    enum { PATIENCE_MS = 5000, OUTSIDE_CALLS_MS = 30000 };
    const struct worker_process *worker = context;
    const struct config *config = worker->pool->config;
    const struct bot *bot = bot_in(worker);
    const struct skat_bot_limits *limits = bot ? &bot->limits : &config->limits;
    const uint32_t bank = atomic_load(&worker->shm->mark.bank_left_ms);
    const bool starting = is_starting(worker), calls = worker->watched.calls_seen & 1,
               programs = bot && bot_starts_programs(bot); /* they compute for it (pipe) */
    struct watched_limits now = {
        .wall_ms = limits->time_ms ? (int64_t)limits->time_ms +
                                         (bank < limits->bank_ms ? bank : limits->bank_ms)
                                   : 0,
        .cpu_ms = limits->cpu_ms,
        .with_children = programs,
        .stops_count =
            !config->isolates || (bot && (starting || calls) && !bot_is_isolated(bot) && !programs),
    };

    if (starting) {
        now.wall_ms = limits->start_ms;
        now.cpu_ms = limits->cpu_ms ? limits->start_ms : 0;
    } else if (!calls) {
        /* Nothing that a worker does by itself takes so long; a bot has overwritten something. */
        now.wall_ms = OUTSIDE_CALLS_MS;
        now.cpu_ms = 0;
    }
    if (now.stops_count)
        return now;
    const int64_t start = longest_start_ms(config);
    now.wall_ms =
        now.wall_ms && start ? call_timer_longest_ms(now.wall_ms) + start + PATIENCE_MS : 0;
    if (!now.with_children)
        now.cpu_ms = 0;
    return now;
}

void worker_process_watch(struct worker_process *worker)
{
    if (!worker->watched.pid || worker->watched.timed_out)
        return;
    if (unfinished_slot(worker))
        watched_process_look(&worker->watched, limits_now, worker);
    else
        watched_process_rest(&worker->watched);
}
