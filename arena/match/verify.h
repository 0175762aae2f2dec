// SPDX-License-Identifier: MIT
/* arena/match/verify.h - replays every game of a log and recomputes every field. */
#ifndef ARENA_MATCH_VERIFY_H
#define ARENA_MATCH_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/base/errors.h"
#include "arena/log/log_replayer.h"

/* What was checked. */
struct verified {
    char path[1200]; /* of the log */
    uint64_t games;
    bool has_manifest, has_summary; /* which were compared; by other rules they are not */
    bool played;                    /* by bots in a run, which were not asked again */
};

/* Who is told of each game that could be replayed, in the order of the log. */
struct verify_watcher {
    void (*game)(void *context, const struct replayed_line *line);
    void *context;
};

/* Replays the games of a folder or log by the rule set `rules`, or by that of its manifest (NULL);
 * then also compares summary.json, whose absence is an error unless the run is not finished. Every
 * difference is an error that names file, line and field; stops after a hundred errors. False when
 * there are any. `workers` is the number of threads, 0: one for each processor; the errors do not
 * depend on it. Unless `quiet`, warns of bots that are not deterministic though they claim to be,
 * with the decisions that show it: that is a fact about the run and not an error. `watcher` may be
 * NULL. */
bool verify_log(const char *path, const char *rules, int workers, bool quiet,
                const struct verify_watcher *watcher, struct verified *verified,
                struct errors *errors);

#endif
