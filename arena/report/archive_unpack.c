// SPDX-License-Identifier: MIT
#include "arena/report/archive_unpack.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/input_line.h"
#include "arena/base/hash.h"
#include "arena/base/input_file.h"
#include "arena/base/late_library.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"

/* An archive that is being unpacked. */
struct unpacking {
    const char *path, *into;
    char *top; /* FOLDER_PATH_SIZE bytes, "" before the first member */
    struct libarchive library;
    struct archive *archive;
    uint64_t members, files, bytes, most_bytes;
    struct errors *errors;
};

static bool refuse(const struct unpacking *unpacking, const char *name, const char *why)
{
    errors_add(unpacking->errors, unpacking->path, "member \"%.200s\" %s", name ? name : "", why);
    return false;
}

static bool cannot_write(const struct unpacking *unpacking, const char *name)
{
    errors_add(unpacking->errors, unpacking->path, "member \"%.200s\" cannot be written: %s", name,
               strerror(errno));
    return false;
}

/* "run/games.jsonl": parts that are neither empty nor "." nor "..", and no control characters. */
static bool is_plain_name(const char *name)
{
    for (const char *at = name; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127)
            return false;
    for (const char *part = name; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL) {
        size_t length = strcspn(part, "/");
        if (!length && part[0] != '\0')
            return false;
        if ((length == 1 && part[0] == '.') || (length == 2 && memcmp(part, "..", 2) == 0))
            return false;
    }
    return *name && *name != '/';
}

/* All members are of one folder, the first one's. */
static bool is_in_top(struct unpacking *unpacking, const char *name)
{
    const size_t length = strcspn(name, "/");
    char *top = xasprintf("%s/%.*s", unpacking->into, (int)length, name);
    const bool fits = strlen(top) < FOLDER_MAX / 2;

    if (fits && !unpacking->top[0])
        snprintf(unpacking->top, FOLDER_PATH_SIZE, "%s", top);
    const bool same = fits && strcmp(top, unpacking->top) == 0;
    free(top);
    return same;
}

static bool unpack_data(struct unpacking *unpacking, const char *name, FILE *file)
{
    const void *bytes;
    size_t size;
    la_int64_t offset, end = 0;
    int status = ARCHIVE_OK;

    while ((status = unpacking->library.archive_read_data_block(unpacking->archive, &bytes, &size,
                                                                &offset)) == ARCHIVE_OK) {
        unpacking->bytes += size;
        if (offset != end)
            return refuse(unpacking, name, "has holes");
        if (unpacking->bytes > unpacking->most_bytes)
            return refuse(unpacking, name, "makes it too large: it grows more than any results do");
        end += (la_int64_t)size;
        if (fwrite(bytes, 1, size, file) != size)
            return cannot_write(unpacking, name);
    }
    return status == ARCHIVE_EOF || refuse(unpacking, name, "is damaged");
}

/* Makes the folders of a name below `into`, as tar does: an archive need not have them as members,
 * but they count like members. */
static bool make_folders_of(struct unpacking *unpacking, const char *name)
{
    char part[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];

    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - name), name);
        const bool made = mkdir(folder_file(unpacking->into, part, path), 0700) == 0;
        if (!made && errno != EEXIST)
            return cannot_write(unpacking, name);
        if (made && ++unpacking->members > ARCHIVE_FILES_MAX)
            return refuse(unpacking, name, "is one too many");
    }
    return true;
}

static bool unpack_file(struct unpacking *unpacking, const char *name, const char *to)
{
    if (!make_folders_of(unpacking, name))
        return false;
    FILE *file = output_file_grow(to, OUTPUT_NEW);

    if (!file)
        return errno == EEXIST ? refuse(unpacking, name, "is there twice")
                               : cannot_write(unpacking, name);
    unpacking->files++;
    bool ok = unpack_data(unpacking, name, file);
    return (fclose(file) == 0 || cannot_write(unpacking, name)) && ok;
}

/* A folder may have been made already, for a file below it. */
static bool unpack_folder(struct unpacking *unpacking, const char *name, const char *to)
{
    struct stat status;

    if (!make_folders_of(unpacking, name))
        return false;
    if (mkdir(to, 0700) == 0 ||
        (errno == EEXIST && lstat(to, &status) == 0 && S_ISDIR(status.st_mode)))
        return true;
    return errno == EEXIST ? refuse(unpacking, name, "is there twice")
                           : cannot_write(unpacking, name);
}

/* The name of a member without "./" before it and "/" after it, to be freed. */
static char *name_of(const char *pathname)
{
    const char *begin = pathname ? pathname : "";

    if (begin[0] == '.' && begin[1] == '/')
        begin += 2;
    char *name = xstrdup(begin);
    const size_t length = strlen(name);
    if (length && name[length - 1] == '/')
        name[length - 1] = '\0';
    return name;
}

static bool unpack_member(struct unpacking *unpacking, struct archive_entry *entry)
{
    const struct libarchive *library = &unpacking->library;
    const char *pathname = library->archive_entry_pathname(entry);
    char *name = name_of(pathname), to[FOLDER_PATH_SIZE];
    const mode_t type = library->archive_entry_filetype(entry);
    bool ok = true;

    if (!is_plain_name(name) || strlen(name) > FOLDER_MAX / 2)
        ok = refuse(unpacking, pathname, "has a name that leads elsewhere");
    else if (!is_in_top(unpacking, name))
        ok = refuse(unpacking, name, "is not in the folder of the others");
    else if (++unpacking->members > ARCHIVE_FILES_MAX)
        ok = refuse(unpacking, name, "is one too many");
    else if (library->archive_entry_hardlink(entry) || (type != AE_IFREG && type != AE_IFDIR))
        ok = refuse(unpacking, name, "is neither a file nor a folder");
    else if (type == AE_IFREG)
        ok = unpack_file(unpacking, name, folder_file(unpacking->into, name, to));
    else
        ok = unpack_folder(unpacking, name, folder_file(unpacking->into, name, to));
    free(name);
    return ok;
}

static bool unpack_members(struct unpacking *unpacking)
{
    const struct libarchive *library = &unpacking->library;
    struct archive_entry *entry;
    int status;

    while ((status = library->archive_read_next_header(unpacking->archive, &entry)) == ARCHIVE_OK)
        if (!unpack_member(unpacking, entry))
            return false;
    if (status == ARCHIVE_EOF && unpacking->top[0])
        return true;
    errors_add(unpacking->errors, unpacking->path, "is no archive of results: %s",
               status == ARCHIVE_EOF ? "it is empty"
                                     : library->archive_error_string(unpacking->archive));
    return false;
}

bool archive_unpack(const char *path, const char *into, char top[FOLDER_PATH_SIZE], uint64_t *files,
                    struct errors *errors)
{
    struct unpacking unpacking = {.path = path, .into = into, .top = top, .errors = errors};
    const struct libarchive *library = &unpacking.library;
    FILE *file = input_file_open(path, INPUT_OWN);
    struct stat status;

    top[0] = '\0';
    if (!file || fstat(fileno(file), &status) != 0) {
        input_file_refused(path, errno, errors);
        return false;
    }
    unpacking.most_bytes = (uint64_t)status.st_size * ARCHIVE_GROWTH_MAX + (4 << 20);
    libarchive_load(&unpacking.library);
    unpacking.archive = xcheck(library->archive_read_new());
    library->archive_read_support_filter_gzip(unpacking.archive);
    library->archive_read_support_filter_xz(unpacking.archive);
    library->archive_read_support_filter_zstd(unpacking.archive);
    library->archive_read_support_format_tar(unpacking.archive);
    bool ok = library->archive_read_open_FILE(unpacking.archive, file) == ARCHIVE_OK;
    if (!ok)
        errors_add(errors, path, "is no archive of results: %s",
                   library->archive_error_string(unpacking.archive));
    ok = ok && unpack_members(&unpacking);
    library->archive_read_free(unpacking.archive);
    fclose(file);
    *files = unpacking.files;
    return ok;
}

/* ---- checksums ---- */

/* One line, "HASH  NAME". */
static bool check_line(const char *path, const char *top, const char *line, struct errors *errors)
{
    enum { HASH = HASH_SIZE - 1 };
    char file[FOLDER_PATH_SIZE], is[HASH_SIZE];

    if (strlen(line) < HASH + 3 || memcmp(line + HASH, "  ", 2) != 0 ||
        !is_plain_name(line + HASH + 2)) {
        errors_add(errors, path, "SHA256SUMS: \"%.80s\" is no hash and name", line);
        return false;
    }
    const char *name = line + HASH + 2;
    if (!hash_file(folder_file(top, name, file), is)) {
        errors_add(errors, path, "%s is missing, which SHA256SUMS lists", name);
        return false;
    }
    if (strncmp(is, line, HASH) == 0)
        return true;
    errors_add(errors, path, "%s is not what was packed: its checksum differs", name);
    return false;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Each line once, so that as many lines as files mean that all files are listed. */
static void check_all_listed(const char *path, char **lines, size_t count, uint64_t files,
                             struct errors *errors)
{
    if (count)
        qsort(lines, count, sizeof *lines, compare_lines);
    for (size_t i = 1; i < count; i++)
        if (strcmp(lines[i - 1], lines[i]) == 0) {
            errors_add(errors, path, "SHA256SUMS lists a file twice: %s", lines[i]);
            return;
        }
    if (count + 1 != files)
        errors_add(errors, path, "has files that SHA256SUMS does not list");
}

bool archive_unpack_check(const char *path, const char *top, uint64_t files, struct errors *errors)
{
    char sums[FOLDER_PATH_SIZE], **lines = NULL, *line = NULL;
    const int before = errors->count;
    size_t size = 0, count = 0;
    FILE *file = input_file_open(folder_file(top, "SHA256SUMS", sums), INPUT_OWN);

    if (!file) {
        errors_add(errors, path, "has no SHA256SUMS: is it an archive of results?");
        return false;
    }
    while (count < ARCHIVE_FILES_MAX && input_line_read(&line, &size, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        check_line(path, top, line, errors);
        lines = xrealloc(lines, (count + 1) * sizeof *lines);
        lines[count++] = xstrdup(line);
    }
    free(line);
    fclose(file);
    if (errors->count == before)
        check_all_listed(path, lines, count, files, errors);
    for (size_t i = 0; i < count; i++)
        free(lines[i]);
    free(lines);
    return errors->count == before;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
    (void)status, (void)type, (void)ftw;
    return remove(path);
}

void archive_unpack_remove(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
