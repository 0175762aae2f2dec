// SPDX-License-Identifier: MIT
/* arena/log/log_writer.h - writes the log of a run, plain (games.jsonl) or compressed
 * (games.jsonl.zst): all that a run is continued from.
 *
 * A compressed log is a sequence of zstd frames. A flush ends a block, so that everything before it
 * can be read, also by somebody who follows the run; a sync ends the frame. Of a frame that a power
 * cut left unfinished, whole blocks can be read. Where frames and blocks end depends on the clock,
 * so the lines of a run repeat to the byte, and the compressed bytes need not. */
#ifndef ARENA_LOG_LOG_WRITER_H
#define ARENA_LOG_LOG_WRITER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/base/errors.h"
#include "arena/base/folder.h"
#include "arena/config/config.h"
#include "arena/log/result_folder.h"

struct log_writer;

/* Opens the log in a folder: a new one, or one to append to. NULL with an error. One thread uses
 * it; the caller closes it. */
struct log_writer *log_writer_open(const char *folder, enum log_mode mode, bool append,
                                   struct errors *errors);
/* A plain log in a temporary file without a name. The same. */
struct log_writer *log_writer_temporary(struct errors *errors);
/* The same at any path, of a file that somebody else opened and closes. */
struct log_writer *log_writer_on(FILE *file, const char *path, enum log_mode mode);

/* Its path, for messages. */
const char *log_writer_path(const struct log_writer *log);
/* The file of a plain log, of which the caller may read what was flushed. */
FILE *log_writer_file(const struct log_writer *log);
/* How many bytes of lines were added. */
int64_t log_writer_bytes(const struct log_writer *log);

/* Adds lines, or a part of one. False with errno when they cannot be written. */
bool log_writer_add(struct log_writer *log, const char *text, size_t length);
/* What was added survives the end of this process. The same. */
bool log_writer_flush(struct log_writer *log);
/* And a power cut. The same. */
bool log_writer_sync(struct log_writer *log);
/* Syncs and closes; frees it in any case. The same. NULL is allowed. */
bool log_writer_close(struct log_writer *log);

/* How many bytes of lines a compressed log has in whole frames, whose checksums agree: what comes
 * after them was being written when the run ended. 0 if there is none. */
int64_t log_sealed_bytes(const char *path);

/* Cuts off what comes after the first `bytes` bytes of the lines of a log that nobody writes. True
 * if there is no log; false with an error. */
bool log_cut(const char *folder, enum log_mode mode, int64_t bytes, struct errors *errors);

#endif
