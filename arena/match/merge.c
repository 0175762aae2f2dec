// SPDX-License-Identifier: MIT
#include "arena/match/merge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/input_line.h"
#include "arena/base/input_file.h"
#include "arena/base/memory.h"
#include "arena/base/wrong_path.h"
#include "arena/base/output_file.h"
#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/record/game_json.h"
#include "arena/match/log_resume_state.h"
#include "arena/base/json_read.h"
#include "arena/base/json_file.h"
#include "arena/config/log_mode.h"
#include "arena/log/log_reader.h"
#include "arena/log/manifest.h"
#include "arena/match/result_folder.h"
#include "arena/config/schedule.h"

/* A shard, or several that were merged: what is kept of its manifest, of which there may be ten
 * thousand. */
struct shard {
    const char *folder;
    int first, last, of;
    uint64_t first_game, games; /* of the schedule */
    int64_t lone_games; /* games that the new bot of `regress` played alone, if it failed in them:
                           all shards play these, and nothing else; otherwise 0 */
};

/* The files with lines about games. */
enum { MERGED_LOG, MERGED_FAULTS, MERGED_REDEALS, MERGED_FILES };

static const char *merged_name(int file, enum log_mode mode)
{
    return file == MERGED_LOG      ? log_file_name(mode)
           : file == MERGED_FAULTS ? "faults.jsonl"
                                   : REDEALS_FILE;
}

/* One of them, under another name until all shards are checked. */
struct merged_file {
    char path[FOLDER_PATH_SIZE];
    struct output_file save; /* its `file` is NULL until there is a line */
};

/* The state of a merge. */
struct merger {
    struct shard *shards; /* in the order of their numbers */
    int count;
    bool part;                /* the shards are merged into a part of the run */
    cJSON *run;               /* the manifest of the run, made from the first that was read, */
    bool tested;              /* by its test */
    struct schedule schedule; /* of that run as a whole */
    struct manifest whole;    /* of the result: as one machine would have written it */
    struct run_fold *fold;
    struct log_writer *log; /* on its file */
    struct merged_file files[MERGED_FILES];
    cJSON *timings;
    int workers;
};

/* Some shards have played the bot alone and no more, and others have gone on. */
static void differ_alone(const struct shard *one, const struct shard *other, struct errors *errors)
{
    const struct shard *lone = one->lone_games ? one : other;

    errors_add(errors, lone->folder,
               "says that the new bot fails when it plays alone, and %s does not: it fails on some "
               "machines only",
               (lone == one ? other : one)->folder);
}

/* Is it a shard of the run of the first one: the same rules, deals and schedule, and bots to the
 * last byte? */
static void compare_run(struct merger *merger, const struct shard *shard,
                        const struct manifest *manifest, struct errors *errors)
{
    const struct shard *first = &merger->shards[0];
    cJSON *run = manifest_of_whole(manifest->root, &manifest->schedule);
    const cJSON *item;

    if (!merger->run) {
        merger->run = run;
        merger->schedule = manifest->schedule;
        merger->tested = manifest->compared.tested;
        return;
    }
    if (!shard->lone_games != !first->lone_games) {
        differ_alone(first, shard, errors);
    } else {
        cJSON_ArrayForEach (item, merger->run)
            if (!manifest_shards_agree(item, run))
                errors_add(errors, shard->folder, "\"%s\" of its manifest differs from that of %s",
                           item->string, first->folder);
        if (shard->of != first->of)
            errors_add(errors, shard->folder, "is one of %d shards, but %s is one of %d", shard->of,
                       first->folder, first->of);
    }
    cJSON_Delete(run);
}

/* Takes what counts from a manifest. */
static void take_shard(struct merger *merger, const char *folder, const struct manifest *manifest,
                       struct errors *errors)
{
    const struct schedule *schedule = &manifest->schedule;
    struct shard *shard = &merger->shards[merger->count];

    *shard = (struct shard){
        .folder = folder,
        .first = schedule->shard,
        .last = schedule_last_shard(schedule),
        .of = schedule->shards,
        .first_game = schedule_first_game(schedule),
        .games = schedule_games(schedule),
        .lone_games = schedule->shards ? 0 : lone_games_failed(manifest->root),
    };
    if (shard->lone_games)
        shard->games = (uint64_t)shard->lone_games;
    else if (!schedule->shards)
        errors_add(errors, folder, "is not a shard of a run (run --shard K/N)");
    else if (manifest->log == LOG_NONE)
        errors_add(errors, folder, "kept no log, so it cannot be merged");
    compare_run(merger, shard, manifest, errors);
    merger->count++;
}

static void load_shard(struct merger *merger, const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct manifest manifest;

    if (access(folder_file(folder, "manifest.json", path), F_OK) != 0) {
        run_folder_refused(folder, errors);
        return;
    }
    if (manifest_load(&manifest, path, errors))
        take_shard(merger, folder, &manifest, errors);
    manifest_free(&manifest);
}

static int by_number(const void *one, const void *other)
{
    return ((const struct shard *)one)->first - ((const struct shard *)other)->first;
}

static void name_gap(const struct merger *merger, int from, int to, struct errors *errors)
{
    const int of = merger->shards[0].of;

    if (from == to)
        errors_add(errors, "merge", "shard %d of %d is missing", from, of);
    else if (from < to)
        errors_add(errors, "merge", "shards %d to %d of %d are missing", from, to, of);
}

/* Is no shard missing? With a test, the last ones may be, if it decides before; and of a part, both
 * ends. */
static bool gapless(const struct merger *merger, struct errors *errors)
{
    const int before = errors->count;
    int next = merger->part ? merger->shards[0].first : 1;

    if (merger->shards[0].lone_games)
        return true;
    for (int i = 0; i < merger->count; i++) {
        const struct shard *shard = &merger->shards[i];
        if (shard->first < next)
            errors_add(errors, shard->folder, "is shard %d, and so is %s", shard->first,
                       i ? merger->shards[i - 1].folder : "no other");
        name_gap(merger, next, shard->first - 1, errors);
        next = shard->last + 1;
    }
    if (!merger->part && !merger->tested)
        name_gap(merger, next, merger->shards[0].of, errors);
    return errors->count == before;
}

/* The manifest of the result. The caller deletes it. */
static cJSON *manifest_of_result(const struct merger *merger)
{
    const struct shard *first = &merger->shards[0], *last = &merger->shards[merger->count - 1];
    struct schedule schedule = merger->schedule;

    schedule.shards = merger->part && (first->first > 1 || last->last < first->of) ? first->of : 0;
    schedule.shard = first->first;
    schedule.last_shard = last->last > first->first ? last->last : 0;
    return manifest_of_shards(merger->run, &schedule);
}

static bool cannot_write(const char *path, struct errors *errors)
{
    errors_add(errors, path, "cannot be written: %s", strerror(errno));
    return false;
}

static bool begin_file(struct merged_file *file, struct errors *errors)
{
    return output_file_begin(&file->save, file->path, OUTPUT_OWN) ||
           cannot_write(file->path, errors);
}

/* Copies the lines about games that count, those before game `end`, from a file of a shard's. */
static bool copy_lines(struct merged_file *to, const char *name, const struct shard *shard,
                       uint64_t end, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    FILE *file;
    char *line = NULL;
    size_t size = 0;

    if (!input_file_open_optional(folder_file(shard->folder, name, path), &file, errors))
        return false;
    if (!file)
        return true; /* there were none */
    bool begun = to->save.file || begin_file(to, errors);
    while (begun && input_line_read(&line, &size, file) > 0)
        if (game_json_named_game(line) < end)
            fputs(line, to->save.file);
    free(line);
    fclose(file);
    return begun && (!ferror(to->save.file) || cannot_write(to->path, errors));
}

/* What counts of the lines about the games of a shard: those before game `end`. */
static bool merge_lines(struct merger *merger, const struct shard *shard, uint64_t end,
                        struct errors *errors)
{
    for (int i = MERGED_LOG + 1; i < MERGED_FILES; i++)
        if (!copy_lines(&merger->files[i], merged_name(i, LOG_ALL), shard, end, errors))
            return false;
    return true;
}

static void add_timing(struct merger *merger, const struct shard *shard)
{
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {0};
    cJSON *timing = json_load(folder_file(shard->folder, "timing.json", path), &ignored);

    if (cJSON_IsArray(timing)) /* of shards that were merged */
        while (timing->child)
            cJSON_AddItemToArray(merger->timings, cJSON_DetachItemFromArray(timing, 0));
    if (cJSON_IsArray(timing))
        cJSON_Delete(timing);
    else if (timing) /* informational only */
        cJSON_AddItemToArray(merger->timings, timing);
    errors_free(&ignored);
}

/* Checks and merges the games of one shard. False at the first error. */
static bool merge_shard(struct merger *merger, const struct shard *shard, struct errors *errors)
{
    struct redeals_source redeals = {.errors = errors};
    const struct log_resume_sinks sinks = {
        .fold = merger->fold, .copy = merger->log, .redeals = &redeals};
    struct log_resume_state state;
    struct log_reader log;

    bool ok = log_reader_open(&log, shard->folder, NULL, errors) &&
              redeals_source_open(&redeals, shard->folder, &merger->whole.compared,
                                  &merger->whole.schedule, merger->whole.names, errors);
    run_stats_take_redeals(run_fold_stats(merger->fold), redeals_source_change, &redeals);
    log.workers = merger->workers;
    ok = ok && log_resume_state_read(&state, &log, &sinks, errors);
    if (ok && !run_fold_decided(merger->fold) && (state.cut || state.games < shard->games)) {
        errors_add(errors, shard->folder,
                   "is not finished: %llu of %llu games (continue it with run --resume)",
                   (unsigned long long)state.games, (unsigned long long)shard->games);
        ok = false;
    }
    const uint64_t end = shard->first_game + state.games;
    ok = ok && merge_lines(merger, shard, end, errors);
    if (ok)
        add_timing(merger, shard);
    run_stats_take_redeals(run_fold_stats(merger->fold), NULL, NULL);
    redeals_source_close(&redeals);
    log_reader_close(&log);
    return ok;
}

/* Has all that was written reach the disk. False when data was lost, with an error unless one was
 * `told`. */
static bool sync_files(struct merger *merger, bool told, struct errors *errors)
{
    bool lost = false, synced = true;

    for (int i = 0; i < MERGED_FILES; i++) {
        const struct merged_file *file = &merger->files[i];
        if (!file->save.file)
            continue;
        lost |= ferror(file->save.file) != 0;
        if (!told && !output_file_sync(file->save.file))
            synced = cannot_write(file->path, errors);
    }
    return synced && !lost;
}

/* Returns an exit code, which tells write errors (EXIT_INTERNAL) from bad input (EXIT_BAD_FILE). */
static int merge_games(struct merger *merger, const char *out, struct errors *errors)
{
    const bool lone = merger->shards[0].lone_games; /* then each of them has all of it */
    const int count = lone ? 1 : merger->count;
    struct merged_file *log = &merger->files[MERGED_LOG];
    const enum log_mode mode = merger->whole.log;
    bool ok = true;

    for (int i = 0; i < MERGED_FILES; i++)
        folder_file(out, merged_name(i, mode), merger->files[i].path);
    if (!begin_file(log, errors))
        return EXIT_INTERNAL;
    merger->log = log_writer_on(log->save.file, log->path, mode);
    for (int i = 0; ok && i < count && !run_fold_decided(merger->fold); i++)
        ok = merge_shard(merger, &merger->shards[i], errors);
    if (!log_writer_close(merger->log) && ok)
        ok = cannot_write(log->path, errors);
    if (!sync_files(merger, !ok, errors))
        return EXIT_INTERNAL;
    if (ok && !lone && !merger->part && !run_fold_decided(merger->fold))
        name_gap(merger, merger->shards[merger->count - 1].last + 1, merger->shards[0].of, errors);
    return errors->count ? EXIT_BAD_FILE : EXIT_OK;
}

/* Replaces what was in the folder. The manifest, without which it has no results, comes after what
 * it is of. */
static bool save(struct merger *merger, const struct run_summary *summary, const char *out,
                 struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    if (!result_folder_clear(out, errors))
        return false;
    for (int i = 0; i < MERGED_FILES; i++) {
        struct output_file *file = &merger->files[i].save;
        if (file->file && !output_file_end(file, errors))
            return false;
        *file = (struct output_file){.file = NULL};
    }
    return json_save(merger->whole.root, folder_file(out, "manifest.json", path), errors) &&
           fields_save(&run_summary_fields, summary, folder_file(out, "summary.json", path),
                       errors) &&
           json_save(merger->timings, folder_file(out, "timing.json", path), errors);
}

/* `out` must not be one of the shards: with --force its results would be removed. */
static bool is_no_shard(const struct merger *merger, const char *out, struct errors *errors)
{
    struct stat whole, part;

    if (stat(out, &whole) != 0)
        return true;
    for (int i = 0; i < merger->count; i++)
        if (stat(merger->shards[i].folder, &part) == 0 && part.st_dev == whole.st_dev &&
            part.st_ino == whole.st_ino) {
            errors_add(errors, "--out",
                       "%s is one of the shards: the merged run needs its own folder", out);
            return false;
        }
    return true;
}

/* All shards are read and checked before anything in the folder is replaced. */
static int merge_into(struct merger *merger, const char *out, struct merged *merged,
                      struct errors *errors)
{
    merger->fold = run_fold_new(&merger->whole);
    const int code = merge_games(merger, out, errors);
    if (code != EXIT_OK)
        return code;
    merged->summary = pool_alloc(&merged->pool, 1, sizeof *merged->summary);
    run_fold_finish(merger->fold, merger->files[MERGED_LOG].save.beside, merged->summary,
                    &merged->pool);
    run_fold_warn(merger->fold, 1);
    return save(merger, merged->summary, out, errors) ? EXIT_OK : EXIT_INTERNAL;
}

static int merge(struct merger *merger, const char *out, bool force, struct merged *merged,
                 struct errors *errors)
{
    qsort(merger->shards, (size_t)merger->count, sizeof *merger->shards, by_number);
    if (!gapless(merger, errors) ||
        !manifest_read(&merger->whole, manifest_of_result(merger), out, errors))
        return EXIT_BAD_FILE;
    if (!is_no_shard(merger, out, errors) || !result_folder_may_open(out, force, errors))
        return EXIT_USAGE;
    const bool there = folder_exists(out);
    if (!output_folder_make(out, errors))
        return EXIT_USAGE;
    output_folder_tidy(out);
    const int code = merge_into(merger, out, merged, errors);
    for (int i = 0; i < MERGED_FILES; i++)
        output_file_drop(&merger->files[i].save);
    if (code != EXIT_OK && !there)
        rmdir(out); /* unless there is something in it */
    return code;
}

int merge_shards(const char *const *folders, int count, const struct merge_plan *plan,
                 struct merged *merged, struct errors *errors)
{
    struct merger merger = {.shards = xcalloc((size_t)count, sizeof *merger.shards),
                            .part = plan->part,
                            .timings = cJSON_CreateArray(),
                            .workers = plan->workers};
    int code = EXIT_BAD_FILE;

    *merged = (struct merged){0};
    for (int i = 0; i < count; i++)
        load_shard(&merger, folders[i], errors);
    if (!errors->count)
        code = merge(&merger, plan->out, plan->force, merged, errors);
    manifest_free(&merger.whole);
    run_fold_free(merger.fold);
    cJSON_Delete(merger.run);
    cJSON_Delete(merger.timings);
    free(merger.shards);
    return code;
}
