// SPDX-License-Identifier: MIT
#include "arena/report/archive_verify.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/input_line.h"
#include "arena/base/exit_code.h"
#include "arena/base/json_file.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/result_format.h"
#include "arena/base/system_random.h"
#include "arena/base/version.h"
#include "arena/base/zstd_reader.h"
#include "arena/config/config.h"
#include "arena/log/manifest.h"
#include "arena/log/log_writer.h"
#include "arena/log/result_folder.h"
#include "arena/match/tournament.h"
#include "arena/import/player_check.h"
#include "arena/record/game_json.h"
#include "arena/report/archive_unpack.h"
#include "arena/report/played.h"
#include "arena/report/repeat.h"
#include "arena/report/result_archive.h"
#include "arena/sandbox/sandbox.h"

/* An archive that is being checked. */
struct archive_checking {
    const char *path;
    const struct archive_check *check;
    struct archive_verified *verified;
    char scratch[FOLDER_PATH_SIZE], top[FOLDER_PATH_SIZE];
    char harness[80]; /* that packed it, as played.json says */
    struct errors *errors;
};

static void not_again(struct archive_checking *checking, const char *why, const char *what)
{
    snprintf(checking->verified->why_not, sizeof checking->verified->why_not, "%s%s", why, what);
}

/* Draws 0..below - 1. */
static uint64_t draw(uint64_t below)
{
    uint64_t drawn = 0;

    if (!system_random(&drawn, sizeof drawn))
        drawn = 0;
    return drawn % below;
}

/* ---- what is in the archive ---- */

/* played.json says what the manifests say. */
static cJSON *check_played(struct archive_checking *checking)
{
    char path[FOLDER_PATH_SIZE];

    if (access(folder_file(checking->top, PLAYED_FILE, path), F_OK) != 0) {
        errors_add(checking->errors, checking->path,
                   "has no " PLAYED_FILE ": is it an archive of results?");
        return NULL;
    }
    cJSON *says = json_load(path, checking->errors);
    cJSON *is = result_format_check(says, path, checking->errors)
                    ? played_of(checking->top, checking->errors)
                    : NULL;
    cJSON *runs = cJSON_DetachItemFromObject(is, "runs");

    if (is && !cJSON_Compare(runs, json_get(says, "runs"), true)) {
        errors_add(checking->errors, checking->path,
                   PLAYED_FILE " does not say what the manifests say");
        cJSON_Delete(runs);
        runs = NULL;
    }
    snprintf(checking->harness, sizeof checking->harness, "%s",
             json_text(json_get(says, "packed_by"), "harness"));
    cJSON_Delete(says);
    cJSON_Delete(is);
    return runs;
}

/* Is what a file should have, "" if there should be none, not what it has, NULL if there is none?
 */
static bool differs(const char *should, const char *is)
{
    return strcmp(should, is ? is : "") != 0;
}

/* All of a file in the archive's folder, to be freed; NULL if there is none. */
static char *text_of(const struct archive_checking *checking, const char *name)
{
    char path[FOLDER_PATH_SIZE], *text = NULL;
    FILE *file = input_file_open(folder_file(checking->top, name, path), INPUT_OWN);
    size_t size = 0;

    if (!file)
        return NULL;
    if (getdelim(&text, &size, '\0', file) < 0 && !text)
        text = xstrdup("");
    fclose(file);
    return text;
}

/* The text after the first line, which has the name of the folder: the user may rename that. */
static const char *after_heading(const char *text)
{
    const char *end = text ? strchr(text, '\n') : NULL;
    return end ? end : text;
}

/* Makes config.json and README.txt from the results again. Another version of the program may word
 * them differently: then a message says that they were not compared. */
static bool check_repeat(struct archive_checking *checking)
{
    const enum result_kind kind = result_kind_of(checking->top);
    cJSON *repeat = repeat_of(checking->top, kind, checking->errors);

    if (!repeat)
        return false;
    char *config = text_of(checking, "config.json"), *readme = text_of(checking, "README.txt"),
         *written = result_archive_readme("", repeat);
    const char *wrong = differs(json_text(repeat, "config"), config)             ? "config.json"
                        : differs(after_heading(written), after_heading(readme)) ? "README.txt"
                                                                                 : NULL;
    const bool other = strcmp(checking->harness, ARENA_HARNESS) != 0;
    if (wrong && other)
        snprintf(checking->verified->packed_by, sizeof checking->verified->packed_by, "%s",
                 checking->harness);
    else if (wrong)
        errors_add(checking->errors, checking->path, "%s is not what is made from the results",
                   wrong);
    free(config);
    free(readme);
    free(written);
    cJSON_Delete(repeat);
    return !wrong || other;
}

static void folder_of_run(const struct archive_checking *checking, const cJSON *run,
                          char folder[FOLDER_PATH_SIZE])
{
    const char *inner = json_text(run, "folder");

    snprintf(folder, FOLDER_PATH_SIZE, "%.500s%s%.500s", checking->top, *inner ? "/" : "", inner);
}

static bool has_log(const char *folder) { return log_mode_of_folder(folder) != LOG_NONE; }

static bool verify_runs(struct archive_checking *checking, const cJSON *runs)
{
    struct archive_verified *verified = checking->verified;
    char folder[FOLDER_PATH_SIZE];
    const cJSON *run;

    cJSON_ArrayForEach (run, runs) {
        struct verified log;
        folder_of_run(checking, run, folder);
        if (!has_log(folder))
            continue;
        if (!player_check_log(folder, NULL, checking->check->workers, true, &log, checking->errors))
            return false;
        verified->logs++;
        verified->games += log.games;
    }
    return true;
}

/* ---- a share played again ---- */

/* The next game of a log, without the newline; NULL at the end. */
static const char *next_line(FILE *file, char **line, size_t *size)
{
    do
        if (input_line_read(line, size, file) <= 0)
            return NULL;
    while (bids_line_is(*line));
    (*line)[strcspn(*line, "\n")] = '\0';
    return *line;
}

/* Was it decided by a clock? */
static bool is_timed(const char *line) { return strstr(line, "\"status\":\"timeout\"") != NULL; }

/* Compares the lines of games `first` to `end` - 1; a run that its test ended has no more. */
static bool compare_logs(struct archive_checking *checking, FILE *was, FILE *is, uint64_t first,
                         uint64_t end)
{
    struct archive_verified *verified = checking->verified;
    char *old = NULL, *new = NULL;
    size_t old_size = 0, new_size = 0;
    bool same = true;
    const char *before = next_line(was, &old, &old_size), *now;

    while (before && game_json_named_game(before) < first)
        before = next_line(was, &old, &old_size);
    now = next_line(is, &new, &new_size);
    while (same && before && game_json_named_game(before) < end) {
        const bool timed = now && (is_timed(before) || is_timed(now));
        same = now && (timed || strcmp(before, now) == 0);
        if (!same)
            errors_add(checking->errors, checking->path,
                       "game %llu is not what its bots play: played again, its line differs",
                       (unsigned long long)game_json_named_game(before));
        verified->again += same && !timed;
        verified->timed += timed;
        before = next_line(was, &old, &old_size);
        now = same ? next_line(is, &new, &new_size) : NULL;
    }
    if (same && before && now) {
        errors_add(checking->errors, checking->path, "lacks a game that its bots play: %.60s", new);
        same = false;
    }
    free(old);
    free(new);
    return same;
}

static bool compare_folders(struct archive_checking *checking, const char *folder,
                            const char *again, const struct config *config)
{
    const struct schedule *schedule = &config->schedule;
    char path[FOLDER_PATH_SIZE];
    FILE *was = zstd_reader_open(folder_file(folder, "games.jsonl", path), INPUT_OWN);
    FILE *is = zstd_reader_open(folder_file(again, "games.jsonl", path), INPUT_OWN);
    const uint64_t first = schedule_first_game(schedule);
    bool same = was && is;

    if (!same)
        errors_add(checking->errors, checking->path, "a log cannot be read again");
    same = same && compare_logs(checking, was, is, first, first + schedule_games(schedule));
    if (was)
        fclose(was);
    if (is)
        fclose(is);
    return same;
}

/* Plays the shard that config->schedule names, quietly, into a folder of its own. */
static bool play_again(struct archive_checking *checking, struct config *config, const char *folder)
{
    static struct tournament tournament; /* 100 kB, used once */
    const struct tournament_options how = {.quiet = true, .silent = true};
    char again[FOLDER_PATH_SIZE];

    folder_file(checking->scratch, ".again", again);
    const int code = result_folder_open(again, false, checking->errors)
                         ? tournament_play(&tournament, config, again, &how, checking->errors)
                         : EXIT_INTERNAL;
    tournament_free(&tournament);
    checking->verified->interrupted = code == EXIT_INTERRUPTED;
    return code == EXIT_OK && compare_folders(checking, folder, again, config);
}

/* Which shard: one that begins before the log ends. */
static void draw_shard(struct archive_checking *checking, struct schedule *schedule, uint64_t games)
{
    struct archive_verified *verified = checking->verified;
    const uint64_t units = schedule_units(schedule);

    verified->shards =
        units < (uint64_t)checking->check->shards ? (int)units : checking->check->shards;
    schedule->shards = verified->shards;
    do
        schedule->shard = 1 + (int)draw((uint64_t)verified->shards);
    while (schedule_first_game(schedule) >= games && schedule_first_game(schedule) > 0);
    verified->shard = schedule->shard;
}

/* Why this run cannot be played again here; NULL if it can. */
static const char *why_not(const struct config *config, const cJSON *run)
{
    if (config_uses_clock(config))
        return "a bot uses the clock, and may play otherwise each time";
    cJSON *manifest = manifest_of(config), *played = played_of_manifest(manifest);
    const bool same = played_the_same(json_get(run, "played"), played);
    cJSON_Delete(manifest);
    cJSON_Delete(played);
    return same ? NULL : "a bot that is found here is not the one that played: its hash differs";
}

/* Loads the config of a run as it would be played here. Relative names start from the current
 * folder, so that no module comes out of the archive. False with not_again(). */
static bool load_config(struct archive_checking *checking, const cJSON *root, struct config *config)
{
    const struct config_overrides overrides = {
        .deals = -1,
        .isolation = "process",
        .workers = checking->check->workers ? checking->check->workers : -1};
    char *text = xcheck(cJSON_Print(root));
    struct errors errors = {0};
    char reason[200];

    *config = (struct config){0};
    if (!sandbox_possible(reason, sizeof reason))
        errors_add(&errors, NULL, "%s", reason);
    const bool ok = !errors.count && config_parse(config, text, strlen(text), "config.json", ".",
                                                  &overrides, &errors);
    if (!ok && errors.text)
        errors.text[strcspn(errors.text, "\n")] = '\0'; /* the first says enough */
    if (!ok)
        not_again(checking, "it cannot be played here: ", errors.text ? errors.text : "");
    errors_free(&errors);
    free(text);
    return ok;
}

/* Such a bot starts its programs as soon as a config is loaded. */
static bool starts_programs(const cJSON *root)
{
    const cJSON *bot;
    bool found = false;

    cJSON_ArrayForEach (bot, json_get(root, "bots"))
        found |= bot_starter(bot) != NULL;
    return found;
}

static bool again_by_config(struct archive_checking *checking, const cJSON *run, const cJSON *root,
                            const char *folder)
{
    struct config config;
    bool ok = true;

    if (load_config(checking, root, &config)) {
        const char *why = why_not(&config, run);
        if (why)
            not_again(checking, why, "");
        else {
            draw_shard(checking, &config.schedule, checking->verified->games);
            snprintf(checking->verified->run, sizeof checking->verified->run, "%.190s",
                     json_text(run, "folder"));
            ok = play_again(checking, &config, folder);
        }
    }
    config_free(&config);
    return ok;
}

static bool share_of_run(struct archive_checking *checking, const cJSON *run)
{
    char folder[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];
    const char *why = NULL;
    bool ok = true;

    folder_of_run(checking, run, folder);
    cJSON *manifest = json_load(folder_file(folder, "manifest.json", path), checking->errors);
    const cJSON *schedule = json_get(manifest, "schedule");
    cJSON *config = manifest ? config_of_run(manifest, &why) : NULL;
    if (!has_log(folder))
        not_again(checking, "the run kept no log", "");
    else if (cJSON_HasObjectItem(schedule, "shard"))
        not_again(checking, "it is a shard of a run", "");
    else if (!config)
        not_again(checking, why ? why : "there is no config", "");
    else if (starts_programs(config))
        not_again(checking, "a bot starts programs, which no sandbox holds", "");
    else
        ok = again_by_config(checking, run, config, folder);
    cJSON_Delete(config);
    cJSON_Delete(manifest);
    return ok;
}

/* ---- the temporary folder ---- */

/* Starts a process that removes the folder when this one has ended, also by a signal: when nobody
 * has *open any more. */
static pid_t start_remover(const char *folder, int *open)
{
    int ends[2];
    char nothing;

    *open = -1;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    fflush(NULL); /* or the child would write buffered output again */
    const pid_t pid = fork();
    if (pid == 0) {
        setsid(); /* Ctrl-C is not for it */
        close(ends[1]);
        while (read(ends[0], &nothing, 1) < 0 && errno == EINTR)
            ;
        archive_unpack_remove(folder);
        _exit(EXIT_OK);
    }
    close(ends[0]);
    *open = ends[1];
    return pid;
}

static void remove_scratch(const char *folder, pid_t remover, int open)
{
    if (open >= 0)
        close(open);
    if (remover > 0)
        while (waitpid(remover, NULL, 0) < 0 && errno == EINTR)
            ;
    else
        archive_unpack_remove(folder);
}

bool archive_verify(const char *path, const struct archive_check *check,
                    struct archive_verified *verified, struct errors *errors)
{
    struct archive_checking checking = {
        .path = path, .check = check, .verified = verified, .errors = errors};
    cJSON *runs = NULL;
    int open;

    *verified = (struct archive_verified){0};
    if (!folder_make_temporary(checking.scratch, errors))
        return false;
    const pid_t remover = start_remover(checking.scratch, &open);
    bool ok = archive_unpack(path, checking.scratch, checking.top, &verified->files, errors) &&
              archive_unpack_check(path, checking.top, verified->files, errors) &&
              (runs = check_played(&checking)) && check_repeat(&checking) &&
              verify_runs(&checking, runs);
    const int count = cJSON_GetArraySize(runs);
    if (ok && !check->shards)
        not_again(&checking, "it was not asked for", "");
    else if (ok && !count)
        not_again(&checking, "there is no run", "");
    else if (ok)
        ok = share_of_run(&checking, cJSON_GetArrayItem(runs, (int)draw((uint64_t)count)));
    cJSON_Delete(runs);
    remove_scratch(checking.scratch, remover, open);
    return ok;
}
