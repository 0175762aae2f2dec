// SPDX-License-Identifier: MIT
#include "arena/report/result_archive.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/hash.h"
#include "arena/base/input_file.h"
#include "arena/base/output_file.h"
#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/late_library.h"
#include "arena/base/memory.h"
#include "arena/base/terminal.h"
#include "arena/base/text.h"
#include "arena/base/version.h"
#include "arena/report/repeat.h"
#include "arena/report/report.h"

/* How an archive is compressed, by the end of its name; the first is the usual one. */
static const struct archive_kind {
    const char *suffix;
    int filter; /* libarchive's */
} kinds[] = {{RESULT_ARCHIVE_SUFFIX, ARCHIVE_FILTER_GZIP},
             {".tar.zst", ARCHIVE_FILTER_ZSTD},
             {".tar.xz", ARCHIVE_FILTER_XZ},
             {".tar", ARCHIVE_FILTER_NONE}};

static const struct archive_kind *kind_of(const char *out)
{
    size_t length = strlen(out);

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t end = strlen(kinds[i].suffix);
        if (length > end && strcmp(out + length - end, kinds[i].suffix) == 0)
            return &kinds[i];
    }
    return NULL;
}

bool result_archive_is_name(const char *out) { return kind_of(out) != NULL; }

/* A result folder that is being packed. */
struct packing {
    char *folder;     /* absolute */
    const char *name; /* its last part, that of the folder in the archive */
    const char *out;  /* the archive */
    const char *page; /* the report as it is written now */
    struct libarchive library;
    struct archive *archive;
    FILE *sums;            /* lines of SHA256SUMS; NULL once they are complete */
    bool unreadable;       /* a file or folder of it */
    struct errors *errors; /* of files that cannot be read or written */
};

/* A file or folder of what is packed cannot be read. */
static bool failed(struct packing *packing, const char *path)
{
    const int why = errno;
    struct stat status;

    packing->unreadable = true;
    if (why == ENOENT && lstat(path, &status) == 0 && S_ISLNK(status.st_mode))
        errors_add(packing->errors, path, "is a link to a file that is missing");
    else
        errors_add(packing->errors, path, "%s", strerror(why));
    return false;
}

static bool pack_failed(struct packing *packing)
{
    int number = packing->library.archive_errno(packing->archive);

    errors_add(packing->errors, packing->out, "%s",
               number > 0 ? strerror(number)
                          : packing->library.archive_error_string(packing->archive));
    return false;
}

/* These are written anew. */
static bool is_added(const char *name)
{
    static const char *const added[] = {"report.html", "config.json", "README.txt", "SHA256SUMS",
                                        PLAYED_FILE};

    for (size_t i = 0; i < sizeof added / sizeof *added; i++)
        if (strcmp(name, added[i]) == 0)
            return true;
    return false;
}

/* Files of the user's own that would be lost. Where there are checksums, the folder was an archive
 * before. */
static bool has_own(struct packing *packing)
{
    static const char *const names[] = {"config.json", "README.txt"};
    char path[FOLDER_PATH_SIZE];

    if (access(folder_file(packing->folder, "SHA256SUMS", path), F_OK) == 0)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (access(folder_file(packing->folder, names[i], path), F_OK) == 0) {
            errors_add(packing->errors, path,
                       "is a file of your own, which the archive would replace: rename it");
            return true;
        }
    return false;
}

/* Whether a real path is the folder or in it. */
static bool is_within(const struct packing *packing, const char *path)
{
    const size_t whole = strlen(packing->folder), length = whole > 1 ? whole : 0; /* "/" */

    return strncmp(path, packing->folder, length) == 0 && (!path[length] || path[length] == '/');
}

/* An archive must not be inside what it packs. */
static bool is_inside(struct packing *packing)
{
    const char *out = packing->out, *slash = strrchr(out, '/');
    char *place = slash ? xstrndup(out, (size_t)(slash - out) + 1) : xstrdup(".");
    char *whole = realpath(place, NULL);
    const bool inside = whole && is_within(packing, whole);

    if (inside)
        errors_add(packing->errors, out, "would be inside the folder that it packs");
    free(whole);
    free(place);
    return inside;
}

/* ---- members ---- */

/* Begins a member, `inner` in the folder. Owners and dates say nothing of a result, and would make
 * every archive another. */
static bool begin_member(struct packing *packing, const char *inner, mode_t mode, off_t size)
{
    const struct libarchive *library = &packing->library;
    struct archive_entry *entry = library->archive_entry_new();
    char *path = xasprintf("%s/%s", packing->name, inner);

    library->archive_entry_set_pathname(entry, path);
    library->archive_entry_set_mode(entry, mode);
    library->archive_entry_set_size(entry, size);
    library->archive_entry_set_mtime(entry, 0, 0);
    bool ok = library->archive_write_header(packing->archive, entry) == ARCHIVE_OK ||
              pack_failed(packing);
    free(path);
    library->archive_entry_free(entry);
    return ok;
}

static bool put_bytes(struct packing *packing, struct sha256_ctx *sum, const void *bytes,
                      size_t size)
{
    sha256_update(sum, size, bytes);
    return packing->library.archive_write_data(packing->archive, bytes, size) == (la_ssize_t)size ||
           pack_failed(packing);
}

static void note_sum(struct packing *packing, const char *inner, struct sha256_ctx *sum)
{
    char text[HASH_SIZE];

    if (packing->sums)
        fprintf(packing->sums, "%s  %s\n", hash_end(sum, text), inner);
}

static bool pack_text(struct packing *packing, const char *inner, const char *text)
{
    struct sha256_ctx sum;
    const size_t size = strlen(text);

    sha256_init(&sum);
    bool ok = begin_member(packing, inner, S_IFREG | 0644, (off_t)size) &&
              put_bytes(packing, &sum, text, size);
    note_sum(packing, inner, &sum);
    return ok;
}

static bool pack_file(struct packing *packing, const char *inner, const char *path)
{
    enum { CHUNK = 1 << 16 };
    char bytes[CHUNK];
    FILE *file = input_file_open(path, INPUT_OWN);
    struct stat status;
    struct sha256_ctx sum;

    if (!file || fstat(fileno(file), &status) != 0)
        return failed(packing, path);
    sha256_init(&sum);
    bool ok = begin_member(packing, inner, S_IFREG | 0644, status.st_size);
    /* What is appended meanwhile is left out. */
    for (off_t left = status.st_size; ok && left > 0;) {
        size_t count = fread(bytes, 1, left < CHUNK ? (size_t)left : CHUNK, file);
        ok = count ? put_bytes(packing, &sum, bytes, count) : failed(packing, path);
        left -= (off_t)count;
    }
    note_sum(packing, inner, &sum);
    fclose(file);
    return ok;
}

/* An entry of a folder, `own` seen from the first: not what is written anew, nor what an
 * interrupted write left. */
static bool is_packed(const char *own, const char *name)
{
    return !is_added(own) && !output_file_is_left_over(name) && strcmp(name, ".") != 0 &&
           strcmp(name, "..") != 0;
}

/* A link may have been made by whoever made the folder, and what it leads to is packed: whoever
 * passes the archive on should know of what comes from elsewhere. */
static void tell_of_link(const struct packing *packing, const char *path)
{
    struct stat status;

    if (lstat(path, &status) != 0 || !S_ISLNK(status.st_mode))
        return;
    char *to = realpath(path, NULL);
    if (to && !is_within(packing, to)) {
        char *words = xasprintf("%s is a link out of the folder: %s is packed", path, to);
        text_make_line(words);
        print_note("skat-arena: warning: %s\n", words);
        free(words);
    }
    free(to);
}

static bool pack_folder(struct packing *packing, const char *inner, int depth);

/* Files and folders; nothing is read from a pipe or a device. */
static bool pack_entry(struct packing *packing, const char *inner, int depth)
{
    char path[FOLDER_PATH_SIZE];
    struct stat status;

    if (stat(folder_file(packing->folder, inner, path), &status) != 0)
        return failed(packing, path);
    tell_of_link(packing, path);
    return S_ISDIR(status.st_mode)   ? pack_folder(packing, inner, depth + 1)
           : S_ISREG(status.st_mode) ? pack_file(packing, inner, path)
                                     : true;
}

/* All of a folder, in the order of names. */
static bool pack_folder(struct packing *packing, const char *inner, int depth)
{
    enum { DEEPEST = 8 }; /* a link may lead to a folder that it is in */
    char path[FOLDER_PATH_SIZE];
    struct dirent **entries = NULL;
    int count = scandir(folder_file(packing->folder, inner, path), &entries, NULL, alphasort);

    if (count >= 0 && depth > DEEPEST)
        errno = ELOOP;
    bool ok = count >= 0 && depth <= DEEPEST ? begin_member(packing, inner, S_IFDIR | 0755, 0)
                                             : failed(packing, path);
    for (int i = 0; i < count; i++) {
        char own[FOLDER_PATH_SIZE];
        snprintf(own, sizeof own, "%s%s%s", inner, *inner ? "/" : "", entries[i]->d_name);
        if (ok && is_packed(own, entries[i]->d_name))
            ok = pack_entry(packing, own, depth);
        free(entries[i]);
    }
    free(entries);
    return ok;
}

/* ---- what is added ---- */

/* The files, the command and the citation in plain words; how the numbers are made is in the
 * report. */
char *result_archive_readme(const char *name, const cJSON *repeat)
{
    const char *command = json_text(repeat, "command"), *again = json_text(repeat, "again");

    return xasprintf(
        "%s\n\nA result folder of %s.\n\nreport.html shows the results, says how the numbers were "
        "made and what to cite; open it in a browser.\nThe other files are described in "
        "docs/formats.md of Skat "
        "Arena, or in the manual page skat-arena-formats(5).\n\n%s%s%s%s%s%sCheck the files with: "
        "sha256sum --check SHA256SUMS\nCheck the games, and play a share of them again, with: "
        "skat-arena verify, and the name of the archive\n",
        name, ARENA_HARNESS, *command ? "Made by:  " : "", command, *command ? "\n" : "",
        *again ? "Again:    " : "", again, *again ? "\n\n" : "\n");
}

static bool pack_readme(struct packing *packing, const cJSON *repeat)
{
    char *text = result_archive_readme(packing->name, repeat);
    bool ok = pack_text(packing, "README.txt", text);

    free(text);
    return ok;
}

/* The hashes of all that played. */
static bool pack_played(struct packing *packing)
{
    cJSON *played = played_of(packing->folder, packing->errors);
    char *text = played ? xcheck(cJSON_Print(played)) : NULL;
    const bool ok = text && pack_text(packing, PLAYED_FILE, text);

    free(text);
    cJSON_Delete(played);
    return ok;
}

static bool pack_additions(struct packing *packing, const cJSON *repeat)
{
    const char *config = json_text(repeat, "config");

    return (!*config || pack_text(packing, "config.json", config)) &&
           pack_readme(packing, repeat) && pack_played(packing) &&
           pack_file(packing, "report.html", packing->page);
}

/* Everything, the checksums last. */
static bool pack_all(struct packing *packing, const cJSON *repeat)
{
    char *sums = NULL;
    size_t length = 0;

    packing->sums = xcheck(open_memstream(&sums, &length));
    bool ok = pack_folder(packing, "", 0) && pack_additions(packing, repeat);
    fclose(packing->sums);
    packing->sums = NULL;
    ok = ok && pack_text(packing, "SHA256SUMS", sums);
    free(sums);
    return ok;
}

/* ---- packing ---- */

static bool open_archive(struct packing *packing, FILE *file)
{
    const struct libarchive *library = &packing->library;

    libarchive_load(&packing->library);
    packing->archive = xcheck(library->archive_write_new());
    return (library->archive_write_add_filter(packing->archive, kind_of(packing->out)->filter) ==
                ARCHIVE_OK &&
            library->archive_write_set_format_pax_restricted(packing->archive) == ARCHIVE_OK &&
            /* Without the time of day; other filters do not know the option. */
            library->archive_write_set_filter_option(packing->archive, "gzip", "timestamp", NULL) !=
                ARCHIVE_FATAL &&
            /* Without the zeros that fill up the last block of a tape: zstd refuses them. */
            library->archive_write_set_bytes_in_last_block(packing->archive, 1) == ARCHIVE_OK &&
            library->archive_write_open_FILE(packing->archive, file) == ARCHIVE_OK) ||
           pack_failed(packing);
}

static enum exit_code pack(struct packing *packing, const cJSON *repeat)
{
    struct output_file save;

    if (!output_file_begin(&save, packing->out, OUTPUT_NAMED)) {
        output_file_end(&save, packing->errors);
        return EXIT_INTERNAL;
    }
    bool ok = open_archive(packing, save.file) && pack_all(packing, repeat) &&
              (packing->library.archive_write_close(packing->archive) == ARCHIVE_OK ||
               pack_failed(packing));
    packing->library.archive_write_free(packing->archive);
    if (ok && output_file_end(&save, packing->errors))
        return EXIT_OK;
    if (!ok)
        output_file_drop(&save);
    return packing->unreadable ? EXIT_BAD_FILE : EXIT_INTERNAL;
}

/* Writes the page to a temporary folder, and packs it with the others. */
static enum exit_code pack_with_page(struct packing *packing, const cJSON *repeat)
{
    const char *const folder = packing->folder;
    char scratch[FOLDER_PATH_SIZE], page[FOLDER_PATH_SIZE];

    if (!folder_make_temporary(scratch, packing->errors))
        return EXIT_INTERNAL;
    packing->page = folder_file(scratch, "report.html", page);
    enum exit_code code =
        report_write(&folder, 1, page, true, &GAME_WISHES_NONE, PAGE_SOLVER_AUTO, packing->errors);
    if (code == EXIT_OK)
        code = pack(packing, repeat);
    unlink(page);
    rmdir(scratch);
    return code;
}

enum exit_code result_archive_write(const char *folder, const char *out, struct errors *errors)
{
    enum result_kind kind = result_kind_of(folder);
    struct packing packing = {.errors = errors, .out = out, .folder = realpath(folder, NULL)};
    enum exit_code code = EXIT_BAD_FILE;

    if (!packing.folder || kind == RESULT_NONE) {
        if (!packing.folder && errno == ENOENT)
            path_missing(folder, errors);
        else
            errors_add(errors, folder, "%s",
                       packing.folder ? "has no results of a run, a study or a search"
                                      : strerror(errno));
        free(packing.folder);
        return EXIT_BAD_FILE;
    }
    packing.name = strrchr(packing.folder, '/') + 1;
    cJSON *repeat =
        has_own(&packing) || is_inside(&packing) ? NULL : repeat_of(packing.folder, kind, errors);
    if (repeat)
        code = pack_with_page(&packing, repeat);
    cJSON_Delete(repeat);
    free(packing.folder);
    return code;
}
