/* arena/iss/iss_reader.h - a file of ISS records, cut into records, whatever its size. */
#ifndef ARENA_ISS_ISS_READER_H
#define ARENA_ISS_ISS_READER_H

#include <sys/types.h>

#include <md5.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/iss/iss_record.h"
#include "arena/base/errors.h"

/* A record, or text that is none, as it stands in the file. Valid until the next one is asked for. */
struct iss_piece {
    const char *bytes;   /* all bytes from the end of the piece before: blank lines, a byte order mark,
                            the text, blanks up to its newline, and that */
    size_t length;
    const char *text;    /* without what is around it; NULL: nothing but blanks, at the end of the file or
                            where there are very many */
    size_t text_length;
    uint64_t line;       /* in which the text begins, from 1 */
    bool too_long;       /* more than ISS_RECORD_MAX: the end of its line may not be here */
};

struct iss_reader {
    const char *path;
    FILE *file;
    char *buffer;
    size_t from, to;     /* what of it is still to be given out */
    uint64_t line;       /* at `from` */
    uint64_t bytes;      /* read so far */
    bool ended, skipping;
    MD5_CTX *md5;        /* takes in what is read, where it is set; NULL at first */
};

/* Opens a file: "-" is standard input, NAME.zst is decompressed. False with an error. */
bool iss_reader_open(struct iss_reader *file, const char *path, struct errors *errors);
/* From an open stream, of which it becomes the owner. */
void iss_reader_start(struct iss_reader *file, const char *path, FILE *stream);

/* The next piece: a line, or all lines of a record that has several. A record that is cut off ends where
 * a line begins with "(;". False at the end, or when it cannot be read on (ask iss_reader_ended). */
bool iss_reader_next(struct iss_reader *file, struct iss_piece *piece);
/* Reads the record of a piece that has a text. The piece ends where the record does; what stands behind it
 * on the line is the next one. False, with an issue, when it is no record, or longer than
 * ISS_RECORD_MAX. Before the next piece is asked for. */
bool iss_reader_record(struct iss_reader *file, struct iss_piece *piece, struct iss_record *record,
                    struct import_issues *issues);
/* After that: was it the end? An error where it was not: a disk, a damaged .zst. */
bool iss_reader_ended(const struct iss_reader *file, struct errors *errors);
void iss_reader_close(struct iss_reader *file);

#endif
