// SPDX-License-Identifier: MIT
/* arena/bench/solver_bench.h - measures the speed of the solver and the gain of each technique. */
#ifndef ARENA_BENCH_SOLVER_BENCH_H
#define ARENA_BENCH_SOLVER_BENCH_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/base/errors.h"

/* Solves the deals of a file in the format of tests/data/solver-deals.txt. Adds to `rows`, an
 * array, for each part two rows, for the exact value and for won or lost at 61, and with
 * `techniques` a row for won or lost with each technique switched off: "part", "deals", "search",
 * and of a deal "nodes", "mean_ms" and "median_ms" of CPU time; "given_up": searches of more than
 * 20 million nodes. False with an error when the file cannot be read or a value differs from the
 * file's. */
bool solver_bench(const char *path, bool techniques, cJSON *rows, struct errors *errors);

#endif
