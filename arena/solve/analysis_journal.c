// SPDX-License-Identifier: MIT
#include "arena/solve/analysis_journal.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/journal.h"
#include "arena/base/memory.h"
#include "arena/base/version.h"

struct analysis_journal {
    struct journal *journal;
    struct game_analysis *deal; /* games of the deal that has begun */
    size_t count, room;
    uint64_t games; /* that are kept */
};

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
static bool are_sound(struct analysis_journal *journal, const struct game_analysis *deal,
                      size_t count, struct errors *errors)
{
    const char *field;

    for (size_t i = 0; i < count; i++)
        if (!game_analysis_is_sound(&deal[i], &field))
            return journal_refuse(journal->journal, errors,
                                  "has game %zu of its deal wrong: field \"%s\" is out of range",
                                  i + 1, field);
    return true;
}

/* False with an error when one of them is not an analysis. */
static bool take_entries(struct analysis_journal *journal, struct analysis_plan *plan,
                         void (*take)(void *context, const struct game_analysis *analysis),
                         void *context, struct errors *errors)
{
    const struct entry_shape shape = {sizeof *journal->deal, sizeof *journal->deal};
    const struct game_analysis *deal;
    size_t size;

    while ((deal = journal_next(journal->journal, &shape, &size, errors)) &&
           are_sound(journal, deal, size / sizeof *deal, errors)) {
        for (size_t i = 0; i < size / sizeof *deal; i++)
            take(context, &deal[i]);
        journal->games += size / sizeof *deal;
        plan->done_deals++;
    }
    plan->done_games = journal->games;
    return !journal_is_refused(journal->journal);
}

struct analysis_journal *analysis_journal_open(const char *path, struct analysis_plan *plan,
                                               const struct log_reader *log, bool resume,
                                               void (*take)(void *context,
                                                            const struct game_analysis *analysis),
                                               void *context, struct errors *errors)
{
    char *work = work_of(plan, log);
    struct journal *opened = journal_open(path, work, resume, JOURNAL_FORCE, errors);

    free(work);
    if (!opened)
        return NULL;
    struct analysis_journal *journal = xcalloc(1, sizeof *journal);
    journal->journal = opened;
    if (take_entries(journal, plan, take, context, errors))
        return journal;
    analysis_journal_keep(journal, errors);
    return NULL;
}

static void keep_deal(struct analysis_journal *journal)
{
    journal_add(journal->journal, journal->deal, journal->count * sizeof *journal->deal);
    journal->games += journal->count;
    journal->count = 0;
}

void analysis_journal_add(struct analysis_journal *journal, const struct game_analysis *analysis)
{
    const struct game_id *last = journal->count ? &journal->deal[0].id : NULL;

    if (last && (last->session != analysis->id.session || last->deal != analysis->id.deal))
        keep_deal(journal);
    if (journal->count == journal->room) {
        journal->room = 2 * journal->room + 8;
        journal->deal = xrealloc(journal->deal, journal->room * sizeof *journal->deal);
    }
    journal->deal[journal->count++] = *analysis;
}

uint64_t analysis_journal_games(const struct analysis_journal *journal) { return journal->games; }

bool analysis_journal_keep(struct analysis_journal *journal, struct errors *errors)
{
    const bool kept = journal_keep(journal->journal, errors);

    free(journal->deal);
    free(journal);
    return kept;
}

bool analysis_journal_remove(struct analysis_journal *journal, struct errors *errors)
{
    const bool removed = journal_remove(journal->journal, errors);

    free(journal->deal);
    free(journal);
    return removed;
}
