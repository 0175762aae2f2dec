// SPDX-License-Identifier: MIT
#include "arena/solve/log_analysis.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/interrupt.h"
#include "arena/base/journal.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/terminal.h"
#include "arena/log/log_replayer.h"

/* ---- which games ---- */

/* Follows the log line by line. */
struct selection {
    const struct analysis_plan *plan;
    bool by_session;
    uint64_t session, deal; /* of the last line */
    uint64_t units;         /* that have begun */
    uint64_t games, deals;  /* selected so far */
    uint64_t done;          /* deals that were analysed before: they are left out */
    bool in_deal;           /* the last selected game belongs to the current deal */
};

struct log_analysis {
    const struct analysis_plan *plan;
    struct log_reader *log;
    struct selection selection;
    struct game_analyzer **analyzers; /* by thread; NULL: it has not worked yet */
    _Atomic bool stop;                /* nothing more is taken */
    struct journal *journal;
    char *path;                 /* of the journal */
    struct game_analysis *deal; /* the games of the deal that comes next into it */
    size_t count, room;
    uint64_t kept; /* games that are in it */
    void (*take)(void *context, const struct game_analysis *analysis);
    void *context;
};

bool log_analysis_by_session(const struct log_reader *log)
{
    return log->rules.derived.carries ||
           (log->has_manifest && log->manifest.schedule.whole_sessions);
}

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

/* For struct replay_work: a piece is a deal. */
static enum replay_wish wants(void *context, const struct log_reader *log, uint64_t *piece)
{
    struct log_analysis *all = context;
    struct selection *selection = &all->selection;

    if (enough(selection))
        return REPLAY_NO_MORE;
    if (bids_line_is(log->text) || !select_line(selection, log) ||
        selection->deals <= selection->done)
        return REPLAY_NOT;
    *piece = selection->deals;
    return REPLAY_LINE;
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

/* ---- the journal ---- */

/* What must be the same for the analyses to be gone on with. */
static char *work_of(const struct analysis_plan *plan, const struct log_reader *log)
{
    char *identity = log_reader_identity(log);
    char *work =
        xasprintf("analysis of %s, contracts %d, limit %llu, first %llu, count %llu, sample %llu",
                  identity, (int)plan->options.depth, (unsigned long long)plan->options.limit_nodes,
                  (unsigned long long)plan->first, (unsigned long long)plan->count,
                  (unsigned long long)plan->sample);

    free(identity);
    return work;
}

/* Whether all analyses of an entry can be some. */
static bool are_sound(const struct log_analysis *all, const struct game_analysis *deal,
                      size_t count, struct errors *errors)
{
    const char *field;

    for (size_t i = 0; i < count; i++)
        if (!game_analysis_is_sound(&deal[i], &field))
            return journal_refuse(all->journal, errors,
                                  "has game %zu of its deal wrong: field \"%s\" is out of range",
                                  i + 1, field);
    return true;
}

/* False with an error when one of them is not an analysis. */
static bool take_entries(struct log_analysis *all, struct errors *errors)
{
    const struct entry_shape shape = {sizeof *all->deal, sizeof *all->deal};
    const struct game_analysis *deal;
    size_t size;

    while ((deal = journal_next(all->journal, &shape, &size, errors)) &&
           are_sound(all, deal, size / sizeof *deal, errors)) {
        for (size_t i = 0; i < size / sizeof *deal; i++)
            all->take(all->context, &deal[i]);
        all->kept += size / sizeof *deal;
        all->selection.done++;
    }
    return !journal_is_refused(all->journal);
}

struct log_analysis *
log_analysis_open(const struct analysis_plan *plan, struct log_reader *log, const char *path,
                  bool resume, void (*take)(void *context, const struct game_analysis *analysis),
                  void *context, struct errors *errors)
{
    char *work = work_of(plan, log);
    struct journal *journal = journal_open(path, work, resume, JOURNAL_FORCE, errors);

    free(work);
    if (!journal)
        return NULL;
    struct log_analysis *all = xcalloc(1, sizeof *all);
    *all = (struct log_analysis){
        .plan = plan,
        .log = log,
        .selection = {.plan = plan, .by_session = log_analysis_by_session(log)},
        .journal = journal,
        .path = xstrdup(path),
        .take = take,
        .context = context,
    };
    if (take_entries(all, errors))
        return all;
    log_analysis_end(all, EXIT_USAGE, errors);
    return NULL;
}

static void keep_deal(struct log_analysis *all)
{
    journal_add(all->journal, all->deal, all->count * sizeof *all->deal);
    all->kept += all->count;
    all->count = 0;
}

/* Takes the next game; a deal is kept with the first game of the next one. */
static void take_game(struct log_analysis *all, const struct game_analysis *analysis)
{
    const struct game_id *last = all->count ? &all->deal[0].id : NULL;

    if (last && (last->session != analysis->id.session || last->deal != analysis->id.deal))
        keep_deal(all);
    if (all->count == all->room) {
        all->room = 2 * all->room + 8;
        all->deal = xrealloc(all->deal, all->room * sizeof *all->deal);
    }
    all->deal[all->count++] = *analysis;
    all->take(all->context, analysis);
}

int log_analysis_end(struct log_analysis *all, int code, struct errors *errors)
{
    const bool is_over = code == EXIT_OK || code == EXIT_BAD_FILE;

    if (!(is_over ? journal_remove : journal_keep)(all->journal, errors))
        code = EXIT_INTERNAL;
    if (code == EXIT_INTERRUPTED)
        print_note("skat-arena: interrupted: %llu games are analysed and kept in %s; the same "
                   "command with --resume continues\n",
                   (unsigned long long)all->kept, all->path);
    free(all->deal);
    free(all->path);
    free(all);
    return code;
}

/* ---- the games ---- */

/* For struct replay_work: analyses the games of a deal, up to the first one that is damaged. */
static void analyse_deal(void *context, int thread, struct replayed_line *lines, int count)
{
    const struct log_analysis *all = context;
    struct game_analyzer **analyzer = &all->analyzers[thread];

    if (!*analyzer)
        *analyzer = game_analyzer_new(&all->plan->options);
    game_analyzer_begin_deal(*analyzer);
    for (int i = 0; i < count && lines[i].sound && !all->stop && !interrupt_heard(); i++) {
        lines[i].made = xcalloc(1, sizeof(struct game_analysis));
        game_analysis_make(lines[i].made, &lines[i].game, *analyzer);
    }
}

static int take_games(struct log_analysis *all, struct log_replayer *replayer,
                      struct progress_meter *progress, struct errors *errors)
{
    uint64_t games = all->kept;
    struct replayed_line *line;

    while ((line = log_replayer_next(replayer)) && !interrupt_heard()) {
        if (!replayed_line_check(line, all->log, errors))
            return EXIT_BAD_FILE;
        if (!line->made)
            break;
        take_game(all, line->made);
        progress_show(progress, ++games);
    }
    if (interrupt_heard())
        return EXIT_INTERRUPTED;
    return enough(&all->selection) ||
                   (log_reader_ended(all->log, errors) && log_reader_is_whole(all->log, errors))
               ? EXIT_OK
               : EXIT_BAD_FILE;
}

int log_analysis_run(struct log_analysis *all, struct errors *errors)
{
    const struct replay_work work = {wants, analyse_deal, all};
    const struct analysis_plan *plan = all->plan;
    struct progress_meter progress;

    interrupt_hear();
    all->log->workers = plan->workers;
    all->analyzers = xcalloc((size_t)plan->workers, sizeof(struct game_analyzer *));
    progress_start(&progress, "games", all->kept, games_ahead(plan, all->log), plan->progress);
    struct log_replayer *replayer = log_replayer_new(all->log, NULL, &work);
    const int code = take_games(all, replayer, &progress, errors);
    all->stop = true;
    log_replayer_free(replayer);
    progress_end(&progress);
    for (int i = 0; i < plan->workers; i++)
        if (all->analyzers[i])
            game_analyzer_free(all->analyzers[i]);
    free(all->analyzers);
    return code;
}
