// SPDX-License-Identifier: MIT
#include "arena/base/npz_file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* next_in is not written to */
#include <zlib.h>

#include "arena/base/memory.h"

/* ---- little-endian numbers of zip ---- */

static void put(struct npz_file *file, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        putc((int)(value >> 8 * i & 0xff), file->out);
    file->size += (uint32_t)bytes;
}

static void put_bytes(struct npz_file *file, const void *bytes, size_t length)
{
    fwrite(bytes, 1, length, file->out);
    file->size += (uint32_t)length;
}

void npz_begin(struct npz_file *file, FILE *out) { *file = (struct npz_file){.out = out}; }

/* The part that an entry and the directory have in common: version, method, time (the beginning of
 * DOS), sizes. */
static void put_entry(struct npz_file *file, const struct npz_member *member)
{
    enum { VERSION = 20, DEFLATED = 8, FIRST_DAY = 0x21 };

    put(file, VERSION, 2);
    put(file, 0, 2);
    put(file, DEFLATED, 2);
    put(file, 0, 2);
    put(file, FIRST_DAY, 2);
    put(file, member->crc, 4);
    put(file, member->packed, 4);
    put(file, member->length, 4);
    put(file, (uint32_t)strlen(member->name), 2);
    put(file, 0, 2);
}

/* numpy's head of an array, padded so that the values begin at a multiple of 64. Returns its
 * length. */
static size_t head_of(char head[192], const char *type, size_t rows, size_t columns)
{
    enum { PREFIX = 10, ALIGNED = 64 };
    char shape[64], text[160];

    snprintf(shape, sizeof shape, columns ? "%zu, %zu" : "%zu,", rows, columns);
    int length = snprintf(text, sizeof text,
                          "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", type, shape);
    size_t all = (PREFIX + (size_t)length + 1 + ALIGNED - 1) / ALIGNED * ALIGNED;
    memset(head, ' ', all);
    memcpy(head, "\x93NUMPY\1\0", 8);
    head[8] = (char)((all - PREFIX) & 0xff);
    head[9] = (char)((all - PREFIX) >> 8);
    memcpy(head + PREFIX, text, (size_t)length);
    head[all - 1] = '\n';
    return all;
}

/* Packs head and values as one stream. Returns its length in *packed, which the caller frees. */
static unsigned char *pack(const char *head, size_t head_length, const void *values, size_t length,
                           uint32_t *packed)
{
    z_stream stream = {0};
    size_t room;
    unsigned char *out;

    /* Most values are zeros: the fastest level packs them nearly as small as the others. */
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        abort();
    room = deflateBound(&stream, (uLong)(head_length + length));
    out = xcalloc(1, room);
    stream.next_out = out;
    stream.avail_out = (uInt)room;
    stream.next_in = (const Bytef *)head;
    stream.avail_in = (uInt)head_length;
    deflate(&stream, Z_NO_FLUSH);
    stream.next_in = values;
    stream.avail_in = (uInt)length;
    deflate(&stream, Z_FINISH);
    *packed = (uint32_t)stream.total_out;
    deflateEnd(&stream);
    return out;
}

void npz_add(struct npz_file *file, const char *name, const char *type, size_t width, size_t rows,
             size_t columns, const void *values)
{
    struct npz_member *member = &file->members[file->count++];
    size_t length = width * rows * (columns ? columns : 1), head_length;
    char head[192];

    assert(file->count <= (int)(sizeof file->members / sizeof *file->members));
    head_length = head_of(head, type, rows, columns);
    snprintf(member->name, sizeof member->name, "%s.npy", name);
    member->at = file->size;
    member->length = (uint32_t)(head_length + length);
    member->crc =
        (uint32_t)crc32(crc32(0, (const Bytef *)head, (uInt)head_length), values, (uInt)length);
    unsigned char *packed = pack(head, head_length, values, length, &member->packed);
    put_bytes(file, "PK\3\4", 4);
    put_entry(file, member);
    put_bytes(file, member->name, strlen(member->name));
    put_bytes(file, packed, member->packed);
    free(packed);
}

void npz_end(struct npz_file *file)
{
    const uint32_t directory = file->size;

    for (int i = 0; i < file->count; i++) {
        const struct npz_member *member = &file->members[i];
        put_bytes(file, "PK\1\2", 4);
        put(file, 20, 2);
        put_entry(file, member);
        put(file, 0, 2); /* comment, disk, attributes */
        put(file, 0, 2);
        put(file, 0, 2);
        put(file, 0, 4);
        put(file, member->at, 4);
        put_bytes(file, member->name, strlen(member->name));
    }
    const uint32_t length = file->size - directory;
    put_bytes(file, "PK\5\6", 4);
    put(file, 0, 4);
    put(file, (uint32_t)file->count, 2);
    put(file, (uint32_t)file->count, 2);
    put(file, length, 4);
    put(file, directory, 4);
    put(file, 0, 2);
}
