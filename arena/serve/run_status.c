// SPDX-License-Identifier: MIT
#include "arena/serve/run_status.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/clock.h"
#include "arena/base/folder.h"
#include "arena/base/json_file.h"
#include "arena/base/json_write.h"
#include "arena/base/pool.h"
#include "arena/log/log_writer.h"
#include "arena/log/result_folder.h"
#include "arena/match/board.h"
#include "arena/match/resume.h"
#include "arena/result/decide_verdict.h"
#include "arena/result/summary_file.h"
#include "arena/serve/run_follow.h"
#include "arena/serve/run_state.h"
#include "arena/stats/sequential_test.h"

const char *const shard_state_words[SHARD_STATES] = {
    [SHARD_NOT_BEGUN] = "not begun", [SHARD_INTERRUPTED] = "interrupted",
    [SHARD_STOPPED] = "stopped",     [SHARD_SILENT] = "silent",
    [SHARD_PLAYING] = "playing",     [SHARD_FINISHED] = "finished",
};

struct shard_status {
    int number; /* from 1 */
    enum shard_state state;
    double units, of; /* finished, NaN: not known; and all of the shard */
    double rate;      /* units a second; NaN: not known */
    double last;      /* seconds since it was last heard of; NaN: not known */
};

struct run_status {
    const char *folder, *run; /* its name, and that of the run */
    bool whole_sessions;      /* units are sessions */
    double units, planned;    /* of all shards: finished, NaN: not known; and of the run */
    double judged;            /* units that the verdict rests on */
    int shard;            /* the verdict is of this shard alone; 0: of the beginning of the run */
    double rate;          /* of all shards that play; NaN: not known */
    double left;          /* seconds, if all are played; 0: over; NaN: not known */
    bool tested, decided; /* a sequential test; it has a verdict */
    const struct run_verdict *verdict; /* NULL: there is none yet */
};

/* ---- as JSON ---- */

/* The time that the rest of the run takes. */
static double run_status_left(const struct run_status *status)
{
    if (status->decided || status->units >= status->planned)
        return 0;
    return status->rate > 0 ? (status->planned - status->units) / status->rate : NAN;
}

static cJSON *shard_status_to_json(const struct shard_status *shard)
{
    cJSON *row = cJSON_CreateObject();

    json_put_int(row, "shard", shard->number);
    cJSON_AddStringToObject(row, "state", shard_state_words[shard->state]);
    json_put_real(row, "units", shard->units);
    json_put_real(row, "of", shard->of);
    json_put_real(row, "units_per_second", shard->rate);
    json_put_real(row, "last_seconds_ago", shard->last);
    return row;
}

/* With the shards, which it takes, and how many of them are in each state. */
static cJSON *run_status_to_json(const struct run_status *status, cJSON *shards)
{
    cJSON *root = cJSON_CreateObject();

    json_put_line(root, "folder", status->folder);
    cJSON_AddStringToObject(root, "run", status->run);
    cJSON_AddStringToObject(root, "unit", status->whole_sessions ? "session" : "deal");
    json_put_real(root, "units", status->units);
    json_put_real(root, "planned", status->planned);
    json_put_real(root, "beginning", status->judged);
    json_put_int(root, "verdict_of_shard", status->shard);
    json_put_real(root, "units_per_second", status->rate);
    json_put_real(root, "seconds_left", status->left);
    cJSON_AddBoolToObject(root, "tested", status->tested);
    cJSON_AddBoolToObject(root, "decided", status->decided);
    if (status->verdict) {
        cJSON_AddStringToObject(root, "sentence", status->verdict->sentence);
        cJSON_AddStringToObject(root, "result", status->verdict->result);
        cJSON *warnings = cJSON_AddArrayToObject(root, "warnings");
        for (int i = 0; i < status->verdict->warnings_count; i++)
            cJSON_AddItemToArray(warnings, cJSON_CreateString(status->verdict->warnings[i]));
        if (status->verdict->valid)
            cJSON_AddStringToObject(root, "valid", status->verdict->valid);
        if (status->verdict->needed)
            cJSON_AddStringToObject(root, "needed", status->verdict->needed);
    }
    for (int state = 0; state < SHARD_STATES; state++) {
        const cJSON *shard;
        int count = 0;

        cJSON_ArrayForEach (shard, shards)
            count += strcmp(json_text(shard, "state"), shard_state_words[state]) == 0;
        json_put_int(root, shard_state_words[state], count);
    }
    cJSON_AddItemToObject(root, "shards", shards);
    return root;
}

/* ---- of a board ---- */

/* A shard is silent if nothing was heard of it for a minute, and for so many times as long as a
 * unit takes. */
enum { SILENT_SECONDS = 60, SILENT_UNITS = 10 };

/* Units a second; NaN before two of them were timed. */
static double rate_of(const struct board_shard *shard)
{
    const int64_t seconds = shard->until - shard->from;

    return shard->timed > 1 && seconds > 0 ? (double)(shard->timed - 1) / (double)seconds : NAN;
}

static enum shard_state state_of(const struct board_shard *shard, bool decided, int64_t now)
{
    const double rate = rate_of(shard), unit = rate > 0 ? 1 / rate : 0;
    const double patience = fmax(SILENT_SECONDS, SILENT_UNITS * unit);

    if (shard->begun && shard->units == shard->of)
        return SHARD_FINISHED;
    if (!shard->begun)
        return SHARD_NOT_BEGUN;
    if (decided)
        return SHARD_STOPPED;
    if (shard->interrupted)
        return SHARD_INTERRUPTED;
    return shard->timed && (double)(now - shard->until) <= patience ? SHARD_PLAYING : SHARD_SILENT;
}

/* The two bots, with their faults: all that a verdict says of them but for the points. Of which
 * kind they are the board does not say, and no verdict depends on it. */
static void add_two_bots(struct run_summary *summary, const struct board_reader *reader,
                         struct pool *pool)
{
    const int bots[2] = {reader->whole.compared.a, reader->whole.compared.b};

    summary->bots_count = 2;
    summary->bots = pool_alloc(pool, 2, sizeof *summary->bots);
    for (int i = 0; i < 2; i++)
        summary->bots[i] = (struct bot_summary){
            .name = reader->whole.names[bots[i]],
            .faults = {.crash = reader->faults[i], .inconsistent = FIELD_NO_INT}};
}

/* The verdict on the gapless beginning, by the function that decides all of them. */
static const struct run_verdict *verdict_of(const struct board_reader *reader, struct pool *pool)
{
    struct run_summary *summary = pool_alloc(pool, 1, sizeof *summary);

    if (reader->whole.compared.a < 0 || !run_stats_units(reader->stats))
        return NULL;
    summary->complete = true; /* of the numbers alone */
    add_two_bots(summary, reader, pool);
    run_stats_numbers(reader->stats, NULL, &summary->numbers, pool);
    return decide_verdict(summary, NULL, pool);
}

/* Its shards; adds up what they have. */
static cJSON *shards_of(const struct board_reader *reader, struct run_status *status)
{
    const int64_t now = (int64_t)time(NULL);
    cJSON *shards = cJSON_CreateArray();

    status->rate = 0;
    for (int number = 1; number <= reader->shards; number++) {
        const struct board_shard shard = board_shard(reader, number);
        const struct shard_status row = {
            .number = number,
            .state = state_of(&shard, status->decided, now),
            .units = (double)shard.units,
            .of = (double)shard.of,
            .rate = rate_of(&shard),
            .last = shard.timed ? (double)(now - shard.until) : NAN,
        };
        status->units += row.units;
        if (row.state == SHARD_PLAYING && row.rate > 0)
            status->rate += row.rate;
        cJSON_AddItemToArray(shards, shard_status_to_json(&row));
    }
    return shards;
}

cJSON *board_status(const char *folder, struct errors *errors)
{
    struct board_reader reader = {.stats = NULL};
    struct pool pool = {0};
    cJSON *root = NULL;

    if (board_reader_open(&reader, folder, errors)) {
        struct run_status status = {
            .folder = folder,
            .run = json_text(reader.whole.root, "name"),
            .whole_sessions = reader.whole.schedule.whole_sessions,
            .planned = (double)schedule_units(&reader.whole.schedule),
            .tested = reader.whole.compared.tested,
            .decided = board_reader_look(&reader),
        };
        cJSON *shards = shards_of(&reader, &status);
        status.judged = (double)run_stats_units(reader.stats);
        status.left = run_status_left(&status);
        status.verdict = verdict_of(&reader, &pool);
        root = run_status_to_json(&status, shards);
    }
    board_reader_close(&reader);
    pool_free(&pool);
    return root;
}

/* ---- of a folder ---- */

/* A run that is looked at. */
struct folder_look {
    const char *folder;
    struct run_follow *follow;
    enum run_state state;
    double games;                      /* that are there; NaN: not known */
    double rate;                       /* games a second; NaN: not known */
    double unit;                       /* games of a unit */
    const struct run_summary *summary; /* of the games that were read; NULL: nothing was */
};

/* ---- games ---- */

static bool read_all(struct run_follow *follow, struct errors *errors)
{
    enum { GAMES = 5000 };
    int64_t games;

    while ((games = run_follow_read(follow, GAMES, errors)) > 0)
        continue;
    return games == 0;
}

static double seconds_since_begun(const char *folder)
{
    char path[FOLDER_PATH_SIZE];
    struct stat status;

    if (stat(folder_file(folder, "manifest.json", path), &status) != 0)
        return NAN;
    return clock_seconds(CLOCK_REALTIME) - (double)status.st_mtim.tv_sec;
}

/* Looks a second time. Where hardly a game came between, the rate is that since the run was begun,
 * pauses included. */
static bool measure(struct folder_look *look, struct errors *errors)
{
    enum { LEAST_GAMES = 20 };
    const struct timespec pause = {2, 0};
    const double before = run_follow_games_there(look->follow),
                 then = clock_seconds(CLOCK_MONOTONIC);

    nanosleep(&pause, NULL);
    if (!read_all(look->follow, errors))
        return false;
    const double came = run_follow_games_there(look->follow) - before;
    look->rate = came >= LEAST_GAMES
                     ? came / (clock_seconds(CLOCK_MONOTONIC) - then)
                     : run_follow_games_there(look->follow) / seconds_since_begun(look->folder);
    look->state = run_state_of(look->folder); /* it may have ended meanwhile */
    return true;
}

/* What a process that ended has noted. */
static double rate_of_timing(const char *folder)
{
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {0};
    cJSON *timing = json_load(folder_file(folder, "timing.json", path), &ignored);
    const double rate = json_number(timing, "games_per_second");

    cJSON_Delete(timing);
    errors_free(&ignored);
    return rate > 0 ? rate : NAN;
}

static bool read_games(struct folder_look *look, struct errors *errors)
{
    const struct manifest *manifest = run_follow_manifest(look->follow);

    look->games = look->rate = NAN;
    if (look->state != RUN_STATE_FINISHED && !read_all(look->follow, errors))
        return false;
    if (look->state == RUN_STATE_PLAYING && manifest->log != LOG_NONE && !measure(look, errors))
        return false;
    if (look->state != RUN_STATE_PLAYING)
        look->rate = rate_of_timing(look->folder);
    if (look->state != RUN_STATE_FINISHED && manifest->log != LOG_NONE)
        look->games = run_follow_games_there(look->follow);
    return true;
}

/* That of the file where the run is over, else of what was read. */
static bool read_summary(struct folder_look *look, struct pool *pool, struct errors *errors)
{
    struct run_summary *summary = pool_alloc(pool, 1, sizeof *summary);
    char path[FOLDER_PATH_SIZE];

    if (look->state == RUN_STATE_FINISHED) {
        if (!run_summary_load(summary, folder_file(look->folder, "summary.json", path), pool,
                              errors))
            return false;
        look->games = (double)summary->numbers.units * look->unit;
    } else if (run_follow_games(look->follow)) {
        run_follow_summary(look->follow, summary, pool);
    } else {
        return true;
    }
    look->summary = summary;
    return true;
}

/* ---- shards ---- */

static enum shard_state shard_state_of(const char *name)
{
    static const enum shard_state states[RUN_STATES] = {
        [RUN_STATE_NONE] = SHARD_NOT_BEGUN,
        [RUN_STATE_PLAYING] = SHARD_PLAYING,
        [RUN_STATE_STOPPED] = SHARD_INTERRUPTED,
        [RUN_STATE_FINISHED] = SHARD_FINISHED,
    };
    int state = RUN_STATES - 1;

    while (state && strcmp(run_state_names[state], name) != 0)
        state--;
    return states[state];
}

/* Seconds since the log grew. */
static double last_heard(const char *folder)
{
    char path[FOLDER_PATH_SIZE];
    struct stat status;

    if (stat(folder_file(folder, log_file_name(log_mode_of_folder(folder)), path), &status) != 0 ||
        !status.st_size)
        return NAN;
    return fmax(0, (double)(time(NULL) - status.st_mtim.tv_sec));
}

/* One row: the run, or the shard that is in the folder. */
static struct shard_status own_row(const struct folder_look *look)
{
    const struct schedule *schedule = &run_follow_manifest(look->follow)->schedule;

    return (struct shard_status){
        .number = schedule->shards ? schedule->shard : 1,
        .state = shard_state_of(run_state_names[look->state]),
        .units = floor(look->games / look->unit),
        .of = (double)schedule_units(schedule),
        .rate = look->rate / look->unit,
        .last = last_heard(look->folder),
    };
}

/* A shard that lies beside the one that is looked at. */
static struct shard_status row_beside(const cJSON *shard, double unit)
{
    return (struct shard_status){
        .number = (int)json_number(shard, "number"),
        .state = shard_state_of(json_text(shard, "state")),
        .units = floor(json_number(shard, "games") / unit),
        .of = floor(json_number(shard, "planned") / unit),
        .rate = NAN,
        .last = NAN,
    };
}

/* All shards that are there; adds up what they have. */
static cJSON *shards_beside(const struct folder_look *look, struct run_status *status)
{
    const struct shard_status own = own_row(look);
    cJSON *there = run_shards(look->folder, run_follow_manifest(look->follow)),
          *shards = cJSON_CreateArray();
    const cJSON *shard;

    status->units = 0;
    status->rate = own.state == SHARD_PLAYING ? own.rate : NAN;
    cJSON_ArrayForEach (shard, there) {
        const bool is_own = (int)json_number(shard, "number") == own.number;
        const struct shard_status row = is_own ? own : row_beside(shard, look->unit);
        status->units += row.units;
        cJSON_AddItemToArray(shards, shard_status_to_json(&row));
    }
    if (!there) {
        status->units = own.units;
        cJSON_AddItemToArray(shards, shard_status_to_json(&own));
    }
    cJSON_Delete(there);
    return shards;
}

/* ---- the run ---- */

/* By its hypotheses, its margin, or faults; not by what a difference made void. */
static bool is_decided(const struct folder_look *look)
{
    const struct run_summary *summary = look->summary;
    const struct test_result *test = summary ? summary->numbers.test : NULL;

    return test && (test->faults.decided ||
                    (strcmp(test->verdict, verdict_names[VERDICT_UNDECIDED]) != 0 &&
                     strcmp(summary->verdict->result, verdict_names[VERDICT_UNDECIDED]) != 0));
}

static cJSON *status_of(const struct folder_look *look)
{
    const struct manifest *manifest = run_follow_manifest(look->follow);
    struct schedule whole = manifest->schedule;

    whole.shard = whole.shards = 0;
    struct run_status status = {
        .folder = look->folder,
        .run = json_text(manifest->root, "name"),
        .whole_sessions = manifest->schedule.whole_sessions,
        .planned = (double)schedule_units(&whole),
        .shard = manifest->schedule.shard,
        .tested = manifest->compared.tested,
        .decided = is_decided(look),
        .verdict = look->summary ? look->summary->verdict : NULL,
    };
    cJSON *shards = shards_beside(look, &status);
    status.judged = status.verdict ? (double)status.verdict->units : 0;
    status.left = run_status_left(&status);
    return run_status_to_json(&status, shards);
}

static cJSON *status_of_run(const char *folder, struct errors *errors)
{
    struct folder_look look = {.folder = folder, .state = run_state_of(folder)};
    char path[FOLDER_PATH_SIZE];
    struct pool pool = {0};
    cJSON *root = NULL;

    if (access(folder_file(folder, "manifest.json", path), F_OK) != 0) {
        errors_add(errors, folder, "%s",
                   look.state == RUN_STATE_PLAYING
                       ? "its run has no game yet"
                       : "its run was interrupted before the first game: `skat-arena run --resume` "
                         "begins it");
        return NULL;
    }
    look.follow = run_follow_open(folder, errors);
    if (look.follow) {
        const struct schedule *schedule = &run_follow_manifest(look.follow)->schedule;
        look.unit =
            (double)schedule->per_deal * (double)(schedule->whole_sessions ? schedule->deals : 1);
        if (read_games(&look, errors) && read_summary(&look, &pool, errors))
            root = status_of(&look);
    }
    run_follow_close(look.follow);
    pool_free(&pool);
    return root;
}

cJSON *folder_status(const char *folder, struct errors *errors)
{
    cJSON *saved = resume_saved(folder);
    const char *board = json_text(saved, "board"); /* that the shard in the folder has joined */
    cJSON *root =
        *board && board_exists(board) ? board_status(board, errors) : status_of_run(folder, errors);

    cJSON_Delete(saved);
    return root;
}
