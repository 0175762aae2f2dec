// SPDX-License-Identifier: MIT
/* arena/report/fault_groups.h - the faults of a run, those of one bot, kind and place together. */
#ifndef ARENA_REPORT_FAULT_GROUPS_H
#define ARENA_REPORT_FAULT_GROUPS_H

#include "arena/base/fields.h"

enum { FAULT_GROUPS_MAX = 100, FAULT_GROUP_GAMES = 5 };

#define FAULT_GROUP_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, TEXT, bot, ALWAYS, "name")                                                           \
    VALUE(OF, TEXT, kind, ALWAYS, "illegal, timeout or crash")                                     \
    VALUE(OF, TEXT, what, ALWAYS, "what happened; of refused actions, the first time")             \
    VALUE(OF, TEXT, place, ALWAYS,                                                                 \
          "the first frame that is not in a library; of a refused action its kind; or \"\"")       \
    MANY(OF, TEXTS, text, positions, ALWAYS, "where the bot sat")                                  \
    VALUE(OF, INT, count, ALWAYS, "faults")                                                        \
    MANY(OF, INTS, integer, games, ALWAYS, "numbers of the first games")                           \
    MANY(OF, TEXTS, text, backtrace, IF_ANY, "of the first fault; missing if it has none")         \
    VALUE(OF, TEXT, output, IF_ANY, "of the first fault; missing if its bot printed nothing")
FIELDS_STRUCT(fault_group, FAULT_GROUP_FIELDS);

/* Reads faults.jsonl of a result folder. A group has one bot, kind and place, and one `what`, but
 * for refused actions, which are "a card", "a bid", "an announcement", "another action" or "no
 * action". Returns the groups, the most frequent first, at most FAULT_GROUPS_MAX, and sets *count;
 * they come from the pool. None without faults, or with errors. */
struct fault_group *fault_groups_read(const char *folder, int *count, struct pool *pool,
                                      struct errors *errors);

#endif
