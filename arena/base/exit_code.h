// SPDX-License-Identifier: MIT
/* arena/base/exit_code.h - the exit codes of the commands. */
#ifndef ARENA_BASE_EXIT_CODE_H
#define ARENA_BASE_EXIT_CODE_H

/* A verdict is an exit code, so that scripts and CI need not read what is printed. --help, README
 * and tests name the same numbers. */
enum exit_code {
    EXIT_OK = 0,
    EXIT_REJECTED = 1,
    EXIT_UNDECIDED = 2,
    EXIT_USAGE = 64,    /* usage or config error */
    EXIT_BAD_FILE = 65, /* bad input file */
    EXIT_INTERNAL = 70,
    EXIT_INTERRUPTED = 75
};

#endif
