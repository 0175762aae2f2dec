// SPDX-License-Identifier: MIT
#include "arena/match/run_progress.h"

#include <dirent.h>
#include <fcntl.h>
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zstd.h>

#include "arena/base/machine.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/compare/run_fold.h"
#include "arena/log/log_reader.h"
#include "arena/log/result_folder.h"
#include "arena/match/board.h"
#include "arena/match/resume.h"
#include "arena/record/game_json.h"
#include "arena/result/decide_verdict.h"
#include "arena/result/run_summary.h"
#include "arena/stats/sequential_test.h"

const char *const run_state_words[RUN_STATES] = {
    [RUN_NOT_BEGUN] = "not begun", [RUN_INTERRUPTED] = "interrupted", [RUN_STOPPED] = "stopped",
    [RUN_SILENT] = "silent",       [RUN_PLAYING] = "playing",         [RUN_FINISHED] = "finished",
};

/* Whether another process has locked the file, as result_folder_claim() does. Where the file system
 * has no locks, that it is there says that somebody plays. */
static bool is_locked(int fd)
{
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};

    return fcntl(fd, F_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
}

enum run_state run_state_of(const char *folder)
{
    const int fd =
        open(FOLDER_FILE(folder, RESUME_FILE), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);

    struct stat status;
    if (fd >= 0) {
        const bool file = fstat(fd, &status) == 0 && S_ISREG(status.st_mode),
                   locked = is_locked(fd);
        close(fd);
        if (file)
            return locked ? RUN_PLAYING : RUN_INTERRUPTED;
    }
    return access(FOLDER_FILE(folder, "summary.json"), F_OK) == 0 ? RUN_FINISHED : RUN_NOT_BEGUN;
}

/* ---- the end of a log ---- */

enum { TAIL = 1 << 16 };

/* The last bytes of a file. Returns how many; their place is the caller's to free. */
static char *read_end(const char *path, size_t most, size_t *length)
{
    FILE *file = input_file_open(path, INPUT_OWN);
    char *bytes = xcalloc(1, most + 1);

    *length = 0;
    if (!file)
        return bytes;
    if (fseeko(file, -(off_t)most, SEEK_END) != 0)
        rewind(file);
    *length = fread(bytes, 1, most, file);
    fclose(file);
    return bytes;
}

/* Unpacks a frame as far as it goes, and keeps the end of it, at most 2 * TAIL bytes. */
static size_t unpack_end(ZSTD_inBuffer in, char *text)
{
    ZSTD_DCtx *zstd = xcheck(ZSTD_createDCtx());
    ZSTD_outBuffer out = {text, 2 * (size_t)TAIL, 0};
    size_t left = 1, before = 1;

    while (left && !ZSTD_isError(left) && (in.pos < in.size || out.pos > before)) {
        if (out.pos == out.size)
            memcpy(text, text + TAIL, out.pos = TAIL);
        before = out.pos;
        left = ZSTD_decompressStream(zstd, &out, &in);
    }
    ZSTD_freeDCtx(zstd);
    return out.pos;
}

/* The same of a compressed log. Frames are found by their first bytes, from the end on. */
static char *read_packed_end(const char *path, size_t *length)
{
    enum { PACKED = 4 << 20 }; /* longer than a frame */
    static const unsigned char magic[] = {0x28, 0xb5, 0x2f, 0xfd};
    size_t bytes;
    char *packed = read_end(path, PACKED, &bytes), *text = xcalloc(2, TAIL + 1);

    *length = 0;
    for (size_t at = bytes; at-- > 0 && !memchr(text, '\n', *length);)
        if (bytes - at >= sizeof magic && memcmp(packed + at, magic, sizeof magic) == 0)
            *length = unpack_end((ZSTD_inBuffer){packed, bytes, at}, text);
    free(packed);
    return text;
}

/* How many games of the run there are up to this line; 0 if it says nothing. */
static uint64_t games_up_to(const char *line, const struct schedule *schedule)
{
    const uint64_t game = game_json_named_game(line);
    struct bids_line bids;

    if (game != UINT64_MAX)
        return game + 1;
    if (!bids_line_read(&bids, line, strlen(line)))
        return 0;
    const uint64_t deals =
        bids.session * schedule->deals + bids.deal + (bids.bids.known == STATS_BIDS_ALIKE);
    return deals * (uint64_t)schedule->per_deal;
}

/* Games up to the last one of the log; 0 if it has none. */
static uint64_t games_of_log(const char *path, enum log_mode mode, const struct schedule *schedule)
{
    const uint64_t first = schedule_first_game(schedule), all = schedule_games(schedule);
    uint64_t games = 0;
    size_t length;
    char *text = mode == LOG_ZSTD ? read_packed_end(path, &length) : read_end(path, TAIL, &length);

    text[length] = '\0';
    char *end = strrchr(text, '\n'); /* a line without one is being written */
    if (end) {
        *end = '\0';
        const char *line = strrchr(text, '\n');
        games = games_up_to(line ? line + 1 : text, schedule);
    }
    free(text);
    return games <= first || games - first > all ? 0 : games - first;
}

struct run_progress run_progress_of(const char *folder, const struct manifest *manifest)
{
    const enum log_mode mode = log_mode_of_folder(folder);
    struct run_progress progress = {.state = run_state_of(folder),
                                    .games = manifest->log == LOG_NONE ? NAN : 0,
                                    .planned = (double)schedule_games(&manifest->schedule),
                                    .heard = NAN};
    char path[FOLDER_PATH_SIZE];
    struct stat status;

    if (mode != LOG_NONE) {
        folder_file(folder, log_file_name(mode), path);
        progress.games = (double)games_of_log(path, mode, &manifest->schedule);
        if (stat(path, &status) == 0 && status.st_size)
            progress.heard = fmax(0, (double)(time(NULL) - status.st_mtim.tv_sec));
    } else if (progress.state == RUN_FINISHED) {
        progress.games = progress.planned;
    }
    return progress;
}

/* ---- how fast it is ---- */

void run_pace_note(struct run_pace *pace, const struct run_progress *progress)
{
    enum { MOST = sizeof pace->seen / sizeof *pace->seen };

    if (progress->state != RUN_PLAYING)
        pace->count = 0;
    if (progress->state != RUN_PLAYING || isnan(progress->games))
        return;
    if (pace->count == MOST)
        memmove(pace->seen, pace->seen + 1, --pace->count * sizeof *pace->seen);
    pace->seen[pace->count++] = (struct run_moment){clock_ms(CLOCK_MONOTONIC), progress->games};
}

static double seconds_since_begun(const char *folder)
{
    struct stat status;

    if (stat(FOLDER_FILE(folder, "manifest.json"), &status) != 0)
        return NAN;
    return clock_seconds(CLOCK_REALTIME) - (double)status.st_mtim.tv_sec;
}

double run_pace_rate(const struct run_pace *pace, const char *folder)
{
    enum { LEAST_MS = 1500, LEAST_GAMES = 20, THOUSAND = 1000 };
    const struct run_moment *first = pace->seen, *last = pace->seen + pace->count - 1;

    if (pace->count < 2 || last->ms - first->ms < LEAST_MS)
        return NAN;
    if (last->games - first->games < LEAST_GAMES)
        return last->games / seconds_since_begun(folder);
    return (last->games - first->games) * THOUSAND / (double)(last->ms - first->ms);
}

/* ---- shards ---- */

/* How many games are a unit: a deal with all its tables, or a session. */
static double unit_games_of(const struct schedule *schedule)
{
    return (double)schedule->per_deal * (double)(schedule->whole_sessions ? schedule->deals : 1);
}

/* A shard as JSON. `folder`: its name; NULL: it is on a board. `unit`: games of a unit; `rate`:
 * games a second. */
static cJSON *shard_json(int number, const char *folder, const struct run_progress *progress,
                         double unit, double rate)
{
    cJSON *shard = cJSON_CreateObject();

    json_put_int(shard, "shard", number);
    if (folder)
        json_put_line(shard, "folder", folder);
    cJSON_AddStringToObject(shard, "state", run_state_words[progress->state]);
    json_put_real(shard, "units", floor(progress->games / unit));
    json_put_real(shard, "of", floor(progress->planned / unit));
    json_put_real(shard, "units_per_second", rate / unit);
    json_put_real(shard, "last_seconds_ago", progress->heard);
    return shard;
}

static bool is_of_run(const struct manifest *shard, const cJSON *run)
{
    cJSON *whole = manifest_of_whole(shard->root, &shard->schedule);
    bool is = cJSON_GetArraySize(whole) == cJSON_GetArraySize(run);
    const cJSON *member;

    cJSON_ArrayForEach (member, run)
        is = is && manifest_shards_agree(member, whole);
    cJSON_Delete(whole);
    return is;
}

/* Keeps the list in the order of numbers; what has a number is not replaced. */
static void insert(cJSON *shards, cJSON *shard)
{
    const double number = json_number(shard, "shard");
    const cJSON *other;
    int at = 0;

    cJSON_ArrayForEach (other, shards) {
        if (json_number(other, "shard") == number) {
            cJSON_Delete(shard);
            return;
        }
        at += json_number(other, "shard") < number;
    }
    cJSON_InsertItemInArray(shards, at, shard);
}

/* Adds the shard in a folder, if it is one of the run, which has this manifest as a whole. */
static void add_if_shard(cJSON *shards, const char *folder, const char *name, const cJSON *run)
{
    struct manifest other;
    struct errors ignored = {.ignored = true};
    char path[FOLDER_PATH_SIZE];

    if (access(folder_file(folder, "manifest.json", path), R_OK) != 0)
        return;
    if (manifest_load(&other, path, &ignored) && other.schedule.shards &&
        !other.schedule.last_shard && is_of_run(&other, run)) {
        const struct run_progress progress = run_progress_of(folder, &other);
        insert(shards, shard_json(other.schedule.shard, name, &progress,
                                  unit_games_of(&other.schedule), NAN));
    }
    manifest_free(&other);
}

static void add_shards_beside(cJSON *shards, const char *folder, const struct manifest *manifest)
{
    char above[FOLDER_PATH_SIZE];
    const struct dirent *entry;

    snprintf(above, sizeof above, "%s", folder);
    const char *name = dirname(above);
    DIR *directory = input_folder_open(name);
    cJSON *run = manifest_of_whole(manifest->root, &manifest->schedule);
    while (directory && (entry = readdir(directory)))
        if (entry->d_name[0] != '.' && strlen(name) + strlen(entry->d_name) + 20 <= FOLDER_MAX)
            add_if_shard(shards, FOLDER_FILE(name, entry->d_name), entry->d_name, run);
    if (directory)
        closedir(directory);
    cJSON_Delete(run);
}

cJSON *run_shards(const char *folder, const struct manifest *manifest,
                  const struct run_progress *progress, double rate)
{
    const struct schedule *schedule = &manifest->schedule;
    const bool is_shard = schedule->shards && !schedule->last_shard;
    char name[FOLDER_PATH_SIZE];
    cJSON *shards = cJSON_CreateArray();

    snprintf(name, sizeof name, "%s", folder);
    cJSON_AddItemToArray(shards, shard_json(schedule->shards ? schedule->shard : 1, basename(name),
                                            progress, unit_games_of(schedule), rate));
    if (is_shard)
        add_shards_beside(shards, folder, manifest);
    return shards;
}

/* ---- its games ---- */

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

static bool take_line(struct run_follow *follow, struct errors *errors)
{
    static struct replayed_line line; /* large, used one at a time */
    const int before = errors->count;

    replayed_line_make(&line, &follow->log, &follow->sessions);
    if (replayed_line_check(&line, &follow->log, errors) &&
        run_fold_read(follow->fold, &line, errors)) {
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
    if (run_state_of(follow->folder) == RUN_FINISHED)
        return run_summary_load(summary, FOLDER_FILE(follow->folder, "summary.json"), pool, errors);
    if (run_follow_games(follow))
        run_fold_finish(follow->fold, NULL, summary, pool);
    return run_follow_games(follow);
}

/* ---- what `results` says of a run ---- */

struct run_status {
    const char *folder;
    const struct manifest *manifest;   /* of the run, or of a shard of it */
    cJSON *shards;                     /* all that are known: shard_json() */
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
        cJSON_AddItemToArray(shards, shard_json(number, NULL, &progress, 1, rate_of(&shard)));
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
    struct errors ignored = {.ignored = true};
    cJSON *timing = json_load(FOLDER_FILE(folder, "timing.json"), &ignored);
    const double rate = json_number(timing, "games_per_second");

    cJSON_Delete(timing);
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
    cJSON *saved = resume_saved(folder);
    const char *board = json_text(saved, "board"); /* that the shard in the folder has joined */
    cJSON *root = NULL;

    if (*board && board_exists(board))
        root = board_status(board, errors);
    else if (access(FOLDER_FILE(folder, "manifest.json"), F_OK) == 0)
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
