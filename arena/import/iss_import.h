// SPDX-License-Identifier: MIT
/* arena/import/iss_import.h - imports game records of the International Skat Server into a result
 * folder: manifest.json, games.jsonl and summary.json as for a run, records.sgf with the text of
 * each game's record, import.jsonl with the import issues of records. */
#ifndef ARENA_IMPORT_ISS_IMPORT_H
#define ARENA_IMPORT_ISS_IMPORT_H

#include <stdbool.h>

#include "arena/base/errors.h"
#include "arena/import/import_totals.h"

extern const char import_records_file[]; /* "records.sgf" */

struct import_options {
    const char *out;    /* the folder of the results */
    bool force, resume; /* overwrite results that are there; go on with what import.part has */
    bool progress;      /* on standard error */
};

/* Imports the records of `files` ("-" is standard input) into a folder, which is made. A record
 * that cannot be imported is skipped. Returns an exit status: EXIT_OK; with errors EXIT_USAGE when
 * the folder cannot be used, EXIT_BAD_FILE when a file cannot be read completely or there is no
 * game at all, EXIT_INTERNAL when something cannot be written; EXIT_INTERRUPTED after a signal,
 * when what is finished is on the disk. Strings in *totals belong to `files`. */
int import_files(const char *const *files, int file_count, const struct import_options *options,
                 struct import_totals *totals, struct errors *errors);

#endif
