// SPDX-License-Identifier: MIT
#include "arena/match/run_status.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/log/result_folder.h"
#include "arena/match/board.h"
#include "arena/match/resume.h"
#include "arena/result/decide_verdict.h"
#include "arena/match/run_follow.h"
#include "arena/match/run_progress.h"
#include "arena/stats/sequential_test.h"

struct run_status {
    const char *folder;
    const struct manifest *manifest;   /* of the run, or of a shard of it */
    cJSON *shards;                     /* all that are known: run_shard_json() */
    double judged;                     /* units that the verdict rests on */
    bool decided;                      /* the test has */
    const struct run_verdict *verdict; /* NULL: there is none yet */
};

static void put_verdict(cJSON *root, const struct run_verdict *verdict)
{
    cJSON_AddStringToObject(root, "sentence", verdict->sentence);
    cJSON_AddStringToObject(root, "result", verdict->result);
    cJSON *warnings = cJSON_AddArrayToObject(root, "warnings");
    for (int i = 0; i < verdict->warnings_count; i++)
        cJSON_AddItemToArray(warnings, cJSON_CreateString(verdict->warnings[i]));
    if (verdict->valid)
        cJSON_AddStringToObject(root, "valid", verdict->valid);
    if (verdict->needed)
        cJSON_AddStringToObject(root, "needed", verdict->needed);
}

/* A number of a shard; NaN: not known. */
static double number_of(const cJSON *shard, const char *key)
{
    return cJSON_IsNumber(json_get(shard, key)) ? json_number(shard, key) : NAN;
}

static int count_of(const cJSON *shards, enum run_state state)
{
    const cJSON *shard;
    int count = 0;

    cJSON_ArrayForEach (shard, shards)
        count += strcmp(json_text(shard, "state"), run_state_words[state]) == 0;
    return count;
}

/* Adds up the shards: how far the run is, how fast it gets on, and the time that the rest takes. */
static void put_sums(cJSON *root, const struct run_status *status)
{
    struct schedule whole = status->manifest->schedule;
    double units = 0, rate = NAN, left = NAN;
    const cJSON *shard;

    whole.shard = whole.shards = 0;
    const double planned = (double)schedule_units(&whole);
    cJSON_ArrayForEach (shard, status->shards) {
        const bool plays = strcmp(json_text(shard, "state"), run_state_words[RUN_PLAYING]) == 0;
        const double more = number_of(shard, "units_per_second");
        units += number_of(shard, "units");
        if (plays && !isnan(more))
            rate = (isnan(rate) ? 0 : rate) + more;
    }
    if (status->decided || units >= planned)
        left = 0;
    else if (rate > 0)
        left = (planned - units) / rate;
    json_put_real(root, "units", units);
    json_put_real(root, "planned", planned);
    json_put_real(root, "units_per_second", rate);
    json_put_real(root, "seconds_left", left);
}

/* Takes the shards. */
static cJSON *status_to_json(const struct run_status *status)
{
    const struct manifest *manifest = status->manifest;
    cJSON *root = cJSON_CreateObject();

    json_put_line(root, "folder", status->folder);
    cJSON_AddStringToObject(root, "run", json_text(manifest->root, "name"));
    cJSON_AddStringToObject(root, "unit", manifest->schedule.whole_sessions ? "session" : "deal");
    put_sums(root, status);
    json_put_real(root, "beginning", status->judged);
    json_put_int(root, "verdict_of_shard", manifest->schedule.shard);
    cJSON_AddBoolToObject(root, "tested", manifest->compared.tested);
    cJSON_AddBoolToObject(root, "decided", status->decided);
    if (status->verdict)
        put_verdict(root, status->verdict);
    for (int state = 0; state < RUN_STATES; state++)
        json_put_int(root, run_state_words[state], count_of(status->shards, (enum run_state)state));
    cJSON_AddItemToObject(root, "shards", status->shards);
    return root;
}

/* ---- of a board ---- */

/* Units a second; NaN before two of them were timed. */
static double rate_of(const struct board_shard *shard)
{
    const int64_t seconds = shard->until - shard->from;

    return shard->timed > 1 && seconds > 0 ? (double)(shard->timed - 1) / (double)seconds : NAN;
}

/* A shard is silent if nothing was heard of it for a minute, and for so many times as long as a
 * unit takes. */
static enum run_state state_of(const struct board_shard *shard, bool decided, double heard)
{
    enum { SILENT_SECONDS = 60, SILENT_UNITS = 10 };
    const double rate = rate_of(shard), unit = rate > 0 ? 1 / rate : 0;

    if (shard->begun && shard->units == shard->of)
        return RUN_FINISHED;
    if (!shard->begun)
        return RUN_NOT_BEGUN;
    if (decided)
        return RUN_STOPPED;
    if (shard->interrupted)
        return RUN_INTERRUPTED;
    return heard <= fmax(SILENT_SECONDS, SILENT_UNITS * unit) ? RUN_PLAYING : RUN_SILENT;
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

static cJSON *shards_of(const struct board_reader *reader, bool decided)
{
    const int64_t now = (int64_t)time(NULL);
    cJSON *shards = cJSON_CreateArray();

    for (int number = 1; number <= reader->shards; number++) {
        const struct board_shard shard = board_shard(reader, number);
        const double heard = shard.timed ? (double)(now - shard.until) : NAN;
        const struct run_progress progress = {state_of(&shard, decided, heard), (double)shard.units,
                                              (double)shard.of, heard};
        cJSON_AddItemToArray(shards, run_shard_json(number, NULL, &progress, 1, rate_of(&shard)));
    }
    return shards;
}

cJSON *board_status(const char *folder, struct errors *errors)
{
    struct board_reader reader = {.stats = NULL};
    struct pool pool = {0};
    cJSON *root = NULL;

    if (board_reader_open(&reader, folder, errors)) {
        const bool decided = board_reader_look(&reader);
        const struct run_status status = {.folder = folder,
                                          .manifest = &reader.whole,
                                          .shards = shards_of(&reader, decided),
                                          .judged = (double)run_stats_units(reader.stats),
                                          .decided = decided,
                                          .verdict = verdict_of(&reader, &pool)};
        root = status_to_json(&status);
    }
    board_reader_close(&reader);
    pool_free(&pool);
    return root;
}

/* ---- of a folder ---- */

/* What a process that ended has noted, in games a second. */
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

/* Reads the games that are there. While the run is played, looks a second time, since it may have
 * ended meanwhile, and to see how fast it is. False with errors. */
static bool read_games(struct run_follow *follow, const char *folder, struct run_progress *progress,
                       double *rate, struct errors *errors)
{
    const struct timespec pause = {2, 0};
    const struct manifest *manifest = run_follow_manifest(follow);
    struct run_pace pace = {.count = 0};

    *progress = run_progress_of(folder, manifest);
    run_pace_note(&pace, progress);
    if (pace.count) {
        nanosleep(&pause, NULL);
        *progress = run_progress_of(folder, manifest);
        run_pace_note(&pace, progress);
    }
    *rate = progress->state == RUN_PLAYING ? run_pace_rate(&pace, folder) : rate_of_timing(folder);
    return progress->state == RUN_FINISHED || run_follow_read_all(follow, errors);
}

/* By its hypotheses, its margin, or faults; not by what a difference made void. */
static bool is_decided(const struct run_summary *summary)
{
    const struct test_result *test = summary->numbers.test;

    return test && (test->faults.decided ||
                    (strcmp(test->verdict, verdict_names[VERDICT_UNDECIDED]) != 0 &&
                     strcmp(summary->verdict->result, verdict_names[VERDICT_UNDECIDED]) != 0));
}

static cJSON *status_of_run(const char *folder, struct errors *errors)
{
    struct run_follow *follow = run_follow_open(folder, errors);
    struct run_status status = {.folder = folder};
    struct run_summary summary;
    struct run_progress progress;
    struct pool pool = {0};
    double rate;
    cJSON *root = NULL;

    if (follow && read_games(follow, folder, &progress, &rate, errors)) {
        status.manifest = run_follow_manifest(follow);
        if (run_follow_summary(follow, &summary, &pool, errors)) {
            status.verdict = summary.verdict;
            status.judged = (double)summary.verdict->units;
            status.decided = is_decided(&summary);
        }
        if (!errors->count) {
            status.shards = run_shards(folder, status.manifest, &progress, rate);
            root = status_to_json(&status);
        }
    }
    run_follow_close(follow);
    pool_free(&pool);
    return root;
}

cJSON *folder_status(const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    cJSON *saved = resume_saved(folder);
    const char *board = json_text(saved, "board"); /* that the shard in the folder has joined */
    cJSON *root = NULL;

    if (*board && board_exists(board))
        root = board_status(board, errors);
    else if (access(folder_file(folder, "manifest.json", path), F_OK) == 0)
        root = status_of_run(folder, errors);
    else
        errors_add(errors, folder, "%s",
                   run_state_of(folder) == RUN_PLAYING
                       ? "its run has no game yet"
                       : "its run was interrupted before the first game: `skat-arena run --resume` "
                         "begins it");
    cJSON_Delete(saved);
    return root;
}
