// SPDX-License-Identifier: MIT
/* arena/show/junit.h - verdicts as a JUnit XML file, which CI systems show. */
#ifndef ARENA_SHOW_JUNIT_H
#define ARENA_SHOW_JUNIT_H

#include <stdbool.h>

#include "arena/base/errors.h"
#include "arena/result/run_verdict.h"

struct junit_case {
    const char *name;
    const char *type;    /* of the failure, or NULL */
    const char *failure; /* one line, or NULL if it did not fail */
    const char *skipped; /* why it is not known whether it passed, or NULL */
    double seconds;      /* that it took */
    const char *details; /* of the failure, or NULL */
    const char *output;  /* what else there is to say, or NULL */
    const char *errors;  /* what was printed on standard error, or NULL */
};

struct junit_suite {
    const char *name;
    const struct run_verdict *verdict; /* its properties, or NULL */
    double seconds;                    /* that all took */
};

/* Writes one suite. False with an error when the file cannot be written. */
bool junit_write(const char *path, const struct junit_suite *suite, const struct junit_case *cases,
                 int count, struct errors *errors);

#endif
