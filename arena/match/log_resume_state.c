// SPDX-License-Identifier: MIT
#include "arena/match/log_resume_state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/log/log_replayer.h"
#include "arena/match/unit_journal.h"

/* The unit being read: none of it counts until it is whole. */
struct partial_unit {
    uint64_t size, games; /* of a whole one, and so far */
    struct game_stats *game_stats;
    struct played_moves *moves; /* NULL without those who look at them */
    struct tally tally;
    char *lines;
    size_t length, room;
};

struct resume_reading {
    struct log_resume_state *journal;
    struct log_reader *log;
    struct run_stats *stats;
    struct inconsistency_finder *finder;
    struct answer_audit *audit;
    FILE *copy;
    const char *copy_path;
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

    if (!reading->copy)
        return;
    if (unit->length + length + 1 > unit->room) {
        unit->room = 2 * (unit->length + length + 1);
        unit->lines = xrealloc(unit->lines, unit->room);
    }
    memcpy(unit->lines + unit->length, reading->log->text, length);
    unit->length += length;
    unit->lines[unit->length++] = '\n';
}

/* Takes the whole unit. False when reading ends: the test has decided, or writing the copy
 * failed. */
static bool take_unit(struct resume_reading *reading)
{
    struct log_resume_state *journal = reading->journal;
    struct partial_unit *unit = &reading->unit;
    bool more = true;

    for (uint64_t i = 0; reading->stats && i < unit->games; i++)
        more = run_stats_add(reading->stats, &unit->game_stats[i]);
    if (reading->copy && fwrite(unit->lines, 1, unit->length, reading->copy) != unit->length) {
        errors_add(reading->errors, reading->copy_path, "cannot be written: %s", strerror(errno));
        return false;
    }
    for (uint64_t i = 0; unit->moves && i < unit->games; i++) {
        const struct game_stats *game = &unit->game_stats[i];
        const struct game_id id = {.game = game->game,
                                   .session = game->session,
                                   .deal = game->deal,
                                   .arrangement = game->arrangement};
        if (reading->finder)
            inconsistency_finder_add(reading->finder, &id, &unit->moves[i], &unit->tally);
        if (reading->audit && answer_audit_expects(reading->audit, &id))
            answer_audit_add(reading->audit, &id, &unit->moves[i]);
    }
    tally_merge(&journal->tally, &unit->tally, reading->log->manifest.bot_count);
    journal->games += unit->games;
    journal->deals += unit->games / (uint64_t)reading->log->manifest.schedule.per_deal;
    journal->bytes = reading->log->end;
    start_unit(reading);
    return more && !(reading->stats && run_stats_decided(reading->stats));
}

/* Takes the current line. False when reading ends here. */
static bool take_line(struct resume_reading *reading, struct replayed_line *line)
{
    struct partial_unit *unit = &reading->unit;
    const struct game_json *game = &line->game;
    int before = reading->errors->count;

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

bool log_resume_state_read(struct log_resume_state *journal, struct log_reader *log,
                           struct run_stats *stats, struct inconsistency_finder *finder,
                           struct answer_audit *audit, FILE *copy, const char *copy_path,
                           struct errors *errors)
{
    const struct schedule *schedule = &log->manifest.schedule;
    uint64_t per_deal = (uint64_t)schedule->per_deal;
    struct resume_reading *reading = xcalloc(1, sizeof *reading);
    int before = errors->count;

    *journal = (struct log_resume_state){.bytes = log->end};
    reading->journal = journal;
    reading->log = log;
    reading->stats = stats;
    reading->finder = finder;
    reading->audit = audit;
    reading->copy = copy;
    reading->copy_path = copy_path;
    reading->errors = errors;
    reading->unit.size = per_deal * (schedule->whole_sessions ? schedule->deals : 1);
    reading->unit.game_stats = xcalloc(reading->unit.size, sizeof *reading->unit.game_stats);
    if (finder || audit)
        reading->unit.moves = xcalloc(reading->unit.size, sizeof *reading->unit.moves);
    start_unit(reading);
    bool more = !(stats && run_stats_decided(stats));
    struct log_replayer *replayer = log_replayer_new(log, NULL);
    while (more) {
        struct replayed_line *line = log_replayer_next(replayer);
        if (!line)
            log_reader_ended(log, errors);
        more = line && !log->torn && take_line(reading, line);
    }
    log_replayer_free(replayer);
    journal->cut = reading->unit.games + log->torn;
    free(reading->unit.game_stats);
    free(reading->unit.moves);
    free(reading->unit.lines);
    free(reading);
    return errors->count == before;
}

/* ---- with a journal ---- */

/* A part of the games that is read back. */
struct part_reading {
    struct log_resume_state *journal;
    struct log_reader *log;
    struct run_stats *stats;
    struct inconsistency_finder *finder;
    struct answer_audit *audit;
    FILE *copy;
    const char *copy_path;
    struct errors *errors;
    uint64_t next;        /* game of the schedule after those that the audit was asked about */
    struct tally scratch; /* what the finder counts is in the journal already */
};

/* Whether a unit has the games that come next. */
static bool is_next(const struct log_resume_state *journal, const struct schedule *schedule,
                    const struct journaled_unit *unit)
{
    const uint64_t per_deal = (uint64_t)schedule->per_deal,
                   first = schedule_first_game(schedule) + journal->games;

    if (unit->count % per_deal || journal->games + unit->count > schedule_games(schedule))
        return false;
    for (uint32_t i = 0; i < unit->count; i++) {
        const struct game_stats *game = &unit->games[i];
        const struct game_id id =
            schedule_game(schedule, (first + i) / per_deal, (uint32_t)((first + i) % per_deal));
        if (game->game != id.game || game->session != id.session || game->deal != id.deal ||
            game->arrangement != id.arrangement || game->seats != schedule->seats)
            return false;
    }
    return true;
}

/* Takes the units whose lines are in the log, up to the verdict of a test. */
static bool take_units(struct part_reading *reading, struct unit_journal_reader *units,
                       int64_t log_size)
{
    struct log_resume_state *journal = reading->journal;
    const struct manifest *manifest = &reading->log->manifest;
    const struct journaled_unit *unit;

    while (!(reading->stats && run_stats_decided(reading->stats)) &&
           (unit = unit_journal_next(units)) && unit->log_end <= log_size) {
        if (!is_next(journal, &manifest->schedule, unit)) {
            const uint64_t after = schedule_first_game(&manifest->schedule) + journal->games;
            errors_add(reading->errors, JOURNAL_FILE,
                       "has other games than the schedule after game %" PRIu64, after);
            return false;
        }
        for (uint32_t i = 0; reading->stats && i < unit->count; i++)
            run_stats_add(reading->stats, &unit->games[i]);
        tally_merge(&journal->tally, &unit->tally, manifest->bot_count);
        journal->games += unit->count;
        journal->deals += unit->count / (uint64_t)manifest->schedule.per_deal;
        journal->bytes = unit->log_end;
        journal->journal_bytes = unit->end;
    }
    return true;
}

/* Games up to `game` that are not in the log are not in the audit's sample. */
static bool skip_to(struct part_reading *reading, uint64_t game)
{
    const struct schedule *schedule = &reading->log->manifest.schedule;
    const uint64_t per_deal = (uint64_t)schedule->per_deal;

    for (; reading->next < game; reading->next++) {
        const struct game_id id =
            schedule_game(schedule, reading->next / per_deal, (uint32_t)(reading->next % per_deal));
        if (reading->audit && answer_audit_expects(reading->audit, &id)) {
            errors_add(reading->errors, reading->log->path,
                       "lacks game %llu, of which a decision is to be asked again",
                       (unsigned long long)id.game);
            return false;
        }
    }
    return true;
}

static bool copy_line(const struct part_reading *reading)
{
    const struct log_reader *log = reading->log;

    if (!reading->copy || (fwrite(log->text, 1, log->length, reading->copy) == log->length &&
                           fputc('\n', reading->copy) != EOF))
        return true;
    errors_add(reading->errors, reading->copy_path, "cannot be written: %s", strerror(errno));
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
    if (reading->errors->count > before || !line->sound || !skip_to(reading, game->id.game))
        return false;
    reading->next = game->id.game + 1;
    played_moves_of(&moves, &game->game);
    if (reading->finder)
        inconsistency_finder_add(reading->finder, &game->id, &moves, &reading->scratch);
    if (reading->audit && answer_audit_expects(reading->audit, &game->id))
        answer_audit_add(reading->audit, &game->id, &moves);
    return copy_line(reading);
}

static bool take_part_lines(struct part_reading *reading)
{
    const struct schedule *schedule = &reading->log->manifest.schedule;
    const int64_t end = reading->journal->bytes;
    struct log_replayer *replayer = log_replayer_new(reading->log, NULL);
    bool ok = true;

    reading->next = schedule_first_game(schedule);
    while (ok && reading->log->end < end) {
        struct replayed_line *line = log_replayer_next(replayer);
        if (!line)
            log_reader_ended(reading->log, reading->errors);
        ok = line && !reading->log->torn && take_part_line(reading, line);
    }
    log_replayer_free(replayer);
    if (ok && reading->log->end != end && end) {
        errors_add(reading->errors, reading->log->path,
                   "has no line that ends where the journal says");
        ok = false;
    }
    return ok && skip_to(reading, schedule_first_game(schedule) + reading->journal->games);
}

static int64_t size_of(FILE *file)
{
    const long at = ftell(file);

    fseek(file, 0, SEEK_END);
    const int64_t size = ftell(file);
    fseek(file, at, SEEK_SET);
    return size;
}

bool log_resume_state_read_part(struct log_resume_state *journal, struct log_reader *log,
                                const char *folder, struct run_stats *stats,
                                struct inconsistency_finder *finder, struct answer_audit *audit,
                                FILE *copy, const char *copy_path, struct errors *errors)
{
    struct part_reading *reading = xcalloc(1, sizeof *reading);
    struct unit_journal_reader units;
    const int before = errors->count;

    *journal = (struct log_resume_state){.bytes = 0};
    *reading = (struct part_reading){
        .journal = journal,
        .log = log,
        .stats = stats,
        .finder = finder,
        .audit = audit,
        .copy = copy,
        .copy_path = copy_path,
        .errors = errors,
    };
    bool ok = unit_journal_read(&units, folder, log->manifest.bot_count, errors);
    if (ok)
        journal->journal_bytes = ftell(units.file);
    const int64_t size = size_of(log->file);
    ok = ok && take_units(reading, &units, size) && take_part_lines(reading);
    journal->cut = size > journal->bytes;
    unit_journal_close(&units);
    free(reading);
    return ok && errors->count == before;
}
