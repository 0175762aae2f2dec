// SPDX-License-Identifier: MIT
#include "arena/report/played.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/hash.h"
#include "arena/base/json_write.h"
#include "arena/base/json_read.h"
#include "arena/base/memory.h"
#include "arena/base/version.h"

enum { DEEPEST = 8 }; /* folders, as an archive has them */

/* A module of a bot; of a composed bot there are two, one that bids and one that plays. */
static void add_module(cJSON *list, const char *bot, const cJSON *module)
{
    if (!cJSON_HasObjectItem(module, "sha256"))
        return;
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddStringToObject(entry, "bot", bot);
    json_copy(entry, module, "module");
    json_copy(entry, module, "sha256");
    json_copy(entry, module, "files");
    cJSON_AddItemToArray(list, entry);
}

cJSON *played_of_manifest(const cJSON *manifest)
{
    cJSON *list = cJSON_CreateArray();
    const cJSON *bot;

    cJSON_ArrayForEach (bot, json_get(manifest, "bots")) {
        const char *name = json_text(bot, "name");
        add_module(list, name, bot);
        add_module(list, name, json_get(bot, "bid"));
        add_module(list, name, json_get(bot, "play"));
    }
    return list;
}

static bool add_run(cJSON *runs, const char *inner, const char *path, struct errors *errors)
{
    cJSON *manifest = json_load(path, errors);

    if (!manifest)
        return false;
    cJSON *run = cJSON_CreateObject();
    cJSON_AddStringToObject(run, "folder", inner);
    cJSON_AddItemToObject(run, "played", played_of_manifest(manifest));
    cJSON_AddItemToArray(runs, run);
    cJSON_Delete(manifest);
    return true;
}

/* The run in a folder, `inner` seen from the first, and those below it. */
static bool add_runs(cJSON *runs, const char *folder, const char *inner, int depth,
                     struct errors *errors)
{
    char whole[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];
    struct dirent **entries = NULL;

    folder_file(folder, inner, whole);
    int count = depth > DEEPEST ? 0 : scandir(whole, &entries, NULL, alphasort);
    bool ok = access(folder_file(whole, "manifest.json", path), F_OK) != 0 ||
              add_run(runs, inner, path, errors);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        if (ok && name[0] != '.' && folder_exists(folder_file(whole, name, path))) {
            char *below = xasprintf("%s%s%s", inner, *inner ? "/" : "", name);
            ok = add_runs(runs, folder, below, depth + 1, errors);
            free(below);
        }
        free(entries[i]);
    }
    free(entries);
    return ok;
}

cJSON *played_of(const char *folder, struct errors *errors)
{
    char program[HASH_SIZE] = "";
    cJSON *root = cJSON_CreateObject();

    hash_file("/proc/self/exe", program);
    json_put_int(root, "format", RESULT_FORMAT);
    cJSON *packed_by = cJSON_AddObjectToObject(root, "packed_by");
    cJSON_AddStringToObject(packed_by, "harness", ARENA_HARNESS);
    cJSON_AddStringToObject(packed_by, "sha256", program);
    if (add_runs(cJSON_AddArrayToObject(root, "runs"), folder, "", 0, errors))
        return root;
    cJSON_Delete(root);
    return NULL;
}

/* Are the bot, its module's bytes and the bytes of the files of its command the same? */
static bool same_entry(const cJSON *one, const cJSON *other)
{
    const cJSON *files = json_get(one, "files"), *others = json_get(other, "files");
    const int count = cJSON_GetArraySize(files);
    bool same = strcmp(json_text(one, "bot"), json_text(other, "bot")) == 0 &&
                strcmp(json_text(one, "sha256"), json_text(other, "sha256")) == 0 &&
                count == cJSON_GetArraySize(others);

    for (int i = 0; same && i < count; i++)
        same = strcmp(json_text(cJSON_GetArrayItem(files, i), "sha256"),
                      json_text(cJSON_GetArrayItem(others, i), "sha256")) == 0;
    return same;
}

bool played_the_same(const cJSON *one, const cJSON *other)
{
    const int count = cJSON_GetArraySize(one);
    bool same = count == cJSON_GetArraySize(other);

    for (int i = 0; same && i < count; i++)
        same = same_entry(cJSON_GetArrayItem(one, i), cJSON_GetArrayItem(other, i));
    return same;
}
