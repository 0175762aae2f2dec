// SPDX-License-Identifier: MIT
/* arena/import/iss_import.h - imports game records of the International Skat Server into a result
 * folder: manifest.json, games.jsonl and summary.json as for a run, records.sgf with the text of
 * each game's record, import.jsonl with the import issues of records. */
#ifndef ARENA_IMPORT_ISS_IMPORT_H
#define ARENA_IMPORT_ISS_IMPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/iss/import_issue.h"
#include "arena/base/errors.h"

extern const char import_records_file[]; /* "records.sgf" */

/* How often an import issue occurs, and where first. */
struct import_count {
    uint64_t records;
    const char *file;
    uint64_t line;
};

struct import_totals {
    uint64_t records, games;       /* read, and imported */
    uint64_t players, others;      /* others: those merged into "(others)" (player_roster.h) */
    uint64_t of_kind[ISSUE_KINDS]; /* records with issues of each kind */
    struct import_count of_reason[ISSUE_REASONS];
};

/* Can `path` be read only once, like standard input ("-") or a pipe? It is then copied to a
 * temporary file, because the import reads it twice. */
bool import_reads_once(const char *path);

/* Imports the records of `files` ("-" is standard input) into the open folder `out`. A record that
 * cannot be imported is skipped. False with errors when a file cannot be read completely, when
 * something cannot be written, or when there is no game at all. Strings in *totals belong to
 * `files`. */
bool import_files(const char *const *files, int file_count, const char *out,
                  struct import_totals *totals, struct errors *errors);

#endif
