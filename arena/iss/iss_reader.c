// SPDX-License-Identifier: MIT
#include "arena/iss/iss_reader.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/base/packed_reader.h"

enum { BUFFER = 4 * ISS_RECORD_MAX, LOOK_AHEAD = 64 };

void iss_reader_start(struct iss_reader *file, const char *path, FILE *stream)
{
    *file = (struct iss_reader){.path = path, .file = stream, .line = 1, .column = 1};
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

bool iss_reader_go_on(struct iss_reader *file, uint64_t place, uint64_t line, uint64_t column)
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
    file->column = column;
    return true;
}

/* Counts the lines of these bytes, and the columns of the last one. */
static void count_lines(struct iss_reader *file, const char *text, size_t length)
{
    const char *end = text + length;

    for (const char *newline; (newline = memchr(text, '\n', (size_t)(end - text)));
         text = newline + 1) {
        file->line++;
        file->column = 1;
    }
    file->column += (uint64_t)(end - text);
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

/* Returns where the blanks end. */
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
        at += size;
    }
}

/* Whether the line at `at` begins with `word`, after any blanks. */
static bool begins_with(const struct iss_reader *file, size_t at, const char *word)
{
    const char *text = file->buffer + file->from + at, *end = file->buffer + file->to;
    const size_t length = strlen(word);

    while (text < end && (*text == ' ' || *text == '\t'))
        text++;
    return (size_t)(end - text) >= length && memcmp(text, word, length) == 0;
}

static bool begins_record(const struct iss_reader *file, size_t at)
{
    return begins_with(file, at, "(;");
}

/* The number of bytes of the text up to `end` without trailing blanks. */
static size_t without_blanks(const struct iss_reader *file, size_t begin, size_t end)
{
    const char *text = file->buffer + file->from;

    while (end > begin && blank(text + end - 1, 1))
        end--;
    return end;
}

enum { RECORD_BEGINS = 3 }; /* bytes: "(;G" */

/* Where a record begins within a line, "(;" and a property, which no smiley has: the number of
 * bytes if there is none. */
static size_t find_record(const char *text, size_t length)
{
    const char *end = text + length, *at = text;

    while ((at = memchr(at, '(', (size_t)(end - at))) &&
           !(end - at >= RECORD_BEGINS && at[1] == ';' && isupper((unsigned char)at[2])))
        at++;
    return at ? (size_t)(at - text) : length;
}

/* Where the piece that begins at `begin` ends. Other text ends after its line, or before a record
 * in it; a record of several lines ends after the line that ends with ")" or precedes the next
 * record, or a message of a table. */
static size_t end_of_piece(struct iss_reader *file, size_t begin)
{
    bool record = begins_record(file, begin);
    size_t end = begin;

    do {
        end = end_of_line(file, begin, end);
        if (!record)
            return begin + find_record(file->buffer + file->from + begin, end - begin);
        if (end - begin > ISS_RECORD_MAX)
            return end;
        size_t last = without_blanks(file, begin, end);
        if (file->buffer[file->from + last - 1] == ')')
            return end;
        if (file->to - file->from < end + LOOK_AHEAD)
            refill(file);
    } while (file->to - file->from > end && !begins_record(file, end) &&
             !begins_with(file, end, "table "));
    return end;
}

/* The rest of a line that was too long, up to a record in it. */
static void skip_line(struct iss_reader *file)
{
    while (file->skipping) {
        const size_t line = end_of_line(file, 0, 0);
        const char *text = file->buffer + file->from;
        size_t end = find_record(text, line);
        bool over = end < line || (line && text[line - 1] == '\n');
        if (!over && end > RECORD_BEGINS)
            end -= RECORD_BEGINS - 1; /* the rest of a beginning may follow */
        count_lines(file, text, end);
        file->from += end;
        file->skipping = !over && (file->from < file->to || refill(file));
    }
}

/* Does a text have a word of the messages that the server and its clients exchange? */
static bool is_message(const char *text, size_t length)
{
    static const char *const words[] = {"table",  "tables", "clients", "create",  "destroy",
                                        "invite", "join",   "text",    "tell",    "yell",
                                        "error",  "time",   "Welcome", "version", "password",
                                        "login",  "finger", "tour",    "observe"};

    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && isalpha((unsigned char)text[end]);)
            end++;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strlen(words[i]) == end - at && memcmp(words[i], text + at, end - at) == 0)
                return true;
    }
    return false;
}

bool iss_reader_next(struct iss_reader *file, struct iss_piece *piece)
{
    skip_line(file);
    size_t begin = skip_blanks(file), end = begin;
    if (file->to - file->from == 0)
        return false;
    count_lines(file, file->buffer + file->from, begin);
    *piece = (struct iss_piece){.line = file->line, .column = file->column};
    if (file->to - file->from > begin && begin < ISS_RECORD_MAX) {
        end = end_of_piece(file, begin);
        piece->text_length = without_blanks(file, begin, end) - begin;
        piece->too_long = end - begin > ISS_RECORD_MAX;
        piece->text = file->buffer + file->from + begin;
        file->skipping = piece->too_long && piece->text[end - begin - 1] != '\n';
        count_lines(file, piece->text, end - begin);
        piece->is_message =
            !begins_record(file, begin) && is_message(piece->text, piece->text_length);
    }
    if (piece->is_message)
        piece->text = NULL;
    piece->bytes = file->buffer + file->from;
    piece->length = end;
    file->from += end;
    return true;
}

/* A piece has more than its first `used` bytes: it ends there, and the next piece begins. */
static void split(struct iss_reader *file, struct iss_piece *piece, size_t used)
{
    const char *end = piece->text + used, *last = piece->bytes + piece->length;

    file->line = piece->line;
    file->column = piece->column;
    count_lines(file, piece->text, used);
    file->from -= (size_t)(last - end);
    piece->text_length = used;
    piece->length = (size_t)(end - piece->bytes);
    file->skipping = piece->too_long = false;
}

bool iss_reader_record(struct iss_reader *file, struct iss_piece *piece, struct iss_record *record,
                       struct import_issues *issues)
{
    enum { SHOWN = 40 };
    int before = issues->count;
    size_t used = iss_read(record, piece->text, piece->text_length, issues);
    /* In what is no record, the next one may begin: it is read by itself. */
    size_t end = used ? used : 1 + find_record(piece->text + 1, piece->text_length - 1);

    if (used > ISS_RECORD_MAX || (!used && end == piece->text_length && piece->too_long)) {
        issues->count = before;
        import_issues_add(issues, ISSUE_TOO_LONG, piece->text, SHOWN);
        return false;
    }
    if (end == piece->text_length)
        return used > 0;
    split(file, piece, end);
    if (!used) {
        issues->count = before;
        iss_read(record, piece->text, end, issues);
    }
    return used > 0;
}
