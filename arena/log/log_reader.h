// SPDX-License-Identifier: MIT
/* arena/log/log_reader.h - reads a log line by line, whatever its size. */
#ifndef ARENA_LOG_LOG_READER_H
#define ARENA_LOG_LOG_READER_H

#include <stdio.h>

#include "arena/base/folder.h"
#include "arena/base/packed_reader.h"
#include "arena/record/game_json.h"
#include "arena/log/manifest.h"

/* A log, plain or compressed, and its manifest. */
struct log_reader {
    char path[FOLDER_PATH_SIZE], folder[FOLDER_PATH_SIZE]; /* of the file; where it is */
    FILE *file;
    const struct zstd_position *zstd; /* NULL: it is not compressed */
    char *text;                       /* of the current line, without its newline */
    size_t size, length;
    uint64_t number; /* of the current line, from 1 */
    int64_t end;     /* bytes of the lines up to the end of the current one */
    bool torn;       /* the last line has no newline: a power cut, or it is being written */
    bool endless;    /* reading ended at a line that is too long for a game */
    bool with_bids;  /* lines that are no games are not passed over */
    int64_t apart;   /* games that were not played before the current line, less the lines before it
                        that are no games */
    int64_t skipped; /* games that are missing before the current line, less those that came twice;
                        each gap was an error */
    bool has_manifest;
    struct manifest manifest; /* of the folder, if there is one */
    struct skat_rules rules;  /* prepared: those requested, or the manifest's */
    int workers; /* threads that replay its lines (log_replayer.h); 0: one for each processor */
};

/* Opens a result folder or a single log file. Rules are taken from `rules_name` (a rule set's name
 * or path) if it is not NULL, else from the manifest next to the log. In imported games players may
 * also resign. */
bool log_reader_open(struct log_reader *log, const char *path, const char *rules_name,
                     struct errors *errors);
/* Reads the next line of a game or, `with_bids`, of bids. False at the end or on a read error. Of a
 * log that grows, the next call goes on: after a torn line with the whole of it, if it is there
 * now. */
bool log_reader_next(struct log_reader *log);
/* After that: whether it was the end. Otherwise adds the error: the disk, or a damaged .zst. */
bool log_reader_ended(const struct log_reader *log, struct errors *errors);
/* After all lines: whether they are as many as the games that summary.json counts, of a run that
 * nothing continues. Otherwise the end of the log was lost, which is an error. */
bool log_reader_is_whole(const struct log_reader *log, struct errors *errors);
/* How far the file was read, in bytes: of a plain log to the end of the current line, of a
 * compressed one about so far. */
int64_t log_reader_bytes(const struct log_reader *log);
/* The game number that the current line should have, in the whole run. */
uint64_t log_reader_game(const struct log_reader *log);

/* Whether the current line, read into `line`, is the right game: the next one and, with a manifest,
 * that of its schedule, with its bots. Adds differences as errors at `where`; a gap is one error,
 * after which the numbers of this line count. Required if games of the log are looked up by index
 * or counted with the schedule. */
void log_reader_check_place(struct log_reader *log, const struct game_json *line, const char *where,
                            struct errors *errors);
/* Whether a file may be written at `path`: not if it is the log itself or another file of its run,
 * which is an error. */
bool log_reader_may_write(const struct log_reader *log, const char *path, struct errors *errors);
void log_reader_close(struct log_reader *log);

/* Says in words which log it is and by which rules it is read, for the journal of a long command:
 * its size, the hash of its end, that of the rules. The caller frees it. */
char *log_reader_identity(const struct log_reader *log);

#endif
