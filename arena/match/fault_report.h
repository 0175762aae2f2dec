// SPDX-License-Identifier: MIT
/* arena/match/fault_report.h - faults.jsonl: what is known of each fault besides its game. The game
 * itself, with the moves up to the fault, is in the log.
 *
 * A report is written and synced before its game. A cut of power keeps what was synced and any part
 * of the rest, so the log may have a game whose report is lost: the run then goes on before that
 * game, and the report is written again. */
#ifndef ARENA_MATCH_FAULT_REPORT_H
#define ARENA_MATCH_FAULT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "arena/base/folder.h"
#include "arena/record/game_outcome.h"
#include "arena/sandbox/crash_trace.h"

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

/* The reports of a result folder, which are in the order of their games. */
struct fault_reader {
    char path[FOLDER_PATH_SIZE];
    FILE *file; /* NULL: there are none */
    char *text; /* of the current line, and its room */
    size_t room;
    uint64_t number;          /* of the current line, from 1 */
    int64_t begin;            /* of it in the file, in bytes */
    uint64_t game;            /* which it is about, if there is one and it is sound: `more` */
    bool more, torn, foreign; /* else it has no newline, or it is no report */
};

/* Opens faults.jsonl and reads its first line. False with an error if what has its name is no file.
 * The caller closes it in any case. */
bool fault_reader_open(struct fault_reader *reader, const char *folder, struct errors *errors);
void fault_reader_next(struct fault_reader *reader);
void fault_reader_close(struct fault_reader *reader);

/* Removes the reports of games from number `end` on, which will be played again, and what is not
 * whole. False with an error. */
bool fault_reports_cut(const char *folder, uint64_t end, struct errors *errors);

#endif
