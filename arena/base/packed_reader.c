// SPDX-License-Identifier: MIT
#include "arena/base/packed_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "arena/base/late_library.h"
#include "arena/base/memory.h"

/* ---- zstd, by the name or, of files of the program's own, by the first bytes ---- */

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

static ssize_t read_decompressed(void *cookie, char *text, size_t size)
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

static int close_zstd(void *cookie)
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
    const cookie_io_functions_t functions = {
        .read = read_decompressed, .seek = seek, .close = close_zstd};
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

/* ---- gzip, bzip2, xz and zstd, by their first bytes, whatever the name is ---- */

struct packed_reader {
    struct libarchive library;
    struct archive *archive;
    FILE *file; /* to be closed with the stream; NULL: it stays open */
};

/* The first bytes of what is compressed. */
static const struct {
    unsigned char bytes[6];
    size_t length;
} magic[] = {
    {{0x1f, 0x8b}, 2},                  /* gzip */
    {{'B', 'Z', 'h'}, 3},               /* bzip2 */
    {{0xfd, '7', 'z', 'X', 'Z', 0}, 6}, /* xz */
    {{0x28, 0xb5, 0x2f, 0xfd}, 4},      /* zstd */
};

void packed_reader_refused(const char *path, int number, struct errors *errors)
{
    if (number == EBADMSG)
        errors_add(errors, path, "damaged compressed data");
    else
        input_file_refused(path, number, errors);
}

static bool is_packed(FILE *file)
{
    unsigned char first[sizeof magic->bytes];
    size_t got = fread(first, 1, sizeof first, file);
    bool found = false;

    for (size_t i = 0; i < sizeof magic / sizeof *magic; i++)
        found |= got >= magic[i].length && memcmp(first, magic[i].bytes, magic[i].length) == 0;
    rewind(file);
    return found;
}

static ssize_t read_unpacked(void *cookie, char *text, size_t size)
{
    const struct packed_reader *packed = cookie;
    la_ssize_t got = packed->library.archive_read_data(packed->archive, text, size);

    if (got < 0)
        errno = EBADMSG;
    return got < 0 ? -1 : got;
}

static int close_packed(void *cookie)
{
    struct packed_reader *packed = cookie;

    packed->library.archive_read_free(packed->archive);
    if (packed->file)
        fclose(packed->file);
    free(packed);
    return 0;
}

/* Without a container: what is compressed is the text itself. */
static struct archive *start_unpacking(const struct libarchive *library, FILE *file)
{
    struct archive *archive = xcheck(library->archive_read_new());
    struct archive_entry *entry;

    library->archive_read_support_filter_gzip(archive);
    library->archive_read_support_filter_bzip2(archive);
    library->archive_read_support_filter_xz(archive);
    library->archive_read_support_filter_zstd(archive);
    library->archive_read_support_format_raw(archive);
    library->archive_read_support_format_empty(archive);
    if (library->archive_read_open_FILE(archive, file) == ARCHIVE_OK &&
        library->archive_read_next_header(archive, &entry) >= ARCHIVE_WARN)
        return archive;
    library->archive_read_free(archive);
    return NULL;
}

static FILE *unpacking(FILE *file, bool closes)
{
    const cookie_io_functions_t functions = {.read = read_unpacked, .close = close_packed};
    struct packed_reader *packed = xcalloc(1, sizeof *packed);

    libarchive_load(&packed->library);
    packed->file = closes ? file : NULL;
    packed->archive = start_unpacking(&packed->library, file);
    if (packed->archive)
        return xcheck(fopencookie(packed, "r", functions));
    if (closes)
        fclose(file);
    free(packed);
    errno = EBADMSG;
    return NULL;
}

FILE *packed_reader_of(FILE *file)
{
    rewind(file);
    return is_packed(file) ? unpacking(file, false) : file;
}

FILE *packed_reader_open(const char *path)
{
    FILE *file = input_file_open(path, INPUT_NAMED);

    if (!file)
        return errno == ENOENT ? zstd_reader_open(path, INPUT_NAMED) : NULL;
    return is_packed(file) ? unpacking(file, true) : file;
}
