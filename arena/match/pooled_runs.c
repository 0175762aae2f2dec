// SPDX-License-Identifier: MIT
#include "arena/match/pooled_runs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/json_file.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/wrong_path.h"
#include "arena/compare/run_fold.h"
#include "arena/log/log_replayer.h"
#include "arena/log/manifest.h"
#include "arena/match/result_folder.h"

/* What is kept of a run. */
struct pooled_run {
    const char *folder;
    cJSON *seed;
    uint64_t sessions, games;
    char manifest_sha256[HASH_SIZE];
};

struct pooling {
    struct pooled_run *runs; /* in the order of the hashes of their manifests */
    int count;
    cJSON *first; /* the manifest that was read first, */
    const char *first_folder;
    cJSON *timings;
    struct run_fold *fold;
    struct errors *errors;
};

/* ---- the manifests ---- */

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
               "would "
               "depend on what it showed. Continue one of the runs instead (run --resume)";
    if (strcmp(json_text(manifest->root, "deals"), "seed") != 0)
        return "was played with given deals, which are the same whatever the seed is";
    if (manifest->schedule.missing)
        return "has a last session that is shorter than the others";
    return NULL;
}

/* A copy without what may differ. The caller deletes it. */
static cJSON *common_of(const cJSON *manifest)
{
    static const char *const own[] = {"seed", "name", "description", "log"};
    cJSON *common = cJSON_Duplicate(manifest, true),
          *schedule = cJSON_GetObjectItemCaseSensitive(common, "schedule");

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
    const cJSON *item;
    const int before = pooling->errors->count;

    cJSON_ArrayForEach (item, one)
        if (!cJSON_Compare(item, cJSON_GetObjectItemCaseSensitive(other, item->string), true))
            errors_add(pooling->errors, folder, "\"%s\" of its manifest differs from that of %s",
                       item->string, pooling->first_folder);
    if (pooling->errors->count == before && cJSON_GetArraySize(one) != cJSON_GetArraySize(other))
        errors_add(pooling->errors, folder, "its manifest has other members than that of %s",
                   pooling->first_folder);
    cJSON_Delete(one);
    cJSON_Delete(other);
}

/* The same seed gives the same deals. */
static void check_seed(const struct pooling *pooling, const struct pooled_run *run)
{
    for (const struct pooled_run *other = pooling->runs; other < run; other++)
        if (cJSON_Compare(other->seed, run->seed, true)) {
            errors_add(pooling->errors, run->folder, "has the seed of %s, and so the same deals",
                       other->folder);
            return;
        }
}

static void load_run(struct pooling *pooling, const char *folder)
{
    struct pooled_run *run = &pooling->runs[pooling->count];
    char path[FOLDER_PATH_SIZE];
    struct manifest manifest;

    if (access(folder_file(folder, "manifest.json", path), F_OK) != 0) {
        run_folder_refused(folder, pooling->errors);
        return;
    }
    if (manifest_load(&manifest, path, pooling->errors)) {
        const char *why = why_not(&manifest);
        if (why)
            errors_add(pooling->errors, folder, "%s", why);
        *run = (struct pooled_run){
            .folder = folder,
            .seed = cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(manifest.root, "seed"), true),
            .sessions = manifest.schedule.sessions,
            .games = schedule_games(&manifest.schedule)};
        manifest_sha256(manifest.root, run->manifest_sha256);
        check_seed(pooling, run);
        if (pooling->first) {
            check_same(pooling, folder, manifest.root);
        } else {
            pooling->first = cJSON_Duplicate(manifest.root, true);
            pooling->first_folder = folder;
        }
        pooling->count++;
    }
    manifest_free(&manifest);
}

static int by_hash(const void *one, const void *other)
{
    return strcmp(((const struct pooled_run *)one)->manifest_sha256,
                  ((const struct pooled_run *)other)->manifest_sha256);
}

/* That of all runs: their sessions in a row, and which they are. The caller deletes it. */
static cJSON *manifest_of_pool(const struct pooling *pooling)
{
    cJSON *root = cJSON_Duplicate(pooling->first, true),
          *schedule = cJSON_GetObjectItemCaseSensitive(root, "schedule");
    uint64_t sessions = 0, games = 0;

    cJSON_DeleteItemFromObjectCaseSensitive(root, "description");
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
    cJSON_SetNumberValue(cJSON_GetObjectItemCaseSensitive(schedule, "sessions"), (double)sessions);
    cJSON_SetNumberValue(cJSON_GetObjectItemCaseSensitive(schedule, "games"), (double)games);
    return root;
}

/* ---- the games ---- */

/* The re-deals of a run, whose deals are numbered from `first` on in the pool. */
struct shifted_redeals {
    struct redeals_source source;
    uint64_t first;
};

static bool shifted_change(void *context, uint64_t deal, struct redeal_change *change)
{
    struct shifted_redeals *redeals = context;

    return redeals_source_change(&redeals->source, deal - redeals->first, change);
}

static bool take_line(void *context, const struct replayed_line *line)
{
    struct pooling *pooling = context;
    const int before = pooling->errors->count;

    if (run_fold_read(pooling->fold, line, pooling->errors))
        run_fold_take(pooling->fold);
    return pooling->errors->count == before;
}

static bool add_run(struct pooling *pooling, const struct pooled_run *run, int workers)
{
    const uint64_t before = run_fold_games(pooling->fold);
    struct shifted_redeals redeals = {.first = 0};
    struct log_reader log;
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {0};

    bool ok = log_reader_open(&log, run->folder, NULL, pooling->errors) &&
              redeals_source_open(&redeals.source, run->folder, &log.manifest.compared,
                                  &log.manifest.schedule, log.manifest.names, pooling->errors);
    log.workers = workers;
    if (ok) {
        redeals.first = before / (uint64_t)log.manifest.schedule.per_deal;
        run_fold_begin_run(pooling->fold);
        run_stats_take_redeals(run_fold_stats(pooling->fold), shifted_change, &redeals);
        ok = log_lines_each(&log, take_line, pooling, pooling->errors);
        run_stats_take_redeals(run_fold_stats(pooling->fold), NULL, NULL);
    }
    const uint64_t games = run_fold_games(pooling->fold) - before;
    if (ok && games != run->games) {
        errors_add(pooling->errors, run->folder, "is not finished: %llu of %llu games",
                   (unsigned long long)games, (unsigned long long)run->games);
        ok = false;
    }
    cJSON *timing = json_load(folder_file(run->folder, "timing.json", path), &ignored);
    if (timing)
        cJSON_AddItemToArray(pooling->timings, timing);
    errors_free(&ignored);
    redeals_source_close(&redeals.source);
    log_reader_close(&log);
    return ok;
}

static int save(const struct pooling *pooling, const struct manifest *pool,
                const struct run_summary *summary, const struct merge_plan *plan)
{
    char path[FOLDER_PATH_SIZE];

    if (!result_folder_open(plan->out, plan->force, pooling->errors))
        return EXIT_USAGE;
    return json_save(pool->root, folder_file(plan->out, "manifest.json", path), pooling->errors) &&
                   fields_save(&run_summary_fields, summary,
                               folder_file(plan->out, "summary.json", path), pooling->errors) &&
                   json_save(pooling->timings, folder_file(plan->out, "timing.json", path),
                             pooling->errors)
               ? EXIT_OK
               : EXIT_INTERNAL;
}

static int fold_runs(struct pooling *pooling, const struct merge_plan *plan, struct merged *merged)
{
    struct manifest pool;
    int code = EXIT_BAD_FILE;

    qsort(pooling->runs, (size_t)pooling->count, sizeof *pooling->runs, by_hash);
    if (manifest_read(&pool, manifest_of_pool(pooling), plan->out, pooling->errors)) {
        bool ok = true;
        pooling->fold = run_fold_new(&pool);
        for (int i = 0; i < pooling->count && ok; i++)
            ok = add_run(pooling, &pooling->runs[i], plan->workers);
        if (ok) {
            merged->summary = pool_alloc(&merged->pool, 1, sizeof *merged->summary);
            run_fold_finish(pooling->fold, NULL, merged->summary, &merged->pool);
            run_fold_warn(pooling->fold, 1);
            code = save(pooling, &pool, merged->summary, plan);
        }
        run_fold_free(pooling->fold);
    }
    manifest_free(&pool);
    return code;
}

int pool_runs(const char *const *folders, int count, const struct merge_plan *plan,
              struct merged *merged, struct errors *errors)
{
    struct pooling pooling = {.runs = xcalloc((size_t)count, sizeof *pooling.runs),
                              .timings = cJSON_CreateArray(),
                              .errors = errors};
    int code = EXIT_BAD_FILE;

    *merged = (struct merged){0};
    for (int i = 0; i < count; i++)
        load_run(&pooling, folders[i]);
    if (!errors->count && !result_folder_may_open(plan->out, plan->force, errors))
        code = EXIT_USAGE;
    else if (!errors->count)
        code = fold_runs(&pooling, plan, merged);
    for (int i = 0; i < pooling.count; i++)
        cJSON_Delete(pooling.runs[i].seed);
    free(pooling.runs);
    cJSON_Delete(pooling.first);
    cJSON_Delete(pooling.timings);
    return code;
}
