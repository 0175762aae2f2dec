// SPDX-License-Identifier: MIT
/* arena/solve/solver_bench.h - measures the speed of the solver and the gain of each technique. */
#ifndef ARENA_SOLVE_SOLVER_BENCH_H
#define ARENA_SOLVE_SOLVER_BENCH_H

#include <stdbool.h>

#include "arena/base/errors.h"

/* Solves the deals of a file in the format of tests/data/solver-deals.txt and prints, for each
 * part, nodes and CPU time for the exact value and for won or lost at 61. With `techniques`,
 * repeats won or lost with each technique switched off; a search gives up after 20 million nodes.
 * False with an error when the file cannot be read or a value differs from the file's. */
bool solver_bench(const char *path, bool techniques, struct errors *errors);

#endif
