// SPDX-License-Identifier: MIT
/* arena/match/bot_output.h - shows what bots in a worker print, line by line, as what it is: text
 * of strangers. */
#ifndef ARENA_MATCH_BOT_OUTPUT_H
#define ARENA_MATCH_BOT_OUTPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/config/config.h"

/* Bytes; what exceeds them continues on the next line, or in the next block. */
enum { BOT_OUTPUT_LINE = 1000, BOT_OUTPUT_BLOCK = 16 * BOT_OUTPUT_LINE };

/* What a worker prints: the line in progress; the block of lines in progress, a traceback of
 * Python; and what was shown last, a line or a block, which is shown once however often it comes
 * again. Zero-initialise. */
struct bot_output {
    char line[BOT_OUTPUT_LINE + 1];
    size_t length;
    char block[BOT_OUTPUT_BLOCK + 1], last[BOT_OUTPUT_BLOCK + 1];
    size_t block_length; /* 0: there is none */
    uint64_t repeats;    /* of the last line or block, not shown yet */
};

/* Shows text, as soon as a line is complete. A line is printable, and begins with the name of a
 * bot, as its log lines do, or with "a bot"; of equal lines in a row, the first is shown, and then
 * their number. A traceback of Python is shown when it is complete, as one block: its further lines
 * are indented, so that none looks like one of the program; equal ones are counted, too. */
void bot_output_show(struct bot_output *output, const struct config *config, const char *text,
                     size_t length, FILE *to);

/* Shows the rest of a line that was not completed, and how often the last line came again. */
void bot_output_end(struct bot_output *output, const struct config *config, FILE *to);

#endif
