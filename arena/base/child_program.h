// SPDX-License-Identifier: MIT
/* arena/base/child_program.h - runs another program to its end and reads what it prints. */
#ifndef ARENA_BASE_CHILD_PROGRAM_H
#define ARENA_BASE_CHILD_PROGRAM_H

#include <stdbool.h>

#include "arena/base/printed.h"

struct child_program {
    const char *const *words; /* the program, found by PATH, and its arguments; NULL ends them */
    const char *folder;       /* in which it runs */
    bool joined;              /* what it prints on standard output is part of what it says */
    bool to_the_end;          /* an interruption does not end it */
};

struct child_result {
    int status;          /* as waitpid() gives it; of one that is not found, exit status 127 */
    bool stopped;        /* an interruption (interrupt.h) came, so it was ended */
    char *text;          /* its standard output, unless joined; never NULL; the caller frees it */
    struct printed said; /* on standard error */
};

/* Runs a program in a process group of its own, with empty standard input, no other open files, and
 * without the variables that say in which repository or make this process runs. When an
 * interruption is heard, it and what it has started get SIGTERM, and two seconds later SIGKILL.
 * False with errno if there is no process or pipe left; the caller frees nothing then. */
bool child_program_run(const struct child_program *program, struct child_result *result);

#endif
