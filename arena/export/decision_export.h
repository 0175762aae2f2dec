// SPDX-License-Identifier: MIT
/* arena/export/decision_export.h - the games of a log as decisions, a row for each: what the player
 * saw, what was allowed, what was done, and how the game ended (docs/formats.md, Decisions). For
 * programs that learn. */
#ifndef ARENA_EXPORT_DECISION_EXPORT_H
#define ARENA_EXPORT_DECISION_EXPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/base/errors.h"

enum { DECISION_EXPORT_SHARD = 32768 };

struct decision_export_options {
    const char *out;     /* npz: a folder, which must not exist; with `resume` one
                that is empty or has the journal of this export; csv: a file, or NULL for
                standard output */
    const char *rules;   /* rule set of the log instead of the manifest's, or NULL */
    bool csv;            /* a table instead of numpy's files */
    bool values;         /* also what each legal card is worth, by the solver */
    bool no_observation; /* csv: not what was seen, nor what was allowed */
    bool open;           /* also all cards as they were */
    int64_t shard;       /* npz: most rows of a file, 1 .. 2^20 */
    bool resume;         /* goes on after an interruption, with what its journal says is finished */
    bool progress;       /* is shown on standard error */
};

struct decision_exported {
    uint64_t games, rows;
    int files;
};

/* Reads the log at `path` once, from its beginning to its end, with memory for one file of rows
 * more than there are processors; the files are the same whatever their number, and however often
 * it was interrupted: SIGINT, SIGTERM and SIGHUP end it with EXIT_INTERRUPTED and keep what is
 * finished, but of a table on standard output. Returns an exit status; errors are in *errors. */
int decision_export(const char *path, const struct decision_export_options *options,
                    struct decision_exported *exported, struct errors *errors);

#endif
