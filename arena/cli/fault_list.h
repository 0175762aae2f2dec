// SPDX-License-Identifier: MIT
/* arena/cli/fault_list.h - `games FOLDER --faults`: the reports of the faults of a run. */
#ifndef ARENA_CLI_FAULT_LIST_H
#define ARENA_CLI_FAULT_LIST_H

#include <stdint.h>

#include "arena/base/errors.h"
#include "arena/show/table.h"

struct fault_list_options {
    const char *folder;
    const char *bot; /* only its faults; NULL: of all */
    int64_t most;    /* to print */
    enum table_format format;
};

/* Prints them. Returns EXIT_OK, or EXIT_BAD_FILE with errors. */
int fault_list_print(const struct fault_list_options *options, struct errors *errors);

#endif
