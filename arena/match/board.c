// SPDX-License-Identifier: MIT
#include "arena/match/board.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "arena/base/clock.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/json_file.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/result_format.h"
#include "arena/base/terminal_fold.h"
#include "arena/base/version.h"

#define BOARD_FILE "board.json"
enum { SHARD_NAME_SIZE = 40 };
#define INTERRUPTION UINT64_MAX /* no unit: a note that the shard was interrupted */

/* A unit in the file of a shard, little-endian as all machines here are. */
struct board_record {
    uint64_t unit; /* of the shard, from 0 */
    int64_t difference;
    int64_t time; /* when it was finished, in seconds since 1970; 0: read back from a log */
    uint32_t failed[2], faults[2], deals, divergent;
    uint32_t shard;
    uint32_t checksum; /* of what is before it */
};

struct board {
    struct board_reader reader;
    int shard;  /* its number */
    FILE *file; /* NULL: it could not be written */
    char path[FOLDER_PATH_SIZE];
    uint64_t units; /* added */
    bool playing;
    bool decided;
    double looked; /* when, in seconds; 0: never */
};

static uint32_t checksum_of(const struct board_record *record)
{
    return (uint32_t)crc32_z(0, (const void *)record, offsetof(struct board_record, checksum));
}

static const char *shard_file(const char *folder, int number, char path[FOLDER_PATH_SIZE])
{
    char name[SHARD_NAME_SIZE];

    snprintf(name, sizeof name, "shard-%d", number);
    return folder_file(folder, name, path);
}

static uint64_t units_of_shard(const struct board_reader *reader, int number)
{
    struct schedule schedule = reader->whole.schedule;

    schedule.shard = number;
    schedule.shards = reader->shards;
    return schedule_units(&schedule);
}

/* ---- reading ---- */

bool board_exists(const char *folder)
{
    char path[FOLDER_PATH_SIZE];
    return access(folder_file(folder, BOARD_FILE, path), F_OK) == 0;
}

/* Whether the sums of a thousand million such units still fit (moments.h): a checksum does not say
 * who wrote a record. */
static bool is_possible(const struct board_record *record)
{
    const int64_t MOST = 9000000000;

    return record->difference >= -MOST && record->difference <= MOST &&
           record->failed[0] <= record->deals && record->failed[1] <= record->deals &&
           record->divergent <= record->deals;
}

/* Reads the record of a unit. False if there is none that is whole and sound. */
static bool read_record(FILE *file, int shard, uint64_t unit, struct board_record *record)
{
    *record = (struct board_record){.unit = 0};
    return fread(record, sizeof *record, 1, file) == 1 && record->checksum == checksum_of(record) &&
           record->shard == (uint32_t)shard && record->unit == unit && is_possible(record);
}

/* Is what was read instead of a unit a note that the shard was interrupted? */
static bool is_interruption(const struct board_record *record, int shard)
{
    return record->unit == INTERRUPTION && record->shard == (uint32_t)shard &&
           record->checksum == checksum_of(record);
}

bool board_reader_open(struct board_reader *reader, const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    *reader = (struct board_reader){.folder = folder, .shard = 1};
    cJSON *root = json_load(folder_file(folder, BOARD_FILE, path), errors);
    if (!root)
        return false;
    const struct json_value value = json_root(root, path, errors);
    const struct json_value shards = json_member(&value, "shards");
    const int before = errors->count;
    if (result_format_check(root, path, errors))
        reader->shards = (int)json_int(&shards, 1, SHARDS_MAX, 1);
    cJSON *manifest = cJSON_DetachItemFromObjectCaseSensitive(root, "manifest");
    if (errors->count == before && !cJSON_IsObject(manifest))
        errors_add(errors, path, "has no \"manifest\": this program did not write it");
    cJSON_Delete(root);
    if (errors->count != before) {
        cJSON_Delete(manifest);
        return false;
    }
    if (!manifest_read(&reader->whole, manifest, path, errors))
        return false;
    reader->stats =
        run_stats_new(&reader->whole.rules, &reader->whole.schedule, &reader->whole.compared,
                      reader->whole.names, reader->whole.bot_count);
    return true;
}

void board_reader_close(struct board_reader *reader)
{
    run_stats_free(reader->stats);
    manifest_free(&reader->whole);
    *reader = (struct board_reader){.stats = NULL};
}

/* Reads on in the file of the shard that is next. */
static void read_shard(struct board_reader *reader, uint64_t units)
{
    char path[FOLDER_PATH_SIZE];
    struct board_record record;
    FILE *file = input_file_open(shard_file(reader->folder, reader->shard, path), INPUT_OWN);

    if (!file)
        return;
    if (fseeko(file, (off_t)(reader->next * sizeof record), SEEK_SET) == 0)
        while (reader->next < units && !run_stats_decided(reader->stats) &&
               read_record(file, reader->shard, reader->next, &record)) {
            const struct unit_sums sums = {.difference = record.difference,
                                           .failed = {record.failed[0], record.failed[1]},
                                           .deals = record.deals,
                                           .divergent = record.divergent};
            run_stats_add_sums(reader->stats, &sums);
            for (int bot = 0; bot < 2; bot++)
                reader->faults[bot] += record.faults[bot];
            reader->next++;
        }
    fclose(file);
}

bool board_reader_look(struct board_reader *reader)
{
    while (reader->shard <= reader->shards && !run_stats_decided(reader->stats)) {
        const uint64_t units = units_of_shard(reader, reader->shard);
        read_shard(reader, units);
        if (reader->next < units)
            break;
        reader->shard++;
        reader->next = 0;
    }
    return run_stats_decided(reader->stats);
}

struct board_shard board_shard(const struct board_reader *reader, int number)
{
    char path[FOLDER_PATH_SIZE];
    struct board_shard shard = {.of = units_of_shard(reader, number)};
    struct board_record record = {.unit = 0};
    FILE *file = input_file_open(shard_file(reader->folder, number, path), INPUT_OWN);

    shard.begun = file != NULL;
    while (file && shard.units < shard.of && read_record(file, number, shard.units, &record)) {
        shard.units++;
        if (!record.time)
            continue;
        shard.from = shard.timed++ ? shard.from : record.time;
        shard.until = record.time;
    }
    shard.interrupted = file && shard.units < shard.of && is_interruption(&record, number);
    if (file)
        fclose(file);
    return shard;
}

/* ---- writing ---- */

/* What a shard of the run has to agree with. The caller deletes it. */
static cJSON *board_of(const cJSON *manifest, const struct schedule *shard)
{
    cJSON *root = cJSON_CreateObject();

    json_put_int(root, "format", RESULT_FORMAT);
    json_put_int(root, "shards", shard->shards);
    cJSON_AddItemToObject(root, "manifest", manifest_of_whole(manifest, shard));
    return root;
}

/* Is what is on the board the same run? Else names the first member that differs. */
static bool is_same_run(const cJSON *there, const cJSON *here, const char *path,
                        struct errors *errors)
{
    const cJSON *now = json_get(here, "manifest"), *then = json_get(there, "manifest"), *item;
    const int before = errors->count;

    if (json_number(there, "shards") != json_number(here, "shards"))
        errors_add(errors, path, "belongs to a run in %.0f shards, and this is one of %.0f",
                   json_number(there, "shards"), json_number(here, "shards"));
    cJSON_ArrayForEach (item, now)
        if (!manifest_shards_agree(item, then)) {
            errors_add(errors, path,
                       "belongs to another run: \"%s\" differs (--board names a folder of this run "
                       "alone)",
                       item->string);
            break;
        }
    return errors->count == before;
}

/* Writes what the run is, or compares it with what is there. Two that begin at once write the same.
 */
static bool announce_run(const char *folder, const cJSON *run, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    folder_file(folder, BOARD_FILE, path);
    if (!output_folder_make(folder, errors))
        return false;
    if (!board_exists(folder))
        return json_save(run, path, errors);
    cJSON *there = json_load(path, errors);
    const bool same =
        result_format_check(there, path, errors) && is_same_run(there, run, path, errors);
    cJSON_Delete(there);
    return same;
}

struct board *board_join(const char *folder, const cJSON *manifest, struct errors *errors)
{
    struct board *board = xcalloc(1, sizeof *board);
    struct manifest shard = {.root = NULL};
    cJSON *run = NULL;
    bool ok = manifest_read(&shard, cJSON_Duplicate(manifest, true), folder, errors);

    if (ok) {
        board->shard = shard.schedule.shard;
        run = board_of(manifest, &shard.schedule);
        ok = announce_run(folder, run, errors) && board_reader_open(&board->reader, folder, errors);
    }
    if (ok) {
        shard_file(folder, board->shard, board->path);
        board->file = output_file_grow(board->path, OUTPUT_ANEW);
        ok = board->file;
        if (!ok)
            errors_add(errors, board->path, "cannot be written: %s", strerror(errno));
    }
    cJSON_Delete(run);
    manifest_free(&shard);
    if (ok)
        return board;
    board_leave(board);
    return NULL;
}

/* Gives up the board, since it cannot be written; this shard plays on without the others. */
static void lose(struct board *board)
{
    print_note(
        "skat-arena: warning: %s: cannot be written: %s; this shard plays on, and the others "
        "do not know of it\n",
        board->path, strerror(errno));
    if (board->file)
        fclose(board->file);
    board->file = NULL;
}

void board_leave(struct board *board)
{
    if (!board)
        return;
    if (board->file && fclose(board->file) != 0) {
        board->file = NULL;
        lose(board);
    }
    board_reader_close(&board->reader);
    free(board);
}

static void write_record(struct board *board, struct board_record *record)
{
    record->checksum = checksum_of(record);
    if (board->file && fwrite(record, sizeof *record, 1, board->file) != 1)
        lose(board);
}

void board_add(void *context, const struct unit_sums *sums)
{
    struct board *board = context;
    struct board_record record = {
        .unit = board->units++,
        .difference = sums->difference,
        .time = board->playing ? (int64_t)time(NULL) : 0,
        .failed = {(uint32_t)sums->failed[0], (uint32_t)sums->failed[1]},
        .faults = {(uint32_t)sums->faults[0], (uint32_t)sums->faults[1]},
        .deals = (uint32_t)sums->deals,
        .divergent = (uint32_t)sums->divergent,
        .shard = (uint32_t)board->shard,
    };

    write_record(board, &record);
}

static void flush(struct board *board)
{
    if (board->file && fflush(board->file) != 0)
        lose(board);
}

void board_note_interruption(struct board *board)
{
    struct board_record record = {
        .unit = INTERRUPTION, .time = (int64_t)time(NULL), .shard = (uint32_t)board->shard};

    write_record(board, &record);
    flush(board);
}

void board_begin_play(struct board *board) { board->playing = true; }

bool board_decided(struct board *board)
{
    const double EVERY = 1.0;
    const double now = clock_seconds(CLOCK_MONOTONIC);

    flush(board);
    if (!board->decided && (!board->looked || now - board->looked >= EVERY)) {
        board->decided = board_reader_look(&board->reader);
        board->looked = now;
    }
    return board->decided;
}

const struct board_reader *board_reader_of(const struct board *board) { return &board->reader; }
