// SPDX-License-Identifier: MIT
#include "arena/regress/lone_play.h"

#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/json_write.h"
#include "arena/log/result_folder.h"
#include "arena/match/tournament.h"
#include "arena/config/run_seed.h"

enum { DEALS = 12 };

/* The bot in all seats. */
static cJSON *root_of(const struct config *config, const char *name)
{
    static const char *const kept[] = {"rules", "limits", "isolation", "workers"};
    const cJSON *given = config->root;
    cJSON *root = cJSON_CreateObject();

    cJSON_AddStringToObject(root, "name", "alone");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const cJSON *item = json_get(given, kept[i]);
        if (item)
            cJSON_AddItemToObject(root, kept[i], cJSON_Duplicate(item, true));
    }
    cJSON *bots = cJSON_AddObjectToObject(root, "bots");
    const cJSON *all = json_get(given, "bots");
    cJSON_AddItemToObject(bots, name, cJSON_Duplicate(json_get(all, name), true));
    cJSON *seats = cJSON_AddArrayToObject(root, "seats");
    for (int seat = 0; seat < config->rules.seats; seat++)
        cJSON_AddItemToArray(seats, cJSON_CreateString(name));
    json_put_int(root, "deals", DEALS);
    seed_json_put(root, "seed", &config->seed);
    return root;
}

static int play_alone(struct lone_play *play, const struct config *config, const char *out,
                      struct errors *errors)
{
    const struct tournament_options how = {.quiet = true, .most_faults = LONE_FAULTS, .step = true};
    static struct tournament tournament; /* 100 kB, used one at a time */

    result_folder_clear_step(out);
    const int code = tournament_play(&tournament, config, out, &how, errors);
    play->faults = tournament.summary ? run_summary_faults(tournament.summary) : 0;
    play->games = (int64_t)tournament.result.games;
    tournament_free(&tournament);
    if (code == EXIT_OK && !play->faults)
        result_folder_clear_step(out);
    return code;
}

bool lone_play_config(struct config *alone, const struct config *config, int bot,
                      struct errors *errors)
{
    struct config_overrides overrides = config->overrides;

    overrides.deals = overrides.session_deals = -1;
    overrides.redeals = NULL;
    overrides.shard = overrides.shards = 0;
    overrides.log = NULL;
    overrides.modules = config->modules;
    return config_make(alone, root_of(config, config->bots[bot].name), config->path, config->folder,
                       &overrides, errors);
}

int lone_play_run(struct lone_play *play, const struct config *config, int bot, const char *out,
                  struct errors *errors)
{
    struct config alone;

    *play = (struct lone_play){.bot = config->bots[bot].name};
    const int code = lone_play_config(&alone, config, bot, errors)
                         ? play_alone(play, &alone, out, errors)
                         : EXIT_INTERNAL;
    config_free(&alone);
    return code;
}
