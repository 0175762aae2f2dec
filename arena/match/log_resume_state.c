// SPDX-License-Identifier: MIT
#include "arena/base/interrupt.h"
#include "arena/match/log_resume_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/log/log_replayer.h"
#include "arena/match/journal_check.h"
#include "arena/match/unit_journal.h"

/* The unit being read: none of it counts until it is whole. */
struct partial_unit {
    uint64_t size, games; /* of a whole one, and so far */
    struct game_stats *game_stats;
    struct played_moves *moves; /* NULL without a finder, which looks at them */
    struct tally tally;
    char *lines;
    size_t length, room;
};

struct resume_reading {
    struct log_resume_state *state;
    struct log_reader *log;
    const struct log_resume_sinks *sinks;
    size_t reports; /* of faults that were seen */
    struct errors *errors;
    struct partial_unit unit;
};

static void start_unit(struct resume_reading *reading)
{
    reading->unit.games = 0;
    reading->unit.length = 0;
    tally_clear(&reading->unit.tally, reading->log->manifest.bot_count);
}

static void keep_line(struct resume_reading *reading)
{
    struct partial_unit *unit = &reading->unit;
    size_t length = reading->log->length;

    if (!reading->sinks->copy)
        return;
    if (unit->length + length + 1 > unit->room) {
        unit->room = 2 * (unit->length + length + 1);
        unit->lines = xrealloc(unit->lines, unit->room);
    }
    memcpy(unit->lines + unit->length, reading->log->text, length);
    unit->length += length;
    unit->lines[unit->length++] = '\n';
}

/* Does a deal of a unit lack its re-deals? */
static bool lacks_redeals(const struct log_resume_sinks *sinks, const struct manifest *manifest,
                          const struct game_stats *games, uint64_t count, struct errors *errors)
{
    const struct schedule *schedule = &manifest->schedule;

    for (uint64_t i = 0; sinks->redeals && i < count; i += (uint64_t)schedule->per_deal)
        if (redeals_reader_lacks(&sinks->redeals->scout, &manifest->compared, schedule, games + i,
                                 errors))
            return true;
    return false;
}

/* Takes the whole unit. False when reading ends: the test has decided, something is missing, or
 * writing the copy failed. */
static bool take_unit(struct resume_reading *reading)
{
    struct log_resume_state *state = reading->state;
    struct partial_unit *unit = &reading->unit;
    bool more = true;

    state->damaged = lacks_redeals(reading->sinks, &reading->log->manifest, unit->game_stats,
                                   unit->games, reading->errors);
    if (state->damaged)
        return false;
    for (uint64_t i = 0; reading->sinks->stats && i < unit->games; i++)
        more = run_stats_add(reading->sinks->stats, &unit->game_stats[i]);
    if (reading->sinks->copy &&
        fwrite(unit->lines, 1, unit->length, reading->sinks->copy) != unit->length) {
        errors_add(reading->errors, reading->sinks->copy_path, "cannot be written: %s",
                   strerror(errno));
        return false;
    }
    if (reading->sinks->game_stats &&
        fwrite(unit->game_stats, sizeof *unit->game_stats, unit->games,
               reading->sinks->game_stats) != unit->games) {
        errors_add(reading->errors, "temporary file", "cannot be written: %s", strerror(errno));
        return false;
    }
    for (uint64_t i = 0; unit->moves && i < unit->games; i++) {
        const struct game_stats *game = &unit->game_stats[i];
        const struct game_id id = {.game = game->game,
                                   .session = game->session,
                                   .deal = game->deal,
                                   .arrangement = game->arrangement};
        inconsistency_finder_add(reading->sinks->finder, &id, &unit->moves[i], &unit->tally);
    }
    tally_merge(&state->tally, &unit->tally, reading->log->manifest.bot_count);
    state->games += unit->games;
    state->deals += unit->games / (uint64_t)reading->log->manifest.schedule.per_deal;
    state->bytes = reading->log->end;
    start_unit(reading);
    return more && !(reading->sinks->stats && run_stats_decided(reading->sinks->stats));
}

/* Is the fault of this game, the next one that had a fault, among those that were reported? */
static bool is_reported(const struct reported_faults *reported, size_t *reports, uint64_t game)
{
    return !reported || (*reports < reported->count && reported->games[(*reports)++] == game);
}

/* Did the line reach the disk, and what belongs to it? A file system may fill what it has lost with
 * zeros. */
static bool is_whole(struct resume_reading *reading, const struct replayed_line *line)
{
    const struct log_reader *log = reading->log;

    if (memchr(log->text, '\0', log->length))
        return false;
    return !line->sound || !game_status_is_fault(line->game.outcome.status) ||
           is_reported(reading->sinks->reported, &reading->reports, line->game.id.game);
}

/* Takes the current line. False when reading ends here. */
static bool take_line(struct resume_reading *reading, struct replayed_line *line)
{
    struct partial_unit *unit = &reading->unit;
    const struct game_json *game = &line->game;
    int before = reading->errors->count;

    reading->state->damaged = !is_whole(reading, line);
    if (reading->state->damaged)
        return false;
    errors_move(reading->errors, &line->errors);
    if (line->sound)
        log_reader_check_place(reading->log, game, line->where, reading->errors);
    if (reading->errors->count > before || !line->sound)
        return false;
    unit->game_stats[unit->games] = line->stats;
    if (unit->moves)
        played_moves_of(&unit->moves[unit->games], &game->game);
    tally_add(&unit->tally, &game->game, &game->outcome,
              reading->log->manifest.schedule.arrangements[game->id.arrangement]);
    keep_line(reading);
    unit->games++;
    return unit->games < unit->size || take_unit(reading);
}

bool log_resume_state_read(struct log_resume_state *state, struct log_reader *log,
                           const struct log_resume_sinks *sinks, struct errors *errors)
{
    const struct schedule *schedule = &log->manifest.schedule;
    uint64_t per_deal = (uint64_t)schedule->per_deal;
    struct resume_reading *reading = xcalloc(1, sizeof *reading);
    int before = errors->count;

    *state = (struct log_resume_state){.bytes = log->end};
    reading->state = state;
    reading->log = log;
    reading->sinks = sinks;
    reading->errors = errors;
    reading->unit.size = per_deal * (schedule->whole_sessions ? schedule->deals : 1);
    reading->unit.game_stats = xcalloc(reading->unit.size, sizeof *reading->unit.game_stats);
    if (sinks->finder)
        reading->unit.moves = xcalloc(reading->unit.size, sizeof *reading->unit.moves);
    start_unit(reading);
    bool more = !(sinks->stats && run_stats_decided(sinks->stats));
    struct log_replayer *replayer = log_replayer_new(log, NULL);
    while (more && !interrupt_heard()) {
        struct replayed_line *line = log_replayer_next(replayer);
        if (!line)
            log_reader_ended(log, errors);
        more = line && !log->torn && take_line(reading, line);
    }
    log_replayer_free(replayer);
    state->cut = reading->unit.games + log->torn;
    free(reading->unit.game_stats);
    free(reading->unit.moves);
    free(reading->unit.lines);
    free(reading);
    return errors->count == before && !(more && interrupt_heard());
}

/* ---- with a journal ---- */

/* A part of the games that is read back. */
struct part_reading {
    struct log_resume_state *state;
    struct log_reader *log;
    const struct log_resume_sinks *sinks;
    size_t reports; /* of faults that were seen */
    struct errors *errors;
    struct tally scratch;        /* what the finder counts is in the journal already */
    struct journal_check *check; /* NULL where there are no units, or nobody looks at them */
};

static bool are_reported(struct part_reading *reading, const struct journaled_unit *unit)
{
    for (uint32_t i = 0; i < unit->count; i++)
        if (unit->games[i].fault_seat != SKAT_NOBODY &&
            !is_reported(reading->sinks->reported, &reading->reports, unit->games[i].game))
            return false;
    return true;
}

/* Takes the units whose lines are in the log, up to the verdict of a test. */
static bool take_units(struct part_reading *reading, struct unit_journal_reader *units,
                       int64_t log_size)
{
    struct log_resume_state *state = reading->state;
    const struct manifest *manifest = &reading->log->manifest;
    const int before = reading->errors->count;
    const struct journaled_unit *unit;

    while (!(reading->sinks->stats && run_stats_decided(reading->sinks->stats)) &&
           (unit = unit_journal_next(units, reading->errors)) && unit->log_end <= log_size) {
        state->damaged =
            !are_reported(reading, unit) ||
            lacks_redeals(reading->sinks, manifest, unit->games, unit->count, reading->errors);
        if (state->damaged)
            return true;
        for (uint32_t i = 0; reading->sinks->stats && i < unit->count; i++)
            run_stats_add(reading->sinks->stats, &unit->games[i]);
        tally_merge(&state->tally, &unit->tally, manifest->bot_count);
        state->games += unit->count;
        state->deals += unit->count / (uint64_t)manifest->schedule.per_deal;
        state->bytes = unit->log_end;
        state->journal_bytes = unit->end;
    }
    return reading->errors->count == before;
}

static bool copy_line(const struct part_reading *reading)
{
    const struct log_reader *log = reading->log;

    if (!reading->sinks->copy ||
        (fwrite(log->text, 1, log->length, reading->sinks->copy) == log->length &&
         fputc('\n', reading->sinks->copy) != EOF))
        return true;
    errors_add(reading->errors, reading->sinks->copy_path, "cannot be written: %s",
               strerror(errno));
    return false;
}

static bool take_part_line(struct part_reading *reading, struct replayed_line *line)
{
    const struct game_json *game = &line->game;
    const int before = reading->errors->count;
    struct played_moves moves;

    errors_move(reading->errors, &line->errors);
    if (line->sound)
        log_reader_check_place(reading->log, game, line->where, reading->errors);
    if (reading->errors->count > before || !line->sound)
        return false;
    if (reading->check && !journal_check_line(reading->check, line, reading->errors))
        return false;
    if (reading->sinks->finder) {
        played_moves_of(&moves, &game->game);
        inconsistency_finder_add(reading->sinks->finder, &game->id, &moves, &reading->scratch);
    }
    return copy_line(reading);
}

static bool take_part_lines(struct part_reading *reading)
{
    const struct schedule *schedule = &reading->log->manifest.schedule;
    const int64_t end = reading->state->bytes;
    struct log_replayer *replayer = log_replayer_new(reading->log, NULL);
    bool ok = true;

    while (ok && reading->log->end < end) {
        struct replayed_line *line = log_replayer_next(replayer);
        if (!line)
            log_reader_ended(reading->log, reading->errors);
        ok = line && !reading->log->torn && take_part_line(reading, line) && !interrupt_heard();
    }
    log_replayer_free(replayer);
    if (ok && reading->log->end != end && end) {
        errors_add(reading->errors, reading->log->path,
                   "has no line that ends where the journal says");
        ok = false;
    }
    const uint64_t after = schedule_first_game(schedule) + reading->state->games;
    return ok && (!reading->check || journal_check_end(reading->check, after, reading->errors));
}

/* The bytes of a log, and those before the first zero, which a file system puts where it has lost
 * something. */
static void measure(FILE *file, int64_t *size, int64_t *whole)
{
    enum { BLOCK = 1 << 16 };
    const long at = ftell(file);
    char *block = xcalloc(1, BLOCK);
    size_t got;

    *size = 0;
    *whole = -1;
    fseek(file, 0, SEEK_SET);
    for (; (got = fread(block, 1, BLOCK, file)) > 0; *size += (int64_t)got) {
        const char *zero = *whole < 0 ? memchr(block, '\0', got) : NULL;
        if (zero)
            *whole = *size + (zero - block);
    }
    if (*whole < 0)
        *whole = *size;
    free(block);
    fseek(file, at, SEEK_SET);
}

/* Without the journal the games of a log that has only a part of them cannot be gone on with; a run
 * that was cut off before its first game has none. */
static bool open_units(struct unit_journal_reader *units, const struct log_reader *log,
                       const char *folder, int64_t log_size, struct errors *errors)
{
    if (log_size == 0 && !unit_journal_exists(folder)) {
        *units = (struct unit_journal_reader){.file = NULL};
        return true;
    }
    return unit_journal_read(units, folder, &log->manifest.schedule, log->manifest.bot_count,
                             errors);
}

bool log_resume_state_read_part(struct log_resume_state *state, struct log_reader *log,
                                const char *folder, const struct log_resume_sinks *sinks,
                                struct errors *errors)
{
    struct part_reading *reading = xcalloc(1, sizeof *reading);
    struct unit_journal_reader units;
    const int before = errors->count;
    int64_t size, whole;

    *state = (struct log_resume_state){.bytes = 0};
    *reading = (struct part_reading){
        .state = state,
        .log = log,
        .sinks = sinks,
        .errors = errors,
    };
    measure(log->file, &size, &whole);
    bool ok = open_units(&units, log, folder, size, errors);
    if (ok)
        state->journal_bytes = units.begin;
    if (ok && units.file && sinks->stats)
        ok = (reading->check =
                  journal_check_new(folder, whole, &log->manifest, sinks->stats, errors)) != NULL;
    ok = ok && take_units(reading, &units, whole) && take_part_lines(reading);
    state->damaged |= whole < size;
    state->cut = size > state->bytes;
    unit_journal_close(&units);
    journal_check_free(reading->check);
    free(reading);
    return ok && errors->count == before;
}
