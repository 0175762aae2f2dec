/* arena/issfile.h - a file of ISS records, cut into records, whatever its size. */
#ifndef ARENA_ISSFILE_H
#define ARENA_ISSFILE_H

#include <sys/types.h>

#include <md5.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/problems.h"

/* A record, or text that is none, as it stands in the file. Valid until the next one is asked for. */
struct iss_piece {
    const char *bytes;   /* all bytes from the end of the piece before: blank lines, a byte order mark,
                            the text, blanks up to its newline, and that */
    size_t length;
    const char *text;    /* without what is around it; NULL: nothing but blanks, at the end of the file */
    size_t text_length;
    uint64_t line;       /* in which the text begins, from 1 */
    bool too_long;       /* more than ISS_RECORD_MAX: its end is not here */
};

struct issfile {
    const char *path;
    FILE *file;
    char *buffer;
    size_t from, to;     /* what of it is still to be given out */
    uint64_t line;       /* at `from` */
    uint64_t bytes;      /* read so far */
    bool ended, skipping;
    MD5_CTX *md5;        /* takes in what is read, where it is set; NULL at first */
};

/* Opens a file: "-" is standard input, NAME.zst is decompressed. False with a problem. */
bool issfile_open(struct issfile *file, const char *path, struct problems *problems);
/* From an open stream, of which it becomes the owner. */
void issfile_start(struct issfile *file, const char *path, FILE *stream);

/* The next piece: a line, or all lines of a record that has several. A record that is cut off ends where
 * a line begins with "(;". False at the end, or when it cannot be read on (ask issfile_ended). */
bool issfile_next(struct issfile *file, struct iss_piece *piece);
/* The record in a piece has `used` bytes only, and there is more on its line: the piece ends there, and
 * the next one begins. Before the next one is asked for. */
void issfile_split(struct issfile *file, struct iss_piece *piece, size_t used);
/* After that: was it the end? A problem where it was not: a disk, a damaged .zst. */
bool issfile_ended(const struct issfile *file, struct problems *problems);
void issfile_close(struct issfile *file);

#endif
