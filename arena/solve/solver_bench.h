/* arena/solve/solver_bench.h - how fast is the solver, and what does each of its techniques bring? */
#ifndef ARENA_SOLVE_SOLVER_BENCH_H
#define ARENA_SOLVE_SOLVER_BENCH_H

#include <stdbool.h>

#include "arena/base/errors.h"

/* Solves the deals of a file in the format of tests/data/solver-deals.txt and prints, for each part of it,
 * nodes and processor time for the exact value and for won or lost at 61. With `techniques` won or lost
 * again with each technique switched off; a search is given up after 20 million nodes. False, and a
 * error, when the file cannot be read or a value is another than the file's. */
bool solver_bench(const char *path, bool techniques, struct errors *errors);

#endif
