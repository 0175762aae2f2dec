// SPDX-License-Identifier: MIT
#include "arena/history/cached_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/hash.h"
#include "arena/base/interrupt.h"
#include "arena/base/memory.h"
#include "arena/log/manifest.h"
#include "arena/log/result_folder.h"
#include "arena/match/tournament.h"
#include "arena/result/summary_file.h"

void cached_run_key(const struct config *config, char key[RUN_KEY_SIZE])
{
    static const char *const parts[] = {"bid", "play"};
    cJSON *manifest = manifest_of(config), *bot;
    char sum[HASH_SIZE];

    cJSON_ArrayForEach (bot, cJSON_GetObjectItemCaseSensitive(manifest, "bots")) {
        cJSON_DeleteItemFromObjectCaseSensitive(bot, "module");
        for (int i = 0; i < 2; i++)
            cJSON_DeleteItemFromObjectCaseSensitive(cJSON_GetObjectItemCaseSensitive(bot, parts[i]),
                                                    "module");
    }
    char *text = xcheck(cJSON_PrintUnformatted(manifest));
    hash_text(text, sum);
    snprintf(key, RUN_KEY_SIZE, "%.*s", RUN_KEY_SIZE - 1, sum);
    free(text);
    cJSON_Delete(manifest);
}

static bool has(const char *folder, const char *file)
{
    char path[FOLDER_PATH_SIZE];
    return access(folder_file(folder, file, path), F_OK) == 0;
}

/* Plays it, or goes on with it. */
static int play(const struct config *config, const char *folder, bool resume, struct errors *errors)
{
    const struct tournament_options how = {.quiet = true, .silent = true};
    static struct tournament tournament; /* 100 kB, used one at a time */

    if (!resume && !result_folder_open(folder, true, errors))
        return EXIT_INTERNAL;
    const int code =
        (resume ? tournament_resume : tournament_play)(&tournament, config, folder, &how, errors);
    tournament_free(&tournament);
    return code;
}

int cached_run_play(struct cached_run *run, const struct config *config, const char *cache,
                    struct pool *pool, struct errors *errors)
{
    char key[RUN_KEY_SIZE], runs[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];
    int code = EXIT_OK;

    if (interrupt_heard())
        return EXIT_INTERRUPTED;
    cached_run_key(config, key);
    folder_file(folder_file(cache, "runs", runs), key, run->folder);
    const bool begun = has(run->folder, RESUME_FILE);
    const bool kept = config->log != LOG_NONE;
    if (begun || !has(run->folder, "summary.json"))
        code = play(config, run->folder, begun && kept, errors);
    if (code != EXIT_OK)
        return code;
    folder_file(run->folder, "summary.json", path);
    return run_summary_load(&run->summary, path, pool, errors) ? EXIT_OK : EXIT_BAD_FILE;
}
