// SPDX-License-Identifier: MIT
#include "arena/match/redeal_team.h"

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

/* A life as the team knows it. */
struct life_handle {
    struct redeal_life_shm *shared; /* NULL: it was never needed */
    pid_t pid;                      /* 0: it does not run */
    int orders, replies;
};

/* What a life is for. Tables of a deal at which the same seat is changed show the same hand, so
 * they have lives of their own: a set for each. */
enum { LIVES_OF_SET = 1 + WAYS * REDEALS_MOST };

/* The team's process. */
struct team {
    const struct config *config;
    const struct schedule *schedule;
    const struct comparison_plan *compared;
    struct redeal_team *outside;
    int no_writing;            /* rules for lives (sandbox/no_writing.h), or -1 */
    struct life_handle *lives; /* all of them: */
    int life_count;
    struct life_handle *bases; /* one for each base of a deal */
    struct life_handle *sets;  /* LIVES_OF_SET for each table of a deal */
    struct life_handle *scout;
    struct redeal_tables tables;
    struct redeal_game *games;         /* of the deal, by place */
    const struct redeal_game **played; /* the same */
    struct redeal_game *base;          /* of the tables at hand, if it was played */
    struct redeal_game *ways[REDEALS_MOST][WAYS];
    struct redeal_case *cases;
    struct redeal_line line; /* of the deal */
    struct pool pool;        /* of the line */
    const char *names[BOTS_MAX];
    struct latency_histogram times[BOTS_MAX]; /* of lives that have ended */
};

/* ---- lives ---- */

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

/* In a life: the memory of its team and of others is not for it. */
static void forget_others(const struct team *team, const struct redeal_life_shm *own)
{
    munmap(team->outside->shared, team->outside->size);
    for (int i = 0; i < team->life_count; i++)
        if (team->lives[i].shared && team->lives[i].shared != own)
            munmap(team->lives[i].shared, sizeof *own);
}

/* Runs the life in this process. */
static _Noreturn void be_life(const struct team *team, const struct life_handle *life)
{
    char name[40];
    const struct redeal_life_start start = {team->config, team->outside->groups, name,
                                            life->orders, life->replies,         team->no_writing};

    snprintf(name, sizeof name, "team%d-life%td", team->outside->number, life - team->lives);
    forget_others(team, life->shared);
    redeal_life_run(&start, life->shared);
}

static bool start_life(struct team *team, struct life_handle *life)
{
    if (!life->shared && !(life->shared = map_zeroed(sizeof *life->shared, MAP_SHARED)))
        return false;
    const pid_t pid = fork_with_pipes(&life->orders, &life->replies);
    if (pid == 0)
        be_life(team, life);
    life->pid = pid > 0 ? pid : 0;
    return pid > 0;
}

/* Ends the team: the supervisor ends the run, which can be continued. `what`: of what the machine
 * is short, or what it has done. */
__attribute__((noreturn, format(printf, 2, 3))) static void give_up(const struct team *team,
                                                                    const char *what, ...)
{
    struct redeal_team_shm *shared = team->outside->shared;
    va_list arguments;

    va_start(arguments, what);
    vsnprintf(shared->shortage, sizeof shared->shortage, what, arguments);
    va_end(arguments);
    _exit(REDEAL_TEAM_SHORTAGE);
}

/* What a team does with bots, in the words of a sentence. */
static const char *doing(const struct team *team)
{
    return team->outside->shared->order == ORDER_SCOUT ? "asking for bids" : "re-deals";
}

static void wake(struct team *team, struct life_handle *life)
{
    for (int attempt = 1; !life->pid && !start_life(team, life); attempt++)
        if (!shortage_is(errno) || !shortage_wait(attempt))
            give_up(team, "no process or memory for %s", doing(team));
}

/* Keeps what the life counted. */
static void add_times(struct team *team, const struct life_handle *life)
{
    for (int bot = 0; bot < team->config->bot_count; bot++) {
        const struct latency_histogram times = life->shared->shm.times[bot];
        if (latency_is_sound(&times))
            latency_merge(&team->times[bot], &times);
        life->shared->shm.times[bot] = (struct latency_histogram){0};
    }
}

/* Returns its status. */
static int end_life(struct team *team, struct life_handle *life, int64_t patience_ms)
{
    if (!life->pid)
        return 0;
    close(life->orders);
    const int status = child_end(life->pid, patience_ms, NULL);
    close(life->replies);
    life->pid = 0;
    add_times(team, life);
    return status;
}

/* ---- a task ---- */

enum task_outcome {
    DONE,
    FAILED,
    KILLED, /* from outside, or by a bot that is not isolated: that does so each time */
    AGAIN   /* killed from outside */
};

/* Whether the life takes too long for the call that it is in. */
static bool is_late(const struct team *team, const struct life_handle *life,
                    struct call_timer *timer, uint32_t *calls)
{
    const struct worker_shm *shm = &life->shared->shm;
    const struct bot *bot = worker_shm_bot(shm, team->config);
    const struct skat_bot_limits *limits = bot ? &bot->limits : &team->config->limits;
    const uint32_t now = atomic_load(&shm->mark.calls);

    if (timer->pid == life->pid && now == *calls)
        return call_timer_due(timer) && atomic_load(&shm->mark.calls) == *calls;
    const bool starts = atomic_load(&shm->phase) == WORKER_STARTING;
    *calls = now;
    call_timer_start(timer, life->pid, starts ? limits->start_ms : player_call_ms(limits),
                     starts ? 0 : limits->cpu_ms, false);
    return false;
}

static enum task_outcome outcome_of_end(const struct team *team, const struct life_handle *life,
                                        int status)
{
    const int own_exit = worker_shm_exit(&life->shared->shm, team->config, status);

    if (own_exit == WORKER_SHORTAGE)
        give_up(team, "no process, memory or descriptors for %s in %s",
                worker_shm_bot_name(&life->shared->shm, team->config), doing(team));
    if (own_exit == WORKER_BOT_PROCESS_KILLED)
        return AGAIN;
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
        return FAILED;
    return team->config->isolation == ISOLATION_NONE ? KILLED : AGAIN;
}

/* Waits for the life's reply. */
static enum task_outcome await_reply(struct team *team, struct life_handle *life)
{
    struct call_timer timer = {0};
    uint32_t calls = 0;
    char byte;

    for (;;) {
        struct pollfd polled[] = {{.fd = life->replies, .events = POLLIN},
                                  {.fd = team->outside->orders, .events = 0}};
        const int pause = call_timer_pause_ms(&timer);
        poll(polled, 2, pause > 0 && pause < 100 ? pause : 100);
        if (polled[1].revents & (POLLHUP | POLLERR))
            _exit(OUR_FAULT); /* the supervisor has gone */
        if (polled[0].revents) {
            if (read(life->replies, &byte, 1) == 1)
                return life->shared->end == REDEAL_DONE ? DONE : FAILED;
            return outcome_of_end(team, life, end_life(team, life, 1000));
        }
        if (is_late(team, life, &timer, &calls)) {
            end_life(team, life, 0);
            return FAILED;
        }
    }
}

/* Has a life do what is in its memory. What is killed from outside is done again by another one. */
static bool do_task(struct team *team, struct life_handle *life,
                    void (*prepare)(const struct team *team, struct redeal_life_shm *shared,
                                    const void *context),
                    const void *context)
{
    for (int kills = 0;; kills++) {
        char byte = 0;
        wake(team, life);
        prepare(team, life->shared, context);
        life->shared->end = 0;
        const enum task_outcome outcome = write(life->orders, &byte, 1) == 1
                                              ? await_reply(team, life)
                                              : outcome_of_end(team, life, end_life(team, life, 0));
        if (outcome == DONE || outcome == FAILED || (outcome == KILLED && kills == KILLS))
            return outcome == DONE;
        if (kills == KILLS)
            give_up(team,
                    "%s was killed from outside %d times in %s, as the system does when memory "
                    "runs out",
                    worker_shm_bot_name(&life->shared->shm, team->config), KILLS + 1, doing(team));
    }
}

/* ---- playing ---- */

/* A game that a life is to play, and where its replay goes. */
struct wanted_game {
    const struct game_id *id;
    const uint8_t *bots;
    const struct skat_deal *deal;
};

static void prepare_game(const struct team *team, struct redeal_life_shm *shared,
                         const void *context)
{
    const struct wanted_game *wanted = context;

    shared->task = REDEAL_PLAY;
    shared->id = *wanted->id;
    shared->dealt = (struct dealt){*wanted->deal, team->outside->shared->dealt.key};
    memcpy(shared->bots, wanted->bots, sizeof shared->bots);
}

/* False if a bot failed, or what it left is no game with these cards. */
static bool play_game(struct team *team, struct life_handle *life, const struct wanted_game *wanted,
                      struct redeal_game *into)
{
    struct played_moves moves;

    if (!do_task(team, life, prepare_game, wanted))
        return false;
    played_moves_copy(&moves, &life->shared->moves);
    return memcmp(&moves.deal, wanted->deal, sizeof moves.deal) == 0 &&
           redeal_game_of(into, &team->config->rules, wanted->id, &moves);
}

struct wanted_tries {
    const struct redealt_case *of;
    int wanted;
};

static void prepare_tries(const struct team *team, struct redeal_life_shm *shared,
                          const void *context)
{
    const struct wanted_tries *tries = context;

    shared->task = REDEAL_TRY;
    shared->id = tries->of->id;
    shared->dealt = team->outside->shared->dealt;
    shared->of = tries->of->of;
    shared->of.table = NULL;
    shared->game = *tries->of->game;
    shared->wanted = (uint8_t)tries->wanted;
    memcpy(shared->bots, tries->of->of.table->base, sizeof shared->bots);
}

/* Finds deals in which the others answer as before. False if a bot failed. */
static bool try_deals(struct team *team, struct life_handle *life, struct redealt_case *redealt)
{
    const struct wanted_tries tries = {redealt, team->compared->redeals};

    if (!do_task(team, life, prepare_tries, &tries))
        return false;
    const struct redeal_life_shm *shared = life->shared;
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

/* Plays re-deal number `n` both ways, each in the life that has it. False if a bot failed, or
 * answers otherwise than it did: then it is not deterministic. */
static bool play_redeal(struct team *team, struct life_handle *set, struct redealt_case *redealt,
                        int n)
{
    const struct redeal_case *of = &redealt->of;
    const uint8_t *const bots[WAYS] = {team->schedule->arrangements[redealt->id.arrangement],
                                       of->table->base};
    struct skat_deal deal;

    redeal_cards(&deal, of, redealt->game, &team->outside->shared->dealt.key,
                 redealt->id.arrangement, redealt->number[n]);
    for (int way = 0; way < WAYS; way++) {
        const struct redeal_game *dealt = way ? redealt->base : redealt->game;
        struct redeal_game *game = redealt->ways[n][way];
        const struct wanted_game wanted = {&redealt->id, bots[way], &deal};
        if (!play_game(team, &set[1 + WAYS * n + way], &wanted, game) ||
            !redeal_begins_alike(&game->trace, &dealt->trace, of->steps + 1))
            return false;
        redealt->answers += game->trace.count;
    }
    return true;
}

/* `more`: answers in a base that was played for it. */
static void play_case(struct team *team, const struct redeal_case *of,
                      const struct redeal_game *base, int64_t more)
{
    struct redealt_case redealt = {
        .of = *of,
        .id =
            schedule_game(team->schedule, team->outside->shared->deal, (uint32_t)of->table->place),
        .game = team->played[of->table->place],
        .base = base,
        .answers = more,
    };
    struct life_handle *set = &team->sets[of->table->same_seat * LIVES_OF_SET];

    memcpy(redealt.ways, team->ways, sizeof redealt.ways);
    redealt.failed = !try_deals(team, &set[0], &redealt);
    for (int n = 0; n < redealt.count && !redealt.failed; n++)
        if (!play_redeal(team, set, &redealt, n)) {
            redealt.failed = true;
            redealt.count = n;
        }
    redeal_line_add(&team->line, &redealt, team->schedule, team->compared, team->names,
                    &team->pool);
}

/* ---- a deal ---- */

/* The cases at the tables with one base. Where no table shows the base, it is played. */
static void play_base(struct team *team, int number)
{
    const struct redeal_game *base = NULL;
    const struct redeal_table *table = team->tables.of;
    int count, like;

    while (table->base_number != number)
        table++;
    const struct game_id id =
        schedule_game(team->schedule, team->outside->shared->deal, (uint32_t)table->place);
    const struct wanted_game wanted = {&id, table->base, &team->outside->shared->dealt.deal};
    enum redeal_base known =
        redeal_cases_find(team->cases, &count, &team->tables, number, team->played, NULL, &like);
    if (known == REDEAL_BASE_UNUSED)
        return;
    if (known == REDEAL_BASE_KNOWN) {
        base = team->played[like];
    } else {
        if (!play_game(team, &team->bases[number], &wanted, team->base))
            return; /* who fails here fails in the games of the log, too */
        base = team->base;
        redeal_cases_find(team->cases, &count, &team->tables, number, team->played, base, &like);
    }
    for (int i = 0; i < count; i++)
        play_case(team, &team->cases[i], base,
                  i == 0 && base == team->base ? base->trace.count : 0);
}

static void play_deal(struct team *team)
{
    struct redeal_team_shm *shared = team->outside->shared;
    const uint32_t first = schedule_game(team->schedule, shared->deal, 0).arrangement;
    bool sound = true;

    redeal_line_begin(&team->line, team->schedule, shared->deal, &team->pool);
    redeal_tables_of(&team->tables, team->schedule, first, team->compared->a, team->compared->b,
                     shared->deal % 2 == 1);
    for (int i = 0; i < team->tables.count && sound; i++) {
        const int place = team->tables.of[i].place;
        const struct game_id id = schedule_game(team->schedule, shared->deal, (uint32_t)place);
        sound = redeal_game_of(&team->games[place], &team->config->rules, &id,
                               &team->outside->moves[place]);
        team->played[place] = &team->games[place];
    }
    for (int base = 0; base < team->tables.bases && sound; base++)
        play_base(team, base);
    redeal_line_change(&team->line, team->names[team->compared->a], &shared->change);
    shared->text_length = (uint32_t)redeal_line_write(&team->line, team->outside->text,
                                                      REDEAL_LINE_SIZE(team->schedule->per_deal));
    pool_free(&team->pool);
}

/* ---- scouting ---- */

static void prepare_scout(const struct team *team, struct redeal_life_shm *shared,
                          const void *context)
{
    const uint32_t *from = context;
    const struct scouted_deals *wanted = &team->outside->shared->scouted;

    shared->task = REDEAL_SCOUT;
    shared->scouted.first = wanted->first;
    shared->scouted.count = wanted->count;
    shared->scouted.done = *from;
    memcpy(shared->scouted.dealt, wanted->dealt, wanted->count * sizeof *wanted->dealt);
}

/* A deal in which the scout fails counts as bid differently, so it is played. */
static void scout_deals(struct team *team)
{
    struct scouted_deals *wanted = &team->outside->shared->scouted;

    for (uint32_t from = 0; from < wanted->count;) {
        const bool sound = do_task(team, team->scout, prepare_scout, &from);
        const struct scouted_deals *seen = &team->scout->shared->scouted;
        uint32_t done = sound ? wanted->count : read_once(&seen->done);
        if (done < from || done > wanted->count)
            done = from; /* a bot has written there */
        for (; from < done; from++)
            wanted->bids[from] = seen->bids[from];
        if (from < wanted->count)
            wanted->bids[from++] = (struct deal_bids){STATS_BIDS_DIFFER, 0};
    }
}

static void do_order(struct team *team)
{
    if (team->outside->shared->order == ORDER_SCOUT)
        scout_deals(team);
    else
        play_deal(team);
}

static struct team *new_team(struct redeal_team *outside)
{
    const struct config *config = outside->config;
    const size_t tables = (size_t)config->schedule.per_deal;
    struct team *team = xcalloc(1, sizeof *team);

    team->config = config;
    team->schedule = &config->schedule;
    team->compared = &config->compared;
    team->outside = outside;
    team->life_count = config->schedule.per_deal * (1 + LIVES_OF_SET) + 1;
    team->lives = xcalloc((size_t)team->life_count, sizeof *team->lives);
    team->bases = team->lives;
    team->sets = team->lives + tables;
    team->scout = team->sets + tables * LIVES_OF_SET;
    team->games = xcalloc(tables, sizeof *team->games);
    team->played = xcalloc(tables, sizeof *team->played);
    team->cases = xcalloc(tables, sizeof *team->cases);
    team->base = xcalloc(1, sizeof *team->base);
    for (int n = 0; n < REDEALS_MOST; n++)
        for (int way = 0; way < WAYS; way++)
            team->ways[n][way] = xcalloc(1, sizeof *team->ways[n][way]);
    config_names(config, team->names);
    team->no_writing = config_starts_programs(config) ? -1 : no_writing_rules();
    return team;
}

/* Closes all its lives at once. */
static _Noreturn void end_team(struct team *team)
{
    enum { PATIENCE_MS = 1000 };

    for (int i = 0; i < team->life_count; i++)
        end_life(team, &team->lives[i], PATIENCE_MS);
    for (int bot = 0; bot < team->config->bot_count; bot++)
        team->outside->shared->times[bot] = team->times[bot];
    _exit(0);
}

static _Noreturn void team_run(struct redeal_team *outside)
{
    int kept[2 + MODULE_FILES_MAX] = {outside->orders, outside->replies};
    char byte;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN); /* the supervisor handles the terminal's signals */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    child_close_others(kept, 2 + module_files_descriptors(outside->config->modules, kept + 2));
    struct team *team = new_team(outside);
    while (read(outside->orders, &byte, 1) == 1) {
        do_order(team);
        if (write(outside->replies, &byte, 1) != 1)
            _exit(OUR_FAULT);
    }
    end_team(team);
}

/* ---- outside ---- */

bool redeal_team_open(struct redeal_team *team, const struct config *config,
                      const struct cgroup_tree *groups, int number)
{
    const size_t moves = (size_t)config->schedule.per_deal * sizeof *team->moves,
                 text = REDEAL_LINE_SIZE(config->schedule.per_deal);

    *team = (struct redeal_team){.config = config,
                                 .groups = groups,
                                 .number = number,
                                 .size = sizeof *team->shared + moves + text};
    team->shared = map_zeroed(team->size, MAP_SHARED);
    if (!team->shared)
        return false;
    team->moves = (struct played_moves *)(void *)(team->shared + 1);
    team->text = (char *)team->moves + moves;
    return true;
}

void redeal_team_close(struct redeal_team *team)
{
    if (team->shared)
        munmap(team->shared, team->size);
    team->shared = NULL;
}

bool redeal_team_start(struct redeal_team *team, void (*forget)(void *context), void *context)
{
    fflush(NULL);
    const pid_t pid = fork_with_pipes(&team->orders, &team->replies);
    if (pid == 0) {
        forget(context);
        team_run(team);
    }
    team->pid = pid > 0 ? pid : 0;
    return pid > 0;
}

void redeal_team_order(struct redeal_team *team)
{
    char byte = 0;

    /* A team that has ended is noticed by its pipe. */
    if (write(team->orders, &byte, 1) < 0)
        return;
}

int redeal_team_end(struct redeal_team *team, int64_t patience_ms)
{
    if (!team->pid)
        return 0;
    close(team->orders);
    const int status = child_end(team->pid, patience_ms, NULL);
    close(team->replies);
    team->pid = 0;
    return status;
}
