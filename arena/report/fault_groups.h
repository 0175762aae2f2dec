// SPDX-License-Identifier: MIT
/* arena/report/fault_groups.h - the faults of a run, those of one bot, kind and place together. */
#ifndef ARENA_REPORT_FAULT_GROUPS_H
#define ARENA_REPORT_FAULT_GROUPS_H

#include <cjson/cJSON.h>

#include "arena/base/errors.h"

enum { FAULT_GROUPS_MAX = 100, FAULT_GROUP_GAMES = 5 };

/* Reads faults.jsonl of a result folder: an array of {"bot", "kind", "what", "place", "positions",
 * "count", "games", "backtrace", "output"}, the most frequent first, at most FAULT_GROUPS_MAX. A
 * group has one bot, kind and `place`: if it crashed, the first frame of the backtrace that is not
 * in a library; of a refused action "a card", "a bid", "an announcement", "another action" or "no
 * action"; else "". It has one `what`, too, but of refused actions that is the first. `games` are
 * its first FAULT_GROUP_GAMES; `backtrace` and `output` are those of the first, and are missing
 * where it had none. An empty array without faults. The caller deletes it. */
cJSON *fault_groups(const char *folder, struct errors *errors);

#endif
