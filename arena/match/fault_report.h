// SPDX-License-Identifier: MIT
/* arena/match/fault_report.h - lines of faults.jsonl: what is known of a fault besides its game.
 * The game itself, with the moves up to the fault, is in the log. */
#ifndef ARENA_MATCH_FAULT_REPORT_H
#define ARENA_MATCH_FAULT_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "arena/sandbox/crash_trace.h"
#include "arena/record/game_outcome.h"

enum {
    FAULT_REPORT_OUTPUT = 2000, /* bytes of printed output that are kept: the last ones */
    FAULT_REPORT_SIZE = 16384   /* of a line, in bytes */
};

struct fault_report {
    const char *what;          /* one line: a signal, a refused action, "no answer in time" */
    const char *output;        /* the end of what was printed, or "" */
    const struct crash *crash; /* where the bot crashed, or NULL */
};

/* Writes the line of a game that ended by a fault, with a newline and a terminating zero. `bot` is
 * the name of the bot at fault. Returns the length of the line. */
size_t fault_report_write(const struct skat_game *game, const struct game_outcome *outcome,
                          const char *bot, const struct fault_report *report,
                          char line[FAULT_REPORT_SIZE]);

/* Whether a line is one that fault_report_write() writes of this game, whatever it says of what
 * happened, of the backtrace and of what was printed: the game does not know that. */
bool fault_report_is_of(const struct skat_game *game, const struct game_outcome *outcome,
                        const char *bot, const char *line);

#endif
