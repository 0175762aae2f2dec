// SPDX-License-Identifier: MIT
#include "arena/match/supervisor_faults.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/bot/call_mark.h"
#include "arena/base/child.h"
#include "arena/config/config.h"
#include "arena/match/worker_pool.h"
#include "arena/record/game_outcome.h"
#include "arena/bot/player_host.h"
#include "arena/base/errors.h"
#include "arena/match/supervisor_units.h"
#include "arena/match/supervisor_workers.h"
#include "engine/card.h"
#include "engine/session.h"

enum { RESTARTS_WITHOUT_PROGRESS_MAX = 3 };

static const char *how_it_ended(const struct worker_shm *shm, int status, char *text, size_t size)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == WORKER_LOST_PIPES &&
        atomic_load(&shm->mark.closed))
        snprintf(text, size, "closed the descriptors of its worker");
    else if (WIFSIGNALED(status))
        snprintf(text, size, "signal %d, %s", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(text, size, "exit status %d", WEXITSTATUS(status));
    return text;
}

/* The first slot of a worker, in the order of units, that has one; `unfinished`: that is not done.
 * -1 if there is none. */
static int first_slot(const struct supervisor *run, int index, bool unfinished)
{
    const struct worker_handle *handle = &run->handles[index];
    const struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    int first = -1;

    for (int s = 0; s < WORK_SLOTS; s++)
        if (handle->parts[s].assigned &&
            !(unfinished && atomic_load(&shm->slots[s].state) == WORK_SLOT_DONE) &&
            (first < 0 || handle->parts[s].unit.number < handle->parts[first].unit.number))
            first = s;
    return first;
}

/* The slot of the part that a dead worker was playing, or was to play next; -1 if it was idle. */
static int unfinished_slot(const struct supervisor *run, int index)
{
    return first_slot(run, index, true);
}

/* What is known of the bids of the deals of a part: open_unit.bids. */
static const struct deal_bids *bids_of(const struct supervisor *run, int index, int slot)
{
    const uint64_t unit = run->handles[index].parts[slot].unit.number;

    return run->open[unit % (uint64_t)run->window].bids;
}

/* The position of the player whose call a dead worker was in; -1 if what the worker has left of it
 * in shared memory cannot be. */
static int called_position(const struct supervisor *run, int index)
{
    const struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    const struct config *config = run->config;
    uint8_t seat_of[SKAT_PLAYERS], seat = atomic_load(&shm->mark.seat);
    int slot = unfinished_slot(run, index);

    if (slot < 0 || seat >= config->rules.seats ||
        !assigned_part_can_continue(&run->pool, &run->handles[index].parts[slot], &shm->slots[slot],
                                    bids_of(run, index, slot)))
        return -1;
    const struct game_id id =
        worker_pool_game(&run->pool, index, run->handles[index].parts[slot].unit.first_deal,
                         shm->slots[slot].played);
    const struct bot *bot = &config->bots[config->schedule.arrangements[id.arrangement][seat]];
    if (atomic_load(&shm->mark.bot) != bot->name)
        return -1;
    skat_positions(&config->rules, skat_dealer(config->rules.seats, id.deal), seat_of);
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

/* The bots that have a seat at the place of a worker, as "one of a, b". */
static const char *bots_around(const struct supervisor *run, int index, char *text, size_t size)
{
    const struct schedule *schedule = &run->config->schedule;
    bool sits[BOTS_MAX] = {false};
    size_t length = (size_t)snprintf(text, size, "one of");
    const char *before = " ";

    for (int i = (int)worker_pool_place(&run->pool, index); i < schedule->arrangement_count;
         i += schedule->per_deal)
        for (int seat = 0; seat < schedule->seats; seat++)
            sits[schedule->arrangements[i][seat]] = true;
    for (int bot = 0; bot < run->config->bot_count && length < size; bot++)
        if (sits[bot]) {
            length += (size_t)snprintf(text + length, size - length, "%s%s", before,
                                       run->config->bots[bot].name);
            before = ", ";
        }
    return text;
}

void supervisor_uncharged(struct supervisor *run, int index, bool in_bot, const char *how,
                          const char *where)
{
    char around[100];

    if (!run->faults_without_game++)
        snprintf(run->first_without_game, sizeof run->first_without_game, "%s, %s, %s %llu",
                 in_bot ? bot_in(run, index) : bots_around(run, index, around, sizeof around), how,
                 where, (unsigned long long)worker_pool_shm(&run->pool, index)->id.game);
}

void supervisor_unit_taken(struct supervisor *run, const struct open_unit *open)
{
    for (int place = 0; place < run->pool.places; place++) {
        const struct part_slot slot = open->parts[place].slot;
        if (run->handles[slot.worker].parts[slot.slot].closed)
            supervisor_uncharged(run, slot.worker, false,
                                 "which closed the descriptors of its worker, but did not when "
                                 "its games were played again",
                                 "before game");
    }
}

/* A worker ended where no game can be charged: the run continues with a new one, unless that keeps
 * happening without progress. */
static bool forgive(struct supervisor *run, int index, bool in_bot, const char *how)
{
    struct worker_handle *handle = &run->handles[index];
    const struct worker_shm *shm = worker_pool_shm(&run->pool, index);

    supervisor_uncharged(run, index, in_bot, how, "between games, the last being");
    handle->restarts_without_progress =
        atomic_load(&shm->games) > handle->games_before ? 0 : handle->restarts_without_progress + 1;
    if (handle->restarts_without_progress < RESTARTS_WITHOUT_PROGRESS_MAX)
        return true;
    errors_add(run->errors, NULL, "some bot repeatedly ends its worker between games: %s", how);
    return false;
}

/* ---- what becomes of a dead worker's parts ---- */

enum fate {
    FATE_CONTINUE, /* a new process goes on where the old one ended */
    FATE_AGAIN,    /* the part that it played is played again */
    FATE_SPOILT,   /* all its parts are, and all that is in shared memory is forgotten */
    FATE_STOP,     /* of the run, which can be continued: run->shortage says why */
    FATE_END       /* of the run; there is an error */
};

/* Counts how often the part in a slot (-1: none) is played again in a row. False: too often. */
static bool may_play_again(struct worker_handle *handle, int slot, enum again_reason reason)
{
    enum { KILLS_FROM_OUTSIDE = 20 };
    static const int most[AGAIN_REASONS] = {
        [AGAIN_SPOILT] = 1, [AGAIN_IN_CALL] = 1, [AGAIN_KILLED] = KILLS_FROM_OUTSIDE};
    const uint64_t unit = slot < 0 ? 0 : 1 + handle->parts[slot].unit.number;
    int *count = &handle->again[reason].count;

    *count = handle->again[reason].unit == unit ? *count + 1 : 1;
    handle->again[reason].unit = unit;
    return *count <= most[reason];
}

/* Once: a bot that does this does it again, and then nobody can say which bot it was. */
static enum fate spoilt(struct supervisor *run, int index, const char *how)
{
    if (may_play_again(&run->handles[index], first_slot(run, index, false), AGAIN_SPOILT))
        return FATE_SPOILT;
    errors_add(
        run->errors, NULL,
        "worker %d: %s, twice in the same games: a bot has overwritten the memory of its "
        "worker, or a thread of a bot has crashed; --isolation process shows which bot it is",
        index + 1, how);
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
 * fault, so the part is played again. But a bot in a worker can kill itself, too: then it does so
 * again, and then it counts. Between calls no bot has done it. */
static enum fate killed_from_outside(struct supervisor *run, int index, int status)
{
    const struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    struct worker_handle *handle = &run->handles[index];
    int slot = unfinished_slot(run, index);
    const bool in_bot = atomic_load(&shm->mark.calls) & 1;
    bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !handle->timed_out;
    const int own_exit = worker_shm_exit(shm, run->config, status);

    if (own_exit == WORKER_SHORTAGE) {
        snprintf(run->shortage, sizeof run->shortage,
                 "worker %d: no process, memory or descriptors for %s", index + 1,
                 bot_in(run, index));
        return FATE_STOP;
    }
    if (!killed && own_exit != WORKER_BOT_PROCESS_KILLED)
        return FATE_CONTINUE;
    if (killed && run->config->isolation == ISOLATION_NONE &&
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
        handle->timed_out || !WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
        return false;
    return ++handle->starts_killed <= STARTS_KILLED;
}

static enum fate charge_start(struct supervisor *run, int index, const char *how)
{
    uint8_t bot = worker_pool_shm(&run->pool, index)->starting_bot;

    if (bot >= run->config->bot_count)
        return spoilt(run, index, how);
    worker_pool_print_output(&run->pool, index, true);
    errors_add(run->errors, NULL, "bot \"%s\" cannot start: %s while it was created%s",
               run->config->bots[bot].name, how,
               run->handles[index].timed_out ? " (limits.start_ms)" : "");
    return FATE_END;
}

/* Charges the player whose code was running in a game. */
static enum fate charge_call(struct supervisor *run, int index, const char *how)
{
    struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    struct worker_handle *handle = &run->handles[index];
    int position = called_position(run, index);

    if (position < 0)
        return spoilt(run, index, how);
    if (atomic_load(&shm->mark.closed))
        handle->parts[unfinished_slot(run, index)].closed = false; /* it is known now */
    /* One fault costs one game: a failure after an illegal answer is only counted. */
    if (shm->game.fault != SKAT_NOBODY)
        supervisor_uncharged(run, index, true, how, "after a fault in game");
    shm->recover = handle->timed_out ? GAME_TIMEOUT : GAME_CRASH;
    snprintf(shm->how, sizeof shm->how, "%s", handle->timed_out ? "no answer in time" : how);
    shm->recover_position = (uint8_t)position;
    handle->restarts_without_progress = 0;
    return FATE_CONTINUE;
}

/* A call in games that were played side by side: one at a time, they show which of them it costs.
 */
static enum fate play_alone(struct supervisor *run, int index, const char *how)
{
    int slot = unfinished_slot(run, index);

    if (slot < 0)
        return spoilt(run, index, how);
    run->handles[index].parts[slot].one_by_one = true;
    run->parts_again++;
    return FATE_AGAIN;
}

/* A worker without its descriptors: in games that are played again, they are looked at after each
 * call (call_mark.h). If that does not show whose call it was, nobody is charged. */
static enum fate closed_descriptors(struct supervisor *run, int index)
{
    struct assigned_part *parts = run->handles[index].parts;
    const int slot = unfinished_slot(run, index);

    if (slot >= 0 && !parts[slot].one_by_one) {
        parts[slot].one_by_one = parts[slot].closed = true;
        return FATE_AGAIN;
    }
    if (slot >= 0)
        parts[slot].closed = false; /* said now */
    return forgive(run, index, false, "which closed the descriptors of its worker") ? FATE_CONTINUE
                                                                                    : FATE_END;
}

/* Charges the bot whose code was running, if any. */
static enum fate charge_fault(struct supervisor *run, int index, int status)
{
    const struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    bool in_bot = atomic_load(&shm->mark.calls) & 1;
    const int own_exit = worker_shm_exit(shm, run->config, status);
    char how[80];

    how_it_ended(shm, status, how, sizeof how);
    if (run->handles[index].timed_out)
        snprintf(how, sizeof how, "it hung");
    if (own_exit == WORKER_PLAY_ALONE && shm->side_by_side)
        return play_alone(run, index, how);
    if (own_exit == WORKER_LOST_PIPES)
        return closed_descriptors(run, index);
    if (own_exit == WORKER_SPOILT)
        return spoilt(run, index, "the game in progress is none that the rules allow");
    if (atomic_load(&shm->phase) == WORKER_STARTING)
        return charge_start(run, index, how);
    if (atomic_load(&shm->phase) != WORKER_WORKING)
        return spoilt(run, index, how);
    if (in_bot && shm->side_by_side)
        return play_alone(run, index, how);
    if (in_bot && shm->in_game)
        return charge_call(run, index, how);
    if (!in_bot)
        return spoilt(run, index, how);
    return forgive(run, index, in_bot, how) ? FATE_CONTINUE : FATE_END;
}

/* Lays the parts for the next process of a worker. Returns how many it has to play. */
static int lay_parts(struct supervisor *run, int index, enum fate fate)
{
    struct worker_handle *handle = &run->handles[index];
    struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    int count = 0;

    if (fate == FATE_SPOILT)
        *shm = (struct worker_shm){0};
    int first = unfinished_slot(run, index);
    for (int s = 0; s < WORK_SLOTS; s++) {
        if (!handle->parts[s].assigned || atomic_load(&shm->slots[s].state) == WORK_SLOT_DONE)
            continue;
        if (s == first && fate == FATE_AGAIN)
            atomic_fetch_sub(&shm->games, shm->slots[s].played);
        if (s == first && shm->slots[s].one_by_one)
            handle->parts[s].one_by_one = true;
        if (s == first && fate == FATE_CONTINUE)
            supervisor_lay_orders(run, index, s);
        else
            supervisor_lay_part(run, index, s);
        count++;
    }
    if (fate == FATE_AGAIN) {
        shm->in_game = false;
        shm->recover = 0; /* killed before recovering: that game is played again */
    }
    shm->next_slot = (uint32_t)(first >= 0 ? first : handle->next_slot);
    return count;
}

static void close_handle(struct worker_handle *handle)
{
    close(handle->orders);
    close(handle->reports);
    handle->pid = 0;
}

static void replace_worker(struct supervisor *run, int index, enum fate fate)
{
    if (fate == FATE_STOP)
        return;
    if (fate == FATE_END) {
        run->failed = true;
        return;
    }
    int count = lay_parts(run, index, fate);
    if (!count || !supervisor_start_worker(run, index))
        return; /* without parts, it is started again when it is needed */
    while (count--)
        supervisor_order_part(&run->handles[index]);
}

void supervisor_worker_gone(struct supervisor *run, int index)
{
    struct worker_handle *handle = &run->handles[index];
    int status = 0;

    waitpid(handle->pid, &status, 0);
    close_handle(handle);
    if (atomic_load(&worker_pool_shm(&run->pool, index)->phase) == WORKER_WORKING)
        handle->starts_killed = 0; /* it had created them */
    enum fate fate = killed_from_outside(run, index, status);
    if (fate == FATE_CONTINUE && !killed_while_starting(run, index, status))
        fate = charge_fault(run, index, status);
    int slot = unfinished_slot(run, index);
    if (fate == FATE_CONTINUE && slot >= 0 &&
        !assigned_part_can_continue(&run->pool, &handle->parts[slot],
                                    &worker_pool_shm(&run->pool, index)->slots[slot],
                                    bids_of(run, index, slot)))
        fate = spoilt(run, index, "what it has left cannot be");
    replace_worker(run, index, fate);
}

void supervisor_worker_spoilt(struct supervisor *run, int index)
{
    struct worker_handle *handle = &run->handles[index];

    if (handle->pid) {
        child_end(handle->pid, 0, NULL);
        close_handle(handle);
    }
    replace_worker(run, index, spoilt(run, index, "what it has left cannot be"));
}

/* Sends SIGABRT first, so that the process can record its backtrace if it is still able to. */
static void abort_worker(const struct worker_handle *handle)
{
    enum { PATIENCE_MS = 500 }; /* of its own time: it takes a millisecond */

    kill(handle->pid, SIGABRT);
    kill(handle->pid, SIGCONT);
    call_timer_wait(handle->pid, PATIENCE_MS);
    kill(handle->pid, SIGKILL);
}

/* Ends a worker whose call has lasted too long, unless the call is over by now: stops the worker
 * and checks again, so that the call that is charged is the one that was seen. */
static void end_call(struct supervisor *run, int index)
{
    struct worker_handle *handle = &run->handles[index];
    siginfo_t info = {0};

    kill(handle->pid, SIGSTOP);
    if (waitid(P_PID, (id_t)handle->pid, &info, WEXITED | WSTOPPED | WNOWAIT) < 0 ||
        info.si_code != CLD_STOPPED)
        return; /* it has just died by itself, which reap() handles */
    if (atomic_load(&worker_pool_shm(&run->pool, index)->mark.calls) != handle->calls_seen) {
        kill(handle->pid, SIGCONT);
        return;
    }
    handle->timed_out = true;
    abort_worker(handle);
}

/* Whether the bot that is called may start programs, which compute for it (pipe). */
static bool calls_program(const struct supervisor *run, int index)
{
    const struct bot *bot = worker_shm_bot(worker_pool_shm(&run->pool, index), run->config);

    for (int part = 0; bot && part < PLAYER_PARTS; part++)
        if (bot_part(bot, part)->unsandboxed)
            return true;
    return false;
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

/* Milliseconds that a worker may stay at the same count of calls; 0: no limit. */
static void limits_of_call(const struct supervisor *run, int index, int64_t *wall, int64_t *cpu)
{
    enum { PATIENCE_MS = 5000, OUTSIDE_CALLS_MS = 30000 };
    const struct worker_shm *shm = worker_pool_shm(&run->pool, index);
    const struct bot *bot = worker_shm_bot(shm, run->config);
    const struct skat_bot_limits *limits = bot ? &bot->limits : &run->config->limits;
    const uint32_t bank = atomic_load(&shm->mark.bank_left_ms);

    *wall = limits->time_ms
                ? (int64_t)limits->time_ms + (bank < limits->bank_ms ? bank : limits->bank_ms)
                : 0;
    *cpu = limits->cpu_ms;
    if (atomic_load(&shm->phase) == WORKER_STARTING) {
        *wall = limits->start_ms;
        *cpu = limits->cpu_ms ? limits->start_ms : 0;
    } else if (!(run->handles[index].calls_seen & 1)) {
        /* Nothing that a worker does by itself takes so long; a bot has overwritten something. */
        *wall = OUTSIDE_CALLS_MS;
        *cpu = 0;
    }
    if (run->config->isolation != ISOLATION_PROCESS)
        return;
    /* Bot processes are supervised by their worker, which may also have to start one. */
    const int64_t start = longest_start_ms(run->config);
    *wall = *wall && start ? call_timer_longest_ms(*wall) + start + PATIENCE_MS : 0;
    if (!calls_program(run, index))
        *cpu = 0;
}

static void note_calls(struct supervisor *run, int index)
{
    struct worker_handle *handle = &run->handles[index];
    int64_t wall, cpu;

    handle->calls_seen = atomic_load(&worker_pool_shm(&run->pool, index)->mark.calls);
    limits_of_call(run, index, &wall, &cpu);
    call_timer_start(&handle->timer, handle->pid, wall, cpu, calls_program(run, index));
}

/* Ends calls that exceed their limit. The clock is read here, not in the workers, which only count
 * calls, so supervision costs nothing per decision. */
void supervisor_watch_calls(struct supervisor *run)
{
    for (int i = 0; i < run->pool.count && !run->failed; i++) {
        struct worker_handle *handle = &run->handles[i];
        const struct worker_shm *shm = worker_pool_shm(&run->pool, i);
        if (!handle->pid || handle->timed_out)
            continue;
        if (unfinished_slot(run, i) < 0) {
            handle->timer = (struct call_timer){0}; /* nothing runs */
            continue;
        }
        bool starting = atomic_load(&shm->phase) == WORKER_STARTING;
        if (handle->timer.pid != handle->pid || handle->was_starting != starting ||
            atomic_load(&shm->mark.calls) != handle->calls_seen) {
            handle->was_starting = starting;
            note_calls(run, i);
        } else if (call_timer_due(&handle->timer)) {
            if (handle->calls_seen & 1 || starting)
                end_call(run, i);
            else
                supervisor_worker_spoilt(run, i);
        }
    }
}
