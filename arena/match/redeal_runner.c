// SPDX-License-Identifier: MIT
#include "arena/match/redeal_runner.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/memory.h"
#include "arena/base/shortage.h"
#include "arena/bot/call_timer.h"
#include "arena/sandbox/no_writing.h"
#include "engine/session.h"

enum { WAYS = 2, OUR_FAULT = 70, KILLS = 20 };

/* A worker as the runner knows it. */
struct redeal_worker_handle {
    struct redeal_worker_shm *shared; /* NULL: it was never needed */
    pid_t pid;                        /* 0: it does not run */
    int orders, replies;
};

/* What a worker is for. Tables of a deal at which the same seat is changed show the same hand, so
 * they have workers of their own: a set for each. */
enum { WORKERS_OF_SET = 1 + WAYS * REDEALS_MOST };

/* The runner's process. */
struct runner {
    const struct config *config;
    const struct schedule *schedule;
    const struct comparison_plan *compared;
    struct redeal_runner *outside;
    int no_writing;                       /* rules for workers (sandbox/no_writing.h), or -1 */
    struct redeal_worker_handle *workers; /* all of them: */
    int worker_count;
    struct redeal_worker_handle *counterparts; /* one for each counterpart of a deal */
    struct redeal_worker_handle *sets;         /* WORKERS_OF_SET for each table of a deal */
    struct redeal_worker_handle *scout;
    struct redeal_tables tables;
    struct redeal_game *games;         /* of the deal, by place */
    const struct redeal_game **played; /* the same */
    struct redeal_game *counterpart;   /* of the tables at hand, if it was played */
    struct redeal_game *ways[REDEALS_MOST][WAYS];
    struct redeal_case *cases;
    struct redeal_line line; /* of the deal */
    struct pool pool;        /* of the line */
    const char *names[BOTS_MAX];
    struct latency_histogram times[BOTS_MAX]; /* of workers that have ended */
};

/* ---- workers ---- */

/* Forks a process with two pipes: orders go to it, replies come from it. Returns its id, and sets
 * the caller's ends; in the process itself 0, and its own ends. -1, and errno. */
static pid_t fork_with_pipes(int *orders, int *replies)
{
    int to[2], from[2];

    if (pipe2(to, O_CLOEXEC) < 0)
        return -1;
    if (pipe2(from, O_CLOEXEC) < 0) {
        close(to[0]);
        close(to[1]);
        return -1;
    }
    const pid_t pid = fork();
    const int error = errno;
    if (pid == 0) {
        *orders = to[0];
        *replies = from[1];
        return 0;
    }
    close(to[0]);
    close(from[1]);
    if (pid < 0) {
        close(to[1]);
        close(from[0]);
        errno = error;
        return -1;
    }
    *orders = to[1];
    *replies = from[0];
    return pid;
}

/* In a worker: the memory of its runner and of others is not for it. */
static void forget_others(const struct runner *runner, const struct redeal_worker_shm *own)
{
    munmap(runner->outside->shared, runner->outside->size);
    for (int i = 0; i < runner->worker_count; i++)
        if (runner->workers[i].shared && runner->workers[i].shared != own)
            munmap(runner->workers[i].shared, sizeof *own);
}

/* Runs the worker in this process. */
static _Noreturn void run_worker(const struct runner *runner,
                                 const struct redeal_worker_handle *worker)
{
    char name[40];
    const struct redeal_worker_start start = {
        runner->config, runner->outside->groups, name,
        worker->orders, worker->replies,         runner->no_writing};

    snprintf(name, sizeof name, "runner%d-worker%td", runner->outside->number,
             worker - runner->workers);
    forget_others(runner, worker->shared);
    redeal_worker_run(&start, worker->shared);
}

static bool start_worker(struct runner *runner, struct redeal_worker_handle *worker)
{
    if (!worker->shared && !(worker->shared = map_zeroed(sizeof *worker->shared, MAP_SHARED)))
        return false;
    const pid_t pid = fork_with_pipes(&worker->orders, &worker->replies);
    if (pid == 0)
        run_worker(runner, worker);
    worker->pid = pid > 0 ? pid : 0;
    return pid > 0;
}

/* Ends the runner: the supervisor ends the run, which can be continued. `what`: of what the machine
 * is short, or what it has done. */
__attribute__((noreturn, format(printf, 2, 3))) static void give_up(const struct runner *runner,
                                                                    const char *what, ...)
{
    struct redeal_runner_shm *shared = runner->outside->shared;
    va_list arguments;

    va_start(arguments, what);
    vsnprintf(shared->shortage, sizeof shared->shortage, what, arguments);
    va_end(arguments);
    _exit(REDEAL_RUNNER_SHORTAGE);
}

/* What a runner does with bots, in the words of a sentence. */
static const char *doing(const struct runner *runner)
{
    return runner->outside->shared->order == ORDER_SCOUT ? "asking for bids" : "re-deals";
}

static void start_if_needed(struct runner *runner, struct redeal_worker_handle *worker)
{
    for (int attempt = 1; !worker->pid && !start_worker(runner, worker); attempt++)
        if (!shortage_is(errno) || !shortage_wait(attempt))
            give_up(runner, "no process or memory for %s", doing(runner));
}

/* Keeps what the worker counted. */
static void add_times(struct runner *runner, const struct redeal_worker_handle *worker)
{
    for (int bot = 0; bot < runner->config->bot_count; bot++) {
        const struct latency_histogram times = worker->shared->shm.times[bot];
        if (latency_is_sound(&times))
            latency_merge(&runner->times[bot], &times);
        worker->shared->shm.times[bot] = (struct latency_histogram){0};
    }
}

/* Returns its status. */
static int end_worker(struct runner *runner, struct redeal_worker_handle *worker,
                      int64_t patience_ms)
{
    if (!worker->pid)
        return 0;
    close(worker->orders);
    const int status = child_end(worker->pid, patience_ms, NULL);
    close(worker->replies);
    worker->pid = 0;
    add_times(runner, worker);
    return status;
}

/* ---- a task ---- */

enum task_outcome {
    DONE,
    FAILED,
    KILLED, /* from outside, or by a bot that is not isolated: that does so each time */
    AGAIN   /* killed from outside */
};

/* Whether the worker takes too long for the call that it is in. */
static bool is_late(const struct runner *runner, const struct redeal_worker_handle *worker,
                    struct call_timer *timer, uint32_t *calls)
{
    const struct worker_shm *shm = &worker->shared->shm;
    const struct bot *bot = worker_shm_bot(shm, runner->config);
    const struct skat_bot_limits *limits = bot ? &bot->limits : &runner->config->limits;
    const uint32_t now = atomic_load(&shm->mark.calls);

    if (timer->pid == worker->pid && now == *calls)
        return call_timer_due(timer) && atomic_load(&shm->mark.calls) == *calls;
    const bool starts = atomic_load(&shm->phase) == WORKER_STARTING;
    *calls = now;
    call_timer_start(timer, worker->pid, starts ? limits->start_ms : player_call_ms(limits),
                     starts ? 0 : limits->cpu_ms, false);
    return false;
}

static enum task_outcome outcome_of_end(const struct runner *runner,
                                        const struct redeal_worker_handle *worker, int status)
{
    const int own_exit = worker_shm_exit(&worker->shared->shm, runner->config, status);

    if (own_exit == WORKER_SHORTAGE)
        give_up(runner, "no process, memory or descriptors for %s in %s",
                worker_shm_bot_name(&worker->shared->shm, runner->config), doing(runner));
    if (own_exit == WORKER_BOT_PROCESS_KILLED)
        return AGAIN;
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
        return FAILED;
    return runner->config->isolation == ISOLATION_NONE ? KILLED : AGAIN;
}

/* Waits for the worker's reply. */
static enum task_outcome await_reply(struct runner *runner, struct redeal_worker_handle *worker)
{
    struct call_timer timer = {0};
    uint32_t calls = 0;
    char byte;

    for (;;) {
        struct pollfd polled[] = {{.fd = worker->replies, .events = POLLIN},
                                  {.fd = runner->outside->orders, .events = 0}};
        const int pause = call_timer_pause_ms(&timer);
        poll(polled, 2, pause > 0 && pause < 100 ? pause : 100);
        if (polled[1].revents & (POLLHUP | POLLERR))
            _exit(OUR_FAULT); /* the supervisor has gone */
        if (polled[0].revents) {
            if (read(worker->replies, &byte, 1) == 1)
                return worker->shared->end == REDEAL_DONE ? DONE : FAILED;
            return outcome_of_end(runner, worker, end_worker(runner, worker, 1000));
        }
        if (is_late(runner, worker, &timer, &calls)) {
            end_worker(runner, worker, 0);
            return FAILED;
        }
    }
}

/* Has a worker do what is in its memory. What is killed from outside is done again by another
 * one. */
static bool do_task(struct runner *runner, struct redeal_worker_handle *worker,
                    void (*prepare)(const struct runner *runner, struct redeal_worker_shm *shared,
                                    const void *context),
                    const void *context)
{
    for (int kills = 0;; kills++) {
        char byte = 0;
        start_if_needed(runner, worker);
        prepare(runner, worker->shared, context);
        worker->shared->end = 0;
        const enum task_outcome outcome =
            write(worker->orders, &byte, 1) == 1
                ? await_reply(runner, worker)
                : outcome_of_end(runner, worker, end_worker(runner, worker, 0));
        if (outcome == DONE || outcome == FAILED || (outcome == KILLED && kills == KILLS))
            return outcome == DONE;
        if (kills == KILLS)
            give_up(runner,
                    "%s was killed from outside %d times in %s, as the system does when memory "
                    "runs out",
                    worker_shm_bot_name(&worker->shared->shm, runner->config), KILLS + 1,
                    doing(runner));
    }
}

/* ---- playing ---- */

/* A game that a worker is to play, and where its replay goes. */
struct wanted_game {
    const struct game_id *id;
    const uint8_t *bots;
    const struct skat_deal *deal;
};

static void prepare_game(const struct runner *runner, struct redeal_worker_shm *shared,
                         const void *context)
{
    const struct wanted_game *wanted = context;

    shared->task = REDEAL_PLAY;
    shared->id = *wanted->id;
    shared->dealt = (struct dealt){*wanted->deal, runner->outside->shared->dealt.key};
    memcpy(shared->bots, wanted->bots, sizeof shared->bots);
}

/* False if a bot failed, or what it left is no game with these cards. */
static bool play_game(struct runner *runner, struct redeal_worker_handle *worker,
                      const struct wanted_game *wanted, struct redeal_game *into)
{
    struct played_moves moves;

    if (!do_task(runner, worker, prepare_game, wanted))
        return false;
    played_moves_copy(&moves, &worker->shared->moves);
    return memcmp(&moves.deal, wanted->deal, sizeof moves.deal) == 0 &&
           redeal_game_of(into, &runner->config->rules, wanted->id, &moves);
}

struct wanted_tries {
    const struct redealt_case *of;
    int wanted;
};

static void prepare_tries(const struct runner *runner, struct redeal_worker_shm *shared,
                          const void *context)
{
    const struct wanted_tries *tries = context;

    shared->task = REDEAL_TRY;
    shared->id = tries->of->id;
    shared->dealt = runner->outside->shared->dealt;
    shared->of = tries->of->of;
    shared->of.table = NULL;
    shared->game = *tries->of->game;
    shared->wanted = (uint8_t)tries->wanted;
    memcpy(shared->bots, tries->of->of.table->counterpart, sizeof shared->bots);
}

/* Finds deals in which the others answer as before. False if a bot failed. */
static bool try_deals(struct runner *runner, struct redeal_worker_handle *worker,
                      struct redealt_case *redealt)
{
    const struct wanted_tries tries = {redealt, runner->compared->redeals};

    if (!do_task(runner, worker, prepare_tries, &tries))
        return false;
    const struct redeal_worker_shm *shared = worker->shared;
    redealt->tries = shared->tries;
    redealt->answers += shared->answers;
    redealt->count = shared->found_count;
    memcpy(redealt->number, shared->found, sizeof redealt->number);
    bool sound = redealt->count <= tries.wanted && redealt->tries <= REDEAL_TRIES_MOST;
    for (int i = 0; i < redealt->count && sound; i++)
        sound = redealt->number[i] < redealt->tries &&
                (!i || redealt->number[i] > redealt->number[i - 1]);
    if (!sound)
        redealt->tries = redealt->count = 0; /* a bot has written there */
    return sound;
}

/* Plays re-deal number `n` both ways, each in the worker that has it. False if a bot failed, or
 * answers otherwise than it did: then it is not deterministic. */
static bool play_redeal(struct runner *runner, struct redeal_worker_handle *set,
                        struct redealt_case *redealt, int n)
{
    const struct redeal_case *of = &redealt->of;
    const uint8_t *const bots[WAYS] = {runner->schedule->arrangements[redealt->id.arrangement],
                                       of->table->counterpart};
    struct skat_deal deal;

    redeal_cards(&deal, of, redealt->game, &runner->outside->shared->dealt.key,
                 redealt->id.arrangement, redealt->number[n]);
    for (int way = 0; way < WAYS; way++) {
        const struct redeal_game *dealt = way ? redealt->counterpart : redealt->game;
        struct redeal_game *game = redealt->ways[n][way];
        const struct wanted_game wanted = {&redealt->id, bots[way], &deal};
        if (!play_game(runner, &set[1 + WAYS * n + way], &wanted, game) ||
            !redeal_begins_alike(&game->trace, &dealt->trace, of->steps + 1))
            return false;
        redealt->answers += game->trace.count;
    }
    return true;
}

/* `more`: answers in a counterpart that was played for it. */
static void play_case(struct runner *runner, const struct redeal_case *of,
                      const struct redeal_game *counterpart, int64_t more)
{
    struct redealt_case redealt = {
        .of = *of,
        .id = schedule_game(runner->schedule, runner->outside->shared->deal,
                            (uint32_t)of->table->place),
        .game = runner->played[of->table->place],
        .counterpart = counterpart,
        .answers = more,
    };
    struct redeal_worker_handle *set = &runner->sets[of->table->same_seat * WORKERS_OF_SET];

    memcpy(redealt.ways, runner->ways, sizeof redealt.ways);
    redealt.failed = !try_deals(runner, &set[0], &redealt);
    for (int n = 0; n < redealt.count && !redealt.failed; n++)
        if (!play_redeal(runner, set, &redealt, n)) {
            redealt.failed = true;
            redealt.count = n;
        }
    redeal_line_add(&runner->line, &redealt, runner->schedule, runner->compared, runner->names,
                    &runner->pool);
}

/* ---- a deal ---- */

/* The cases at the tables with one counterpart. Where no table shows the counterpart, it is
 * played. */
static void play_counterpart(struct runner *runner, int number)
{
    const struct redeal_game *counterpart = NULL;
    const struct redeal_table *table = runner->tables.of;
    int count, like;

    while (table->counterpart_number != number)
        table++;
    const struct game_id id =
        schedule_game(runner->schedule, runner->outside->shared->deal, (uint32_t)table->place);
    const struct wanted_game wanted = {&id, table->counterpart,
                                       &runner->outside->shared->dealt.deal};
    enum redeal_counterpart known = redeal_cases_find(runner->cases, &count, &runner->tables,
                                                      number, runner->played, NULL, &like);
    if (known == REDEAL_COUNTERPART_UNUSED)
        return;
    if (known == REDEAL_COUNTERPART_KNOWN) {
        counterpart = runner->played[like];
    } else {
        if (!play_game(runner, &runner->counterparts[number], &wanted, runner->counterpart))
            return; /* who fails here fails in the games of the log, too */
        counterpart = runner->counterpart;
        redeal_cases_find(runner->cases, &count, &runner->tables, number, runner->played,
                          counterpart, &like);
    }
    for (int i = 0; i < count; i++)
        play_case(runner, &runner->cases[i], counterpart,
                  i == 0 && counterpart == runner->counterpart ? counterpart->trace.count : 0);
}

static void play_deal(struct runner *runner)
{
    struct redeal_runner_shm *shared = runner->outside->shared;
    const uint32_t first = schedule_game(runner->schedule, shared->deal, 0).arrangement;
    bool sound = true;

    redeal_line_begin(&runner->line, runner->schedule, shared->deal, &runner->pool);
    redeal_tables_of(&runner->tables, runner->schedule, first, runner->compared->a,
                     runner->compared->b, shared->deal % 2 == 1);
    for (int i = 0; i < runner->tables.count && sound; i++) {
        const int place = runner->tables.of[i].place;
        const struct game_id id = schedule_game(runner->schedule, shared->deal, (uint32_t)place);
        sound = redeal_game_of(&runner->games[place], &runner->config->rules, &id,
                               &runner->outside->moves[place]);
        runner->played[place] = &runner->games[place];
    }
    for (int counterpart = 0; counterpart < runner->tables.counterparts && sound; counterpart++)
        play_counterpart(runner, counterpart);
    redeal_line_change(&runner->line, runner->names[runner->compared->a], &shared->change);
    shared->text_length = (uint32_t)redeal_line_write(&runner->line, runner->outside->text,
                                                      REDEAL_LINE_SIZE(runner->schedule->per_deal));
    pool_free(&runner->pool);
}

/* ---- scouting ---- */

static void prepare_scout(const struct runner *runner, struct redeal_worker_shm *shared,
                          const void *context)
{
    const uint32_t *from = context;
    const struct scouted_deals *wanted = &runner->outside->shared->scouted;

    shared->task = REDEAL_SCOUT;
    shared->scouted.first = wanted->first;
    shared->scouted.count = wanted->count;
    shared->scouted.done = *from;
    memcpy(shared->scouted.dealt, wanted->dealt, wanted->count * sizeof *wanted->dealt);
}

/* A deal in which the scout fails counts as bid differently, so it is played. */
static void scout_deals(struct runner *runner)
{
    struct scouted_deals *wanted = &runner->outside->shared->scouted;

    for (uint32_t from = 0; from < wanted->count;) {
        const bool sound = do_task(runner, runner->scout, prepare_scout, &from);
        const struct scouted_deals *seen = &runner->scout->shared->scouted;
        uint32_t done = sound ? wanted->count : read_once(&seen->done);
        if (done < from || done > wanted->count)
            done = from; /* a bot has written there */
        for (; from < done; from++)
            wanted->bids[from] = seen->bids[from];
        if (from < wanted->count)
            wanted->bids[from++] = (struct deal_bids){STATS_BIDS_DIFFER, 0};
    }
}

static void do_order(struct runner *runner)
{
    if (runner->outside->shared->order == ORDER_SCOUT)
        scout_deals(runner);
    else
        play_deal(runner);
}

static struct runner *new_runner(struct redeal_runner *outside)
{
    const struct config *config = outside->config;
    const size_t tables = (size_t)config->schedule.per_deal;
    struct runner *runner = xcalloc(1, sizeof *runner);

    runner->config = config;
    runner->schedule = &config->schedule;
    runner->compared = &config->compared;
    runner->outside = outside;
    runner->worker_count = config->schedule.per_deal * (1 + WORKERS_OF_SET) + 1;
    runner->workers = xcalloc((size_t)runner->worker_count, sizeof *runner->workers);
    runner->counterparts = runner->workers;
    runner->sets = runner->workers + tables;
    runner->scout = runner->sets + tables * WORKERS_OF_SET;
    runner->games = xcalloc(tables, sizeof *runner->games);
    runner->played = xcalloc(tables, sizeof *runner->played);
    runner->cases = xcalloc(tables, sizeof *runner->cases);
    runner->counterpart = xcalloc(1, sizeof *runner->counterpart);
    for (int n = 0; n < REDEALS_MOST; n++)
        for (int way = 0; way < WAYS; way++)
            runner->ways[n][way] = xcalloc(1, sizeof *runner->ways[n][way]);
    config_names(config, runner->names);
    runner->no_writing = config_starts_programs(config) ? -1 : no_writing_rules();
    return runner;
}

/* Closes all its workers at once. */
static _Noreturn void end_runner(struct runner *runner)
{
    enum { PATIENCE_MS = 1000 };

    for (int i = 0; i < runner->worker_count; i++)
        end_worker(runner, &runner->workers[i], PATIENCE_MS);
    for (int bot = 0; bot < runner->config->bot_count; bot++)
        runner->outside->shared->times[bot] = runner->times[bot];
    _exit(0);
}

static _Noreturn void runner_run(struct redeal_runner *outside)
{
    int kept[2 + MODULE_FILES_MAX] = {outside->orders, outside->replies};
    char byte;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN); /* the supervisor handles the terminal's signals */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    child_close_others(kept, 2 + module_files_descriptors(outside->config->modules, kept + 2));
    struct runner *runner = new_runner(outside);
    while (read(outside->orders, &byte, 1) == 1) {
        do_order(runner);
        if (write(outside->replies, &byte, 1) != 1)
            _exit(OUR_FAULT);
    }
    end_runner(runner);
}

/* ---- outside ---- */

bool redeal_runner_open(struct redeal_runner *runner, const struct config *config,
                        const struct cgroup_tree *groups, int number)
{
    const size_t moves = (size_t)config->schedule.per_deal * sizeof *runner->moves,
                 text = REDEAL_LINE_SIZE(config->schedule.per_deal);

    *runner = (struct redeal_runner){.config = config,
                                     .groups = groups,
                                     .number = number,
                                     .size = sizeof *runner->shared + moves + text};
    runner->shared = map_zeroed(runner->size, MAP_SHARED);
    if (!runner->shared)
        return false;
    runner->moves = (struct played_moves *)(void *)(runner->shared + 1);
    runner->text = (char *)runner->moves + moves;
    return true;
}

void redeal_runner_close(struct redeal_runner *runner)
{
    if (runner->shared)
        munmap(runner->shared, runner->size);
    runner->shared = NULL;
}

bool redeal_runner_start(struct redeal_runner *runner, void (*forget)(void *context), void *context)
{
    fflush(NULL);
    const pid_t pid = fork_with_pipes(&runner->orders, &runner->replies);
    if (pid == 0) {
        forget(context);
        runner_run(runner);
    }
    runner->pid = pid > 0 ? pid : 0;
    return pid > 0;
}

void redeal_runner_order(struct redeal_runner *runner)
{
    char byte = 0;

    /* A runner that has ended is noticed by its pipe. */
    if (write(runner->orders, &byte, 1) < 0)
        return;
}

int redeal_runner_end(struct redeal_runner *runner, int64_t patience_ms)
{
    if (!runner->pid)
        return 0;
    close(runner->orders);
    const int status = child_end(runner->pid, patience_ms, NULL);
    close(runner->replies);
    runner->pid = 0;
    return status;
}
