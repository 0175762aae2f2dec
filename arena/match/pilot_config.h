// SPDX-License-Identifier: MIT
/* arena/match/pilot_config.h - the config of a pilot: some deals that are not of the run, as it
 * would play them. */
#ifndef ARENA_MATCH_PILOT_CONFIG_H
#define ARENA_MATCH_PILOT_CONFIG_H

#include "arena/config/config.h"

/* Makes the config of a pilot of `deals` deals: from another seed, of the whole run also for a
 * shard of it, without test and audit. Where sessions are played in one piece it must be some of
 * them, and of given deals there must be so many. `redeals` as in config_overrides, NULL: as the
 * run; `log`, too. False with errors. The caller frees it in any case; it must not outlive
 * `config`. */
bool pilot_config(struct config *pilot, const struct config *config, int64_t deals,
                  const char *redeals, const char *log, struct errors *errors);

#endif
