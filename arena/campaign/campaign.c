// SPDX-License-Identifier: MIT
#include "arena/campaign/campaign.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/json_write.h"
#include "arena/base/clock.h"
#include "arena/base/command_line.h"
#include "arena/base/exit_code.h"
#include "arena/base/hash.h"
#include "arena/base/interrupt.h"
#include "arena/base/json_file.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/progress.h"
#include "arena/base/terminal.h"
#include "arena/base/terminal_fold.h"
#include "arena/config/drawn_seed.h"
#include "arena/log/manifest.h"
#include "arena/log/result_folder.h"
#include "arena/result/summary_file.h"

/* ---- the folder and the cache ---- */

enum { LONGEST = FOLDER_MAX - 100 }; /* of the path of a cache: its runs have files */

/* What is finished would be played again, and not be there if that were interrupted. */
static bool refuse_finished(const char *folder, const char *file, struct errors *errors)
{
    struct errors ignored = {0};
    char path[FOLDER_PATH_SIZE];
    cJSON *result = json_load(folder_file(folder, file, path), &ignored);
    const bool finished = cJSON_IsTrue(json_get(result, "complete"));

    if (finished)
        errors_add(errors, path, "is complete: nothing is left to resume; --force plays it again");
    cJSON_Delete(result);
    errors_free(&ignored);
    return finished;
}

bool campaign_open(struct campaign *campaign, const struct campaign_options *options,
                   const char *name, struct config *config, struct errors *errors)
{
    *campaign = (struct campaign){.started = clock_seconds(CLOCK_MONOTONIC),
                                  .resume = options->resume,
                                  .quiet = options->quiet};
    return result_folder_name(options->out, name, campaign->folder, errors) &&
           !(options->resume && options->result &&
             refuse_finished(campaign->folder, options->result, errors)) &&
           (options->resume ? result_folder_continue(campaign->folder, errors)
                            : result_folder_open(campaign->folder, options->force, errors)) &&
           (config ? config_keep_seed(config, campaign->folder, options->resume, errors)
                   : drawn_seed_keep(campaign->folder, options->resume, errors));
}

static bool claim(struct campaign *campaign, struct errors *errors)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    char path[FOLDER_PATH_SIZE];

    campaign->claim = output_file_grow(folder_file(campaign->cache, "lock", path), OUTPUT_APPEND);
    if (!campaign->claim) {
        errors_add(errors, path, "%s", strerror(errno));
        return false;
    }
    if (fcntl(fileno(campaign->claim), F_SETLK, &lock) == 0 || (errno != EACCES && errno != EAGAIN))
        return true; /* also on file systems without locks */
    errors_add(errors, campaign->cache,
               "another skat-arena uses this cache: wait for it, or stop it");
    return false;
}

/* Removes all runs. */
static void clear_runs(const struct campaign *campaign)
{
    char runs[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];
    DIR *folder = opendir(folder_file(campaign->cache, "runs", runs));

    for (const struct dirent *entry; folder && (entry = readdir(folder));)
        if (*entry->d_name != '.')
            result_folder_remove(folder_file(runs, entry->d_name, path));
    if (folder)
        closedir(folder);
    rmdir(runs);
}

bool campaign_cache_open(struct campaign *campaign, const struct campaign_options *options,
                         bool anew, struct errors *errors)
{
    char own[FOLDER_PATH_SIZE], real[PATH_MAX];
    const char *path =
        options->cache ? options->cache : folder_file(campaign->folder, "cache", own);

    if (!output_folder_make(path, errors))
        return false;
    if (!realpath(path, real)) {
        errors_add(errors, path, "%s", strerror(errno));
        return false;
    }
    if (strlen(real) > LONGEST) {
        errors_add(errors, path, "the path of a cache has at most %d bytes", LONGEST);
        return false;
    }
    snprintf(campaign->cache, sizeof campaign->cache, "%.*s", LONGEST, real);
    if (!claim(campaign, errors))
        return false;
    if (anew)
        clear_runs(campaign);
    return true;
}

bool campaign_save(const struct campaign *campaign, const struct fields *fields, const void *result,
                   const char *file, int64_t workers, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    cJSON *timing = command_timing(workers, clock_seconds(CLOCK_MONOTONIC) - campaign->started);
    const bool saved =
        fields_save(fields, result, folder_file(campaign->folder, file, path), errors) &&
        json_save(timing, folder_file(campaign->folder, "timing.json", path), errors);

    cJSON_Delete(timing);
    return saved;
}

/* Takes the line of progress off the terminal. */
static void end_line(struct campaign *campaign)
{
    if (campaign->shown && terminal_width(stderr))
        fprintf(stderr, "\r\033[K");
    campaign->shown = false;
}

void campaign_progress(struct campaign *campaign, int done, int total, const char *what,
                       const char *said)
{
    const double took = clock_seconds(CLOCK_MONOTONIC) - campaign->playing;
    char text[600], left[PROGRESS_LEFT_SIZE] = "";

    campaign->done = done;
    snprintf(campaign->part_of, sizeof campaign->part_of, "%d of %d %s", done, total, what);
    if (campaign->quiet || !said)
        return;
    if (campaign->playing > 0 && done > campaign->before && done < total)
        progress_left(took * (total - done) / (done - campaign->before), left);
    snprintf(text, sizeof text, "%s%s%s%s%s", campaign->part_of, *left ? ", " : "", left,
             *said ? ": " : "", said);
    progress_line(text, done, total);
    campaign->shown = done < total;
}

void campaign_tell_interruption(struct campaign *campaign, const char *file, bool can_resume)
{
    end_line(campaign);
    print_note("skat-arena: interrupted: %s are finished and in %s/%s; %s\n", campaign->part_of,
               campaign->folder, file,
               can_resume ? "the same command with --resume continues"
                          : "without logs it cannot continue: --force starts over");
}

void campaign_close(struct campaign *campaign, bool clear)
{
    char path[FOLDER_PATH_SIZE];

    end_line(campaign);
    if (clear && campaign->claim) {
        clear_runs(campaign);
        unlink(folder_file(campaign->cache, "lock", path));
        rmdir(campaign->cache);
    }
    if (campaign->claim)
        output_file_close(campaign->claim);
    campaign->claim = NULL;
}

/* ---- runs ---- */

enum { KEY_SIZE = 33 };

static void key_of(const struct config *config, char key[KEY_SIZE])
{
    static const char *const parts[] = {"bid", "play"};
    cJSON *manifest = manifest_of(config), *bot;
    char sum[HASH_SIZE];

    cJSON_ArrayForEach (bot, json_get(manifest, "bots")) {
        cJSON_DeleteItemFromObjectCaseSensitive(bot, "module");
        for (int i = 0; i < 2; i++)
            cJSON_DeleteItemFromObjectCaseSensitive(json_get(bot, parts[i]), "module");
    }
    char *text = xcheck(cJSON_PrintUnformatted(manifest));
    hash_text(text, sum);
    snprintf(key, KEY_SIZE, "%.*s", KEY_SIZE - 1, sum);
    free(text);
    cJSON_Delete(manifest);
}

static bool has(const char *folder, const char *file)
{
    char path[FOLDER_PATH_SIZE];
    return access(folder_file(folder, file, path), F_OK) == 0;
}

/* Plays into an open folder, or goes on with what is there. */
static int play(struct campaign *campaign, const struct config *config, const char *folder,
                bool resume, const struct tournament_options *how, struct errors *errors)
{
    static struct tournament tournament; /* 100 kB, used one at a time */
    struct tournament_options part = *how;

    part.part_of = campaign->quiet || !*campaign->part_of ? NULL : campaign->part_of;
    if (!campaign->playing) {
        campaign->playing = clock_seconds(CLOCK_MONOTONIC);
        campaign->before = campaign->done;
    }
    const int code =
        (resume ? tournament_resume : tournament_play)(&tournament, config, folder, &part, errors);

    tournament_free(&tournament);
    return code;
}

/* Reads what was played. False, with an error if it cannot be read, unless it was all. */
static bool is_played(struct campaign_run *run, const char *folder, struct pool *pool,
                      struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    return has(folder, "summary.json") &&
           run_summary_load(&run->summary, folder_file(folder, "summary.json", path), pool,
                            errors) &&
           (run->summary.complete ||
            (run->most_faults && run_summary_faults(&run->summary) >= run->most_faults));
}

int campaign_play(struct campaign *campaign, const struct config *config, struct campaign_run *run,
                  struct pool *pool, struct errors *errors)
{
    const struct tournament_options how = {
        .quiet = true, .silent = true, .most_faults = run->most_faults};
    char key[KEY_SIZE], folder[FOLDER_PATH_SIZE];
    const int before = errors->count;

    if (interrupt_heard())
        return EXIT_INTERRUPTED;
    key_of(config, key);
    snprintf(run->name, sizeof run->name, "runs/%s", key);
    folder_file(campaign->cache, run->name, folder);
    const bool begun = has(folder, RESUME_FILE);
    if (!begun && is_played(run, folder, pool, errors))
        return EXIT_OK;
    if (errors->count > before)
        return EXIT_BAD_FILE;
    const bool resume = begun && config->log != LOG_NONE;
    if (!resume && !result_folder_open(folder, true, errors))
        return EXIT_INTERNAL;
    const int code = play(campaign, config, folder, resume, &how, errors);
    return code != EXIT_OK || is_played(run, folder, pool, errors) ? code : EXIT_INTERNAL;
}

int campaign_play_in(struct campaign *campaign, const struct config *config, const char *folder,
                     const struct tournament_options *how, struct errors *errors)
{
    if (interrupt_heard())
        return EXIT_INTERRUPTED;
    return result_folder_continue(folder, errors)
               ? play(campaign, config, folder, campaign->resume, how, errors)
               : EXIT_INTERNAL;
}
