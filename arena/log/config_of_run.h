// SPDX-License-Identifier: MIT
/* arena/log/config_of_run.h - the config that plays a run again, made from its manifest. */
#ifndef ARENA_LOG_CONFIG_OF_RUN_H
#define ARENA_LOG_CONFIG_OF_RUN_H

#include <cjson/cJSON.h>

/* The config whose run has the same log, to the byte, as the run with this manifest (the root of a
 * checked manifest.json; of a merged run and of a shard, the whole run): all rules, all options of
 * all bots, and given deals, so that it needs no other file but the modules. The caller deletes it.
 * NULL if there is none, with *why the reason as a sentence without a full stop, a constant. */
cJSON *config_of_run(const cJSON *manifest, const char **why);

#endif
