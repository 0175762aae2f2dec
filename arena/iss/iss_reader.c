// SPDX-License-Identifier: MIT
#include "arena/iss/iss_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/base/packed_reader.h"

enum { BUFFER = 4 * ISS_RECORD_MAX, LOOK_AHEAD = 64 };

void iss_reader_start(struct iss_reader *file, const char *path, FILE *stream)
{
    *file = (struct iss_reader){.path = path, .file = stream, .line = 1};
    file->buffer = xcheck(malloc(BUFFER));
}

bool iss_reader_open(struct iss_reader *file, const char *path, struct errors *errors)
{
    FILE *stream = strcmp(path, "-") == 0 ? stdin : packed_reader_open(path);

    *file = (struct iss_reader){.path = path};
    if (!stream) {
        packed_reader_refused(path, errno, errors);
        return false;
    }
    iss_reader_start(file, path, stream);
    return true;
}

void iss_reader_close(struct iss_reader *file)
{
    if (file->file && file->file != stdin)
        fclose(file->file);
    free(file->buffer);
    *file = (struct iss_reader){.path = file->path};
}

bool iss_reader_ended(const struct iss_reader *file, struct errors *errors)
{
    if (!ferror(file->file))
        return true;
    errors_add(errors, file->path,
               "read error after line %llu: a disk error, a folder, or damaged compressed data",
               (unsigned long long)file->line);
    return false;
}

uint64_t iss_reader_place(const struct iss_reader *file)
{
    return file->bytes - (file->to - file->from);
}

bool iss_reader_go_on(struct iss_reader *file, uint64_t place, uint64_t line)
{
    while (file->bytes < place) {
        const uint64_t left = place - file->bytes;
        const size_t wanted = left < BUFFER ? (size_t)left : BUFFER;
        const size_t got = fread(file->buffer, 1, wanted, file->file);
        file->bytes += got;
        if (got < wanted)
            return false;
    }
    file->line = line;
    return true;
}

/* Appends more bytes. False if there are none, or no room for them. */
static bool refill(struct iss_reader *file)
{
    if (file->ended)
        return false;
    memmove(file->buffer, file->buffer + file->from, file->to - file->from);
    file->to -= file->from;
    file->from = 0;
    size_t got = fread(file->buffer + file->to, 1, BUFFER - file->to, file->file);
    if (file->sum && got)
        sha256_update(file->sum, got, (const uint8_t *)file->buffer + file->to);
    file->bytes += got;
    file->ended = got < BUFFER - file->to;
    file->to += got;
    return got > 0;
}

/* The end of the line at `at` bytes after `from`, including its newline; without one, the end of
 * the file, or the maximum length of a record that begins at `begin`. Reads more of the file as
 * needed. */
static size_t end_of_line(struct iss_reader *file, size_t begin, size_t at)
{
    const size_t most = begin + ISS_RECORD_MAX + 1;

    for (;;) {
        size_t there = file->to - file->from, end = there < most ? there : most;
        const char *line = file->buffer + file->from + at;
        const char *newline = memchr(line, '\n', end - at);
        if (newline)
            return (size_t)(newline + 1 - file->buffer) - file->from;
        at = end;
        if (at == most || !refill(file))
            return at;
    }
}

/* Returns the number of bytes of a blank, or of a byte order mark. */
static size_t blank(const char *text, size_t left)
{
    if (*text == ' ' || *text == '\t' || *text == '\r' || *text == '\n')
        return 1;
    return left >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/* Skips blanks and counts their lines. Returns where they end. */
static size_t skip_blanks(struct iss_reader *file)
{
    size_t at = 0;

    for (;;) {
        size_t left = file->to - file->from - at;
        if (left < 4 && refill(file))
            continue;
        const char *text = file->buffer + file->from + at;
        size_t size = left && at < ISS_RECORD_MAX ? blank(text, left) : 0;
        if (!size)
            return at;
        file->line += *text == '\n';
        at += size;
    }
}

/* Whether a record begins in the line at `at`, after any blanks. */
static bool begins_record(const struct iss_reader *file, size_t at)
{
    const char *text = file->buffer + file->from + at, *end = file->buffer + file->to;

    while (text < end && (*text == ' ' || *text == '\t'))
        text++;
    return end - text >= 2 && text[0] == '(' && text[1] == ';';
}

/* The number of bytes of the text up to `end` without trailing blanks. */
static size_t without_blanks(const struct iss_reader *file, size_t begin, size_t end)
{
    const char *text = file->buffer + file->from;

    while (end > begin && blank(text + end - 1, 1))
        end--;
    return end;
}

/* Where the piece that begins at `begin` ends: after its line or, for a record of several lines,
 * after the line that ends with ")" or precedes the next record. */
static size_t end_of_piece(struct iss_reader *file, size_t begin, uint64_t *lines)
{
    bool record = begins_record(file, begin);
    size_t end = begin;

    do {
        end = end_of_line(file, begin, end);
        *lines += file->buffer[file->from + end - 1] == '\n';
        if (end - begin > ISS_RECORD_MAX)
            return end;
        size_t last = without_blanks(file, begin, end);
        if (!record || file->buffer[file->from + last - 1] == ')')
            return end;
        if (file->to - file->from < end + LOOK_AHEAD)
            refill(file);
    } while (file->to - file->from > end && !begins_record(file, end));
    return end;
}

/* The rest of a line that was too long. */
static void skip_line(struct iss_reader *file)
{
    while (file->skipping) {
        size_t end = end_of_line(file, 0, 0);
        bool newline = end && file->buffer[file->from + end - 1] == '\n';
        file->from += end;
        file->line += newline;
        file->skipping = !newline && (file->from < file->to || refill(file));
    }
}

bool iss_reader_next(struct iss_reader *file, struct iss_piece *piece)
{
    uint64_t lines = 0;

    skip_line(file);
    size_t begin = skip_blanks(file), end = begin;
    *piece = (struct iss_piece){.line = file->line};
    if (file->to - file->from == 0)
        return false;
    if (file->to - file->from > begin && begin < ISS_RECORD_MAX) {
        end = end_of_piece(file, begin, &lines);
        piece->text_length = without_blanks(file, begin, end) - begin;
        piece->too_long = end - begin > ISS_RECORD_MAX;
        piece->text = file->buffer + file->from + begin;
        file->skipping = piece->too_long && piece->text[end - begin - 1] != '\n';
    }
    piece->bytes = file->buffer + file->from;
    piece->length = end;
    file->from += end;
    file->line += lines;
    return true;
}

/* A piece has more than its first `used` bytes: it ends there, and the next piece begins. */
static void split(struct iss_reader *file, struct iss_piece *piece, size_t used)
{
    const char *end = piece->text + used, *last = piece->bytes + piece->length;

    for (const char *at = end; (at = memchr(at, '\n', (size_t)(last - at))); at++)
        file->line--;
    file->from -= (size_t)(last - end);
    piece->text_length = used;
    piece->length = (size_t)(end - piece->bytes);
    file->skipping = false;
}

bool iss_reader_record(struct iss_reader *file, struct iss_piece *piece, struct iss_record *record,
                       struct import_issues *issues)
{
    enum { SHOWN = 40 };
    int before = issues->count;
    size_t used = iss_read(record, piece->text, piece->text_length, issues);

    if (used > ISS_RECORD_MAX || (!used && piece->too_long)) {
        issues->count = before;
        import_issues_add(issues, ISSUE_TOO_LONG, piece->text, SHOWN);
        return false;
    }
    if (used && used < piece->text_length)
        split(file, piece, used);
    return used > 0;
}
