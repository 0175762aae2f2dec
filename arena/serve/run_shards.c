// SPDX-License-Identifier: MIT
#include "arena/serve/run_shards.h"

#include <dirent.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/log/manifest.h"
#include "arena/serve/log_tail.h"
#include "arena/serve/run_state.h"

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
        cJSON_AddStringToObject(shard, "folder", name);
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
    DIR *directory = opendir(name);
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
