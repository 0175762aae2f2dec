// SPDX-License-Identifier: MIT
#include "arena/match/log_resume_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/log/log_replayer.h"

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

/* Takes the whole unit. False when reading ends: the test has decided, or writing the copy
 * failed. */
static bool take_unit(struct resume_reading *reading)
{
    struct log_resume_state *journal = reading->journal;
    struct partial_unit *unit = &reading->unit;
    bool more = true;

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
        if (reading->sinks->finder)
            inconsistency_finder_add(reading->sinks->finder, &id, &unit->moves[i], &unit->tally);
        if (reading->sinks->audit && answer_audit_expects(reading->sinks->audit, &id))
            answer_audit_add(reading->sinks->audit, &id, &unit->moves[i]);
    }
    tally_merge(&journal->tally, &unit->tally, reading->log->manifest.bot_count);
    journal->games += unit->games;
    journal->deals += unit->games / (uint64_t)reading->log->manifest.schedule.per_deal;
    journal->bytes = reading->log->end;
    start_unit(reading);
    return more && !(reading->sinks->stats && run_stats_decided(reading->sinks->stats));
}

/* Did the line reach the disk, and what belongs to it? A file system may fill what it has lost with
 * zeros. */
static bool is_whole(struct resume_reading *reading, const struct replayed_line *line)
{
    const struct reported_faults *reported = reading->sinks->reported;
    const struct log_reader *log = reading->log;

    if (memchr(log->text, '\0', log->length))
        return false;
    if (!reported || !line->sound || !game_status_is_fault(line->game.outcome.status))
        return true;
    return reading->reports < reported->count &&
           reported->games[reading->reports++] == line->game.id.game;
}

/* Takes the current line. False when reading ends here. */
static bool take_line(struct resume_reading *reading, struct replayed_line *line)
{
    struct partial_unit *unit = &reading->unit;
    const struct game_json *game = &line->game;
    int before = reading->errors->count;

    reading->journal->damaged = !is_whole(reading, line);
    if (reading->journal->damaged)
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

bool log_resume_state_read(struct log_resume_state *journal, struct log_reader *log,
                           const struct log_resume_sinks *sinks, struct errors *errors)
{
    const struct schedule *schedule = &log->manifest.schedule;
    uint64_t per_deal = (uint64_t)schedule->per_deal;
    struct resume_reading *reading = xcalloc(1, sizeof *reading);
    int before = errors->count;

    *journal = (struct log_resume_state){.bytes = log->end};
    reading->journal = journal;
    reading->log = log;
    reading->sinks = sinks;
    reading->errors = errors;
    reading->unit.size = per_deal * (schedule->whole_sessions ? schedule->deals : 1);
    reading->unit.game_stats = xcalloc(reading->unit.size, sizeof *reading->unit.game_stats);
    if (sinks->finder || sinks->audit)
        reading->unit.moves = xcalloc(reading->unit.size, sizeof *reading->unit.moves);
    start_unit(reading);
    bool more = !(sinks->stats && run_stats_decided(sinks->stats));
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
