// SPDX-License-Identifier: MIT
/* arena/iss/iss_reader.h - splits a file of ISS records, whatever its size, into records. */
#ifndef ARENA_ISS_ISS_READER_H
#define ARENA_ISS_ISS_READER_H

#include <sys/types.h>

#include <nettle/sha2.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/iss/iss_record.h"
#include "arena/base/errors.h"

/* A record, or other text, as in the file. Valid until the next one is read. */
struct iss_piece {
    const char
        *bytes; /* all bytes from the end of the piece before: blank lines, a byte order mark,
                            the text, blanks up to its newline, and that */
    size_t length;
    const char *text; /* without surrounding blanks; NULL: a message, or only blanks, at the end of
                            the file or if there are very many */
    size_t text_length;
    uint64_t line, column; /* where the text begins, from 1; columns are bytes */
    bool too_long;         /* more than ISS_RECORD_MAX: the end of its line may not be here */
    bool is_message; /* of the server or to it, in a client's log, without a record; or what stands
                      * before the record in a message's line */
};

struct iss_reader {
    const char *path;
    FILE *file;
    char *buffer;
    size_t from, to;       /* the part not yet returned */
    uint64_t line, column; /* at `from` */
    uint64_t bytes;        /* read so far */
    bool ended, skipping;
    struct sha256_ctx *sum; /* updated with all data read, if set; NULL at first */
};

/* Opens a file: "-" is standard input, NAME.zst is decompressed. False with an error. */
bool iss_reader_open(struct iss_reader *file, const char *path, struct errors *errors);
/* The same for an open stream, of which it takes ownership. */
void iss_reader_start(struct iss_reader *file, const char *path, FILE *stream);

/* Where the next piece begins: so many bytes into the file, at file->line and file->column. Not
 * where file->skipping. */
uint64_t iss_reader_place(const struct iss_reader *file);
/* Goes on there, in a file that was just opened. False when it ends before, or on a read error. */
bool iss_reader_go_on(struct iss_reader *file, uint64_t place, uint64_t line, uint64_t column);

/* Reads the next piece: a line, what precedes a record in its line, or all lines of a record that
 * has several. A record that is cut off ends where a line begins with "(;" or "table ". False at
 * the end or on a read error (iss_reader_ended). */
bool iss_reader_next(struct iss_reader *file, struct iss_piece *piece);
/* Reads the record of a piece that has a text; call it before reading the next piece. The piece
 * ends where the record ends, or where another begins in one that cannot be read; the rest is the
 * next piece. False with an issue if it is not a record, or longer than ISS_RECORD_MAX. */
bool iss_reader_record(struct iss_reader *file, struct iss_piece *piece, struct iss_record *record,
                       struct import_issues *issues);
/* After that: whether it was the end. Otherwise adds the error: the disk, or a damaged .zst. */
bool iss_reader_ended(const struct iss_reader *file, struct errors *errors);
void iss_reader_close(struct iss_reader *file);

#endif
