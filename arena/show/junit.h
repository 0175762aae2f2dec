// SPDX-License-Identifier: MIT
/* arena/show/junit.h - verdicts as a JUnit XML file, which CI systems show. */
#ifndef ARENA_SHOW_JUNIT_H
#define ARENA_SHOW_JUNIT_H

#include <stdbool.h>

#include "arena/base/errors.h"

struct junit_case {
    const char *name;
    const char *type;    /* of the failure, or NULL */
    const char *failure; /* one line, or NULL if it passed */
    const char *details; /* of the failure, or NULL */
    const char *output;  /* what else there is to say, or NULL */
    const char *errors;  /* what was printed on standard error, or NULL */
};

/* Writes one suite. False with an error when the file cannot be written. */
bool junit_write(const char *path, const char *suite, const struct junit_case *cases, int count,
                 struct errors *errors);

#endif
