// SPDX-License-Identifier: MIT
#include "arena/match/merge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/input_line.h"
#include "arena/base/json_file.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/wrong_path.h"
#include "arena/compare/run_fold.h"
#include "arena/config/schedule.h"
#include "arena/log/log_reader.h"
#include "arena/log/manifest.h"
#include "arena/match/log_resume_state.h"
#include "arena/match/same_bots.h"
#include "arena/log/result_folder.h"
#include "arena/record/game_json.h"

/* ---- for shards and for runs ---- */

/* What becomes one. */
struct joining {
    const struct merge_plan *plan;
    struct manifest whole; /* of the result */
    struct run_fold *fold;
    cJSON *timings;
    struct merged *merged;
    struct errors *errors;
};

/* Reads the manifests of folders, and calls take(context, ...) with each. */
static void load_manifests(const char *const *folders, int count,
                           void (*take)(void *context, const char *folder,
                                        const struct manifest *manifest),
                           void *context, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct manifest manifest;

    for (int i = 0; i < count; i++) {
        if (!run_folder_has(folders[i], "manifest.json", errors))
            continue;
        if (manifest_load(&manifest, folder_file(folders[i], "manifest.json", path), errors))
            take(context, folders[i], &manifest);
        manifest_free(&manifest);
    }
}

/* Names what is not the same in the manifest `other`, of a folder, as in that of the first one. */
static void name_differing(const cJSON *first, const char *first_folder, const cJSON *other,
                           const char *folder, struct errors *errors)
{
    const cJSON *item;

    cJSON_ArrayForEach (item, first)
        if (!manifest_shards_agree(item, other))
            errors_add(errors, folder, "\"%s\" of its manifest differs from that of %s",
                       item->string, first_folder);
}

/* They are informational only. */
static void add_timing(struct joining *joining, const char *folder)
{
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {0};
    cJSON *timing = json_load(folder_file(folder, "timing.json", path), &ignored);

    if (cJSON_IsArray(timing)) /* of shards that were merged */
        while (timing->child)
            cJSON_AddItemToArray(joining->timings, cJSON_DetachItemFromArray(timing, 0));
    if (cJSON_IsArray(timing))
        cJSON_Delete(timing);
    else if (timing)
        cJSON_AddItemToArray(joining->timings, timing);
    errors_free(&ignored);
}

/* Replays the games of a folder after those that were read before, all of its `games` unless the
 * test decides; sets *taken to how many count. `copy` gets their lines; NULL: they stay where they
 * are, in a run of a pool, which numbers sessions and games through. False at the first error. */
static bool read_games(struct joining *joining, const char *folder, uint64_t games,
                       struct log_writer *copy, uint64_t *taken)
{
    struct run_fold *fold = joining->fold;
    const uint64_t before = copy ? 0 : run_fold_games(fold);
    struct redeals_source redeals = {.errors = joining->errors};
    const struct log_resume_sinks sinks = {
        .fold = fold, .copy = copy, .redeals = copy ? &redeals : NULL};
    struct log_resume_state state = {.games = 0};
    struct log_reader log;

    bool ok = log_reader_open(&log, folder, NULL, joining->errors) &&
              redeals_source_open(&redeals, folder, &log.manifest.compared, &log.manifest.schedule,
                                  log.manifest.names, joining->errors);
    log.workers = joining->plan->workers;
    if (!copy)
        run_fold_begin_run(fold);
    redeals.first = before / (uint64_t)joining->whole.schedule.per_deal;
    run_stats_take_redeals(run_fold_stats(fold), redeals_source_change, &redeals);
    ok = ok && log_resume_state_read(&state, &log, &sinks, joining->errors);
    run_stats_take_redeals(run_fold_stats(fold), NULL, NULL);
    if (ok && !run_fold_decided(fold) && (state.cut || state.games < games)) {
        errors_add(joining->errors, folder,
                   "is not finished: %llu of %llu games (continue it with run --resume)",
                   (unsigned long long)state.games, (unsigned long long)games);
        ok = false;
    }
    if (ok)
        add_timing(joining, folder);
    *taken = state.games;
    redeals_source_close(&redeals);
    log_reader_close(&log);
    return ok;
}

/* The summary of all games. `log`: where they are now; NULL: in the runs. */
static void summarise(struct joining *joining, const char *log)
{
    struct merged *merged = joining->merged;

    merged->summary = pool_alloc(&merged->pool, 1, sizeof *merged->summary);
    run_fold_finish(joining->fold, log, merged->summary, &merged->pool);
    run_fold_warn(joining->fold, 1);
}

/* The manifest, without which a folder has no results, comes after the log that it is of. */
static bool save_files(const struct joining *joining)
{
    const char *out = joining->plan->out;
    char path[FOLDER_PATH_SIZE];

    return json_save(joining->whole.root, folder_file(out, "manifest.json", path),
                     joining->errors) &&
           fields_save(&run_summary_fields, joining->merged->summary,
                       folder_file(out, "summary.json", path), joining->errors) &&
           json_save(joining->timings, folder_file(out, "timing.json", path), joining->errors);
}

static struct joining join_begin(const struct merge_plan *plan, struct merged *merged,
                                 struct errors *errors)
{
    *merged = (struct merged){0};
    return (struct joining){
        .plan = plan, .timings = cJSON_CreateArray(), .merged = merged, .errors = errors};
}

static void join_end(struct joining *joining)
{
    manifest_free(&joining->whole);
    run_fold_free(joining->fold);
    cJSON_Delete(joining->timings);
}

/* ---- shards: their manifests ---- */

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
    struct joining joining;
    struct shard *shards;     /* in the order of their numbers */
    int wanted, count;        /* folders, and shards that were read */
    cJSON *run;               /* the manifest of the run, made from the first that was read, */
    bool tested;              /* by its test */
    struct schedule schedule; /* of that run as a whole */
    struct log_writer *log;   /* on its file */
    struct merged_file files[MERGED_FILES];
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

/* Bots may be the same though their hashes are not: nothing but a person can know that. */
static void name_hashes(const struct merger *merger, const cJSON *run, const struct shard *shard)
{
    const char *hashes[2];

    if (same_bots_differ(merger->run, run, hashes))
        errors_add(merger->joining.errors, shard->folder,
                   "has another build of a bot than %s. If both play the same, as one for another "
                   "processor does: --same-bots %s=%s",
                   merger->shards[0].folder, hashes[0], hashes[1]);
}

/* Is it a shard of the run of the first one: the same rules, deals and schedule, and the same bots?
 */
static void compare_run(struct merger *merger, const struct shard *shard,
                        const struct manifest *manifest)
{
    const struct shard *first = &merger->shards[0];
    struct errors *errors = merger->joining.errors;
    cJSON *run = manifest_of_whole(manifest->root, &manifest->schedule);

    same_bots_join(run, merger->joining.plan->same_bots, NULL);
    if (!merger->run) {
        merger->run = run;
        merger->schedule = manifest->schedule;
        merger->tested = manifest->compared.tested;
        return;
    }
    if (!shard->lone_games != !first->lone_games) {
        differ_alone(first, shard, errors);
    } else {
        same_bots_name_alike(run, merger->run);
        name_differing(merger->run, first->folder, run, shard->folder, errors);
        name_hashes(merger, run, shard);
        same_bots_join(merger->run, NULL, json_get(run, "same_bots"));
        if (shard->of != first->of)
            errors_add(errors, shard->folder, "is one of %d shards, but %s is one of %d", shard->of,
                       first->folder, first->of);
    }
    cJSON_Delete(run);
}

/* Is it one folder with a whole run, as the part that all shards were joined into? It counts as the
 * only shard. */
static bool is_all(const struct merger *merger, const struct manifest *manifest)
{
    return merger->wanted == 1 && !manifest->schedule.shards &&
           manifest->schedule.kind != SCHEDULE_RECORDED && !json_get(manifest->root, "pooled");
}

/* Takes what counts from a manifest. */
static void take_shard(void *context, const char *folder, const struct manifest *manifest)
{
    struct merger *merger = context;
    struct errors *errors = merger->joining.errors;
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
    else if (is_all(merger, manifest))
        shard->first = shard->last = shard->of = 1;
    else if (!schedule->shards)
        errors_add(errors, folder,
                   "is a whole run, not a shard of one (run --shard K/N); --pool joins runs with "
                   "other seeds");
    if (manifest->log == LOG_NONE)
        errors_add(errors, folder, "kept no log, so it cannot be merged");
    compare_run(merger, shard, manifest);
    merger->count++;
}

static int by_number(const void *one, const void *other)
{
    return ((const struct shard *)one)->first - ((const struct shard *)other)->first;
}

static void name_gap(const struct merger *merger, int from, int to)
{
    struct errors *errors = merger->joining.errors;
    const int of = merger->shards[0].of;

    if (from == to)
        errors_add(errors, "merge", "shard %d of %d is missing", from, of);
    else if (from < to)
        errors_add(errors, "merge", "shards %d to %d of %d are missing", from, to, of);
}

/* Is no shard missing? With a test, the last ones may be, if it decides before; and of a part, both
 * ends. */
static bool gapless(const struct merger *merger)
{
    struct errors *errors = merger->joining.errors;
    const bool part = merger->joining.plan->part;
    const int before = errors->count;
    int next = part ? merger->shards[0].first : 1;

    if (merger->shards[0].lone_games)
        return true;
    for (int i = 0; i < merger->count; i++) {
        const struct shard *shard = &merger->shards[i];
        if (shard->first < next)
            errors_add(errors, shard->folder, "is shard %d, and so is %s", shard->first,
                       i ? merger->shards[i - 1].folder : "no other");
        name_gap(merger, next, shard->first - 1);
        next = shard->last + 1;
    }
    if (!part && !merger->tested)
        name_gap(merger, next, merger->shards[0].of);
    return errors->count == before;
}

/* The manifest of the result. The caller deletes it. */
static cJSON *manifest_of_result(const struct merger *merger)
{
    const struct shard *first = &merger->shards[0], *last = &merger->shards[merger->count - 1];
    struct schedule schedule = merger->schedule;

    schedule.shards =
        merger->joining.plan->part && (first->first > 1 || last->last < first->of) ? first->of : 0;
    schedule.shard = first->first;
    schedule.last_shard = last->last > first->first ? last->last : 0;
    return manifest_of_shards(merger->run, &schedule);
}

/* ---- shards: their files ---- */

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
static bool merge_lines(struct merger *merger, const struct shard *shard, uint64_t end)
{
    for (int i = MERGED_LOG + 1; i < MERGED_FILES; i++)
        if (!copy_lines(&merger->files[i], merged_name(i, LOG_ALL), shard, end,
                        merger->joining.errors))
            return false;
    return true;
}

/* Checks and merges the games of one shard. False at the first error. */
static bool merge_shard(struct merger *merger, const struct shard *shard)
{
    uint64_t games;

    return read_games(&merger->joining, shard->folder, shard->games, merger->log, &games) &&
           merge_lines(merger, shard, shard->first_game + games);
}

/* Has all that was written reach the disk. False when data was lost, with an error unless one was
 * `told`. */
static bool sync_files(struct merger *merger, bool told)
{
    bool lost = false, synced = true;

    for (int i = 0; i < MERGED_FILES; i++) {
        const struct merged_file *file = &merger->files[i];
        if (!file->save.file)
            continue;
        lost |= ferror(file->save.file) != 0;
        if (!told && !output_file_sync(file->save.file))
            synced = cannot_write(file->path, merger->joining.errors);
    }
    return synced && !lost;
}

/* Returns an exit code, which tells write errors (EXIT_INTERNAL) from bad input (EXIT_BAD_FILE). */
static int merge_games(struct merger *merger)
{
    const struct joining *joining = &merger->joining;
    const bool lone = merger->shards[0].lone_games; /* then each of them has all of it */
    const int count = lone ? 1 : merger->count;
    struct merged_file *log = &merger->files[MERGED_LOG];
    const enum log_mode mode = joining->whole.log;
    bool ok = true;

    for (int i = 0; i < MERGED_FILES; i++)
        folder_file(joining->plan->out, merged_name(i, mode), merger->files[i].path);
    if (!begin_file(log, joining->errors))
        return EXIT_INTERNAL;
    merger->log = log_writer_on(log->save.file, log->path, mode);
    for (int i = 0; ok && i < count && !run_fold_decided(joining->fold); i++)
        ok = merge_shard(merger, &merger->shards[i]);
    if (!log_writer_close(merger->log) && ok)
        ok = cannot_write(log->path, joining->errors);
    if (!sync_files(merger, !ok))
        return EXIT_INTERNAL;
    if (ok && !lone && !joining->plan->part && !run_fold_decided(joining->fold))
        name_gap(merger, merger->shards[merger->count - 1].last + 1, merger->shards[0].of);
    return joining->errors->count ? EXIT_BAD_FILE : EXIT_OK;
}

/* Replaces what was in the folder. */
static bool save(struct merger *merger)
{
    struct joining *joining = &merger->joining;

    if (!result_folder_clear(joining->plan->out, joining->errors))
        return false;
    for (int i = 0; i < MERGED_FILES; i++) {
        struct output_file *file = &merger->files[i].save;
        if (file->file && !output_file_end(file, joining->errors))
            return false;
        *file = (struct output_file){.file = NULL};
    }
    return save_files(joining);
}

/* `out` must not be one of the shards: with --force its results would be removed. */
static bool is_no_shard(const struct merger *merger)
{
    const char *out = merger->joining.plan->out;
    struct stat whole, part;

    if (stat(out, &whole) != 0)
        return true;
    for (int i = 0; i < merger->count; i++)
        if (stat(merger->shards[i].folder, &part) == 0 && part.st_dev == whole.st_dev &&
            part.st_ino == whole.st_ino) {
            errors_add(merger->joining.errors, "--out",
                       "%s is one of the shards: the merged run needs its own folder", out);
            return false;
        }
    return true;
}

/* All shards are read and checked before anything in the folder is replaced. */
static int merge_into(struct merger *merger)
{
    merger->joining.fold = run_fold_new(&merger->joining.whole);
    const int code = merge_games(merger);
    if (code != EXIT_OK)
        return code;
    summarise(&merger->joining, merger->files[MERGED_LOG].save.beside);
    return save(merger) ? EXIT_OK : EXIT_INTERNAL;
}

static int merge(struct merger *merger)
{
    struct joining *joining = &merger->joining;
    const char *out = joining->plan->out;

    qsort(merger->shards, (size_t)merger->count, sizeof *merger->shards, by_number);
    if (!gapless(merger) ||
        !manifest_read(&joining->whole, manifest_of_result(merger), out, joining->errors))
        return EXIT_BAD_FILE;
    if (!is_no_shard(merger) || !result_folder_may_open(out, joining->plan->force, joining->errors))
        return EXIT_USAGE;
    const bool there = folder_exists(out);
    if (!output_folder_make(out, joining->errors))
        return EXIT_USAGE;
    output_folder_tidy(out);
    const int code = merge_into(merger);
    for (int i = 0; i < MERGED_FILES; i++)
        output_file_drop(&merger->files[i].save);
    if (code != EXIT_OK && !there)
        rmdir(out); /* unless there is something in it */
    return code;
}

int merge_shards(const char *const *folders, int count, const struct merge_plan *plan,
                 struct merged *merged, struct errors *errors)
{
    struct merger merger = {.joining = join_begin(plan, merged, errors),
                            .shards = xcalloc((size_t)count, sizeof *merger.shards),
                            .wanted = count};

    load_manifests(folders, count, take_shard, &merger, errors);
    const int code = errors->count ? EXIT_BAD_FILE : merge(&merger);
    join_end(&merger.joining);
    cJSON_Delete(merger.run);
    free(merger.shards);
    return code;
}

/* ---- runs that are pooled: their manifests ---- */

/* What is kept of a run. */
struct pooled_run {
    const char *folder;
    cJSON *seed;
    uint64_t sessions, games;
    char manifest_sha256[HASH_SIZE];
};

struct pooling {
    struct joining joining;
    struct pooled_run *runs; /* in the order of the hashes of their manifests */
    int count;
    cJSON *first; /* the manifest that was read first, */
    const char *first_folder;
};

/* Why a run cannot be pooled: the end of a sentence, or NULL. */
static const char *why_not(const struct manifest *manifest)
{
    if (manifest->schedule.kind == SCHEDULE_RECORDED)
        return "has imported games";
    if (manifest->log == LOG_NONE)
        return "kept no log, so its games cannot be counted again";
    if (manifest->schedule.shards)
        return "is a shard of a run: merge the shards first";
    if (manifest->compared.tested)
        return "has a test, which ended it when it had decided: pooled with others, its length "
               "would depend on what it showed. Continue one of the runs instead (run --resume)";
    if (strcmp(json_text(manifest->root, "deals"), "seed") != 0)
        return "was played with given deals, which are the same whatever the seed is";
    if (manifest->schedule.missing)
        return "has a last session that is shorter than the others: complete it first, by run "
               "--resume with the --deals of whole sessions";
    return NULL;
}

/* A copy without what may differ. The caller deletes it. */
static cJSON *common_of(const cJSON *manifest)
{
    static const char *const own[] = {"seed", "name", "description", "log", "extended_from"};
    cJSON *common = cJSON_Duplicate(manifest, true), *schedule = json_get(common, "schedule");

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        cJSON_DeleteItemFromObjectCaseSensitive(common, own[i]);
    cJSON_DeleteItemFromObjectCaseSensitive(schedule, "sessions");
    cJSON_DeleteItemFromObjectCaseSensitive(schedule, "games");
    return common;
}

/* Are both runs of the same bots, rules and tables? */
static void check_same(const struct pooling *pooling, const char *folder, const cJSON *manifest)
{
    cJSON *one = common_of(pooling->first), *other = common_of(manifest);
    struct errors *errors = pooling->joining.errors;
    const int before = errors->count;

    name_differing(one, pooling->first_folder, other, folder, errors);
    if (errors->count == before && cJSON_GetArraySize(one) != cJSON_GetArraySize(other))
        errors_add(errors, folder, "its manifest has other members than that of %s",
                   pooling->first_folder);
    cJSON_Delete(one);
    cJSON_Delete(other);
}

/* The same seed gives the same deals. */
static void check_seed(const struct pooling *pooling, const struct pooled_run *run)
{
    for (const struct pooled_run *other = pooling->runs; other < run; other++)
        if (cJSON_Compare(other->seed, run->seed, true)) {
            errors_add(pooling->joining.errors, run->folder,
                       "has the seed of %s, and so the same deals", other->folder);
            return;
        }
}

static void take_run(void *context, const char *folder, const struct manifest *manifest)
{
    struct pooling *pooling = context;
    struct pooled_run *run = &pooling->runs[pooling->count];
    const char *why = why_not(manifest);

    if (why)
        errors_add(pooling->joining.errors, folder, "%s", why);
    *run = (struct pooled_run){.folder = folder,
                               .seed = cJSON_Duplicate(json_get(manifest->root, "seed"), true),
                               .sessions = manifest->schedule.sessions,
                               .games = schedule_games(&manifest->schedule)};
    manifest_sha256(manifest->root, run->manifest_sha256);
    check_seed(pooling, run);
    if (pooling->first) {
        if (!why)
            check_same(pooling, folder, manifest->root);
    } else if (!why) {
        pooling->first = cJSON_Duplicate(manifest->root, true);
        pooling->first_folder = folder;
    }
    pooling->count++;
}

static int by_hash(const void *one, const void *other)
{
    return strcmp(((const struct pooled_run *)one)->manifest_sha256,
                  ((const struct pooled_run *)other)->manifest_sha256);
}

/* The manifest of all runs: their sessions in a row, and which runs they are. The caller deletes
 * it. */
static cJSON *manifest_of_pool(const struct pooling *pooling)
{
    cJSON *root = cJSON_Duplicate(pooling->first, true), *schedule = json_get(root, "schedule");
    uint64_t sessions = 0, games = 0;

    cJSON_DeleteItemFromObjectCaseSensitive(root, "description");
    cJSON_DeleteItemFromObjectCaseSensitive(root,
                                            "extended_from"); /* the pool has a warning, too */
    cJSON *pooled = cJSON_AddArrayToObject(root, "pooled");
    for (int i = 0; i < pooling->count; i++) {
        const struct pooled_run *run = &pooling->runs[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddItemToObject(object, "seed", cJSON_Duplicate(run->seed, true));
        json_put_int(object, "sessions", (int64_t)run->sessions);
        cJSON_AddStringToObject(object, "manifest_sha256", run->manifest_sha256);
        cJSON_AddItemToArray(pooled, object);
        sessions += run->sessions;
        games += run->games;
    }
    cJSON_ReplaceItemInObjectCaseSensitive(root, "name", cJSON_CreateString("pool"));
    cJSON_ReplaceItemInObjectCaseSensitive(root, "seed",
                                           cJSON_Duplicate(pooling->runs[0].seed, true));
    cJSON_ReplaceItemInObjectCaseSensitive(root, "log", cJSON_CreateString("none"));
    cJSON_SetNumberValue(json_get(schedule, "sessions"), (double)sessions);
    cJSON_SetNumberValue(json_get(schedule, "games"), (double)games);
    return root;
}

/* ---- runs that are pooled: their games ---- */

static int fold_runs(struct pooling *pooling)
{
    struct joining *joining = &pooling->joining;
    const struct merge_plan *plan = joining->plan;
    uint64_t games;

    if (!result_folder_may_open(plan->out, plan->force, joining->errors))
        return EXIT_USAGE;
    qsort(pooling->runs, (size_t)pooling->count, sizeof *pooling->runs, by_hash);
    if (!manifest_read(&joining->whole, manifest_of_pool(pooling), plan->out, joining->errors))
        return EXIT_BAD_FILE;
    joining->fold = run_fold_new(&joining->whole);
    for (int i = 0; i < pooling->count; i++)
        if (!read_games(joining, pooling->runs[i].folder, pooling->runs[i].games, NULL, &games))
            return EXIT_BAD_FILE;
    summarise(joining, NULL);
    if (!result_folder_open(plan->out, plan->force, joining->errors))
        return EXIT_USAGE;
    return save_files(joining) ? EXIT_OK : EXIT_INTERNAL;
}

int pool_runs(const char *const *folders, int count, const struct merge_plan *plan,
              struct merged *merged, struct errors *errors)
{
    struct pooling pooling = {.joining = join_begin(plan, merged, errors),
                              .runs = xcalloc((size_t)count, sizeof *pooling.runs)};

    load_manifests(folders, count, take_run, &pooling, errors);
    const int code = errors->count ? EXIT_BAD_FILE : fold_runs(&pooling);
    join_end(&pooling.joining);
    for (int i = 0; i < pooling.count; i++)
        cJSON_Delete(pooling.runs[i].seed);
    free(pooling.runs);
    cJSON_Delete(pooling.first);
    return code;
}
