// SPDX-License-Identifier: MIT
#include "arena/match/pilot_config.h"

#include <stdlib.h>
#include <string.h>

bool pilot_config(struct config *pilot, const struct config *config, int64_t deals,
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
    overrides.audit = 0;
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
