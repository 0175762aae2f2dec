// SPDX-License-Identifier: MIT
#include "arena/positions/mined_positions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/base/interrupt.h"
#include "arena/base/journal.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/terminal.h"
#include "arena/log/log_replayer.h"
#include "arena/positions/position_mine.h"

enum { GAMES_OF_ENTRY = 64 }; /* without a position: then no entry would come for long */

/* What stands at the beginning of an entry of the journal. Behind it are the memory of the miner's
 * new positions, and their lines. */
struct mined_entry {
    uint64_t games; /* that were looked at, in all */
    uint64_t found_size, text_size;
};

struct mining {
    const struct mined_positions_plan *plan;
    struct position_miner *miner;
    struct journal *journal;
    FILE *out;
    struct progress_meter progress;
    uint64_t games, done, kept; /* of this pass over the log; before it; in the journal */
    int found, kept_found;      /* positions; those that are in the journal */
    char *text;                 /* lines of positions that are not in the journal yet */
    size_t text_size;
    FILE *lines; /* writes to `text` */
    bool interrupted;
};

/* What must be the same for it to be gone on with. */
static char *work_of(const struct mined_positions_plan *plan, const struct log_reader *log)
{
    char *identity = log_reader_identity(log);
    char *work = xasprintf("positions of %s, at most %d", identity, plan->most);

    free(identity);
    return work;
}

/* A device or a pipe is written to at once, and has nothing beside it. */
static bool has_journal(const char *out)
{
    struct stat status;

    return stat(out, &status) != 0 || S_ISREG(status.st_mode);
}

/* Takes over an entry of `size` bytes behind its head. False with an error when it is none. */
static bool take_entry(struct mining *mining, const struct mined_entry *head, const char *found,
                       size_t size, struct errors *errors)
{
    if (head->found_size > size || head->text_size != size - head->found_size)
        return journal_refuse(mining->journal, errors,
                              "has %" PRIu64 " bytes of positions and %" PRIu64
                              " of lines; allowed are together the %zu that follow",
                              head->found_size, head->text_size, size);
    if (head->games < mining->done ||
        !position_miner_restore(mining->miner, found, (size_t)head->found_size) ||
        position_miner_count(mining->miner) > mining->plan->most)
        return journal_refuse(mining->journal, errors,
                              "has positions that were not found after game %" PRIu64
                              ", or more than %d with those before it",
                              mining->done, mining->plan->most);
    fwrite(found + head->found_size, 1, (size_t)head->text_size, mining->out);
    mining->done = head->games;
    return true;
}

/* Takes over what the journal has. False with an error when it has something else. */
static bool take_entries(struct mining *mining, struct errors *errors)
{
    const struct entry_shape shape = {sizeof(struct mined_entry), 1};
    const char *entry;
    struct mined_entry head;
    size_t size;

    while (mining->journal && (entry = journal_next(mining->journal, &shape, &size, errors))) {
        memcpy(&head, entry, sizeof head);
        if (!take_entry(mining, &head, entry + sizeof head, size - sizeof head, errors))
            return false;
    }
    mining->found = mining->kept_found = position_miner_count(mining->miner);
    mining->kept = mining->done;
    return !mining->journal || !journal_is_refused(mining->journal);
}

/* Keeps what was found since the last entry, and appends it to the file. */
static void keep(struct mining *mining)
{
    struct mined_entry head = {.games = mining->games};
    size_t found_size;
    const void *found = position_miner_found(mining->miner, mining->kept_found, &found_size);

    fflush(mining->lines);
    head.found_size = found_size;
    head.text_size = mining->text_size;
    char *entry = xcheck(malloc(sizeof head + found_size + mining->text_size + 1));
    memcpy(entry, &head, sizeof head);
    if (found_size)
        memcpy(entry + sizeof head, found, found_size);
    if (mining->text_size)
        memcpy(entry + sizeof head + found_size, mining->text, mining->text_size);
    if (mining->journal)
        journal_add(mining->journal, entry, sizeof head + found_size + mining->text_size);
    free(entry);
    fwrite(mining->text, 1, mining->text_size, mining->out);
    rewind(mining->lines);
    mining->kept = mining->games;
    mining->kept_found = mining->found;
}

static bool mine_game(void *context, const struct replayed_line *line)
{
    struct mining *mining = context;

    if (mining->games++ < mining->done)
        return mining->found < mining->plan->most;
    mining->found += position_mine(mining->miner, &line->game, mining->plan->most - mining->found,
                                   mining->lines);
    if (mining->found > mining->kept_found || mining->games - mining->kept >= GAMES_OF_ENTRY)
        keep(mining);
    progress_show(&mining->progress, mining->games);
    mining->interrupted = interrupt_heard();
    return !mining->interrupted && mining->found < mining->plan->most;
}

/* Looks at all games. */
static enum exit_code mine_log(struct mining *mining, struct log_reader *log, struct errors *errors)
{
    const uint64_t games = log->has_manifest ? schedule_games(&log->manifest.schedule) : 0;
    const int before = errors->count;

    log->workers = mining->plan->workers;
    mining->lines = xcheck(open_memstream(&mining->text, &mining->text_size));
    progress_start(&mining->progress, "games", mining->done, games, mining->plan->progress);
    interrupt_hear();
    log_games_each(log, mine_game, mining, errors);
    progress_end(&mining->progress);
    if (!mining->interrupted && errors->count == before)
        keep(mining);
    fclose(mining->lines);
    free(mining->text);
    return errors->count > before ? EXIT_BAD_FILE
           : mining->interrupted  ? EXIT_INTERRUPTED
                                  : EXIT_OK;
}

/* Keeps the journal of what is to be gone on with, or removes it. */
static enum exit_code leave(struct mining *mining, enum exit_code code, const char *path,
                            struct errors *errors)
{
    if (!mining->journal && code == EXIT_INTERRUPTED)
        errors_add(errors, mining->plan->out, "interrupted: not all games were looked at");
    if (!mining->journal || code != EXIT_INTERRUPTED)
        return journal_remove(mining->journal, errors) ? code : EXIT_INTERNAL;
    if (!journal_keep(mining->journal, errors))
        return EXIT_INTERNAL;
    print_note(
        "skat-arena: interrupted: %llu games are looked at, and what was found in them is kept "
        "in %s; the same command with --resume continues\n",
        (unsigned long long)mining->kept, path);
    return code;
}

/* With an open log. */
static enum exit_code write_positions(struct mining *mining, struct log_reader *log,
                                      const char *journal, struct errors *errors)
{
    struct output_file save;
    enum exit_code code = EXIT_USAGE;

    if (has_journal(mining->plan->out)) {
        if (mining->plan->resume && !journal_may_resume(journal, mining->plan->out, errors))
            return code;
        char *work = work_of(mining->plan, log);
        mining->journal =
            journal_open(journal, work, mining->plan->resume, "remove it to start over", errors);
        free(work);
        if (!mining->journal)
            return code;
    }
    if (mining->plan->resume)
        output_file_tidy(mining->plan->out);
    if (!output_file_begin(&save, mining->plan->out, OUTPUT_NAMED)) {
        output_file_end(&save, errors);
        return leave(mining, EXIT_INTERNAL, journal, errors);
    }
    mining->out = save.file;
    code = take_entries(mining, errors) ? mine_log(mining, log, errors) : EXIT_BAD_FILE;
    if (code != EXIT_OK)
        output_file_drop(&save);
    else if (!output_file_end(&save, errors))
        code = EXIT_INTERNAL;
    return leave(mining, code, journal, errors);
}

enum exit_code mined_positions_write(const struct mined_positions_plan *plan, int *found,
                                     struct errors *errors)
{
    struct mining mining = {.plan = plan};
    char *journal = xasprintf("%s" MINED_POSITIONS_JOURNAL, plan->out);
    struct log_reader log = {0};
    enum exit_code code = EXIT_BAD_FILE;

    if (!plan->resume && journal_exists(journal)) {
        errors_add(errors, journal,
                   "a search was interrupted: --resume continues it; remove it to start over");
        code = EXIT_USAGE;
    } else if (log_reader_open(&log, plan->log, plan->rules, errors)) {
        const char *wrong = position_rules_wrong(&log.rules);
        if (wrong)
            errors_add(errors, log.path, "%s", wrong);
        else if (log_reader_may_write(&log, plan->out, errors)) {
            mining.miner = position_miner_new();
            code = write_positions(&mining, &log, journal, errors);
        }
    }
    *found = mining.found;
    log_reader_close(&log);
    position_miner_free(mining.miner);
    free(journal);
    return code;
}
