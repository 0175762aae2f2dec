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

#include "arena/base/clock.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/input_open.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/log/result_folder.h"
#include "arena/record/game_json.h"

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
    char path[FOLDER_PATH_SIZE];
    const int fd = open(folder_file(folder, RESUME_FILE, path),
                        O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);

    struct stat status;
    if (fd >= 0) {
        const bool file = fstat(fd, &status) == 0 && S_ISREG(status.st_mode),
                   locked = is_locked(fd);
        close(fd);
        if (file)
            return locked ? RUN_PLAYING : RUN_INTERRUPTED;
    }
    return access(folder_file(folder, "summary.json", path), F_OK) == 0 ? RUN_FINISHED
                                                                        : RUN_NOT_BEGUN;
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
    char path[FOLDER_PATH_SIZE];
    struct stat status;

    if (stat(folder_file(folder, "manifest.json", path), &status) != 0)
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

double run_unit_games(const struct schedule *schedule)
{
    return (double)schedule->per_deal * (double)(schedule->whole_sessions ? schedule->deals : 1);
}

cJSON *run_shard_json(int number, const char *folder, const struct run_progress *progress,
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
    struct errors ignored = {0};
    char path[FOLDER_PATH_SIZE];

    if (access(folder_file(folder, "manifest.json", path), R_OK) != 0)
        return;
    if (manifest_load(&other, path, &ignored) && other.schedule.shards &&
        !other.schedule.last_shard && is_of_run(&other, run)) {
        const struct run_progress progress = run_progress_of(folder, &other);
        insert(shards, run_shard_json(other.schedule.shard, name, &progress,
                                      run_unit_games(&other.schedule), NAN));
    }
    manifest_free(&other);
    errors_free(&ignored);
}

static void add_shards_beside(cJSON *shards, const char *folder, const struct manifest *manifest)
{
    char above[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];
    const struct dirent *entry;

    snprintf(above, sizeof above, "%s", folder);
    const char *name = dirname(above);
    DIR *directory = input_folder_open(name);
    cJSON *run = manifest_of_whole(manifest->root, &manifest->schedule);
    while (directory && (entry = readdir(directory)))
        if (entry->d_name[0] != '.' && strlen(name) + strlen(entry->d_name) + 20 <= FOLDER_MAX)
            add_if_shard(shards, folder_file(name, entry->d_name, path), entry->d_name, run);
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
    cJSON_AddItemToArray(shards,
                         run_shard_json(schedule->shards ? schedule->shard : 1, basename(name),
                                        progress, run_unit_games(schedule), rate));
    if (is_shard)
        add_shards_beside(shards, folder, manifest);
    return shards;
}
