// SPDX-License-Identifier: MIT
/* arena/cli/exit_status.h - verdicts as exit codes. */
#ifndef ARENA_CLI_EXIT_STATUS_H
#define ARENA_CLI_EXIT_STATUS_H

#include "arena/stats/sequential_test.h"

/* The exit code for a test's verdict: EXIT_OK, EXIT_REJECTED or EXIT_UNDECIDED. */
int verdict_exit_code(enum test_verdict verdict);

#endif
