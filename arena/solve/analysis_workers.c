// SPDX-License-Identifier: MIT
#include "arena/solve/analysis_workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/terminal.h"

/* ---- which games ---- */

/* Follows the log line by line. */
struct selection {
    const struct analysis_plan *plan;
    bool by_session;
    uint64_t session, deal; /* of the last line */
    uint64_t units;         /* that have begun */
    uint64_t games, deals;  /* selected so far */
    bool in_deal;           /* the last selected game belongs to the current deal */
};

/* Session and deal of a line; lines begin with them. */
static void read_ids(const struct log_reader *log, unsigned long long *session,
                     unsigned long long *deal)
{
    if (sscanf(log->text, "{\"game\":%*u,\"session\":%llu,\"deal\":%llu", session, deal) == 2)
        return;
    cJSON *line = cJSON_ParseWithLength(log->text, log->length);
    const cJSON *a = json_get(line, "session"), *b = json_get(line, "deal");
    *session = cJSON_IsNumber(a) && a->valuedouble >= 0 ? (unsigned long long)a->valuedouble : 0;
    *deal = cJSON_IsNumber(b) && b->valuedouble >= 0 ? (unsigned long long)b->valuedouble : 0;
    cJSON_Delete(line);
}

/* Is the line that was just read selected for analysis? */
static bool select_line(struct selection *selection, const struct log_reader *log)
{
    unsigned long long session, deal;
    uint64_t game = game_json_named_game(log->text);

    if (game == UINT64_MAX)
        game = log_reader_game(log);
    read_ids(log, &session, &deal);
    bool first = !selection->units, new_session = first || session != selection->session;
    bool new_deal = new_session || deal != selection->deal;
    selection->units += selection->by_session ? new_session : new_deal;
    selection->in_deal &= !new_deal;
    selection->session = session;
    selection->deal = deal;
    if (game < selection->plan->first || (selection->units - 1) % selection->plan->sample)
        return false;
    selection->deals += !selection->in_deal;
    selection->in_deal = true;
    selection->games++;
    return true;
}

static bool enough(const struct selection *selection)
{
    return selection->plan->count && selection->games >= selection->plan->count;
}

/* How many games there will be, about; 0 if nothing says so. */
static uint64_t games_ahead(const struct analysis_plan *plan, const struct log_reader *log)
{
    const struct schedule *schedule = &log->manifest.schedule;

    if (!log->has_manifest)
        return plan->count;
    const uint64_t all = schedule_games(schedule), first = schedule_first_game(schedule),
                   skipped = plan->first > first ? plan->first - first : 0,
                   games = (all > skipped ? all - skipped : 0) / plan->sample;
    return plan->count && plan->count < games ? plan->count : games;
}

/* ---- deals on their way ---- */

/* A game of the log: its line, and what a thread has made of it. */
struct selected_game {
    char *text;
    size_t length;
    uint64_t number; /* of the line */
    bool torn;
    struct game_json line;
    struct errors errors;
    struct game_analysis analysis;
};

enum deal_state { DEAL_READ, DEAL_TAKEN, DEAL_DONE };

/* The selected games of a deal. */
struct selected_deal {
    struct selected_game *games;
    int count, room;
    uint64_t unit;
    enum deal_state state;
};

/* Deals are numbered from 0, deal n is in place n % room. The caller's thread reads them and takes
 * them in order; those from `taken` to `read` exist. */
struct analysis {
    const struct analysis_plan *plan;
    struct log_reader *log;
    struct selection selection;
    struct selected_deal *deals;
    uint64_t room, taken, read;
    bool ended;           /* of the log, or of what is wanted */
    bool selected;        /* the line that was read last begins the next deal */
    pthread_mutex_t lock; /* of the states and of `read` */
    pthread_cond_t work, done;
    _Atomic bool stop;
    int thread_count;
    pthread_t *threads;
};

static volatile sig_atomic_t interrupted;
static void on_signal(int signal)
{
    (void)signal;
    interrupted = 1;
}

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof *SIGNALS };

static void catch_signals(struct sigaction before[SIGNAL_COUNT])
{
    struct sigaction action = {.sa_handler = on_signal};

    interrupted = 0;
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaction(SIGNALS[i], &action, &before[i]);
}

static void release_signals(const struct sigaction before[SIGNAL_COUNT])
{
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaction(SIGNALS[i], &before[i], NULL);
}

static struct selected_deal *deal_at(const struct analysis *all, uint64_t number)
{
    return &all->deals[number % all->room];
}

/* ---- threads ---- */

static void analyse_game(const struct analysis *all, struct game_analyzer *analyzer,
                         struct selected_game *game)
{
    char where[1300];

    snprintf(where, sizeof where, "%s:%llu", all->log->path, (unsigned long long)game->number);
    if (game->torn)
        errors_add(&game->errors, where,
                   "the last line is torn: the run was cut off while writing it");
    else if (game_json_scan(game->text, game->length, &all->log->rules, NULL, where, &game->line,
                            &game->errors))
        game_analysis_make(&game->analysis, &game->line, analyzer);
}

static void analyse_deal(const struct analysis *all, struct game_analyzer *analyzer,
                         struct selected_deal *deal)
{
    game_analyzer_begin_deal(analyzer);
    for (int i = 0; i < deal->count && !atomic_load(&all->stop); i++) {
        analyse_game(all, analyzer, &deal->games[i]);
        deal->games[i].analysis.unit = deal->unit;
        if (deal->games[i].errors.count)
            return; /* nothing is taken after it */
    }
}

/* The first deal that nobody has taken yet; NULL if there is none. With the lock. */
static struct selected_deal *take_deal(const struct analysis *all)
{
    for (uint64_t number = all->taken; number < all->read; number++)
        if (deal_at(all, number)->state == DEAL_READ)
            return deal_at(all, number);
    return NULL;
}

static void *analyse_deals(void *context)
{
    struct analysis *all = context;
    struct game_analyzer *analyzer = game_analyzer_new(&all->plan->options);
    struct selected_deal *deal;

    pthread_mutex_lock(&all->lock);
    while (!all->stop) {
        if (!(deal = take_deal(all))) {
            pthread_cond_wait(&all->work, &all->lock);
            continue;
        }
        deal->state = DEAL_TAKEN;
        pthread_mutex_unlock(&all->lock);
        analyse_deal(all, analyzer, deal);
        pthread_mutex_lock(&all->lock);
        deal->state = DEAL_DONE;
        pthread_cond_signal(&all->done);
    }
    pthread_mutex_unlock(&all->lock);
    game_analyzer_free(analyzer);
    return NULL;
}

static void start_threads(struct analysis *all)
{
    sigset_t none, before;

    all->threads = xcalloc((size_t)all->plan->workers, sizeof *all->threads);
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->work, NULL);
    pthread_cond_init(&all->done, NULL);
    sigfillset(&none); /* signals are for the caller's thread */
    pthread_sigmask(SIG_BLOCK, &none, &before);
    while (all->thread_count < all->plan->workers &&
           pthread_create(&all->threads[all->thread_count], NULL, analyse_deals, all) == 0)
        all->thread_count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void end_threads(struct analysis *all)
{
    pthread_mutex_lock(&all->lock);
    all->stop = true;
    pthread_cond_broadcast(&all->work);
    pthread_mutex_unlock(&all->lock);
    for (int i = 0; i < all->thread_count; i++)
        pthread_join(all->threads[i], NULL);
    pthread_mutex_destroy(&all->lock);
    pthread_cond_destroy(&all->work);
    pthread_cond_destroy(&all->done);
    free(all->threads);
}

/* ---- reading ahead ---- */

static void free_deal(struct selected_deal *deal)
{
    for (int i = 0; i < deal->count; i++) {
        free(deal->games[i].text);
        errors_free(&deal->games[i].errors);
        cJSON_Delete(deal->games[i].line.root);
    }
    deal->count = 0;
}

/* Adds the line that was just read. */
static void add_game(struct selected_deal *deal, const struct log_reader *log)
{
    if (deal->count == deal->room) {
        deal->room = 2 * deal->room + 6;
        deal->games = xrealloc(deal->games, (size_t)deal->room * sizeof *deal->games);
    }
    struct selected_game *game = &deal->games[deal->count++];
    memset(game, 0, sizeof *game);
    game->text = xcalloc(1, log->length + 1);
    memcpy(game->text, log->text, log->length);
    game->length = log->length;
    game->number = log->number;
    game->torn = log->torn;
}

/* Reads the next line that is selected. False at the end, or when there are enough. */
static bool read_selected(struct analysis *all)
{
    while (!enough(&all->selection) && log_reader_next(all->log))
        if (select_line(&all->selection, all->log))
            return true;
    all->ended = true;
    return false;
}

/* Reads the games of the next deal that was not analysed before. */
static bool read_deal(struct analysis *all, struct selected_deal *deal)
{
    while (!all->ended && (!all->selected || all->selection.deals <= all->plan->done_deals))
        all->selected = read_selected(all);
    if (!all->selected)
        return false;
    const uint64_t number = all->selection.deals;
    deal->unit = all->selection.units - 1;
    do {
        add_game(deal, all->log);
        all->selected = read_selected(all);
    } while (all->selected && all->selection.deals == number);
    return true;
}

static void read_ahead(struct analysis *all)
{
    while (all->read - all->taken < all->room && read_deal(all, deal_at(all, all->read))) {
        pthread_mutex_lock(&all->lock);
        deal_at(all, all->read)->state = DEAL_READ;
        all->read++;
        pthread_cond_signal(&all->work);
        pthread_mutex_unlock(&all->lock);
    }
}

/* ---- taking them in order ---- */

/* Waits for a deal, or an interruption. */
static void await(struct analysis *all, const struct selected_deal *deal)
{
    enum { LOOK_NS = 100000000 };
    struct timespec until;

    pthread_mutex_lock(&all->lock);
    while (deal->state != DEAL_DONE && !interrupted) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += (until.tv_nsec + LOOK_NS) / 1000000000;
        until.tv_nsec = (until.tv_nsec + LOOK_NS) % 1000000000;
        pthread_cond_timedwait(&all->done, &all->lock, &until);
    }
    pthread_mutex_unlock(&all->lock);
}

/* Whether a game is the right one where its line stands: the reader is further on by now. */
static bool is_sound(struct analysis *all, struct selected_game *game)
{
    struct log_reader *log = all->log;
    char where[1300], *const text = log->text;
    const size_t length = log->length;
    const uint64_t number = log->number;

    if (game->errors.count)
        return false;
    snprintf(where, sizeof where, "%s:%llu", log->path, (unsigned long long)game->number);
    log->text = game->text;
    log->length = game->length;
    log->number = game->number;
    log_reader_check_place(log, &game->line, where, &game->errors);
    log->text = text;
    log->length = length;
    log->number = number;
    return !game->errors.count;
}

static enum analysis_end take_deals(struct analysis *all, struct progress_meter *progress,
                                    void (*take)(void *context,
                                                 const struct game_analysis *analysis),
                                    void *context, struct errors *errors)
{
    uint64_t games = all->plan->done_games;

    for (read_ahead(all); all->taken < all->read; read_ahead(all)) {
        struct selected_deal *deal = deal_at(all, all->taken);
        await(all, deal);
        for (int i = 0; i < deal->count; i++) {
            if (interrupted)
                return ANALYSIS_INTERRUPTED;
            if (!is_sound(all, &deal->games[i])) {
                errors_move(errors, &deal->games[i].errors);
                return ANALYSIS_BAD_FILE;
            }
            take(context, &deal->games[i].analysis);
            progress_show(progress, ++games);
        }
        free_deal(deal);
        pthread_mutex_lock(&all->lock);
        all->taken++;
        pthread_mutex_unlock(&all->lock);
    }
    if (interrupted)
        return ANALYSIS_INTERRUPTED;
    return enough(&all->selection) ||
                   (log_reader_ended(all->log, errors) && log_reader_is_whole(all->log, errors))
               ? ANALYSIS_DONE
               : ANALYSIS_BAD_FILE;
}

enum analysis_end analysis_workers_run(const struct analysis_plan *plan, struct log_reader *log,
                                       void (*take)(void *context,
                                                    const struct game_analysis *analysis),
                                       void *context, struct errors *errors)
{
    struct analysis all = {
        .plan = plan,
        .log = log,
        .selection = {.plan = plan,
                      .by_session = log->rules.derived.carries ||
                                    (log->has_manifest && log->manifest.schedule.whole_sessions)},
        .room = 2 * (uint64_t)plan->workers + 1,
    };
    enum analysis_end end = ANALYSIS_FAILED;
    struct sigaction before[SIGNAL_COUNT];
    struct progress_meter progress;

    all.deals = xcalloc(all.room, sizeof *all.deals);
    progress_start(&progress, "games", plan->done_games, games_ahead(plan, log), plan->progress);
    catch_signals(before);
    start_threads(&all);
    if (all.thread_count)
        end = take_deals(&all, &progress, take, context, errors);
    else
        errors_add(errors, NULL, "cannot start a thread");
    end_threads(&all);
    release_signals(before);
    progress_end(&progress);
    for (uint64_t i = 0; i < all.room; i++) {
        free_deal(&all.deals[i]);
        free(all.deals[i].games);
    }
    free(all.deals);
    return end;
}
