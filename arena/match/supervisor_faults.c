#include "arena/match/supervisor_faults.h"

enum { RESTARTS_WITHOUT_PROGRESS_MAX = 3 };

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/bot/call_mark.h"
#include "arena/base/clock.h"
#include "arena/config/config.h"
#include "arena/match/worker_pool.h"
#include "arena/record/game_outcome.h"
#include "arena/bot/player_host.h"
#include "arena/base/errors.h"
#include "arena/match/supervisor_workers.h"
#include "engine/card.h"
#include "engine/rules.h"
#include "engine/session.h"

static const char *how_it_ended(int status, char *text, size_t size)
{
    if (WIFSIGNALED(status))
        snprintf(text, size, "signal %d, %s", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(text, size, "exit status %d", WEXITSTATUS(status));
    return text;
}

static int position_of_seat(const struct supervisor *run, const struct worker_shm *shm,
                            unsigned seat)
{
    uint8_t seat_of[SKAT_PLAYERS];
    const struct skat_rules *rules = &run->config->rules;
    int position = 0;

    skat_positions(rules, skat_dealer(rules->seats, shm->id.deal), seat_of);
    while (position < SKAT_PLAYERS - 1 && seat_of[position] != seat)
        position++;
    return position; /* always found: only seats that play are called in a game */
}

/* The bot whose code worker `index` was running. A pointer in shared memory is not followed: a bot may
 * have written it. */
static const char *bot_in(const struct supervisor *run, int index)
{
    const char *name = atomic_load(&run->pool.shared[index].mark.bot);

    for (int i = 0; i < run->config->bot_count; i++)
        if (run->config->bots[i].name == name)
            return name;
    return "a bot";
}

void supervisor_uncharged(struct supervisor *run, int index, bool in_bot, const char *how,
                          const char *where)
{
    if (!run->faults_without_game++)
        snprintf(run->first_without_game, sizeof run->first_without_game, "%s, %s, %s %llu",
                 in_bot ? bot_in(run, index) : "a bot that closed its worker's files", how, where,
                 (unsigned long long)run->pool.shared[index].id.game);
}

/* A worker ended where no game can be charged: the run continues with a new one, unless that keeps
 * happening without progress. */
static bool forgive(struct supervisor *run, int index, bool in_bot, const char *how)
{
    struct worker_handle *handle = &run->handles[index];
    const struct worker_shm *shm = &run->pool.shared[index];

    supervisor_uncharged(run, index, in_bot, how, "between games, the last being");
    handle->restarts_without_progress =
        atomic_load(&shm->games) > handle->games_before ? 0 : handle->restarts_without_progress + 1;
    if (handle->restarts_without_progress < RESTARTS_WITHOUT_PROGRESS_MAX)
        return true;
    errors_add(run->errors, NULL, "some bot repeatedly ends its worker between games: %s", how);
    return false;
}

/* Charges the bot whose code was running, or says why the run cannot go on. */
static bool charge_fault(struct supervisor *run, int index, int status)
{
    struct worker_shm *shm = &run->pool.shared[index];
    struct worker_handle *handle = &run->handles[index];
    bool in_bot = atomic_load(&shm->mark.calls) & 1;
    bool lost_pipes = WIFEXITED(status) && WEXITSTATUS(status) == WORKER_LOST_PIPES;
    char how[80];

    how_it_ended(status, how, sizeof how);
    if (handle->timed_out)
        snprintf(how, sizeof how, "it hung");
    if (atomic_load(&shm->phase) == WORKER_STARTING) {
        worker_pool_print_output(&run->pool, index, true);
        errors_add(run->errors, NULL, "bot \"%s\" cannot start: %s while it was created%s",
                   run->config->bots[shm->starting_bot].name, how,
                   handle->timed_out ? " (limit: ten seconds, or time_limit_ms if that is more)"
                                     : "");
        return false;
    }
    if (in_bot && shm->in_game) {
        /* One fault costs one game: a failure after an illegal answer is only counted. */
        if (shm->game.fault != SKAT_NOBODY)
            supervisor_uncharged(run, index, true, how, "after a fault in game");
        shm->recover = handle->timed_out ? GAME_TIMEOUT : GAME_CRASH;
        snprintf(shm->how, sizeof shm->how, "%s", handle->timed_out ? "no answer in time" : how);
        shm->recover_position = (uint8_t)position_of_seat(run, shm, atomic_load(&shm->mark.seat));
        handle->restarts_without_progress = 0;
        return true;
    }
    if (in_bot || lost_pipes)
        return forgive(run, index, in_bot, how);
    errors_add(
        run->errors, NULL,
        "a worker ended by %s in game %llu, outside any bot's code: this run cannot continue", how,
        (unsigned long long)shm->id.game);
    return false;
}

/* The unit that a dead worker was playing, or was to play next: the first one assigned. */
static struct work_slot *unfinished_slot(struct worker_shm *shm)
{
    struct work_slot *first = NULL;

    for (int s = 0; s < WORK_SLOTS; s++)
        if (atomic_load(&shm->slots[s].state) == WORK_SLOT_ASSIGNED &&
            (!first || shm->slots[s].number < first->number))
            first = &shm->slots[s];
    return first;
}

/* SIGKILL comes from outside: from the system when memory runs out, or from a user. So the unit is
 * played again from its start, once: a bot that killed itself does so again, and then it counts. */
static bool play_again(struct supervisor *run, int index, int status)
{
    struct worker_shm *shm = &run->pool.shared[index];
    struct work_slot *slot = unfinished_slot(shm);

    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL || run->handles[index].timed_out ||
        atomic_load(&shm->phase) == WORKER_STARTING ||
        (slot && shm->played_again == slot->number + 1))
        return false;
    shm->in_game = false;
    shm->recover = 0; /* killed before recovering: that game is played again */
    if (!slot)
        return true; /* it was idle */
    atomic_fetch_sub(&shm->games, slot->played);
    supervisor_clear_slot(run, slot);
    shm->played_again = slot->number + 1;
    return true;
}

static void close_handle(struct worker_handle *handle)
{
    close(handle->orders);
    close(handle->reports);
    handle->pid = 0;
}

void supervisor_worker_gone(struct supervisor *run, int index)
{
    struct worker_handle *handle = &run->handles[index];
    struct worker_shm *shm = &run->pool.shared[index];
    int status = 0, unfinished = 0;

    waitpid(handle->pid, &status, 0);
    close_handle(handle); /* Count now, before the new worker can finish any of them. */
    for (int s = 0; s < WORK_SLOTS; s++)
        unfinished += atomic_load(&shm->slots[s].state) == WORK_SLOT_ASSIGNED;
    struct work_slot *slot = unfinished_slot(shm);
    shm->next_slot = (uint32_t)(slot ? slot - shm->slots : handle->next_slot);
    if ((!play_again(run, index, status) && !charge_fault(run, index, status)) ||
        !supervisor_start_worker(run, index)) {
        run->failed = true;
        return;
    }
    while (unfinished--)
        supervisor_order_unit(handle);
}

/* Sends SIGABRT first, so that the process can record its backtrace if it is still able to. */
static void abort_worker(const struct worker_handle *handle)
{
    enum { PATIENCE_MS = 100 };
    const struct timespec moment = {0, 1000000};
    siginfo_t info = {0};

    kill(handle->pid, SIGABRT);
    kill(handle->pid, SIGCONT);
    for (int i = 0; i < PATIENCE_MS && !info.si_pid; i++) {
        nanosleep(&moment, NULL);
        waitid(P_PID, (id_t)handle->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    }
    kill(handle->pid, SIGKILL);
}

/* Ends a worker whose call has lasted too long, unless the call is over by now: stops the worker
 * and checks again, so that the call that is charged is the one that was seen. */
static void end_call(struct worker_handle *handle, const struct call_mark *mark)
{
    siginfo_t info = {0};

    kill(handle->pid, SIGSTOP);
    if (waitid(P_PID, (id_t)handle->pid, &info, WEXITED | WSTOPPED | WNOWAIT) < 0 ||
        info.si_code != CLD_STOPPED)
        return; /* it has just died by itself, which reap() handles */
    if (atomic_load(&mark->calls) == handle->calls_seen) {
        handle->timed_out = true;
        abort_worker(handle);
    } else {
        kill(handle->pid, SIGCONT);
    }
}

static double cpu_time(pid_t pid)
{
    clockid_t clock;

    return clock_getcpuclockid(pid, &clock) == 0 ? clock_seconds(clock) : 0;
}

/* Seconds that the current call of a worker may take, wall clock and CPU time; 0: no limit. */
static void limits_of_call(const struct supervisor *run, const struct worker_shm *shm, double *wall,
                           double *cpu)
{
    const double BOT_PROCESS_PATIENCE = 5.0;
    const struct player_limits *limits = &run->config->limits;
    double start = player_start_ms(limits->time_limit_ms) / 1000.0;

    *wall = *cpu = 0;
    if (atomic_load(&shm->phase) == WORKER_STARTING) {
        *wall = start;
        *cpu = player_start_ms(limits->cpu_limit_ms) / 1000.0;
    } else {
        if (limits->time_limit_ms)
            *wall = (limits->time_limit_ms + atomic_load(&shm->mark.bank_left_ms)) / 1000.0;
        *cpu = limits->cpu_limit_ms / 1000.0;
    }
    if (run->config->isolation != ISOLATION_PROCESS)
        return;
    /* Bot processes are supervised by their worker, which may also have to start one. */
    if (*wall > 0)
        *wall += start + BOT_PROCESS_PATIENCE;
    *cpu = 0;
}

/* Ends calls that exceed their limit. The clock is read here, not in the workers, which only count
 * calls, so supervision costs nothing per decision. Time in which this process did not run either
 * (it was stopped, or its disk was slow) is not charged. */
void supervisor_watch_calls(struct supervisor *run)
{
    const double STALLED = 1.0;
    double time = clock_seconds(CLOCK_MONOTONIC), wall, cpu;
    bool stalled = time - run->looked > STALLED;

    run->looked = time;
    for (int i = 0; i < run->config->workers; i++) {
        struct worker_handle *handle = &run->handles[i];
        const struct call_mark *mark = &run->pool.shared[i].mark;
        uint32_t calls = atomic_load(&mark->calls);
        limits_of_call(run, &run->pool.shared[i], &wall, &cpu);
        if (!handle->pid || handle->timed_out)
            continue;
        if (calls != handle->calls_seen || !(calls & 1) || stalled) {
            handle->calls_seen = calls;
            handle->calls_since = time;
            handle->cpu_since = cpu > 0 ? cpu_time(handle->pid) : 0;
        } else if ((wall > 0 && time - handle->calls_since >= wall) ||
                   (cpu > 0 && cpu_time(handle->pid) - handle->cpu_since >= cpu)) {
            end_call(handle, mark);
        }
    }
}
