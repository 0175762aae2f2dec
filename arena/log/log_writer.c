// SPDX-License-Identifier: MIT
#include "arena/log/log_writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "arena/base/input_file.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/write_out.h"
#include "arena/base/zstd_reader.h"

/* Level 1 makes a tenth of a log, and is the quickest. A frame is written anew where a run
 * continues inside it. */
enum { LEVEL = 1, FRAME_MOST = 8 << 20 };

struct log_writer {
    char path[FOLDER_PATH_SIZE];
    FILE *file;
    char *buffer;    /* of the file; NULL: somebody else's */
    ZSTD_CCtx *zstd; /* NULL: plain */
    char *packed;    /* compressed, on the way to the file */
    size_t in_frame; /* bytes of lines in the frame that is open */
    int64_t bytes, written_out;
    struct write_out write_out;
};

/* ---- opening ---- */

struct log_writer *log_writer_on(FILE *file, const char *path, enum log_mode mode)
{
    struct log_writer *log = xcalloc(1, sizeof *log);

    snprintf(log->path, sizeof log->path, "%s", path);
    log->file = file;
    if (mode == LOG_ZSTD) {
        log->zstd = xcheck(ZSTD_createCCtx());
        log->packed = xcalloc(1, ZSTD_CStreamOutSize());
        ZSTD_CCtx_setParameter(log->zstd, ZSTD_c_compressionLevel, LEVEL);
        ZSTD_CCtx_setParameter(log->zstd, ZSTD_c_checksumFlag, 1);
    }
    return log;
}

/* The writer of a file that was just opened; NULL with an error if it could not be. */
static struct log_writer *start(FILE *file, const char *path, enum log_mode mode,
                                struct errors *errors)
{
    if (!file) {
        errors_add(errors, path, "cannot be written: %s", strerror(errno));
        return NULL;
    }
    struct log_writer *log = log_writer_on(file, path, mode);
    output_file_buffer(file, log->buffer = xcalloc(1, OUTPUT_BUFFER));
    return log;
}

struct log_writer *log_writer_open(const char *folder, enum log_mode mode, bool append,
                                   struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    folder_file(folder, log_file_name(mode), path);
    return start(output_file_grow(path, append ? OUTPUT_APPEND : OUTPUT_ANEW), path, mode, errors);
}

struct log_writer *log_writer_temporary(struct errors *errors)
{
    return start(tmpfile(), "temporary file", LOG_ALL, errors);
}

const char *log_writer_path(const struct log_writer *log) { return log->path; }

FILE *log_writer_file(const struct log_writer *log) { return log->file; }

int64_t log_writer_bytes(const struct log_writer *log) { return log->bytes; }

/* ---- writing ---- */

/* Compresses what is there, up to the end that is asked for. False with errno. */
static bool compress(struct log_writer *log, ZSTD_inBuffer *in, ZSTD_EndDirective end)
{
    size_t left;

    do {
        ZSTD_outBuffer out = {log->packed, ZSTD_CStreamOutSize(), 0};
        left = ZSTD_compressStream2(log->zstd, &out, in, end);
        if (ZSTD_isError(left)) {
            errno = ENOMEM; /* nothing else can be wrong with its arguments */
            return false;
        }
        if (fwrite(log->packed, 1, out.pos, log->file) != out.pos)
            return false;
    } while (end == ZSTD_e_continue ? in->pos < in->size : left > 0);
    return true;
}

static bool end_frame(struct log_writer *log)
{
    ZSTD_inBuffer nothing = {"", 0, 0};

    if (!log->in_frame)
        return true;
    log->in_frame = 0;
    return compress(log, &nothing, ZSTD_e_end);
}

bool log_writer_add(struct log_writer *log, const char *text, size_t length)
{
    ZSTD_inBuffer in = {text, length, 0};

    log->bytes += (int64_t)length;
    if (!log->zstd)
        return fwrite(text, 1, length, log->file) == length;
    log->in_frame += length;
    return compress(log, &in, ZSTD_e_continue) && (log->in_frame < FRAME_MOST || end_frame(log));
}

/* A gigabyte that waits for the sync at the end would be all that is waited for. */
static void write_log_out(struct log_writer *log)
{
    const int64_t EVERY = 16 << 20; /* bytes of lines */

    if (log->bytes - log->written_out < EVERY)
        return;
    log->written_out = log->bytes;
    write_out_order(&log->write_out, log->file);
}

bool log_writer_flush(struct log_writer *log)
{
    ZSTD_inBuffer nothing = {"", 0, 0};

    if (log->in_frame && !compress(log, &nothing, ZSTD_e_flush))
        return false;
    if (fflush(log->file) != 0)
        return false;
    write_log_out(log);
    return true;
}

bool log_writer_sync(struct log_writer *log)
{
    return end_frame(log) && output_file_sync(log->file);
}

bool log_writer_close(struct log_writer *log)
{
    if (!log)
        return true;
    write_out_end(&log->write_out);
    const bool ended = end_frame(log),
               closed = log->buffer ? output_file_close(log->file) : fflush(log->file) == 0;
    const int error = errno;

    ZSTD_freeCCtx(log->zstd);
    free(log->packed);
    free(log->buffer);
    free(log);
    errno = error;
    return ended && closed;
}

/* ---- the frames of a log ---- */

struct frames {
    FILE *file;
    ZSTD_DCtx *zstd;
    char *text;                /* that was unpacked last, ZSTD_DStreamOutSize() bytes */
    int64_t sealed_at, sealed; /* end of the last whole frame: in the file, and in its lines */
    int64_t at, bytes;         /* the same of what was read */
};

/* Reads a piece of the file on, until so many bytes of lines. False where it is damaged. */
static bool read_piece(struct frames *frames, int64_t most, ZSTD_inBuffer *in)
{
    while (frames->bytes < most && in->pos < in->size) {
        ZSTD_outBuffer out = {frames->text, ZSTD_DStreamOutSize(), 0};
        const size_t before = in->pos, left = ZSTD_decompressStream(frames->zstd, &out, in);
        if (ZSTD_isError(left))
            return false;
        frames->at += (int64_t)(in->pos - before);
        frames->bytes += (int64_t)out.pos;
        if (left == 0 && frames->bytes <= most) {
            frames->sealed_at = frames->at;
            frames->sealed = frames->bytes;
        }
    }
    return frames->bytes < most;
}

/* Looks for whole frames up to so many bytes of lines, the end of the file, or what is damaged.
 * False if there is no file. */
static bool find_frames(struct frames *frames, const char *path, int64_t most)
{
    enum { PIECE = 1 << 16 };
    size_t got;

    *frames = (struct frames){.file = input_file_open(path, INPUT_OWN)};
    if (!frames->file)
        return false;
    char *packed = xcalloc(1, PIECE);
    frames->zstd = xcheck(ZSTD_createDCtx());
    frames->text = xcalloc(1, ZSTD_DStreamOutSize());
    while ((got = fread(packed, 1, PIECE, frames->file)) > 0) {
        ZSTD_inBuffer in = {packed, got, 0};
        if (!read_piece(frames, most, &in))
            break;
    }
    free(packed);
    free(frames->text);
    ZSTD_freeDCtx(frames->zstd);
    fclose(frames->file);
    return true;
}

int64_t log_sealed_bytes(const char *path)
{
    struct frames frames;

    return find_frames(&frames, path, INT64_MAX) ? frames.sealed : 0;
}

/* ---- cutting ---- */

/* Reads `length` bytes of lines after the first `skipped`. NULL if there are fewer; the caller
 * frees them. */
static char *read_lines(const char *path, int64_t skipped, size_t length)
{
    const struct zstd_position *position;
    FILE *file = zstd_reader_open_growing(path, INPUT_OWN, &position);
    char *text = xcalloc(1, length + 1);

    while (file && skipped > 0 && getc(file) != EOF)
        skipped--;
    const bool whole = file && !skipped && fread(text, 1, length, file) == length;
    if (file)
        fclose(file);
    if (whole)
        return text;
    free(text);
    errno = EIO;
    return NULL;
}

/* Appends lines as a frame. False with errno. */
static bool append_frame(const char *path, const char *text, size_t length)
{
    FILE *file = output_file_grow(path, OUTPUT_APPEND);

    if (!file)
        return false;
    struct log_writer *log = log_writer_on(file, path, LOG_ZSTD);
    const bool added = log_writer_add(log, text, length), ended = log_writer_close(log);
    return output_file_close(file) && added && ended;
}

/* Cuts after the last whole frame, and writes what remains of a frame that is cut through. */
static bool cut_frames(const char *path, int64_t bytes, struct errors *errors)
{
    const int64_t MOST = 256 << 20;
    struct frames frames;
    char *rest = NULL;

    if (!find_frames(&frames, path, bytes)) {
        if (errno != ENOENT)
            input_file_refused(path, errno, errors);
        return errno == ENOENT;
    }
    const int64_t length = bytes - frames.sealed;
    if (length > MOST) {
        errors_add(errors, path,
                   "has a frame of more than %lld MiB, which skat-arena did not write: unpack it",
                   (long long)MOST >> 20);
        return false;
    }
    const bool ok = (!length || (rest = read_lines(path, frames.sealed, (size_t)length))) &&
                    output_file_cut(path, frames.sealed_at) &&
                    (!length || append_frame(path, rest, (size_t)length));
    if (!ok)
        errors_add(errors, path, "cannot be cut: %s", strerror(errno));
    free(rest);
    return ok;
}

bool log_cut(const char *folder, enum log_mode mode, int64_t bytes, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    folder_file(folder, log_file_name(mode), path);
    if (mode == LOG_ZSTD)
        return cut_frames(path, bytes, errors);
    if (output_file_cut(path, bytes) || errno == ENOENT)
        return true;
    errors_add(errors, path, "cannot be cut: %s", strerror(errno));
    return false;
}
