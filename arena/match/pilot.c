// SPDX-License-Identifier: MIT
#include "arena/match/pilot.h"

#include <math.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/compare/redeal_choice.h"
#include "arena/match/supervisor.h"

/* A pilot, and its games. */
struct played_pilot {
    struct config config;
    struct manifest manifest;
    struct run_fold *fold;
    struct supervisor_result result; /* 100 kB */
};

/* Makes the config of a pilot of `deals` deals: from another seed, of the whole run also for a part
 * of it, without a test. Where sessions are played in one piece it must be some of them, and of
 * given deals there must be so many. With one re-deal of each case, if that is asked for, else as
 * the run. False with errors. The caller frees it in any case; it must not outlive `config`. */
static bool pilot_config(struct config *pilot, const struct config *config, int64_t deals,
                         bool one_redeal, struct errors *errors)
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
    if (one_redeal) {
        overrides.redeals = "1";
        overrides.log = "all"; /* which re-deals need */
    }
    overrides.shard = overrides.shards = 0;
    overrides.rules = overrides.limits = NULL; /* they are in `root` */
    overrides.modules = config->modules;
    return config_make(pilot, root, config->path, config->folder, &overrides, errors);
}

/* Plays so many deals, fewer if a bot fails again and again, and writes their log where nobody
 * finds it. False if it was interrupted, or with errors. The caller
 * frees the pilot in any case. */
static bool pilot_play(struct played_pilot *pilot, const struct config *config, int64_t deals,
                       bool one_redeal, struct errors *errors)
{
    enum { FAULTS = 6 };
    struct supervisor_outputs outputs = {.most_faults = one_redeal ? 0 : FAULTS};

    *pilot = (struct played_pilot){.fold = NULL};
    if (!pilot_config(&pilot->config, config, deals, one_redeal, errors) ||
        !manifest_read(&pilot->manifest, manifest_of(&pilot->config), "pilot", errors))
        return false;
    pilot->fold = outputs.fold = run_fold_new(&pilot->manifest);
    outputs.log = pilot->config.log == LOG_NONE ? NULL : log_writer_temporary(errors);
    const bool ok =
        !errors->count && supervisor_play(&pilot->config, &outputs, &pilot->result, errors);
    log_writer_close(outputs.log);
    return ok && !pilot->result.interrupted;
}

static void pilot_free(struct played_pilot *pilot)
{
    run_fold_free(pilot->fold);
    manifest_free(&pilot->manifest);
    config_free(&pilot->config);
}

int redeal_pilot(const struct config *config, struct errors *errors)
{
    static struct played_pilot pilot; /* used once */
    const int64_t deals = redeal_pilot_deals(config);

    if (!deals)
        return 0;
    const int choice = pilot_play(&pilot, config, deals, true, errors)
                           ? redeal_choice_of(config, run_fold_stats(pilot.fold))
                           : -1;
    pilot_free(&pilot);
    return choice;
}

/* ---- time ---- */

enum { MOST_DEALS = 1000000000, FIRST_DEALS = 36 };

int64_t time_pilot_deals(double seconds, int64_t played, double took, int64_t session)
{
    const double fit = took > 0 ? seconds / took * (double)played : MOST_DEALS;
    const int64_t deals = fit < MOST_DEALS ? (int64_t)fit : MOST_DEALS;

    return deals < session ? session : deals - deals % session;
}

/* Plays a pilot of so many deals. Returns how many seconds they took, and sets *deals to how many
 * there were; below 0 if it was interrupted, or with errors. */
static double play_for_time(const struct config *config, int64_t *deals, struct errors *errors)
{
    static struct played_pilot pilot; /* used one at a time */
    const bool ok = pilot_play(&pilot, config, *deals, false, errors);

    if (ok)
        *deals = (int64_t)(pilot.result.games / (uint64_t)pilot.config.schedule.per_deal);
    pilot_free(&pilot);
    return ok ? pilot.result.seconds : -1;
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
