// SPDX-License-Identifier: MIT
#include "arena/match/log_resume_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/interrupt.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/terminal_fold.h"
#include "arena/compare/redeals.h"

struct resume_reading {
    struct log_resume_state *state;
    struct log_reader *log;
    const struct log_resume_sinks *sinks;
    struct errors *errors;
    char *lines; /* of the unit that is read, for the copy */
    size_t length, room;
};

static void keep_line(struct resume_reading *reading)
{
    const size_t length = reading->log->length;

    if (!reading->sinks->copy)
        return;
    if (reading->length + length + 1 > reading->room) {
        reading->room = 2 * (reading->length + length + 1);
        reading->lines = xrealloc(reading->lines, reading->room);
    }
    memcpy(reading->lines + reading->length, reading->log->text, length);
    reading->length += length;
    reading->lines[reading->length++] = '\n';
}

/* ---- a unit ---- */

/* Does a deal of the unit lack its re-deals? */
static bool lacks_redeals(const struct resume_reading *reading, const struct game_stats *games,
                          uint64_t count)
{
    struct redeals_source *redeals = reading->sinks->redeals;
    const struct manifest *manifest = &reading->log->manifest;

    for (uint64_t i = 0; redeals && i < count; i += (uint64_t)manifest->schedule.per_deal)
        if (redeals_reader_lacks(&redeals->scout, &manifest->compared, &manifest->schedule,
                                 games + i, reading->errors))
            return true;
    return false;
}

/* Passes the unit on as it is. False with an error. */
static bool copy_unit(struct resume_reading *reading, const struct game_stats *games,
                      uint64_t count)
{
    const struct log_resume_sinks *sinks = reading->sinks;

    if (sinks->copy && !log_writer_add(sinks->copy, reading->lines, reading->length)) {
        errors_add(reading->errors, log_writer_path(sinks->copy), "cannot be written: %s",
                   strerror(errno));
        return false;
    }
    if (sinks->game_stats && fwrite(games, sizeof *games, count, sinks->game_stats) != count) {
        errors_add(reading->errors, "temporary file", "cannot be written: %s", strerror(errno));
        return false;
    }
    reading->length = 0;
    return true;
}

/* Takes the whole unit. False when reading ends: the test has decided, something is missing, or
 * writing the copy failed. */
static bool take_unit(struct resume_reading *reading)
{
    struct log_resume_state *state = reading->state;
    uint64_t count;
    const struct game_stats *games = run_fold_unit(reading->sinks->fold, &count);

    state->damaged = lacks_redeals(reading, games, count);
    if (state->damaged || !copy_unit(reading, games, count))
        return false;
    const bool more = run_fold_take(reading->sinks->fold);
    state->games += count;
    state->bytes = reading->log->end;
    return more;
}

/* ---- a line ---- */

/* Is the fault of this game, the next one that had a fault, among those that were reported? */
static bool is_reported(struct fault_reader *reported, uint64_t game)
{
    const bool is = reported->more && reported->game == game;

    fault_reader_next(reported);
    return is;
}

/* Did the line reach the disk, and what belongs to it? A file system may fill what it has lost with
 * zeros. */
static bool is_whole(struct resume_reading *reading, const struct replayed_line *line)
{
    const struct log_reader *log = reading->log;

    if (memchr(log->text, '\0', log->length))
        return false;
    return !line->sound || line->is_bids || !game_status_is_fault(line->game.outcome.status) ||
           !reading->sinks->reported || is_reported(reading->sinks->reported, line->game.id.game);
}

/* Whether what is wrong with the current line is that the end of a compressed log was lost: nothing
 * vouches for a frame that is not whole. */
static bool is_unsealed(const struct resume_reading *reading)
{
    const struct log_reader *log = reading->log;

    return reading->sinks->reported && log->zstd && log->end > log_sealed_bytes(log->path);
}

/* Takes the current line. False when reading ends here. */
static bool take_line(struct resume_reading *reading, struct replayed_line *line)
{
    struct errors wrong = {0};
    bool ends_unit = false;

    reading->state->damaged = !is_whole(reading, line);
    if (reading->state->damaged)
        return false;
    errors_move(&wrong, &line->errors);
    if (line->sound && !line->is_bids)
        log_reader_check_place(reading->log, &line->game, line->where, &wrong);
    if (!wrong.count && line->sound)
        ends_unit = run_fold_read(reading->sinks->fold, line, &wrong);
    if (wrong.count || !line->sound) {
        reading->state->damaged = is_unsealed(reading);
        if (reading->state->damaged)
            errors_free(&wrong);
        errors_move(reading->errors, &wrong);
        return false;
    }
    keep_line(reading);
    return !ends_unit || take_unit(reading);
}

/* The lines end here, or cannot be read. */
static void end_lines(struct resume_reading *reading)
{
    const struct log_reader *log = reading->log;

    if (reading->sinks->reported && log->zstd && log->zstd->damaged)
        reading->state->damaged = true;
    else
        log_reader_ended(log, reading->errors);
}

bool log_resume_state_read(struct log_resume_state *state, struct log_reader *log,
                           const struct log_resume_sinks *sinks, struct errors *errors)
{
    struct resume_reading reading = {.state = state, .log = log, .sinks = sinks, .errors = errors};
    const int before = errors->count;
    uint64_t unfinished;

    *state = (struct log_resume_state){.bytes = log->end};
    bool more = !run_fold_decided(sinks->fold);
    struct log_replayer *replayer = log_replayer_new(log, NULL);
    while (more && !interrupt_heard()) {
        struct replayed_line *line = log_replayer_next(replayer);
        if (!line)
            end_lines(&reading);
        more = line && !log->torn && take_line(&reading, line);
    }
    log_replayer_free(replayer);
    run_fold_unit(sinks->fold, &unfinished);
    state->cut = unfinished + log->torn;
    free(reading.lines);
    return errors->count == before && !(more && interrupt_heard());
}

/* ---- a run that was cut off ---- */

/* Cuts off the re-deals of deals that do not count. */
static bool cut_redeals(const struct redeals_reader *reader, struct errors *errors)
{
    if (!reader->file || output_file_cut(reader->path, reader->begin))
        return true;
    errors_add(errors, reader->path, "cannot be cut: %s", strerror(errno));
    return false;
}

/* Cuts off what the games that count do not need. */
static bool cut(const struct log_resume_state *state, const struct log_reader *log,
                const struct redeals_source *redeals, const char *folder, struct errors *errors)
{
    const uint64_t end = schedule_first_game(&log->manifest.schedule) + state->games;

    if (state->damaged && !state->games)
        print_note(
            "skat-arena: warning: %s: its beginning is damaged, or did not reach the disk, as "
            "after a power cut: all games are played again\n",
            log->path);
    else if (state->damaged)
        print_note("skat-arena: warning: %s: what follows game %lld is damaged, or did not reach "
                   "the disk, as "
                   "after a power cut: these games are played again\n",
                   log->path, (long long)end - 1);
    return log_cut(folder, log_mode_of_folder(folder), state->bytes, errors) &&
           fault_reports_cut(folder, end, errors) && cut_redeals(&redeals->reader, errors);
}

bool log_resume_state_continue(struct log_resume_state *state, const char *folder, int workers,
                               struct run_fold *fold, FILE *game_stats, struct errors *errors)
{
    struct redeals_source redeals = {.errors = errors};
    struct fault_reader reported;
    struct log_reader log;
    const struct log_resume_sinks sinks = {
        .fold = fold, .game_stats = game_stats, .redeals = &redeals, .reported = &reported};

    bool ok = log_reader_open(&log, folder, NULL, errors) &&
              redeals_source_open(&redeals, folder, &log.manifest.compared, &log.manifest.schedule,
                                  log.manifest.names, errors);
    ok = fault_reader_open(&reported, folder, errors) && ok;
    log.workers = workers;
    run_stats_take_redeals(run_fold_stats(fold), redeals_source_change, &redeals);
    ok = ok && log_resume_state_read(state, &log, &sinks, errors) &&
         cut(state, &log, &redeals, folder, errors);
    run_stats_take_redeals(run_fold_stats(fold), NULL, NULL);
    redeals_source_close(&redeals);
    fault_reader_close(&reported);
    log_reader_close(&log);
    return ok;
}
