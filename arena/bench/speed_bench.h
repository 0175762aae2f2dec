// SPDX-License-Identifier: MIT
/* arena/bench/speed_bench.h - how fast bots play, beside XSkat, and a signature of what they play.
 */
#ifndef ARENA_BENCH_SPEED_BENCH_H
#define ARENA_BENCH_SPEED_BENCH_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "arena/base/errors.h"

struct speed_bench_options {
    const char *bot; /* only the workloads of this bot; NULL: all */
    int64_t games;   /* of each workload, in all rounds */
    int64_t workers;
    bool instructions; /* count them, too, with valgrind */
};

/* Is there a workload with this bot? */
bool speed_bench_knows(const char *bot);

/* Adds a row for each workload to `rows`, an array: "bot", "workload" and "signature", 16
 * hexadecimal digits over every card and score of 20,000 games, the same on every machine. False
 * with errors, or when it was interrupted; the rows are then those of the workloads before. */
bool speed_bench_signatures(const struct speed_bench_options *options, cJSON *rows,
                            struct errors *errors);

/* Measures the workloads in rounds, one after the other in each, and in each round XSkat, if it is
 * installed: all have then had the same minutes of a shared machine. Adds a row for each workload,
 * and one for XSkat: "bot", "workload", "games_per_second" (of processor time, of all processes;
 * the median of the rounds), "lowest", "highest", "times_xskat", and of a game "clock_reads",
 * "log_bytes" and "instructions". What is not known is left out. False with errors, or when it was
 * interrupted. */
bool speed_bench_measure(const struct speed_bench_options *options, cJSON *rows,
                         struct errors *errors);

#endif
