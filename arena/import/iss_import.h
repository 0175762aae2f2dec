/* arena/import/iss_import.h - game records of the International Skat Server made into a result folder:
 * manifest.json, games.jsonl and summary.json as of a run, records.sgf with the text of each game's
 * record, import.jsonl with what there is to say about records. */
#ifndef ARENA_IMPORT_ISS_IMPORT_H
#define ARENA_IMPORT_ISS_IMPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/iss/import_issue.h"
#include "arena/base/errors.h"

extern const char import_records_file[]; /* "records.sgf" */

/* How often something was found, and where first. */
struct import_count {
    uint64_t records;
    const char *file;
    uint64_t line;
};

struct import_totals {
    uint64_t records, games; /* read, and imported */
    uint64_t players, others; /* of these "(others)": roster.h */
    uint64_t of_kind[ISSUE_KINDS]; /* records with issues of a kind */
    struct import_count of_reason[ISSUE_REASONS];
};

/* Can it be read once only: standard input ("-"), a pipe? It is kept in a temporary file then, as import
 * reads twice. */
bool import_reads_once(const char *path);

/* Imports the records of `files` ("-" is standard input) into the open folder `out`. A record that cannot
 * be imported stops nothing. False with errors when a file cannot be read to its end or something cannot
 * be written, and when there was no game at all. Strings of *totals are those of `files`. */
bool import_files(const char *const *files, int file_count, const char *out,
                  struct import_totals *totals, struct errors *errors);

#endif
