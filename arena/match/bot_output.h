// SPDX-License-Identifier: MIT
/* arena/match/bot_output.h - what bots in a worker print: shown line by line as what it is, text of
 * strangers.
 *
 * The worker and its bots print to a pipe. The worker reads from it, since fault reports have the
 * end of it, and leaves it in memory that it shares with the supervisor, which shows it. What
 * exceeds the pipe or that memory is lost. */
#ifndef ARENA_MATCH_BOT_OUTPUT_H
#define ARENA_MATCH_BOT_OUTPUT_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/config/config.h"
#include "arena/match/fault_report.h"

/* Bytes; what exceeds them continues on the next line, or in the next block. */
enum { BOT_OUTPUT_LINE = 1000, BOT_OUTPUT_BLOCK = 16 * BOT_OUTPUT_LINE };

/* What the worker has read and the supervisor has not shown yet: a ring. */
enum { PRINTED_RING = 1 << 16 }; /* bytes */
struct printed_ring {
    _Atomic uint32_t begin, end; /* counted from the first byte ever, modulo 2^32 */
    char text[PRINTED_RING];
};

/* The pipe, and what is shown of a worker: the line in progress; the block of lines in progress, a
 * traceback of Python; and what was shown last, a line or a block, which is shown once however
 * often it comes again. Zero-initialise. */
struct bot_output {
    int from, to; /* `to` is 0 while it is not open */
    char line[BOT_OUTPUT_LINE + 1];
    size_t length;
    char block[BOT_OUTPUT_BLOCK + 1], last[BOT_OUTPUT_BLOCK + 1];
    size_t block_length; /* 0: there is none */
    uint64_t repeats;    /* of the last line or block, not shown yet */
};

/* Opens the pipe, unless it is open. False, and errno. */
bool bot_output_open(struct bot_output *output);
void bot_output_close(const struct bot_output *output);

/* In the worker: reads what was printed since the last call, and leaves its end in `last`. */
void bot_output_read(const struct bot_output *output, struct printed_ring *ring,
                     char last[FAULT_REPORT_OUTPUT + 1]);

/* In the supervisor: shows on standard error what was read; with `all`, for a dead worker, also
 * what was not, and the rest of a line. */
void bot_output_show_read(struct bot_output *output, struct printed_ring *ring,
                          const struct config *config, bool all);

/* Shows text, as soon as a line is complete. A line is printable, and begins with the name of a
 * bot, as its log lines do, or with "a bot"; of equal lines in a row, the first is shown, and then
 * their number. A traceback of Python is shown when it is complete, as one block: its further lines
 * are indented, so that none looks like one of the program; equal ones are counted, too. */
void bot_output_show(struct bot_output *output, const struct config *config, const char *text,
                     size_t length, FILE *to);

/* Shows the rest of a line that was not completed, and how often the last line came again. */
void bot_output_end(struct bot_output *output, const struct config *config, FILE *to);

#endif
