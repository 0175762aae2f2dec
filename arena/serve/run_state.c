// SPDX-License-Identifier: MIT
#include "arena/serve/run_state.h"

#include <dirent.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "arena/base/folder.h"
#include "arena/base/hash_index.h"
#include "arena/base/input_file.h"
#include "arena/base/input_open.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/log/log_writer.h"
#include "arena/log/manifest.h"
#include "arena/log/result_folder.h"
#include "arena/record/bids_line.h"
#include "arena/record/game_json.h"

const char *const run_state_names[RUN_STATES] = {"none", "playing", "stopped", "finished"};

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
            return locked ? RUN_STATE_PLAYING : RUN_STATE_STOPPED;
    }
    return access(folder_file(folder, "summary.json", path), F_OK) == 0 ? RUN_STATE_FINISHED
                                                                        : RUN_STATE_NONE;
}

uint64_t folder_stamp(const char *folder)
{
    uint64_t sum = HASH_START;

    for (const char *const *file = result_files; *file; file++) {
        char path[FOLDER_PATH_SIZE];
        struct stat status = {.st_size = -1};
        if (stat(folder_file(folder, *file, path), &status) != 0)
            status = (struct stat){.st_size = -1};
        const int64_t parts[] = {(int64_t)status.st_ino, status.st_size, status.st_mtim.tv_sec,
                                 status.st_mtim.tv_nsec};
        sum = hash_more(sum, parts, sizeof parts);
    }
    return sum;
}

/* ---- how far a log is ---- */

enum { TAIL = 1 << 16 };

/* The last bytes of a plain log, as a text. Returns how many. */
static size_t read_tail(const char *path, char text[TAIL + 1])
{
    FILE *log = input_file_open(path, INPUT_OWN);

    if (!log)
        return 0;
    fseeko(log, 0, SEEK_END);
    const off_t size = ftello(log);
    fseeko(log, size > TAIL ? size - TAIL : 0, SEEK_SET);
    const size_t length = fread(text, 1, TAIL, log);
    fclose(log);
    return length;
}

/* Unpacks a frame as far as it goes, and keeps the end of it. */
static size_t unpack_tail(ZSTD_inBuffer *in, char *text, size_t size)
{
    ZSTD_DCtx *zstd = xcheck(ZSTD_createDCtx());
    char *piece = xcalloc(1, ZSTD_DStreamOutSize());
    size_t length = 0, left = 1;

    while (left && !ZSTD_isError(left)) {
        ZSTD_outBuffer out = {piece, ZSTD_DStreamOutSize(), 0};
        left = ZSTD_decompressStream(zstd, &out, in);
        const size_t more = out.pos < size ? out.pos : size,
                     kept = length < size - more ? length : size - more;
        memmove(text, text + length - kept, kept);
        memcpy(text + kept, piece + out.pos - more, more);
        length = kept + more;
        if (!out.pos && in->pos == in->size)
            break;
    }
    free(piece);
    ZSTD_freeDCtx(zstd);
    return length;
}

/* The same of a compressed log. Frames are found by their first bytes, from the end on. */
static size_t read_packed_tail(const char *path, char text[TAIL + 1])
{
    enum { PACKED = 4 << 20 }; /* longer than a frame */
    static const unsigned char magic[] = {0x28, 0xb5, 0x2f, 0xfd};
    FILE *file = input_file_open(path, INPUT_OWN);
    size_t length = 0;

    if (!file)
        return 0;
    char *packed = xcalloc(1, PACKED);
    if (fseeko(file, -(off_t)PACKED, SEEK_END) != 0)
        rewind(file);
    const size_t bytes = fread(packed, 1, PACKED, file);
    fclose(file);
    for (size_t at = bytes; at-- > 0 && !memchr(text, '\n', length);)
        if (bytes - at >= sizeof magic && memcmp(packed + at, magic, sizeof magic) == 0) {
            ZSTD_inBuffer in = {packed, bytes, at};
            length = unpack_tail(&in, text, TAIL);
        }
    free(packed);
    return length;
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

uint64_t log_tail_games(const char *folder, const struct schedule *schedule)
{
    const uint64_t first = schedule_first_game(schedule), all = schedule_games(schedule);
    const enum log_mode mode = log_mode_of_folder(folder);
    char path[FOLDER_PATH_SIZE], *text = xcalloc(1, TAIL + 1);
    uint64_t games = 0;

    folder_file(folder, log_file_name(mode), path);
    text[mode == LOG_ZSTD ? read_packed_tail(path, text) : read_tail(path, text)] = '\0';
    char *end = strrchr(text, '\n'); /* a line without one is being written */
    if (end) {
        *end = '\0';
        const char *line = strrchr(text, '\n');
        games = games_up_to(line ? line + 1 : text, schedule);
    }
    free(text);
    return games <= first || games - first > all ? 0 : games - first;
}

/* ---- shards ---- */

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

/* NULL if the folder has no shard of the run, which has this manifest as a whole. */
static cJSON *shard_of(const char *folder, const char *name, const cJSON *run)
{
    struct manifest other;
    struct errors ignored = {0};
    char path[FOLDER_PATH_SIZE];
    cJSON *shard = NULL;

    folder_file(folder, "manifest.json", path);
    if (access(path, R_OK) != 0)
        return NULL;
    if (manifest_load(&other, path, &ignored) && other.schedule.shards &&
        !other.schedule.last_shard && is_of_run(&other, run)) {
        const enum run_state state = run_state_of(folder);
        const uint64_t planned = schedule_games(&other.schedule);
        shard = cJSON_CreateObject();
        json_put_line(shard, "folder", name);
        json_put_int(shard, "number", other.schedule.shard);
        json_put_int(shard, "of", other.schedule.shards);
        cJSON_AddStringToObject(shard, "state", run_state_names[state]);
        json_put_int(shard, "games",
                     (int64_t)(state == RUN_STATE_FINISHED
                                   ? planned
                                   : log_tail_games(folder, &other.schedule)));
        json_put_int(shard, "planned", (int64_t)planned);
    }
    manifest_free(&other);
    errors_free(&ignored);
    return shard;
}

/* Keeps the list in the order of numbers. */
static void insert(cJSON *shards, cJSON *shard)
{
    const cJSON *other;
    int at = 0;

    cJSON_ArrayForEach (other, shards)
        at += json_number(other, "number") <= json_number(shard, "number");
    cJSON_InsertItemInArray(shards, at, shard);
}

cJSON *run_shards(const char *folder, const struct manifest *manifest)
{
    char above[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];
    const struct dirent *entry;

    if (!manifest->schedule.shards || manifest->schedule.last_shard)
        return NULL;
    snprintf(above, sizeof above, "%s", folder);
    const char *name = dirname(above);
    DIR *directory = input_folder_open(name);
    cJSON *shards = cJSON_CreateArray();
    cJSON *run = manifest_of_whole(manifest->root, &manifest->schedule);
    while (directory && (entry = readdir(directory))) {
        if (entry->d_name[0] == '.' || strlen(name) + strlen(entry->d_name) + 20 > FOLDER_MAX)
            continue;
        cJSON *shard = shard_of(folder_file(name, entry->d_name, path), entry->d_name, run);
        if (shard)
            insert(shards, shard);
    }
    if (directory)
        closedir(directory);
    cJSON_Delete(run);
    return shards;
}
