// SPDX-License-Identifier: MIT
#include "arena/serve/run_follow.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/memory.h"
#include "arena/compare/run_stats.h"
#include "arena/log/log_reader.h"
#include "arena/match/summary.h"
#include "arena/match/unit_journal.h"

/* The unit being read: none of it counts until it is whole. */
struct follow_unit {
    uint64_t size, games; /* of a whole one, and so far */
    struct game_stats *stats;
    struct tally tally;
};

struct run_follow {
    char folder[FOLDER_PATH_SIZE];
    struct stat begun; /* of its manifest */
    struct manifest manifest;
    struct comparison_plan compared;
    struct run_stats *stats;
    struct tally tally;
    struct redeals_source redeals;
    struct errors redeals_errors;
    struct log_reader log;   /* where it has all games */
    bool has_log, has_units; /* they are open */
    struct session_tracker sessions;
    struct follow_unit unit;
    struct unit_journal_reader units;
};

/* ---- opening ---- */

static bool has_journal(const struct manifest *manifest) { return manifest->log == LOG_DIVERGENT; }

bool run_follow_can_read(const struct run_follow *follow)
{
    return follow->manifest.log != LOG_NONE;
}

static bool has_file(const struct run_follow *follow, const char *name)
{
    char path[FOLDER_PATH_SIZE];

    return access(folder_file(follow->folder, name, path), F_OK) == 0;
}

static void open_stats(struct run_follow *follow, struct errors *errors)
{
    const struct manifest *manifest = &follow->manifest;
    const struct schedule *schedule = &manifest->schedule;

    follow->compared = manifest->compared;
    follow->compared.tested &= !schedule->shards; /* of all shards */
    follow->stats = run_stats_new(&manifest->rules, schedule, &follow->compared, manifest->names,
                                  manifest->bot_count);
    if (redeals_source_open(&follow->redeals, follow->folder, &manifest->compared, schedule,
                            manifest->names, errors))
        run_stats_take_redeals(follow->stats, redeals_source_change, &follow->redeals);
    follow->redeals.errors = &follow->redeals_errors;
    follow->unit.size =
        (uint64_t)schedule->per_deal * (schedule->whole_sessions ? schedule->deals : 1);
    follow->unit.stats = xcalloc(follow->unit.size, sizeof *follow->unit.stats);
    tally_clear(&follow->tally, manifest->bot_count);
    tally_clear(&follow->unit.tally, manifest->bot_count);
}

struct run_follow *run_follow_open(const char *folder, struct errors *errors)
{
    struct run_follow *follow = xcalloc(1, sizeof *follow);
    char path[FOLDER_PATH_SIZE];
    const int before = errors->count;

    snprintf(follow->folder, sizeof follow->folder, "%s", folder);
    if (stat(folder_file(folder, "manifest.json", path), &follow->begun) == 0 &&
        manifest_load(&follow->manifest, path, errors)) {
        if (follow->manifest.schedule.kind == SCHEDULE_RECORDED)
            errors_add(errors, folder, "was imported, not played");
        else
            open_stats(follow, errors);
        if (errors->count == before)
            return follow;
    }
    run_follow_close(follow);
    return NULL;
}

void run_follow_close(struct run_follow *follow)
{
    if (!follow)
        return;
    run_stats_free(follow->stats);
    redeals_source_close(&follow->redeals);
    errors_free(&follow->redeals_errors);
    session_tracker_free(&follow->sessions);
    if (follow->has_log)
        log_reader_close(&follow->log);
    unit_journal_close(&follow->units);
    free(follow->unit.stats);
    manifest_free(&follow->manifest);
    free(follow);
}

/* Whether a file that is open is no longer the one of its name, or shorter than what was read. */
static bool is_replaced(const struct run_follow *follow, FILE *file, const char *name, int64_t read)
{
    char path[FOLDER_PATH_SIZE];
    struct stat open, named;

    return file &&
           (fstat(fileno(file), &open) != 0 ||
            stat(folder_file(follow->folder, name, path), &named) != 0 ||
            open.st_ino != named.st_ino || open.st_dev != named.st_dev || open.st_size < read);
}

bool run_follow_is_over(const struct run_follow *follow)
{
    const struct stat *begun = &follow->begun;
    char path[FOLDER_PATH_SIZE];
    struct stat now;

    /* The number of a file that was removed may be that of the next one. */
    if (stat(folder_file(follow->folder, "manifest.json", path), &now) != 0 ||
        now.st_ino != begun->st_ino || now.st_dev != begun->st_dev ||
        now.st_mtim.tv_sec != begun->st_mtim.tv_sec ||
        now.st_mtim.tv_nsec != begun->st_mtim.tv_nsec)
        return true;
    return (follow->has_log &&
            is_replaced(follow, follow->log.file, "games.jsonl", follow->log.end)) ||
           is_replaced(follow, follow->units.file, JOURNAL_FILE, follow->units.unit.end);
}

/* ---- games ---- */

static void take_games(struct run_follow *follow, const struct tally *tally,
                       const struct game_stats *games, uint64_t count)
{
    /* Re-deals are written before the games that they belong to, so they are there now. */
    redeals_source_refresh(&follow->redeals, &follow->redeals_errors);
    for (uint64_t i = 0; i < count; i++)
        run_stats_add(follow->stats, &games[i]);
    tally_merge(&follow->tally, tally, follow->manifest.bot_count);
}

/* The log has been opened, or there is none yet. */
static bool open_log(struct run_follow *follow, struct errors *errors)
{
    if (follow->has_log || !has_file(follow, "games.jsonl"))
        return follow->has_log;
    const int before = errors->count;
    follow->has_log = log_reader_open(&follow->log, follow->folder, NULL, errors);
    if (!follow->has_log)
        log_reader_close(&follow->log);
    follow->sessions.rules = &follow->log.rules;
    return follow->has_log && errors->count == before;
}

/* The next line that is whole. What the other process has written a part of is read again later. */
static bool next_line(struct log_reader *log)
{
    const int64_t end = log->end;

    if (log_reader_next(log) && !log->torn)
        return true;
    if (log->end != end) {
        log->number--;
        log->end = end;
    }
    fseeko(log->file, (off_t)end, SEEK_SET);
    return false;
}

static bool take_line(struct run_follow *follow, struct errors *errors)
{
    static struct game_json game; /* large, used one at a time */
    struct follow_unit *unit = &follow->unit;
    struct log_reader *log = &follow->log;
    char where[1300];
    const int before = errors->count;

    snprintf(where, sizeof where, "%s:%llu", log->path, (unsigned long long)log->number);
    const bool sound =
        game_json_scan(log->text, log->length, &log->rules,
                       log->rules.derived.carries ? &follow->sessions : NULL, where, &game, errors);
    if (sound)
        log_reader_check_place(log, &game, where, errors);
    if (sound && errors->count == before) {
        game_stats_of(&unit->stats[unit->games], &game.game, &game.outcome, game.illegal);
        tally_add(&unit->tally, &game.game, &game.outcome,
                  follow->manifest.schedule.arrangements[game.id.arrangement]);
        unit->games++;
    }
    cJSON_Delete(sound ? game.root : NULL);
    if (unit->games == unit->size) {
        take_games(follow, &unit->tally, unit->stats, unit->games);
        unit->games = 0;
        tally_clear(&unit->tally, follow->manifest.bot_count);
    }
    return errors->count == before;
}

static int64_t read_lines(struct run_follow *follow, int64_t most, struct errors *errors)
{
    int64_t games = 0;

    if (!open_log(follow, errors))
        return errors->count ? -1 : 0;
    while (games < most && !run_stats_decided(follow->stats) && next_line(&follow->log)) {
        if (!take_line(follow, errors))
            return -1;
        games++;
    }
    return games;
}

/* ---- units of a journal ---- */

static bool open_units(struct run_follow *follow, struct errors *errors)
{
    if (!follow->has_units && unit_journal_exists(follow->folder))
        follow->has_units =
            unit_journal_read(&follow->units, follow->folder, &follow->manifest.schedule,
                              follow->manifest.bot_count, errors) &&
            follow->units.file;
    return follow->has_units;
}

static int64_t read_units(struct run_follow *follow, int64_t most, struct errors *errors)
{
    const struct journaled_unit *unit;
    const int before = errors->count;
    int64_t games = 0;

    if (!open_units(follow, errors))
        return errors->count ? -1 : 0;
    while (games < most && !run_stats_decided(follow->stats) &&
           (unit = unit_journal_next(&follow->units, errors))) {
        take_games(follow, &unit->tally, unit->games, unit->count);
        games += unit->count;
    }
    if (errors->count > before)
        return -1;
    unit_journal_rewind(&follow->units);
    return games;
}

int64_t run_follow_read(struct run_follow *follow, int64_t most, struct errors *errors)
{
    if (!run_follow_can_read(follow))
        return 0;
    const int64_t games = has_journal(&follow->manifest) ? read_units(follow, most, errors)
                                                         : read_lines(follow, most, errors);
    if (follow->redeals_errors.count) {
        errors_move(errors, &follow->redeals_errors);
        return -1;
    }
    return games;
}

/* ---- what was read ---- */

const struct manifest *run_follow_manifest(const struct run_follow *follow)
{
    return &follow->manifest;
}

uint64_t run_follow_games(const struct run_follow *follow)
{
    return (uint64_t)follow->tally.games + run_stats_unplayed(follow->stats);
}

double run_follow_games_there(const struct run_follow *follow)
{
    const double games = (double)run_follow_games(follow);
    const FILE *file = follow->has_log ? follow->log.file : follow->units.file;
    const int64_t read = follow->has_log ? follow->log.end : follow->units.unit.end;
    struct stat status;

    if (!file || read <= 0 || fstat(fileno((FILE *)file), &status) != 0 || status.st_size <= read)
        return games;
    return games * (double)status.st_size / (double)read;
}

void run_follow_summary(const struct run_follow *follow, struct run_summary *summary,
                        struct pool *pool)
{
    const struct manifest *manifest = &follow->manifest;
    const struct summary_sources sources = {
        .tally = &follow->tally,
        .rules = &manifest->rules,
        .names = manifest->names,
        .bots = manifest->bot_count,
        .planned = schedule_games(&manifest->schedule),
        .schedule = &manifest->schedule,
        .tested = manifest->compared.tested,
        .uses_clock = manifest->uses_clock,
        .seed_can_be_tried = manifest_seed_can_be_tried(manifest->root),
        .stats = follow->stats,
        .manifest = manifest->root,
    };

    summary_of(summary, &sources, pool);
}
