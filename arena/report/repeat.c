// SPDX-License-Identifier: MIT
#include "arena/report/repeat.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/hash.h"
#include "arena/base/json_write.h"
#include "arena/base/json_read.h"
#include "arena/base/input_file.h"
#include "arena/base/memory.h"
#include "arena/base/version.h"
#include "arena/log/manifest.h"

/* `root`: of populations. */
static void add_command(cJSON *repeat, const char *folder, const cJSON *root)
{
    cJSON *timing = result_file_of_run(folder, "timing.json", root);
    const cJSON *command = json_get(timing, "command");

    if (cJSON_IsString(command))
        cJSON_AddStringToObject(repeat, "command", command->valuestring);
    cJSON_Delete(timing);
}

static void add_config(cJSON *repeat, cJSON *config, const char *why, const char *again)
{
    char *text = config ? cJSON_Print(config) : NULL;

    if (text)
        cJSON_AddStringToObject(repeat, "config", text);
    else if (why)
        cJSON_AddStringToObject(repeat, "no_config", why);
    if (text || !config)
        cJSON_AddStringToObject(repeat, "again", again);
    free(text);
    cJSON_Delete(config);
}

static void add_run(cJSON *repeat, const char *folder)
{
    const char *why = NULL;
    cJSON *manifest = json_of_folder(folder, "manifest.json", NULL);
    cJSON *config = manifest ? config_of_run(manifest, &why) : NULL;
    const cJSON *shard = json_get(json_get(manifest, "schedule"), "shard");
    char again[80] = "skat-arena verify .";

    add_command(repeat, folder, NULL);
    if (config)
        snprintf(again, sizeof again, "skat-arena run config.json");
    if (config && shard)
        snprintf(again, sizeof again, "skat-arena run config.json --shard %.0f/%.0f",
                 json_number(shard, "number"), json_number(shard, "of"));
    add_config(repeat, config, why, again);
    cJSON_Delete(manifest);
}

/* The rules of another game: its rule set, which has the name of the game, and all options. */
static void add_rules_of_game(cJSON *options, const char *folder, const char *variation)
{
    char file[FOLDER_PATH_SIZE];

    snprintf(file, sizeof file, "%s/manifest.json", variation);
    cJSON *manifest = json_of_folder(folder, file, NULL);
    const cJSON *rules = json_get(manifest, "rules"), *option;
    const char *game = json_text(rules, "game");

    cJSON_AddStringToObject(options, "extends", game);
    cJSON_ArrayForEach (option, rules)
        if (strcmp(option->string, "game") != 0 && strcmp(option->string, "seats") != 0 &&
            strcmp(option->string, "deals") != 0)
            cJSON_AddItemToObject(options, option->string, cJSON_Duplicate(option, true));
    cJSON_Delete(manifest);
}

/* The variations of a study as its config has them: the options that differ, with their values. */
static void add_variations(cJSON *config, const char *folder, const cJSON *study)
{
    cJSON *variations = cJSON_AddObjectToObject(config, "variations");
    const cJSON *variation, *change;

    cJSON_ArrayForEach (variation, json_get(study, "variations")) {
        const char *name = json_text(variation, "name");
        const cJSON *changes = json_get(variation, "changes");
        cJSON *options = cJSON_AddObjectToObject(variations, name);
        if (json_get(changes, "game")) {
            add_rules_of_game(options, folder, name);
            continue;
        }
        cJSON_ArrayForEach (change, changes)
            cJSON_AddItemToObject(options, change->string,
                                  cJSON_Duplicate(cJSON_GetArrayItem(change, 1), true));
    }
}

static void add_study(cJSON *repeat, const char *folder)
{
    const char *why = NULL;
    cJSON *manifest = json_of_folder(folder, "baseline/manifest.json", NULL),
          *study = json_of_folder(folder, "study.json", NULL);
    cJSON *config = manifest && study ? config_of_run(manifest, &why) : NULL;

    add_command(repeat, folder, NULL);
    if (json_get(study, "learned")) {
        cJSON_AddStringToObject(repeat, "no_config",
                                "the command says what players learn: it is not in a config");
        cJSON_Delete(config);
        config = NULL;
    }
    json_copy(repeat, manifest, "bots");
    if (config) {
        cJSON_ReplaceItemInObjectCaseSensitive(config, "name",
                                               cJSON_CreateString(json_text(study, "name")));
        add_variations(config, folder, study);
        cJSON_DeleteItemFromObjectCaseSensitive(config,
                                                "compare"); /* rule sets are compared, not bots */
        add_config(repeat, config, why, "skat-arena study config.json");
    }
    cJSON_Delete(manifest);
    cJSON_Delete(study);
}

/* Each population is a study of its own, in a folder of its name. */
static void add_populations(cJSON *repeat, const char *folder)
{
    cJSON *root = json_of_folder(folder, "populations.json", NULL),
          *manifest = result_file_of_run(folder, "manifest.json", root);

    add_command(repeat, folder, root);
    cJSON_AddStringToObject(repeat, "no_config",
                            "the command says which populations play: each has a page of its own, "
                            "with its config");
    json_copy(repeat, manifest, "bots");
    cJSON_Delete(manifest);
    cJSON_Delete(root);
}

static void add_campaign(cJSON *repeat, const char *folder, enum result_kind kind)
{
    static const char commits[] = "commits have no config: the command builds and plays them";
    static const struct {
        const char *method, *no_config;
    } words[RESULT_KINDS] = {
        [RESULT_SEARCH] = {"search", "what was searched, and how, is in tune.json"},
        [RESULT_GRID] = {"grid", "which values were played is in grid.json"},
        [RESULT_HISTORY] = {"history", commits},
        [RESULT_BISECT] = {"bisect", commits},
    };

    add_command(repeat, folder, NULL);
    cJSON_AddStringToObject(repeat, "method", words[kind].method);
    cJSON_AddStringToObject(repeat, "no_config", words[kind].no_config);
}

static void add_files(cJSON *repeat, const char *folder, struct errors *errors)
{
    static const char *const names[] = {
        "manifest.json", "games.jsonl",  "games.jsonl.zst", "summary.json",
        "faults.jsonl",  "study.json",   "study.csv",       "populations.json",
        "tune.json",     "tune.jsonl",   "import.jsonl",    "analysis.jsonl",
        "analysis.json", "history.json", "bisect.json",     "grid.json"};
    cJSON *files = cJSON_AddArrayToObject(repeat, "files");

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[FOLDER_PATH_SIZE], sum[HASH_SIZE];
        struct stat status;
        if (stat(folder_file(folder, names[i], path), &status) != 0)
            continue;
        if (!S_ISREG(status.st_mode) || !hash_file(path, sum)) {
            input_file_refused(path, S_ISREG(status.st_mode) ? errno : EMEDIUMTYPE, errors);
            continue;
        }
        cJSON *file = cJSON_CreateObject();
        cJSON_AddStringToObject(file, "file", names[i]);
        json_put_int(file, "bytes", status.st_size);
        cJSON_AddStringToObject(file, "sha256", sum);
        cJSON_AddItemToArray(files, file);
    }
}

cJSON *repeat_of(const char *folder, enum result_kind kind, struct errors *errors)
{
    cJSON *repeat = cJSON_CreateObject();
    int before = errors->count;

    if (kind == RESULT_RUN)
        add_run(repeat, folder);
    else if (kind == RESULT_STUDY)
        add_study(repeat, folder);
    else if (kind == RESULT_POPULATIONS)
        add_populations(repeat, folder);
    else
        add_campaign(repeat, folder, kind);
    add_files(repeat, folder, errors);
    if (errors->count == before)
        return repeat;
    cJSON_Delete(repeat);
    return NULL;
}

/* ---- what played ---- */

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

static bool add_played(cJSON *runs, const char *inner, const char *path, struct errors *errors)
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
              add_played(runs, inner, path, errors);
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
