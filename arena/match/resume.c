// SPDX-License-Identifier: MIT
#include "arena/match/resume.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/json_write.h"
#include "arena/base/json_differences.h"
#include "arena/base/json_file.h"
#include "arena/base/memory.h"
#include "arena/log/manifest.h"
#include "arena/log/result_folder.h"
#include "arena/base/output_file.h"
#include "arena/base/result_format.h"
#include "arena/base/terminal_fold.h"
#include "arena/result/summary_file.h"
#include "arena/result/run_summary.h"
#include "arena/base/version.h"

/* ---- the config ---- */

static void add_word(cJSON *object, const char *key, const char *text)
{
    if (text)
        cJSON_AddStringToObject(object, key, text);
}

/* What the command line said of the run that is begun. */
static const struct {
    const char *key;
    size_t at; /* in struct config_overrides */
    bool is_text;
} kept_overrides[] = {
    {"deals", offsetof(struct config_overrides, deals), false},
    {"session_deals", offsetof(struct config_overrides, session_deals), false},
    {"shard", offsetof(struct config_overrides, shard), false},
    {"shards", offsetof(struct config_overrides, shards), false},
    {"seed", offsetof(struct config_overrides, seed), true},
    {"log", offsetof(struct config_overrides, log), true},
    {"isolation", offsetof(struct config_overrides, isolation), true},
    {"play", offsetof(struct config_overrides, play), true},
    {"redeals", offsetof(struct config_overrides, redeals), true},
};
enum { KEPT_OVERRIDES = sizeof kept_overrides / sizeof *kept_overrides };

static void add_overrides(cJSON *given, const struct config_overrides *overrides)
{
    for (int i = 0; i < KEPT_OVERRIDES; i++) {
        const void *from = (const char *)overrides + kept_overrides[i].at;
        if (kept_overrides[i].is_text)
            add_word(given, kept_overrides[i].key, *(const char *const *)from);
        else
            json_put_int(given, kept_overrides[i].key, *(const int64_t *)from);
    }
    if (overrides->bidding)
        cJSON_AddTrueToObject(given, "bidding");
}

/* Texts are those of `given`. */
static struct config_overrides read_overrides(const cJSON *given, int64_t workers)
{
    struct config_overrides overrides = {.workers = workers,
                                         .bidding = cJSON_IsTrue(json_get(given, "bidding"))};

    for (int i = 0; i < KEPT_OVERRIDES; i++) {
        void *into = (char *)&overrides + kept_overrides[i].at;
        if (kept_overrides[i].is_text)
            *(const char **)into = cJSON_GetStringValue(json_get(given, kept_overrides[i].key));
        else
            *(int64_t *)into = (int64_t)json_number(given, kept_overrides[i].key);
    }
    return overrides;
}

bool resume_save(const struct config *config, const char *folder, const cJSON *command,
                 const char *board, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE], from[PATH_MAX];
    cJSON *root = cJSON_CreateObject();

    json_put_int(root, "format", RESULT_FORMAT);
    cJSON_AddStringToObject(root, "file", config->path);
    cJSON_AddStringToObject(root, "folder", realpath(config->folder, from) ? from : config->folder);
    add_word(root, "started_in", getcwd(from, sizeof from));
    json_put_int(root, "workers", config->workers);
    add_overrides(cJSON_AddObjectToObject(root, "overrides"), &config->overrides);
    add_word(root, "board", board);
    if (command)
        cJSON_AddItemToObject(root, "command", cJSON_Duplicate(command, true));
    cJSON_AddItemToObject(root, "config", cJSON_Duplicate(config->root, true));
    bool ok = json_save(root, folder_file(folder, RESUME_FILE, path), errors);
    cJSON_Delete(root);
    return ok;
}

cJSON *resume_saved(const char *folder)
{
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {0};
    cJSON *saved = json_load(folder_file(folder, RESUME_FILE, path), &ignored);

    errors_free(&ignored);
    return saved;
}

bool resume_remove(const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    return output_file_remove(folder_file(folder, RESUME_FILE, path), errors);
}

/* Reads the config that resume.json has, of which errors are told there, since the file that it was
 * read from may say something else by now. */
static bool parse_saved(struct config *config, const cJSON *saved, const char *path,
                        const struct config_overrides *overrides, struct errors *errors)
{
    char *text = cJSON_PrintUnformatted(json_get(saved, "config")),
         *place = xasprintf("%s (the config of the run)", path);
    const bool ok = config_parse(config, text ? text : "", text ? strlen(text) : 0, place,
                                 json_text(saved, "folder"), overrides, errors);

    free(config->path);
    config->path = xstrdup(json_text(saved, "file"));
    free(place);
    free(text);
    return ok;
}

/* The config keeps the overrides: they are saved again where the run is begun again. */
static bool read_saved(struct config *config, cJSON *saved, const char *path, int64_t workers,
                       struct errors *errors)
{
    cJSON *given = cJSON_DetachItemFromObjectCaseSensitive(saved, "overrides");
    const struct config_overrides overrides =
        read_overrides(given, workers ? workers : (int64_t)json_number(saved, "workers"));
    const bool ok = parse_saved(config, saved, path, &overrides, errors);

    config->given_overrides = given;
    return ok;
}

/* Changes to the folder where the run was started. False if that fails. */
static bool move_to(const char *started_in, const char **folder, char moved[FOLDER_PATH_SIZE])
{
    char here[PATH_MAX], absolute[PATH_MAX];

    if (!*started_in || (getcwd(here, sizeof here) && strcmp(here, started_in) == 0))
        return true; /* keep the names as the user typed them */
    if (!realpath(*folder, absolute) || strlen(absolute) >= FOLDER_MAX || chdir(started_in) != 0)
        return false;
    snprintf(moved, FOLDER_PATH_SIZE, "%.*s", FOLDER_MAX - 1, absolute);
    *folder = moved;
    return true;
}

/* Has `regress` ended since the new bot fails in most games that it plays alone? */
static bool failed_alone(const char *folder)
{
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {0};
    cJSON *manifest = json_load(folder_file(folder, "manifest.json", path), &ignored);
    const bool failed = lone_games_failed(manifest) > 0;

    cJSON_Delete(manifest);
    errors_free(&ignored);
    return failed;
}

/* Why there is no RESUME_FILE in a folder. */
static const char *why_not(const char *folder)
{
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {0};
    struct pool pool = {0};
    struct run_summary summary;

    if (access(folder_file(folder, "manifest.json", path), F_OK) != 0)
        return "no run was begun here: there is no resume.json";
    const bool complete =
        run_summary_load(&summary, folder_file(folder, "summary.json", path), &pool, &ignored) &&
        (summary.complete || failed_alone(folder));
    pool_free(&pool);
    errors_free(&ignored);
    return complete
               ? "this run is finished: there is nothing to resume"
               : "this run is not finished, but its resume.json is missing: if it was to get more "
                 "deals, continue it with --deals; else run its config again with --force";
}

/* A log that somebody compressed otherwise is still the state of the run: without it everything
 * would be played again. */
static bool is_packed(const char *folder, struct errors *errors)
{
    static const char *const names[] = {"games.jsonl.gz", "games.jsonl.xz", "games.jsonl.bz2"};
    char path[FOLDER_PATH_SIZE];

    if (log_mode_of_folder(folder) != LOG_NONE)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (access(folder_file(folder, names[i], path), F_OK) == 0) {
            errors_add(errors, path,
                       "a run continues only from games.jsonl or games.jsonl.zst: unpack it "
                       "first (--force starts over)");
            return true;
        }
    return false;
}

/* NULL with an error. */
static cJSON *load_saved(const char *path, struct errors *errors)
{
    cJSON *saved = json_load(path, errors);
    const bool fits = result_format_check(saved, path, errors);

    if (fits && cJSON_IsObject(json_get(saved, "config")))
        return saved;
    if (fits)
        errors_add(errors, path, "has no \"config\", an object: this program did not write it");
    cJSON_Delete(saved);
    return NULL;
}

bool resume_load(struct config *config, const char **folder, char moved[FOLDER_PATH_SIZE],
                 int64_t workers, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    *config = (struct config){0};
    if (access(folder_file(*folder, RESUME_FILE, path), F_OK) != 0) {
        errors_add(errors, *folder, "%s", why_not(*folder));
        return false;
    }
    if (is_packed(*folder, errors))
        return false;
    cJSON *saved = load_saved(path, errors);
    if (!saved)
        return false;
    const char *started_in = json_text(saved, "started_in");
    bool there = move_to(started_in, folder, moved);
    int why = errno;
    bool ok = read_saved(config, saved, path, workers, errors);
    if (!ok && !there)
        errors_add(errors, path,
                   "the run was begun in %s, to which relative names refer; it cannot be "
                   "entered (%s), so the current folder was searched instead",
                   started_in, strerror(why));
    cJSON_Delete(saved);
    return ok;
}

/* ---- the manifest ---- */

enum { PLACE_SIZE = 200 };

/* Takes the first place in which two manifests differ; a list is one place. */
static bool take_place(void *context, const char *place, const char *what)
{
    (void)what;
    snprintf(context, PLACE_SIZE, "%.*s", (int)strcspn(place, "["), place);
    return false;
}

/* Whether a manifest, read from `path`, is the one that would be written now. If not, an error
 * names what has changed since the run was `since`, and what follows from that. */
static bool is_same(const cJSON *is, const cJSON *would, const char *path, const char *since,
                    struct errors *errors)
{
    char place[PLACE_SIZE] = "$";

    if (cJSON_Compare(is, would, true))
        return true;
    json_differences("$", is, would, "", take_place, place);
    errors_add(errors, path,
               "%s is not what would be played now: a bot, a rule set or the program has changed "
               "since the run was %s",
               place, since);
    return false;
}

bool resume_fits(const struct config *config, const cJSON *manifest, const char *path,
                 struct errors *errors)
{
    cJSON *would = manifest_of(config);

    json_copy(would, manifest, "played_alone");
    json_copy(would, manifest, "extended_from");
    const bool same = is_same(manifest, would, path, "started (--force starts over)", errors);
    cJSON_Delete(would);
    return same;
}

/* ---- more deals ---- */

/* The members of a manifest that say how many deals there are. */
static const char *const counts[] = {"sessions", "deals", "total_deals", "games"};

/* The rules say how many deals a session has, of which a run of one session gets more. */
static cJSON *without_counts(const cJSON *manifest)
{
    cJSON *copy = cJSON_Duplicate(manifest, true), *schedule = json_get(copy, "schedule");

    if (json_number(schedule, "sessions") == 1)
        cJSON_DeleteItemFromObjectCaseSensitive(json_get(copy, "rules"), "deals");
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        cJSON_DeleteItemFromObjectCaseSensitive(schedule, counts[i]);
    cJSON_DeleteItemFromObjectCaseSensitive(copy, "extended_from");
    return copy;
}

/* Is all that is played the same but for the number of deals? */
static bool same_tables(const cJSON *is, const cJSON *would, const char *path,
                        struct errors *errors)
{
    cJSON *one = without_counts(would), *other = without_counts(is);

    json_copy(one, other, "played_alone");
    const bool same = is_same(other, one, path, "played, so it cannot get more deals", errors);
    cJSON_Delete(one);
    cJSON_Delete(other);
    return same;
}

/* Was a cut of power between the two files of a longer run (save_longer())? */
static bool is_half_extended(const struct manifest *manifest, const struct run_summary *summary)
{
    return summary->planned < (int64_t)schedule_games(&manifest->schedule);
}

/* Why a run cannot get more deals: the end of a sentence; NULL if it can. */
static const char *why_not_longer(const struct manifest *manifest, const char *folder,
                                  uint64_t deals)
{
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {0};
    struct pool pool = {0};
    struct run_summary summary;
    const char *why = NULL;

    if (manifest->schedule.shards)
        why = "is a shard: its run is continued when its shards are merged";
    else if (manifest->schedule.kind == SCHEDULE_RECORDED)
        why = "was imported";
    else if (cJSON_IsArray(json_get(manifest->root, "deals")))
        why = "has given deals, and no others";
    else if (log_mode_of_folder(folder) == LOG_NONE)
        why = "kept no log, which is needed to continue a run";
    else if (!run_summary_load(&summary, folder_file(folder, "summary.json", path), &pool,
                               &ignored) ||
             !summary.complete)
        why = "is not finished: continue it first, without --deals";
    else if (deals < schedule_deals(&manifest->schedule) ||
             (deals == schedule_deals(&manifest->schedule) &&
              !is_half_extended(manifest, &summary)))
        why = "has as many deals already: --deals is the number of all of them";
    else if (summary.games < summary.planned && summary.numbers.test)
        why = "ended when its test had decided: more deals would not be looked at";
    pool_free(&pool);
    errors_free(&ignored);
    return why;
}

/* Saves what begins the longer run, and removes the summary of the shorter one. After a cut in
 * between, the same command does it again. */
static bool save_longer(const struct manifest *is, const struct config *config, const char *folder,
                        struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    cJSON *would = manifest_of(config);
    const uint64_t before = schedule_deals(&is->schedule);

    json_copy(would, is->root, "played_alone");
    json_copy(would, is->root, "extended_from");
    if (!json_get(would, "extended_from"))
        json_put_int(would, "extended_from", (int64_t)before);
    const bool ok =
        same_tables(is->root, would, folder_file(folder, "manifest.json", path), errors) &&
        json_save(would, path, errors) && resume_save(config, folder, NULL, NULL, errors) &&
        output_file_remove(folder_file(folder, "summary.json", path), errors);
    cJSON_Delete(would);
    return ok;
}

/* A manifest has the names of its config, but not where that is. */
static bool has_relative_module(const cJSON *manifest)
{
    const cJSON *bot;

    cJSON_ArrayForEach (bot, json_get(manifest, "bots")) {
        const char *module = json_text(bot, "module");
        if (strchr(module, '/') && *module != '/')
            return true;
    }
    return false;
}

bool resume_extend(const char *folder, int64_t deals, int64_t workers, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct config config = {0};
    struct manifest is;
    const char *why;
    bool ok = false;

    if (!manifest_load(&is, folder_file(folder, "manifest.json", path), errors)) {
        manifest_free(&is);
        return false;
    }
    if ((why = why_not_longer(&is, folder, (uint64_t)deals))) {
        errors_add(errors, folder, "%s", why);
    } else {
        cJSON *begun = config_of_run(is.root, &why);
        char *text = cJSON_PrintUnformatted(begun);
        const struct config_overrides overrides = {
            .deals = deals, .session_deals = -1, .workers = workers ? workers : -1};
        const bool read =
            text && config_parse(&config, text, strlen(text), path, ".", &overrides, errors);
        if (!read && has_relative_module(is.root))
            errors_add(errors, path,
                       "relative names refer to the current folder: continue the run in the folder "
                       "of its config");
        ok = read && save_longer(&is, &config, folder, errors);
        config_free(&config);
        free(text);
        cJSON_Delete(begun);
    }
    manifest_free(&is);
    return ok;
}
