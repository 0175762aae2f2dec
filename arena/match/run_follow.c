// SPDX-License-Identifier: MIT
#include "arena/match/run_follow.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/memory.h"
#include "arena/log/log_reader.h"
#include "arena/log/result_folder.h"
#include "arena/compare/run_fold.h"
#include "arena/result/run_summary.h"
#include "arena/match/run_progress.h"

struct run_follow {
    char folder[FOLDER_PATH_SIZE];
    struct stat begun; /* of its manifest */
    struct manifest manifest;
    struct run_fold *fold;
    struct redeals_source redeals;
    struct errors redeals_errors;
    struct log_reader log;
    bool has_log; /* it is open */
    struct session_tracker sessions;
};

/* ---- opening ---- */

static void open_fold(struct run_follow *follow, struct errors *errors)
{
    const struct manifest *manifest = &follow->manifest;

    follow->fold = run_fold_new(manifest);
    if (redeals_source_open(&follow->redeals, follow->folder, &manifest->compared,
                            &manifest->schedule, manifest->names, errors))
        run_stats_take_redeals(run_fold_stats(follow->fold), redeals_source_change,
                               &follow->redeals);
    follow->redeals.errors = &follow->redeals_errors;
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
            open_fold(follow, errors);
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
    run_fold_free(follow->fold);
    redeals_source_close(&follow->redeals);
    errors_free(&follow->redeals_errors);
    session_tracker_free(&follow->sessions);
    if (follow->has_log)
        log_reader_close(&follow->log);
    manifest_free(&follow->manifest);
    free(follow);
}

bool run_follow_is_over(const struct run_follow *follow)
{
    const struct stat *begun = &follow->begun;
    char path[FOLDER_PATH_SIZE];
    struct stat now, log;

    /* The number of a file that was removed may be that of the next one. */
    if (stat(folder_file(follow->folder, "manifest.json", path), &now) != 0 ||
        now.st_ino != begun->st_ino || now.st_dev != begun->st_dev ||
        now.st_mtim.tv_sec != begun->st_mtim.tv_sec ||
        now.st_mtim.tv_nsec != begun->st_mtim.tv_nsec)
        return true;
    return follow->has_log &&
           (stat(follow->log.path, &log) != 0 || log.st_size < log_reader_bytes(&follow->log));
}

/* ---- games ---- */

/* The log has been opened, or there is none yet. */
static bool open_log(struct run_follow *follow, struct errors *errors)
{
    if (follow->has_log || log_mode_of_folder(follow->folder) == LOG_NONE)
        return follow->has_log;
    const int before = errors->count;
    follow->has_log = log_reader_open(&follow->log, follow->folder, NULL, errors);
    if (!follow->has_log)
        log_reader_close(&follow->log);
    follow->log.with_bids = true;
    follow->sessions.rules = &follow->log.rules;
    return follow->has_log && errors->count == before;
}

/* Reads the line as it stands in the log. False with an error. */
static bool read_line(struct run_follow *follow, struct replayed_line *line, struct errors *errors)
{
    struct log_reader *log = &follow->log;
    const int before = errors->count;

    line->is_bids = bids_line_is(log->text);
    snprintf(line->where, sizeof line->where, "%s:%llu", log->path,
             (unsigned long long)log->number);
    if (line->is_bids)
        return bids_line_read(&line->bids, log->text, log->length) ||
               (errors_add(errors, line->where, "is no line of bids"), false);
    if (!game_json_scan(log->text, log->length, &log->rules,
                        log->rules.derived.carries ? &follow->sessions : NULL, line->where,
                        &line->game, errors))
        return false;
    log_reader_check_place(log, &line->game, line->where, errors);
    game_stats_of(&line->stats, &line->game.game, &line->game.outcome, line->game.illegal);
    return errors->count == before;
}

static bool take_line(struct run_follow *follow, struct errors *errors)
{
    static struct replayed_line line; /* large, used one at a time */
    const int before = errors->count;

    line.game.root = NULL;
    if (read_line(follow, &line, errors) && run_fold_read(follow->fold, &line, errors)) {
        /* Re-deals are written before the games that they belong to, so they are there now. */
        redeals_source_refresh(&follow->redeals, &follow->redeals_errors);
        run_fold_take(follow->fold);
    }
    cJSON_Delete(line.game.root);
    return errors->count == before;
}

int64_t run_follow_read(struct run_follow *follow, int64_t most, struct errors *errors)
{
    int64_t games = 0;

    if (!open_log(follow, errors))
        return errors->count ? -1 : 0;
    while (games < most && !run_fold_decided(follow->fold) && log_reader_next(&follow->log) &&
           !follow->log.torn) {
        if (!take_line(follow, errors))
            return -1;
        games++;
    }
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

uint64_t run_follow_games(const struct run_follow *follow) { return run_fold_games(follow->fold); }

bool run_follow_read_all(struct run_follow *follow, struct errors *errors)
{
    enum { GAMES = 5000 };
    int64_t games;

    while ((games = run_follow_read(follow, GAMES, errors)) > 0)
        continue;
    return games == 0;
}

bool run_follow_summary(const struct run_follow *follow, struct run_summary *summary,
                        struct pool *pool, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    if (run_state_of(follow->folder) == RUN_FINISHED)
        return run_summary_load(summary, folder_file(follow->folder, "summary.json", path), pool,
                                errors);
    if (run_follow_games(follow))
        run_fold_finish(follow->fold, NULL, summary, pool);
    return run_follow_games(follow);
}
