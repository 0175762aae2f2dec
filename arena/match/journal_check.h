// SPDX-License-Identifier: MIT
/* arena/match/journal_check.h - whether the journal of a log that keeps a part of the games says
 * what the log says.
 *
 * Each game that has a line must be counted as the line says. A deal that has none must be one that
 * such a log leaves out: without a fault, and with the same game, the same result and so no
 * difference between the two compared bots at all their tables. What is counted of it cannot be
 * checked any further; it has no share in the difference. The tally must be that of the games, as
 * far as their statistics say. */
#ifndef ARENA_MATCH_JOURNAL_CHECK_H
#define ARENA_MATCH_JOURNAL_CHECK_H

#include "arena/base/errors.h"
#include "arena/compare/run_stats.h"
#include "arena/log/log_replayer.h"
#include "arena/log/manifest.h"

struct journal_check;

/* Opens the journal in `folder`, of which the units count whose lines are in the `log_size` bytes
 * of the log. `stats`, with the two that are compared, and `manifest` must outlive it. NULL with an
 * error. The caller frees it. */
struct journal_check *journal_check_new(const char *folder, int64_t log_size,
                                        const struct manifest *manifest,
                                        const struct run_stats *stats, struct errors *errors);
void journal_check_free(struct journal_check *check); /* NULL is allowed */

/* The next line of the log, which is sound, of a game behind that of the last one. True for games
 * beyond the end of the journal. False with an error if the journal and the log contradict each
 * other. */
bool journal_check_line(struct journal_check *check, const struct replayed_line *line,
                        struct errors *errors);
/* There are no more lines of the games before game `end`. The same. */
bool journal_check_end(struct journal_check *check, uint64_t end, struct errors *errors);

#endif
