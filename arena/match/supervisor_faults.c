#include "arena/match/supervisor_faults.h"

enum { FRUITLESS_MAX = 3 };

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

static int position_of_seat(const struct run *run, const struct box *box, unsigned seat)
{
    uint8_t seat_of[SKAT_PLAYERS];
    const struct skat_rules *rules = &run->config->rules;
    int position = 0;

    skat_positions(rules, skat_dealer(rules->seats, box->id.deal), seat_of);
    while (position < SKAT_PLAYERS - 1 && seat_of[position] != seat)
        position++;
    return position; /* only those who play are called in a game: it was found */
}

/* A worker ended where no game can be charged: the run goes on with a new one, unless that never
 * gets anywhere. */
static bool forgive(struct run *run, int index, const char *how)
{
    struct hand *hand = &run->hands[index];
    const struct box *box = &run->crew.boxes[index];

    run->faults_without_game++;
    hand->fruitless = atomic_load(&box->games) > hand->games_before ? 0 : hand->fruitless + 1;
    if (hand->fruitless < FRUITLESS_MAX)
        return true;
    errors_add(run->errors, NULL, "some bot ends its worker between games, again and again: %s",
               how);
    return false;
}

/* Charges the bot whose code was running, or says why the run cannot go on. */
static bool charge_fault(struct run *run, int index, int status)
{
    struct box *box = &run->crew.boxes[index];
    struct hand *hand = &run->hands[index];
    bool in_bot = atomic_load(&box->mark.calls) & 1;
    bool lost_pipes = WIFEXITED(status) && WEXITSTATUS(status) == WORKER_LOST_PIPES;
    char how[80];

    how_it_ended(status, how, sizeof how);
    if (hand->timed_out)
        snprintf(how, sizeof how, "it hung");
    if (atomic_load(&box->phase) == WORKER_STARTING) {
        crew_print_output(&run->crew, index, true);
        errors_add(run->errors, NULL, "bot \"%s\" cannot start: %s while it was created%s",
                   run->config->bots[box->starting_bot].name, how,
                   hand->timed_out ? " (there are ten seconds, or time_limit_ms if that is more)"
                                   : "");
        return false;
    }
    if (in_bot && box->in_game) {
        /* One fault costs one game: what fails after an illegal answer is only told. */
        run->faults_without_game += box->game.fault != SKAT_NOBODY;
        box->recover = hand->timed_out ? STATUS_TIMEOUT : STATUS_CRASH;
        snprintf(box->how, sizeof box->how, "%s", hand->timed_out ? "no answer in time" : how);
        box->recover_position = (uint8_t)position_of_seat(run, box, atomic_load(&box->mark.seat));
        hand->fruitless = 0;
        return true;
    }
    if (in_bot || lost_pipes)
        return forgive(run, index, how);
    errors_add(
        run->errors, NULL,
        "a worker ended by %s in game %llu, outside of any bot's code: this run cannot go on", how,
        (unsigned long long)box->id.game);
    return false;
}

/* The unit that a dead worker of this box was at, or would have begun: the first of those it had. */
static struct slot *unfinished_slot(struct box *box)
{
    struct slot *first = NULL;

    for (int s = 0; s < SLOTS; s++)
        if (atomic_load(&box->slots[s].state) == SLOT_ASSIGNED &&
            (!first || box->slots[s].number < first->number))
            first = &box->slots[s];
    return first;
}

/* SIGKILL is sent by others: by the system when memory runs out, by people. A bot that did it to itself
 * would do it again: so the unit is played once more from its beginning, and what comes then counts. */
static bool play_again(struct run *run, int index, int status)
{
    struct box *box = &run->crew.boxes[index];
    struct slot *slot = unfinished_slot(box);

    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL || run->hands[index].timed_out ||
        atomic_load(&box->phase) == WORKER_STARTING ||
        (slot && box->played_again == slot->number + 1))
        return false;
    box->in_game = false;
    box->recover = 0; /* killed before it was done: that game comes once more */
    if (!slot)
        return true; /* it had nothing to do */
    atomic_fetch_sub(&box->games, slot->played);
    run_clear_slot(run, slot);
    box->played_again = slot->number + 1;
    return true;
}

static void close_hand(struct hand *hand)
{
    close(hand->orders);
    close(hand->reports);
    hand->pid = 0;
}

void run_worker_gone(struct run *run, int index)
{
    struct hand *hand = &run->hands[index];
    struct box *box = &run->crew.boxes[index];
    int status = 0, unfinished = 0;

    waitpid(hand->pid, &status, 0);
    close_hand(hand);
    /* Counted while nobody works on them: the new worker finishes the first as soon as it is told. */
    for (int s = 0; s < SLOTS; s++)
        unfinished += atomic_load(&box->slots[s].state) == SLOT_ASSIGNED;
    struct slot *slot = unfinished_slot(box);
    box->next_slot = (uint32_t)(slot ? slot - box->slots : hand->next_slot);
    if ((!play_again(run, index, status) && !charge_fault(run, index, status)) ||
        !run_start_worker(run, index)) {
        run->failed = true;
        return;
    }
    while (unfinished--)
        run_order_unit(hand);
}

/* A process that is aborted says where it was, if it still can. */
static void abort_worker(const struct hand *hand)
{
    enum { PATIENCE_MS = 100 };
    const struct timespec moment = {0, 1000000};
    siginfo_t info = {0};

    kill(hand->pid, SIGABRT);
    kill(hand->pid, SIGCONT);
    for (int i = 0; i < PATIENCE_MS && !info.si_pid; i++) {
        nanosleep(&moment, NULL);
        waitid(P_PID, (id_t)hand->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    }
    kill(hand->pid, SIGKILL);
}

/* Ends a worker whose call has lasted too long - unless the call ends in the same moment: the worker
 * is stopped first and looked at again, so that what is charged is what was seen. */
static void end_call(struct hand *hand, const struct call_mark *mark)
{
    siginfo_t info = {0};

    kill(hand->pid, SIGSTOP);
    if (waitid(P_PID, (id_t)hand->pid, &info, WEXITED | WSTOPPED | WNOWAIT) < 0 ||
        info.si_code != CLD_STOPPED)
        return; /* it has just died by itself: that is heard elsewhere */
    if (atomic_load(&mark->calls) == hand->calls_seen) {
        hand->timed_out = true;
        abort_worker(hand);
    } else {
        kill(hand->pid, SIGCONT);
    }
}

static double cpu_time(pid_t pid)
{
    clockid_t clock;

    return clock_getcpuclockid(pid, &clock) == 0 ? clock_seconds(clock) : 0;
}

/* Seconds that the call which runs in a worker may last, on the wall and of its processor; 0: no end. */
static void limits_of_call(const struct run *run, const struct box *box, double *wall, double *cpu)
{
    const double BOT_PROCESS_PATIENCE = 5.0;
    const struct player_limits *limits = &run->config->limits;
    double start = player_start_ms(limits->time_limit_ms) / 1000.0;

    *wall = *cpu = 0;
    if (atomic_load(&box->phase) == WORKER_STARTING) {
        *wall = start;
        *cpu = player_start_ms(limits->cpu_limit_ms) / 1000.0;
    } else {
        if (limits->time_limit_ms)
            *wall = (limits->time_limit_ms + atomic_load(&box->mark.bank_left_ms)) / 1000.0;
        *cpu = limits->cpu_limit_ms / 1000.0;
    }
    if (run->config->isolation != ISOLATION_PROCESS)
        return;
    /* Cells are watched by their worker, which may have to start one, too. */
    if (*wall > 0)
        *wall += start + BOT_PROCESS_PATIENCE;
    *cpu = 0;
}

/* Looks whether some bot has been in one call for longer than it may. The clock is read here, not
 * in the workers, who only count calls: a decision costs nothing for being watched. Time in which
 * this process did not run either - it was stopped, or its disk was slow - is nobody's. */
void run_watch_calls(struct run *run)
{
    const double STALLED = 1.0;
    double time = clock_seconds(CLOCK_MONOTONIC), wall, cpu;
    bool stalled = time - run->looked > STALLED;

    run->looked = time;
    for (int i = 0; i < run->config->workers; i++) {
        struct hand *hand = &run->hands[i];
        const struct call_mark *mark = &run->crew.boxes[i].mark;
        uint32_t calls = atomic_load(&mark->calls);
        limits_of_call(run, &run->crew.boxes[i], &wall, &cpu);
        if (!hand->pid || hand->timed_out)
            continue;
        if (calls != hand->calls_seen || !(calls & 1) || stalled) {
            hand->calls_seen = calls;
            hand->calls_since = time;
            hand->cpu_since = cpu > 0 ? cpu_time(hand->pid) : 0;
        } else if ((wall > 0 && time - hand->calls_since >= wall) ||
                   (cpu > 0 && cpu_time(hand->pid) - hand->cpu_since >= cpu)) {
            end_call(hand, mark);
        }
    }
}
