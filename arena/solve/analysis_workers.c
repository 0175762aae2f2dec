// SPDX-License-Identifier: MIT
#include "arena/solve/analysis_workers.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/progress.h"

/* ---- which games ---- */

/* Follows the log line by line, identically in every process. */
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
    const cJSON *a = cJSON_GetObjectItemCaseSensitive(line, "session"),
                *b = cJSON_GetObjectItemCaseSensitive(line, "deal");
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

/* ---- in a worker ---- */

enum message_kind { MESSAGE_GAME, MESSAGE_DEAL_ENDS, MESSAGE_PROBLEM, MESSAGE_END };
enum { PROBLEM_SIZE = 4096 };

/* The content of a message in the pipe, which follows its kind. */
union message {
    struct game_analysis analysis;
    char problem[PROBLEM_SIZE]; /* lines */
};
static const size_t message_sizes[] = {
    [MESSAGE_GAME] = sizeof(struct game_analysis),
    [MESSAGE_DEAL_ENDS] = 0,
    [MESSAGE_PROBLEM] = PROBLEM_SIZE,
    [MESSAGE_END] = 0,
};

static void send(FILE *out, enum message_kind kind, const void *what)
{
    bool ok = fwrite(&kind, sizeof kind, 1, out) == 1 &&
              (!message_sizes[kind] || fwrite(what, message_sizes[kind], 1, out) == 1);
    if (!ok || fflush(out) != 0)
        _exit(EXIT_INTERNAL); /* the reader is gone */
}

static bool receive(FILE *in, enum message_kind *kind, union message *message)
{
    return fread(kind, sizeof *kind, 1, in) == 1 && *kind <= MESSAGE_END &&
           (!message_sizes[*kind] || fread(message, message_sizes[*kind], 1, in) == 1);
}

/* Analyses the current line. False with errors when it is damaged. */
static bool look_at_line(struct log_reader *log, struct game_analyzer *analyzer,
                         struct game_analysis *analysis, struct errors *errors)
{
    static struct game_json line; /* 7 kB, used one at a time */
    char where[1300];

    snprintf(where, sizeof where, "%s:%llu", log->path, (unsigned long long)log->number);
    if (log->torn) {
        errors_add(errors, where, "the last line is torn: the run was cut off while writing it");
        return false;
    }
    if (game_json_scan(log->text, log->length, &log->rules, NULL, where, &line, errors))
        log_reader_check_place(log, &line, where, errors);
    if (!errors->count)
        game_analysis_make(analysis, &line, analyzer);
    cJSON_Delete(line.root);
    line.root = NULL;
    return !errors->count;
}

/* Analyses every nth deal of the log, for n workers. */
static void look_at_log(const struct analysis_plan *plan, struct selection *selection,
                        struct log_reader *log, int number, FILE *out, struct errors *errors)
{
    static struct game_analysis analysis;
    struct game_analyzer *analyzer = game_analyzer_new(&plan->options);
    uint64_t present = 0; /* number of the current deal among those selected */
    bool mine = false;

    while (!enough(selection) && log_reader_next(log)) {
        if (!select_line(selection, log))
            continue;
        if (selection->deals != present) {
            present = selection->deals;
            if (mine)
                send(out, MESSAGE_DEAL_ENDS, NULL);
            mine = present > plan->done_deals &&
                   (present - 1) % (unsigned)plan->workers == (unsigned)number;
            if (mine)
                game_analyzer_begin_deal(analyzer);
        }
        if (!mine)
            continue;
        if (!look_at_line(log, analyzer, &analysis, errors))
            return;
        analysis.unit = selection->units - 1;
        send(out, MESSAGE_GAME, &analysis);
    }
    if (mine)
        send(out, MESSAGE_DEAL_ENDS, NULL);
    if (!enough(selection))
        log_reader_ended(log, errors);
    game_analyzer_free(analyzer);
}

__attribute__((noreturn)) static void work(const struct analysis_plan *plan, bool by_session,
                                           int number, int pipe)
{
    static char text[PROBLEM_SIZE];
    struct selection selection = {.plan = plan, .by_session = by_session};
    struct errors errors = {0};
    struct log_reader log;
    FILE *out = fdopen(pipe, "w");

    if (!out)
        _exit(EXIT_INTERNAL);
    fcntl(pipe, F_SETPIPE_SZ, 1 << 20); /* to wait less often; may fail */
    if (log_reader_open(&log, plan->path, plan->rules, &errors))
        look_at_log(plan, &selection, &log, number, out, &errors);
    if (errors.count)
        snprintf(text, sizeof text, "%s", errors.text);
    send(out, errors.count ? MESSAGE_PROBLEM : MESSAGE_END, text);
    _exit(EXIT_OK);
}

/* ---- the supervisor ---- */

struct hand {
    pid_t pid;
    FILE *in;
};

/* A worker that is killed from outside is started again, at the deal it was at; not for ever, since
 * what kills it may be that deal. */
enum { RESTARTS_MOST = 20 };

static volatile sig_atomic_t interrupted;
static void on_signal(int signal)
{
    (void)signal;
    interrupted = 1;
}

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof *SIGNALS };

/* Without SA_RESTART, so that a signal interrupts reading from a worker. */
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

static bool start_worker(const struct analysis_plan *plan, bool by_session, int number,
                         struct hand *hands, const struct sigaction before[SIGNAL_COUNT])
{
    int ends[2];

    if (pipe(ends) < 0)
        return false;
    pid_t pid = child_fork();
    if (pid == 0) {
        release_signals(before);
        for (int i = 0; i < plan->workers; i++)
            if (hands[i].in)
                close(fileno(hands[i].in)); /* so that a pipe ends with its worker */
        close(ends[0]);
        work(plan, by_session, number, ends[1]);
    }
    close(ends[1]);
    hands[number] = (struct hand){.pid = pid, .in = fdopen(ends[0], "r")};
    return pid > 0 && hands[number].in;
}

static void end_worker(struct hand *hand)
{
    if (hand->pid > 0)
        child_end(hand->pid, 0, NULL);
    if (hand->in)
        fclose(hand->in);
    *hand = (struct hand){0};
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

/* The lines that a worker has sent are complete errors; they only need to be counted. */
static void take_problems(struct errors *errors, char *lines)
{
    char *place = NULL;

    for (char *line = strtok_r(lines, "\n", &place); line; line = strtok_r(NULL, "\n", &place))
        errors_add(errors, NULL, "%s", line);
}

/* Workers whose analyses are collected. */
struct collection {
    const struct analysis_plan *plan;
    bool by_session;
    struct hand *hands;                    /* plan->workers */
    struct sigaction before[SIGNAL_COUNT]; /* what workers do at signals */
    uint64_t deals, games;                 /* finished deals; games that were taken */
    uint64_t in_deal, again;               /* games of the deal that has begun: taken; of these,
                                               how many come once more */
    int restarts;
};

/* Starts the worker of the deal that has begun once more, from this deal on: the games that were
 * taken of it come again, the same. False with an error. */
static bool start_again(struct collection *all, struct errors *errors)
{
    struct analysis_plan rest = *all->plan;
    const int number = (int)(all->deals % (unsigned)rest.workers);

    end_worker(&all->hands[number]);
    rest.done_deals = all->deals;
    all->again = all->in_deal;
    if (all->restarts++ < RESTARTS_MOST &&
        start_worker(&rest, all->by_session, number, all->hands, all->before))
        return true;
    errors_add(errors, rest.path,
               "workers ended too early %d times, the last one after %llu games; what is finished "
               "is kept: the same command with --resume continues",
               all->restarts, (unsigned long long)all->games);
    return false;
}

static enum analysis_end collect(struct collection *all, struct progress_meter *progress,
                                 void (*take)(void *context, const struct game_analysis *analysis),
                                 void *context, struct errors *errors)
{
    static union message message;
    enum message_kind kind;

    for (;;) {
        FILE *in = all->hands[all->deals % (unsigned)all->plan->workers].in;
        const bool whole = receive(in, &kind, &message);
        if (interrupted)
            return ANALYSIS_INTERRUPTED;
        if (!whole && !start_again(all, errors))
            return ANALYSIS_FAILED;
        if (!whole)
            continue;
        if (kind == MESSAGE_END)
            return ANALYSIS_DONE;
        if (kind == MESSAGE_PROBLEM) {
            take_problems(errors, message.problem);
            return ANALYSIS_BAD_FILE;
        }
        if (kind == MESSAGE_DEAL_ENDS) {
            all->deals++;
            all->in_deal = all->again = 0;
        } else if (all->again) {
            all->again--;
        } else {
            take(context, &message.analysis);
            all->in_deal++;
            progress_show(progress, ++all->games);
        }
    }
}

enum analysis_end
analysis_workers_run(const struct analysis_plan *plan, const struct log_reader *log,
                     void (*take)(void *context, const struct game_analysis *analysis),
                     void *context, struct errors *errors)
{
    struct collection all = {
        .plan = plan,
        .by_session = log->rules.derived.carries ||
                      (log->has_manifest && log->manifest.schedule.whole_sessions),
        .hands = xcalloc((size_t)plan->workers, sizeof *all.hands),
        .deals = plan->done_deals,
        .games = plan->done_games,
    };
    enum analysis_end end = ANALYSIS_FAILED;
    struct progress_meter progress;
    bool ok = true;

    progress_start(&progress, "games", plan->done_games, games_ahead(plan, log), plan->progress);
    fflush(NULL); /* or children would write buffered output again */
    catch_signals(all.before);
    for (int i = 0; ok && i < plan->workers; i++)
        ok = start_worker(plan, all.by_session, i, all.hands, all.before);
    if (ok)
        end = collect(&all, &progress, take, context, errors);
    else
        errors_add(errors, NULL, "cannot start %d workers: %s", plan->workers, strerror(errno));
    for (int i = 0; i < plan->workers; i++)
        end_worker(&all.hands[i]);
    release_signals(all.before);
    progress_end(&progress);
    free(all.hands);
    return end;
}
