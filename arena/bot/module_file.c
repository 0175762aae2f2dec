// SPDX-License-Identifier: MIT
#include "arena/bot/module_file.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/hash.h"
#include "arena/base/input_file.h"
#include "arena/base/memory.h"
#include "arena/base/program_dirs.h"
#include "arena/sandbox/private_pages.h"
#include "arena/base/machine.h"

struct module_files {
    struct module_file *of[MODULE_FILES_MAX]; /* bots point to them */
    int count;
};

struct module_files *module_files_new(void) { return xcalloc(1, sizeof(struct module_files)); }

void module_files_free(struct module_files *files)
{
    if (!files)
        return;
    module_files_close(files);
    for (int i = 0; i < files->count; i++)
        free(files->of[i]);
    free(files);
}

/* ---- reading ---- */

enum { PROC_PATH_SIZE = 32 };

static int open_again(int descriptor, int flags)
{
    char path[PROC_PATH_SIZE];

    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return open(path, flags | O_CLOEXEC);
}

static bool is_plain(int in)
{
    struct stat status;

    if (fstat(in, &status) != 0)
        return false;
    errno = S_ISDIR(status.st_mode) ? EISDIR : EMEDIUMTYPE;
    return S_ISREG(status.st_mode);
}

/* A copy of the file in sealed memory, and its hash; -1 with errno. */
static int read_into_memory(int in, const char *path, char sha256[65])
{
    const char *slash = strrchr(path, '/');
    char name[64];

    snprintf(name, sizeof name, "%.63s", slash ? slash + 1 : path);
    const int memory = sealed_copy(in, name, SEALED_DATA),
              reference =
                  memory >= 0 && hash_descriptor(memory, sha256) ? open_again(memory, O_PATH) : -1;

    descriptor_close(memory);
    return reference;
}

/* False, and errno. */
static bool try_to_read(void *context)
{
    struct module_file *file = context;
    /* What is no plain file must not keep us waiting. */
    const int in = open(file->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

    file->descriptor =
        in >= 0 && is_plain(in) ? read_into_memory(in, file->path, file->sha256) : -1;
    descriptor_close(in);
    return file->descriptor >= 0;
}

static const char *processor_name(unsigned machine)
{
    static const struct {
        unsigned machine;
        const char *name;
    } names[] = {{EM_X86_64, "x86-64"},  {EM_386, "32-bit x86"}, {EM_AARCH64, "64-bit ARM"},
                 {EM_ARM, "32-bit ARM"}, {EM_RISCV, "RISC-V"},   {EM_PPC64, "POWER"},
                 {EM_S390, "IBM Z"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].machine == machine)
            return names[i].name;
    return "another one";
}

static ElfW(Ehdr) elf_header_of(int file)
{
    ElfW(Ehdr) header = {.e_machine = EM_NONE};

    if (pread(file, &header, sizeof header, 0) != sizeof header)
        header.e_machine = EM_NONE;
    return header;
}

/* The ELF header of the object that this code is in: the linker's name for it. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

/* The bytes that a file must have for the loader to map all that its header names. The loader looks
 * for none of it: a file that is cut off crashes whoever loads it. */
static uint64_t bytes_to_map(int file, const ElfW(Ehdr) * header)
{
    uint64_t most = 0;

    for (unsigned i = 0; i < header->e_phnum; i++) {
        ElfW(Phdr) part;
        const off_t at = (off_t)(header->e_phoff + i * sizeof part);
        if (pread(file, &part, sizeof part, at) != sizeof part)
            return UINT64_MAX;
        if (part.p_type == PT_LOAD && part.p_offset + part.p_filesz > most)
            most = part.p_offset + part.p_filesz;
    }
    return most;
}

/* Why an ELF file is no shared object for this program; false if it may be one. This process only
 * reads numbers of it: whoever wrote the module wrote them. */
static bool is_wrong_object(int file, char *reason, size_t size)
{
    const ElfW(Ehdr) header = elf_header_of(file), own = __ehdr_start;
    struct stat status;

    if (fstat(file, &status) != 0)
        return false; /* the loader says more */
    if (header.e_machine == EM_NONE)
        snprintf(reason, size, "is cut off: it has %lld bytes", (long long)status.st_size);
    else if (header.e_machine == own.e_machine &&
             memcmp(header.e_ident, own.e_ident, EI_DATA + 1) != 0)
        snprintf(reason, size, "is built for %s with another word size or byte order",
                 processor_name(own.e_machine));
    else if (header.e_machine != own.e_machine)
        snprintf(reason, size, "is built for another processor, %s; this program is for %s",
                 processor_name(header.e_machine), processor_name(own.e_machine));
    else if (header.e_type == ET_REL)
        snprintf(reason, size, "is an object file, not yet linked; link it with -shared");
    else if (bytes_to_map(file, &header) > (uint64_t)status.st_size)
        snprintf(reason, size, "is cut off: it has %lld bytes, fewer than its header says",
                 (long long)status.st_size);
    else
        return false;
    return true;
}

/* Whether a file that was read is surely no shared object for this program, and why. */
static bool is_no_object(const struct module_file *file, char *reason, size_t size)
{
    static const char elf[] = {0x7f, 'E', 'L', 'F'}, zeros[sizeof elf] = {0};
    const int in = open_again(file->descriptor, O_RDONLY);
    char begin[sizeof elf] = {0};
    const ssize_t got = in >= 0 ? pread(in, begin, sizeof begin, 0) : -1;
    bool wrong = got >= 0;

    if (got == 0)
        snprintf(reason, size, "is an empty file; expected a shared object (.so)");
    else if (got == (ssize_t)sizeof elf && memcmp(begin, elf, sizeof elf) == 0)
        wrong = is_wrong_object(in, reason, size);
    else if (got > 0 && memcmp(begin, zeros, (size_t)got) == 0)
        snprintf(reason, size, "begins with zero bytes; expected a shared object (.so)");
    else if (got < 2 || memcmp(begin, "#!", 2) != 0)
        snprintf(reason, size, "is no shared object (.so), and no program that can be run");
    else if (access(file->path, X_OK) == 0)
        snprintf(reason, size,
                 "is a script; expected a shared object (.so): a config runs it with {\"module\": "
                 "\"pipe\", \"options\": {\"command\": ...}}, or as \"./FILE\"");
    else
        snprintf(reason, size, "is a script without its run bit (chmod +x)");
    descriptor_close(in);
    return wrong;
}

/* ---- identity ---- */

bool module_file_is_own(const char *path)
{
    char own[FOLDER_PATH_SIZE], folder[PATH_MAX], file[PATH_MAX];
    size_t length;

    if (!realpath(program_own_dir(PROGRAM_BOTS, own), folder) || !realpath(path, file))
        return false;
    length = strlen(folder);
    return strncmp(file, folder, length) == 0 && file[length] == '/';
}

/* A note that the Makefile puts into the bots of the tree. */
static const struct sources_note {
    ElfW(Nhdr) header;
    char name[12], sha256[64];
} sources_note = {.header = {11, 64, 1}, .name = "skat-arena"};

/* False if there is none. */
static bool read_sources(int file, char sha256[65])
{
    enum { NOTES = 4096 };
    char notes[NOTES];
    const size_t begin = offsetof(struct sources_note, sha256);
    const ElfW(Ehdr) header = elf_header_of(file);
    ElfW(Phdr) part;

    for (unsigned i = 0; i < header.e_phnum; i++) {
        const off_t at = (off_t)(header.e_phoff + i * sizeof part);
        if (pread(file, &part, sizeof part, at) != sizeof part || part.p_type != PT_NOTE ||
            part.p_filesz > NOTES || pread(file, notes, part.p_filesz, (off_t)part.p_offset) < 1)
            continue;
        const char *note = memmem(notes, part.p_filesz, &sources_note, begin);
        if (!note || (size_t)(notes + part.p_filesz - note) < sizeof sources_note)
            continue;
        snprintf(sha256, 65, "%.64s", note + begin);
        return true;
    }
    return false;
}

/* Whoever wrote another module wrote its notes, too: only the program's own are believed. */
static void identify(struct module_file *file)
{
    const int memory = module_file_is_own(file->path) ? module_file_open(file) : -1;

    if (memory < 0 || !read_sources(memory, file->identity))
        memcpy(file->identity, file->sha256, sizeof file->identity);
    descriptor_close(memory);
}

static struct module_file *find(const struct module_files *files, const char *real)
{
    for (int i = 0; i < files->count; i++)
        if (strcmp(files->of[i]->real, real) == 0)
            return files->of[i];
    return NULL;
}

const struct module_file *module_files_read(struct module_files *files, const char *path,
                                            char *reason, size_t size)
{
    struct module_file *file = xcalloc(1, sizeof *file), *known;

    file->descriptor = -1;
    snprintf(file->path, sizeof file->path, "%s", path);
    const bool there = realpath(path, file->real) != NULL;
    if (there && (known = find(files, file->real))) {
        free(file);
        return known;
    }
    int error = 0;
    if (files->count == MODULE_FILES_MAX) {
        snprintf(reason, size, "is one file too many: there are %d already", MODULE_FILES_MAX);
    } else if (!there || !shortage_insist(try_to_read, file)) {
        error = errno;
        if (error == EMEDIUMTYPE || error == ENXIO) /* that of a socket */
            snprintf(reason, size, "is %s; expected a shared object (.so)", input_file_kind(path));
        else
            snprintf(reason, size, "cannot be read: %s", strerror(error));
    }
    if (file->descriptor >= 0 && is_no_object(file, reason, size)) {
        close(file->descriptor);
        file->descriptor = -1;
    }
    if (file->descriptor < 0) {
        free(file);
        errno = error;
        return NULL;
    }
    identify(file);
    return files->of[files->count++] = file;
}

/* ---- using ---- */

int module_files_descriptors(const struct module_files *files, int descriptors[MODULE_FILES_MAX])
{
    int count = 0;

    for (int i = 0; i < files->count; i++)
        descriptors[count++] = files->of[i]->descriptor;
    return count;
}

void module_files_close(const struct module_files *files)
{
    for (int i = 0; i < files->count; i++)
        close(files->of[i]->descriptor);
}

int module_file_open(const struct module_file *file)
{
    return open_again(file->descriptor, O_RDONLY);
}
