/* arena/cli/exit_status.h - verdicts as exit codes. */
#ifndef ARENA_CLI_EXIT_STATUS_H
#define ARENA_CLI_EXIT_STATUS_H

#include "arena/stats/sequential_test.h"

/* The exit code that tells a test's verdict: EXIT_OK, EXIT_REJECTED, EXIT_UNDECIDED. */
int verdict_exit_code(enum verdict verdict);

#endif
