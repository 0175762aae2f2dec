// SPDX-License-Identifier: MIT
/* arena/match/bot_output.h - shows what bots in a worker print, line by line, as what it is: text
 * of strangers. */
#ifndef ARENA_MATCH_BOT_OUTPUT_H
#define ARENA_MATCH_BOT_OUTPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/config/config.h"

enum { BOT_OUTPUT_LINE = 1000 }; /* bytes; what exceeds them continues on the next line */

/* The line in progress of a worker, and the one before, which is shown once however often it comes
 * again. Zero-initialise. */
struct bot_output {
    char line[BOT_OUTPUT_LINE + 1], last[BOT_OUTPUT_LINE + 1];
    size_t length;
    uint64_t repeats; /* of the last line, not shown yet */
};

/* Shows text, as soon as a line is complete. A line is printable, and begins with the name of a
 * bot, as its log lines do, or with "a bot"; of equal lines in a row, the first is shown, and then
 * their number. */
void bot_output_show(struct bot_output *output, const struct config *config, const char *text,
                     size_t length, FILE *to);

/* Shows the rest of a line that was not completed, and how often the last line came again. */
void bot_output_end(struct bot_output *output, const struct config *config, FILE *to);

#endif
