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
    struct zstd_position position;
    bool full;  /* the last text filled its room: there may be more of its block */
    bool grows; /* it may end inside a frame */
};

/* Reads more compressed bytes. False with errno on failure, with 0 at an end between frames. */
static bool refill(struct zstd_reader *zstd)
{
    zstd->in.size = fread(zstd->bytes, 1, ZSTD_DStreamInSize(), zstd->file);
    zstd->in.pos = 0;
    if (zstd->in.size)
        return true;
    errno = ferror(zstd->file) ? EIO : zstd->position.inside && !zstd->grows ? EBADMSG : 0;
    clearerr(zstd->file); /* more may come */
    return false;
}

static ssize_t read_some(void *cookie, char *text, size_t size)
{
    struct zstd_reader *zstd = cookie;
    ZSTD_outBuffer out = {text, size, 0};

    while (out.pos == 0) {
        if (zstd->in.pos == zstd->in.size && !zstd->full && !refill(zstd))
            return errno ? -1 : 0;
        const size_t before = zstd->in.pos,
                     left = ZSTD_decompressStream(zstd->stream, &out, &zstd->in);
        if (ZSTD_isError(left)) {
            zstd->position.damaged = true;
            errno = EBADMSG;
            return -1;
        }
        zstd->position.bytes += (int64_t)(zstd->in.pos - before);
        zstd->position.inside = left != 0;
        zstd->full = left && out.pos == out.size;
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
    zstd->position = (struct zstd_position){0};
    zstd->full = false;
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

static FILE *decompress(FILE *file, const struct zstd_position **position)
{
    const cookie_io_functions_t functions = {.read = read_some, .seek = seek, .close = close_all};
    struct zstd_reader *zstd = xcalloc(1, sizeof *zstd);

    zstd->file = file;
    zstd->stream = xcheck(ZSTD_createDStream());
    zstd->bytes = xcalloc(1, ZSTD_DStreamInSize());
    zstd->in.src = zstd->bytes;
    zstd->grows = position != NULL;
    if (position)
        *position = &zstd->position;
    return fopencookie(zstd, "r", functions);
}

static bool ends_with_suffix(const char *path)
{
    size_t length = strlen(path), zst = strlen(suffix);

    return length > zst && strcmp(path + length - zst, suffix) == 0;
}

/* Whether a file of the program's own is compressed; its name may be one that it has only until it
 * is finished, so the first bytes tell. */
static bool begins_compressed(FILE *file)
{
    static const char magic[] = "\x28\xb5\x2f\xfd";
    char head[sizeof magic - 1];
    const bool is =
        fread(head, 1, sizeof head, file) == sizeof head && memcmp(head, magic, sizeof head) == 0;

    rewind(file);
    return is;
}

static FILE *open_any(const char *path, enum input_name name, const struct zstd_position **position)
{
    FILE *file = input_file_open(path, name);

    if (file && (ends_with_suffix(path) || (name == INPUT_OWN && begins_compressed(file))))
        return decompress(file, position);
    if (file || errno != ENOENT || ends_with_suffix(path))
        return file;
    char *packed = xasprintf("%s%s", path, suffix);
    file = input_file_open(packed, name);
    free(packed);
    if (file)
        return decompress(file, position);
    if (errno != EMEDIUMTYPE)
        errno = ENOENT;
    return NULL;
}

FILE *zstd_reader_open(const char *path, enum input_name name)
{
    return open_any(path, name, NULL);
}

FILE *zstd_reader_open_growing(const char *path, enum input_name name,
                               const struct zstd_position **position)
{
    *position = NULL;
    return open_any(path, name, position);
}
