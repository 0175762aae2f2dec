// SPDX-License-Identifier: MIT
/* arena/export/csv_export.h - the games of a log as a table (docs/formats.md, Tables). */
#ifndef ARENA_EXPORT_CSV_EXPORT_H
#define ARENA_EXPORT_CSV_EXPORT_H

#include <stdbool.h>

#include "arena/base/errors.h"

/* Writes a row for each game of a folder or log, or with `seats` for each seat of each game, to the
 * file `out`, or to standard output if it is NULL, whose state the caller checks. `rules`: a rule
 * set, or NULL for that of the manifest. Returns EXIT_OK; with errors EXIT_USAGE when `out` cannot
 * be written or is the log itself, EXIT_BAD_FILE when the log is not usable, EXIT_INTERNAL when
 * writing fails. A file that was there stays unless all is well. */
int csv_export(const char *path, const char *rules, bool seats, const char *out,
               struct errors *errors);

#endif
