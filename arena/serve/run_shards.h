// SPDX-License-Identifier: MIT
/* arena/serve/run_shards.h - the shards of a run that lie beside each other, and how far each
 * is. */
#ifndef ARENA_SERVE_RUN_SHARDS_H
#define ARENA_SERVE_RUN_SHARDS_H

#include "arena/log/manifest.h"

/* Of a folder with a shard: an array, by number, of {"folder" (its name), "number", "of", "state"
 * (run_state_names), "games", "planned"} of each shard of the same run in the folder above, this
 * one included. Games are counted to the last that the log has. NULL for a run that is no shard, or
 * several merged ones. `manifest`: that of the folder. The caller deletes it. */
cJSON *run_shards(const char *folder, const struct manifest *manifest);

#endif
