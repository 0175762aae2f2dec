// SPDX-License-Identifier: MIT
/* arena/positions/position_test.h - asks a bot what it plays in each position of a set, and
 * compares its failures with a list of known ones. */
#ifndef ARENA_POSITIONS_POSITION_TEST_H
#define ARENA_POSITIONS_POSITION_TEST_H

#include <stdbool.h>
#include <stdio.h>

#include "arena/positions/position_set.h"
#include "arena/record/game_outcome.h"

enum { POSITION_ANSWER_SIZE = 48 };

/* What a bot did in a position. */
struct position_answer {
    char action[POSITION_ANSWER_SIZE]; /* as in records; "" if it is a fault */
    enum game_status fault;            /* GAME_OK, or what kind of fault */
    bool passes;
};

/* Who is asked, and how. */
struct position_asking {
    const char *bot;       /* bot_spec.h */
    const char *rules;     /* the name of the rule set by which the set was read */
    const char *isolation; /* as isolation_of() reads it */
    int workers;           /* 0: one for each processor */
};

/* The games of the set are played on by the bot at all seats, like any run, and the answers read
 * from their log. `answers` has room for one of each position. False with errors if the bot cannot
 * play; *interrupted is set if a signal ended it. */
bool position_test(const struct position_set *set, const struct position_asking *asking,
                   struct position_answer *answers, bool *interrupted, struct errors *errors);

/* The result as JSON: totals, faults by kind, totals by theme in the order in which they occur, and
 * each answer. The caller deletes it. */
cJSON *positions_json(const struct position_set *set, const struct position_answer *answers,
                      const char *bot);

/* ---- known failures: a file with an id a line ----
 *
 * Empty lines and lines that begin with # are ignored. Committed beside the positions, the file
 * shows what a change of the bot gains and loses. */

/* Reads the file, before the bot is asked: for each position of the set whether it is known to
 * fail. The caller frees the array. NULL with errors if the file cannot be read or names a position
 * that the set does not have. */
bool *known_failures_read(const char *path, const struct position_set *set, struct errors *errors);

/* Prints which positions newly fail and which newly pass. Returns EXIT_OK if none does, and
 * EXIT_REJECTED if any does. */
int known_failures_compare(const bool *known, const struct position_set *set,
                           const struct position_answer *answers, FILE *out);

#endif
