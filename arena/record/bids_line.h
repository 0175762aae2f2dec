// SPDX-License-Identifier: MIT
/* arena/record/bids_line.h - what a run that compares bids alone knows of a deal before its games:
 * a line of games.jsonl before theirs, or instead of them (docs/formats.md). */
#ifndef ARENA_RECORD_BIDS_LINE_H
#define ARENA_RECORD_BIDS_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "arena/record/game_stats.h"

/* Of the deals that are bid alike, one in so many, chosen by its number over all sessions, is
 * played all the same: its games show whether the two do play cards alike. */
enum { BIDS_CHECKED_EVERY = 64 };

struct bids_line {
    uint64_t session, deal;
    struct deal_bids bids;
};
enum { BIDS_LINE_SIZE = 160 };
/* Writes one, with its newline. Returns its length. */
size_t bids_line_write(const struct bids_line *line, char text[BIDS_LINE_SIZE]);
/* Is this line, without its newline, one of bids, or damaged but no game? */
bool bids_line_is(const char *text);
/* Reads one: false if it is not to the byte what bids_line_write() writes. */
bool bids_line_read(struct bids_line *line, const char *text, size_t length);

#endif
