// SPDX-License-Identifier: MIT
#include "arena/base/packed_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/input_file.h"
#include "arena/base/libarchive.h"
#include "arena/base/memory.h"
#include "arena/base/zstd_reader.h"

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

static ssize_t read_some(void *cookie, char *text, size_t size)
{
    const struct packed_reader *packed = cookie;
    la_ssize_t got = packed->library.archive_read_data(packed->archive, text, size);

    if (got < 0)
        errno = EBADMSG;
    return got < 0 ? -1 : got;
}

static int close_all(void *cookie)
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
    const cookie_io_functions_t functions = {.read = read_some, .close = close_all};
    struct packed_reader *packed = xcalloc(1, sizeof *packed);

    libarchive_load(&packed->library);
    packed->file = closes ? file : NULL;
    packed->archive = start_unpacking(&packed->library, file);
    if (packed->archive)
        return xcheck(fopencookie(packed, "r", functions));
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
    if (!is_packed(file))
        return file;
    FILE *stream = unpacking(file, true);
    if (!stream) {
        fclose(file);
        errno = EBADMSG;
    }
    return stream;
}
