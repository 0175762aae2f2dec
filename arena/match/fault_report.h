/* arena/match/fault_report.h - what is kept of a fault beside its game: faults.jsonl. The game itself, with the
 * moves up to the fault, is in the log. */
#ifndef ARENA_MATCH_FAULT_REPORT_H
#define ARENA_MATCH_FAULT_REPORT_H

#include <stddef.h>

#include "arena/sandbox/crash_trace.h"
#include "arena/record/game_outcome.h"

enum {
    FAULT_REPORT_OUTPUT = 2000, /* bytes kept of what was printed, the last ones */
    FAULT_REPORT_SIZE = 16384   /* of a line */
};

struct fault_report {
    const char *what;          /* one line: a signal, a refused action, "no answer in time" */
    const char *output;        /* what was printed last, or "" */
    const struct crash *crash; /* where it was, or NULL */
};

/* Writes the line of a game that ended by a fault: with a newline and a zero behind it. `bot` is the
 * name of who is at fault. Returns its length. */
size_t fault_report_write(const struct skat_game *game, const struct game_outcome *outcome, const char *bot,
                      const struct fault_report *report, char line[FAULT_REPORT_SIZE]);

#endif
