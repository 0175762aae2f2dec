// SPDX-License-Identifier: MIT
#include "arena/base/input_line.h"
#include "arena/base/journal.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "arena/base/hash.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "engine/text_put.h"

#define FIRST_LINE "skat-arena journal 1\n"
enum { BUILD_ID_MAX = 32 }; /* bytes; linkers write 20 */

struct journal {
    char *path;
    FILE *file;
    bool reading; /* entries that were there */
    bool refused; /* one of them cannot be this program's */
    int number;   /* of the entry that was read last, from 1 */
    long begin;   /* its first byte */
    long whole;   /* bytes up to the end of the last whole entry */
    void *entry;  /* the one that was read last */
};

/* What stands before each entry. */
struct entry_head {
    uint32_t size, checksum;
};

enum { ENTRY_MOST = 1 << 28 }; /* bytes; a larger size is damage */

static uint32_t checksum_of(const void *data, size_t size)
{
    return (uint32_t)crc32_z(0, data, size);
}

/* Reads the head of a file. False when it is of other work; *empty when it is none, or was torn
 * before its first entry. */
static bool is_of_work(FILE *file, const char *work, bool *empty)
{
    char *line = NULL;
    size_t size = 0;
    bool same = true;

    *empty = input_line_read(&line, &size, file) <= 0 || strcmp(line, FIRST_LINE) != 0;
    if (!*empty) {
        const ssize_t length = input_line_read(&line, &size, file);
        *empty = length <= 0 || line[length - 1] != '\n' || strlen(line) != (size_t)length;
        same = *empty ||
               ((size_t)length == strlen(work) + 1 && strncmp(line, work, strlen(work)) == 0);
    }
    free(line);
    return same;
}

/* The linker's hash of the program, which is a note in it: hashing ten megabytes of file would take
 * longer than what many a command does. Stops at the first object, the program itself. */
static int find_build_id(struct dl_phdr_info *info, size_t size, void *context)
{
    char *hex = context;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const char *at = (const char *)info->dlpi_addr + info->dlpi_phdr[i].p_vaddr,
                   *end = at + info->dlpi_phdr[i].p_memsz;
        while (info->dlpi_phdr[i].p_type == PT_NOTE && at + sizeof(ElfW(Nhdr)) <= end) {
            const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)(const void *)at;
            const char *name = at + sizeof *note, *id = name + ((note->n_namesz + 3) & ~3u);
            if (note->n_type == NT_GNU_BUILD_ID && strcmp(name, "GNU") == 0)
                *put_hex(hex, (const uint8_t *)id,
                         note->n_descsz < BUILD_ID_MAX ? note->n_descsz : BUILD_ID_MAX) = '\0';
            at = id + ((note->n_descsz + 3) & ~3u);
        }
    }
    return 1;
}

/* The work, and the build that does it. The caller frees it. */
static char *work_here(const char *work)
{
    char program[2 * BUILD_ID_MAX + 1] = "";

    dl_iterate_phdr(find_build_id, program);
    if (!*program) /* built without one */
        hash_file("/proc/self/exe", program);
    return xasprintf("%s; program %s", work, program);
}

static FILE *begin_anew(const char *path, const char *work)
{
    FILE *file = output_file_grow(path, OUTPUT_ANEW);

    if (file)
        fprintf(file, FIRST_LINE "%s\n", work);
    return file;
}

struct journal *journal_open(const char *path, const char *work, bool resume, const char *anew,
                             struct errors *errors)
{
    char *here = work_here(work);
    struct journal *journal = journal_open_any(path, here, resume, anew, errors);

    free(here);
    return journal;
}

struct journal *journal_open_any(const char *path, const char *work, bool resume, const char *anew,
                                 struct errors *errors)
{
    FILE *file = resume ? output_file_grow(path, OUTPUT_REWRITE) : NULL;
    bool empty = true;
    const bool other = file && !is_of_work(file, work, &empty);

    if (file && (other || empty))
        fclose(file);
    if (!other && empty)
        file = begin_anew(path, work);
    if (other) {
        errors_add(errors, path,
                   "belongs to other work: other options, another input or another version of the "
                   "program; %s",
                   anew);
        return NULL;
    }
    if (!file) {
        errors_add(errors, path, "cannot be written: %s", strerror(errno));
        return NULL;
    }
    struct journal *journal = xcalloc(1, sizeof *journal);
    *journal = (struct journal){
        .path = xstrdup(path), .file = file, .reading = !empty, .whole = empty ? 0 : ftell(file)};
    return journal;
}

/* Cuts off what is not whole; what is added follows. */
static void end_reading(struct journal *journal)
{
    journal->reading = false;
    clearerr(journal->file);
    if (fseek(journal->file, journal->whole, SEEK_SET) == 0 &&
        ftruncate(fileno(journal->file), journal->whole) == 0)
        return;
    fclose(journal->file);
    journal->file = NULL;
}

bool journal_refuse(struct journal *journal, struct errors *errors, const char *what, ...)
{
    char text[400];
    va_list arguments;

    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    errors_add(errors, journal->path, "entry %d, at byte %ld, %s", journal->number, journal->begin,
               text);
    journal->reading = false;
    journal->refused = true;
    return false;
}

bool journal_is_refused(const struct journal *journal) { return journal->refused; }

/* Whether an entry has the head and whole pieces. */
static bool has_shape(struct journal *journal, size_t size, const struct entry_shape *shape,
                      struct errors *errors)
{
    if (size >= shape->head && (size - shape->head) % shape->piece == 0)
        return true;
    if (shape->piece == 1)
        return journal_refuse(journal, errors, "has %zu bytes; allowed are %zu or more", size,
                              shape->head);
    return journal_refuse(journal, errors, "has %zu bytes; allowed are %zu and a multiple of %zu",
                          size, shape->head, shape->piece);
}

const void *journal_next(struct journal *journal, const struct entry_shape *shape, size_t *size,
                         struct errors *errors)
{
    struct entry_head head;

    if (!journal->reading)
        return NULL;
    if (fread(&head, sizeof head, 1, journal->file) == 1 && head.size > 0 &&
        head.size <= ENTRY_MOST) {
        journal->entry = xrealloc(journal->entry, head.size);
        if (fread(journal->entry, head.size, 1, journal->file) == 1 &&
            checksum_of(journal->entry, head.size) == head.checksum) {
            journal->begin = journal->whole;
            journal->whole = ftell(journal->file);
            journal->number++;
            *size = head.size;
            return has_shape(journal, head.size, shape, errors) ? journal->entry : NULL;
        }
    }
    end_reading(journal);
    return NULL;
}

void journal_add(struct journal *journal, const void *data, size_t size)
{
    const struct entry_head head = {(uint32_t)size, checksum_of(data, size)};

    if (!journal->file || journal->refused)
        return;
    fwrite(&head, sizeof head, 1, journal->file);
    fwrite(data, size, 1, journal->file);
    fflush(journal->file); /* so it outlives this process */
}

static void forget(struct journal *journal)
{
    free(journal->path);
    free(journal->entry);
    free(journal);
}

bool journal_keep(struct journal *journal, struct errors *errors)
{
    const bool kept = journal->file && output_file_close(journal->file);

    if (!kept)
        errors_add(errors, journal->path, "cannot be written: %s", strerror(errno));
    forget(journal);
    return kept;
}

bool journal_remove(struct journal *journal, struct errors *errors)
{
    if (!journal)
        return true;
    if (journal->file)
        fclose(journal->file);
    const bool removed = journal->refused || output_file_remove(journal->path, errors);
    forget(journal);
    return removed;
}

bool journal_exists(const char *path) { return access(path, F_OK) == 0; }

bool journal_may_resume(const char *path, const char *out, struct errors *errors)
{
    if (access(out, F_OK) != 0 || journal_exists(path))
        return true;
    errors_add(errors, out,
               "exists, but there is no %s from which to continue; without --resume it is "
               "replaced",
               path);
    return false;
}
