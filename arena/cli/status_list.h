// SPDX-License-Identifier: MIT
/* arena/cli/status_list.h - what `results` shows of a run: how far it is, or its shards, and the
 * verdict so far. */
#ifndef ARENA_CLI_STATUS_LIST_H
#define ARENA_CLI_STATUS_LIST_H

#include "arena/base/errors.h"
#include "arena/show/table.h"

/* Prints it of each folder of a run, and of each board that shards share; errors are of those that
 * cannot be read. */
void status_list_print(const char *const *folders, int count, enum table_format format,
                       struct errors *errors);

#endif
