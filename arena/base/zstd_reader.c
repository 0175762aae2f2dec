// SPDX-License-Identifier: MIT
#include "arena/base/zstd_reader.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "arena/base/memory.h"

static const char suffix[] = ".zst";

struct zstd_reader {
    FILE *file;
    ZSTD_DStream *stream;
    char *bytes; /* compressed, read but not yet used: in */
    ZSTD_inBuffer in;
    bool inside; /* a frame: the file must not end here */
};

/* Reads more compressed bytes. False with errno on failure, with 0 at an end between frames. */
static bool refill(struct zstd_reader *zstd)
{
    zstd->in.size = fread(zstd->bytes, 1, ZSTD_DStreamInSize(), zstd->file);
    zstd->in.pos = 0;
    if (zstd->in.size)
        return true;
    errno = ferror(zstd->file) ? EIO : zstd->inside ? EBADMSG : 0;
    return false;
}

static ssize_t read_some(void *cookie, char *text, size_t size)
{
    struct zstd_reader *zstd = cookie;
    ZSTD_outBuffer out = {text, size, 0};

    while (out.pos == 0) {
        if (zstd->in.pos == zstd->in.size && !refill(zstd))
            return errno ? -1 : 0;
        size_t left = ZSTD_decompressStream(zstd->stream, &out, &zstd->in);
        if (ZSTD_isError(left)) {
            errno = EBADMSG;
            return -1;
        }
        zstd->inside = left != 0;
    }
    return (ssize_t)out.pos;
}

/* Supports only rewind() and ftell(), which is all that a log needs. */
static int seek(void *cookie, off64_t *offset, int whence)
{
    struct zstd_reader *zstd = cookie;

    if (*offset != 0 || whence != SEEK_SET)
        return -1;
    rewind(zstd->file);
    ZSTD_initDStream(zstd->stream);
    zstd->in.pos = zstd->in.size = 0;
    zstd->inside = false;
    return 0;
}

static int close_all(void *cookie)
{
    struct zstd_reader *zstd = cookie;

    fclose(zstd->file);
    ZSTD_freeDStream(zstd->stream);
    free(zstd->bytes);
    free(zstd);
    return 0;
}

/* `behind` is the suffix of the file name after `path`. */
static FILE *open_compressed(const char *path, const char *behind, enum input_name whose)
{
    const cookie_io_functions_t functions = {.read = read_some, .seek = seek, .close = close_all};
    struct zstd_reader *zstd = xcalloc(1, sizeof *zstd);
    char *name = xasprintf("%s%s", path, behind);

    zstd->file = input_file_open(name, whose);
    free(name);
    if (!zstd->file) {
        free(zstd);
        return NULL;
    }
    zstd->stream = xcheck(ZSTD_createDStream());
    zstd->bytes = xcalloc(1, ZSTD_DStreamInSize());
    zstd->in.src = zstd->bytes;
    return fopencookie(zstd, "r", functions);
}

FILE *zstd_reader_open(const char *path, enum input_name name)
{
    size_t length = strlen(path), zst = strlen(suffix);

    if (length > zst && strcmp(path + length - zst, suffix) == 0)
        return open_compressed(path, "", name);
    FILE *file = input_file_open(path, name);
    if (file || errno != ENOENT)
        return file;
    file = open_compressed(path, suffix, name);
    if (!file && errno != EMEDIUMTYPE)
        errno = ENOENT;
    return file;
}
