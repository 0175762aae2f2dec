// SPDX-License-Identifier: MIT
/* arena/match/speed_bench.h - how fast bots play, beside XSkat, and a signature of what they play.
 */
#ifndef ARENA_MATCH_SPEED_BENCH_H
#define ARENA_MATCH_SPEED_BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/base/errors.h"

struct speed_bench_options {
    const char *bot; /* only the cases of this bot; NULL: all */
    int64_t games;   /* of each case, in all rounds */
    int64_t workers;
    bool instructions; /* count them, too, with valgrind */
};

/* Is there a case with this bot? */
bool speed_bench_knows(const char *bot);

/* Prints a line for each case: its signature over every card and score of 20,000 games, which is
 * the same on every machine. False with errors, or when it was interrupted. */
bool speed_bench_signatures(const struct speed_bench_options *options, FILE *out,
                            struct errors *errors);

/* Measures the cases in rounds, one after the other in each, and in each round XSkat, if it is
 * installed: all have then had the same minutes of a shared machine. Prints a table of medians with
 * the lowest and highest of the rounds. False with errors, or when it was interrupted. */
bool speed_bench_table(const struct speed_bench_options *options, FILE *out, struct errors *errors);

#endif
