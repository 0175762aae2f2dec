// SPDX-License-Identifier: MIT
#include "arena/match/pilot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/compare/redeal_choice.h"
#include "arena/match/supervisor.h"

/* ---- the config ---- */

/* Makes the config of a pilot of `deals` deals: from another seed, of the whole run also for a part
 * of it, without a test. Where sessions are played in one piece it must be some of them, and of
 * given deals there must be so many. `redeals` and `log` as in config_overrides, NULL: as the run.
 * False with errors. The caller frees it in any case; it must not outlive `config`. */
static bool pilot_config(struct config *pilot, const struct config *config, int64_t deals,
                         const char *redeals, const char *log, struct errors *errors)
{
    struct config_overrides overrides = config->overrides;
    cJSON *root = cJSON_Duplicate(config->root, true);
    char seal[SKAT_SEAL_SIZE], seed[SKAT_SEED_TEXT_SIZE] = "0x";

    cJSON_DeleteItemFromObjectCaseSensitive(root, "sessions");
    cJSON_DeleteItemFromObjectCaseSensitive(root, "total_deals");
    cJSON_DeleteItemFromObjectCaseSensitive(root, "test");
    strncat(seed, skat_seed_seal(&config->seed, seal), sizeof seed - 3);
    overrides.seed = seed;
    overrides.deals = deals;
    overrides.session_deals = -1;
    if (config->schedule.whole_sessions)
        overrides.session_deals = config->rules.deals;
    if (redeals)
        overrides.redeals = redeals;
    if (log)
        overrides.log = log;
    overrides.shard = overrides.shards = 0;
    overrides.rules = overrides.limits = NULL; /* they are in `root` */
    overrides.modules = config->modules;
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    const bool ok =
        config_parse(pilot, text, strlen(text), config->path, config->folder, &overrides, errors);
    free(text);
    return ok;
}

/* ---- re-deals ---- */

static int play_redeals(const struct config *config, const struct config *pilot,
                        struct errors *errors)
{
    static struct supervisor_result result; /* 100 kB, used once */
    struct manifest manifest;
    int choice = -1;

    if (manifest_read(&manifest, manifest_of(pilot), "pilot", errors)) {
        const struct supervisor_outputs outputs = {.fold = run_fold_new(&manifest)};
        if (supervisor_play(pilot, &outputs, &result, errors) && !result.interrupted)
            choice = redeal_choice_of(config, run_fold_stats(outputs.fold));
        run_fold_free(outputs.fold);
    }
    manifest_free(&manifest);
    return choice;
}

int redeal_pilot(const struct config *config, struct errors *errors)
{
    const int64_t deals = redeal_pilot_deals(config);
    struct config pilot;

    if (!deals)
        return 0;
    const int choice = pilot_config(&pilot, config, deals, "1", "all", errors)
                           ? play_redeals(config, &pilot, errors)
                           : -1;
    config_free(&pilot);
    return choice;
}

/* ---- time ---- */

enum { MOST_DEALS = 1000000000, FIRST_DEALS = 36, FAULTS = 6 };

bool time_pilot_read(const char *text, double *seconds)
{
    static const struct {
        char unit;
        int seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
    char *end;
    const double number = strtod(text, &end);

    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (end != text && end[0] == units[i].unit && !end[1]) {
            *seconds = number * units[i].seconds;
            return isfinite(*seconds) && *seconds > 0;
        }
    return false;
}

int64_t time_pilot_deals(double seconds, int64_t played, double took, int64_t session)
{
    const double fit = took > 0 ? seconds / took * (double)played : MOST_DEALS;
    const int64_t deals = fit < MOST_DEALS ? (int64_t)fit : MOST_DEALS;

    return deals < session ? session : deals - deals % session;
}

/* Plays so many deals, fewer if a bot fails again and again, and writes their log where nobody
 * finds it. Returns how many seconds they took, and sets *deals to how many there were; below 0 if
 * it was interrupted, or with errors. */
static double play_for_time(const struct config *config, int64_t *deals, struct errors *errors)
{
    static struct supervisor_result result; /* 100 kB, used once at a time */
    struct manifest manifest = {.root = NULL};
    struct config pilot;
    double seconds = -1;

    if (pilot_config(&pilot, config, *deals, NULL, NULL, errors) &&
        manifest_read(&manifest, manifest_of(&pilot), "pilot", errors)) {
        const struct supervisor_outputs outputs = {
            .log = pilot.log == LOG_NONE ? NULL : log_writer_temporary(errors),
            .fold = run_fold_new(&manifest),
            .most_faults = FAULTS};
        if (!errors->count && supervisor_play(&pilot, &outputs, &result, errors) &&
            !result.interrupted)
            seconds = result.seconds;
        *deals = (int64_t)(result.games / (uint64_t)pilot.schedule.per_deal);
        log_writer_close(outputs.log);
        run_fold_free(outputs.fold);
    }
    manifest_free(&manifest);
    config_free(&pilot);
    return seconds;
}

/* Between pilots: so much longer that the next one takes long enough. */
static int64_t next_deals(int64_t deals, double took, double enough, int64_t session, int64_t most)
{
    enum { LEAST = 2, MOST = 16 };
    const double factor = took > 0 ? fmin(fmax(enough / took * 1.2, LEAST), MOST) : MOST;
    int64_t next = (int64_t)ceil((double)deals * factor);

    next += (session - next % session) % session;
    return next < most ? next : most;
}

int time_pilot_play(struct time_pilot *pilot, const struct config *config, double seconds,
                    struct errors *errors)
{
    const double SHARE = 0.05, LONGEST = 10;
    const double enough = fmin(SHARE * seconds, LONGEST);
    const int64_t session = config->schedule.whole_sessions ? config->rules.deals : 1,
                  most = config->given.deals ? config->rules.deals : MOST_DEALS;
    double spent = 0;

    *pilot = (struct time_pilot){.deals = 0};
    int64_t deals = session > FIRST_DEALS ? session : FIRST_DEALS - FIRST_DEALS % session;
    for (deals = deals < most ? deals : most;;
         deals = next_deals(deals, pilot->seconds, enough, session, most)) {
        pilot->played = deals;
        const double took = play_for_time(config, &pilot->played, errors);
        if (took < 0)
            return errors->count ? EXIT_INTERNAL : EXIT_INTERRUPTED;
        spent += took;
        pilot->seconds = took;
        if (took >= enough || deals == most || pilot->played < deals)
            break;
    }
    const int64_t fit =
        time_pilot_deals(fmax(0, seconds - spent), pilot->played, pilot->seconds, session);
    pilot->deals = fit < most ? fit : most;
    return EXIT_OK;
}
