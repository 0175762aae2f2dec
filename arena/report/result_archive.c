// SPDX-License-Identifier: MIT
#include "arena/report/result_archive.h"

#include <dirent.h>
#include <errno.h>
#include <sha256.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/output_file.h"
#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/version.h"
#include "arena/report/repeat.h"
#include "arena/report/report.h"

extern char **environ;

/* How `tar` compresses, by the end of the file's name; the first is the usual one. */
static const struct {
    const char *suffix, *option;
} kinds[] = {{RESULT_ARCHIVE_SUFFIX, "--gzip"},
             {".tar.zst", "--zstd"},
             {".tar.xz", "--xz"},
             {".tar", "--format=gnu"}};

static const char *compression_of(const char *out)
{
    size_t length = strlen(out);

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t end = strlen(kinds[i].suffix);
        if (length > end && strcmp(out + length - end, kinds[i].suffix) == 0)
            return kinds[i].option;
    }
    return NULL;
}

bool result_archive_is_name(const char *out) { return compression_of(out) != NULL; }

/* What is being packed: a folder of links to the files, and of those that are added. */
struct packing {
    const char *name;            /* of the folder in the archive */
    char root[FOLDER_PATH_SIZE]; /* a temporary folder, with one folder of this name */
    char *inside;                /* that folder */
    char *folder;                /* the result folder, absolute */
    struct errors *errors;       /* of files that cannot be read or written */
};

/* ---- the folder of links ---- */

static bool failed(const struct packing *packing, const char *path)
{
    errors_add(packing->errors, path, "%s", strerror(errno));
    return false;
}

/* These are written anew. */
static bool is_added(const char *name)
{
    static const char *const added[] = {"report.html", "config.json", "README.txt", "SHA256SUMS"};

    for (size_t i = 0; i < sizeof added / sizeof *added; i++)
        if (strcmp(name, added[i]) == 0)
            return true;
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Files of the user's own that would be lost. Where there are checksums, the folder was an archive
 * before. */
static bool has_own(const struct packing *packing)
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

/* An archive must not be inside what it packs. */
static bool is_inside(const struct packing *packing, const char *out)
{
    const char *slash = strrchr(out, '/');
    char *place = slash ? xstrndup(out, (size_t)(slash - out) + 1) : xstrdup(".");
    char *whole = realpath(place, NULL);
    size_t length = strlen(packing->folder);
    bool inside = whole && strncmp(whole, packing->folder, length) == 0 &&
                  (whole[length] == '/' || !whole[length]);

    if (inside)
        errors_add(packing->errors, out, "would be inside the folder that it packs");
    free(whole);
    free(place);
    return inside;
}

static bool link_files(const struct packing *packing)
{
    DIR *directory = opendir(packing->folder);
    bool ok = true;

    if (!directory)
        return failed(packing, packing->folder);
    for (const struct dirent *entry; ok && (entry = readdir(directory));) {
        char from[FOLDER_PATH_SIZE], to[FOLDER_PATH_SIZE];
        if (is_added(entry->d_name))
            continue;
        ok = symlink(folder_file(packing->folder, entry->d_name, from),
                     folder_file(packing->inside, entry->d_name, to)) == 0 ||
             failed(packing, to);
    }
    closedir(directory);
    return ok;
}

/* ---- what is added ---- */

static bool save_text(const struct packing *packing, const char *name, const char *text)
{
    char path[FOLDER_PATH_SIZE];
    FILE *file = output_file_grow(folder_file(packing->inside, name, path), OUTPUT_NEW);
    bool ok = file && fputs(text, file) >= 0;

    if (file && fclose(file) != 0)
        ok = false;
    return ok || failed(packing, path);
}

/* The files, the command and the citation in plain words; how the numbers are made is in the
 * report. */
static bool save_readme(const struct packing *packing, const cJSON *repeat)
{
    const char *command = json_text(repeat, "command"), *again = json_text(repeat, "again");
    char *text = xasprintf(
        "%s\n\nA result folder of %s.\n\nreport.html shows the results, says how the numbers were "
        "made and what to cite; open it in a browser.\nThe other files are described in "
        "docs/formats.md of Skat "
        "Arena, or in the manual page skat-arena-formats(5).\n\n%s%s%s%s%s%sCheck the files with: "
        "sha256sum --check SHA256SUMS\n",
        packing->name, ARENA_HARNESS, *command ? "Made by:  " : "", command, *command ? "\n" : "",
        *again ? "Again:    " : "", again, *again ? "\n\n" : "\n");
    bool ok = save_text(packing, "README.txt", text);

    free(text);
    return ok;
}

/* A line for each file, folders too, in the order of their names. */
static bool sum_files(const struct packing *packing, const char *inner, FILE *sums)
{
    char path[FOLDER_PATH_SIZE], sum[SHA256_DIGEST_STRING_LENGTH];
    struct dirent **entries = NULL;
    bool ok = true;
    int count = scandir(folder_file(packing->inside, inner, path), &entries, NULL, alphasort);

    if (count < 0)
        return failed(packing, path);
    for (int i = 0; i < count; i++) {
        char own[FOLDER_PATH_SIZE], file[FOLDER_PATH_SIZE];
        const char *name = entries[i]->d_name;
        struct stat status;
        snprintf(own, sizeof own, "%s%s%s", inner, *inner ? "/" : "", name);
        bool skipped =
            strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(own, "SHA256SUMS") == 0;
        if (ok && !skipped && stat(folder_file(packing->inside, own, file), &status) != 0)
            ok = failed(packing, file);
        else if (ok && !skipped && S_ISDIR(status.st_mode))
            ok = sum_files(packing, own, sums);
        else if (ok && !skipped && S_ISREG(status.st_mode))
            ok = SHA256File(file, sum) ? fprintf(sums, "%s  %s\n", sum, own) > 0
                                       : failed(packing, file);
        free(entries[i]);
    }
    free(entries);
    return ok;
}

static bool save_sums(const struct packing *packing)
{
    char *text = NULL;
    size_t length = 0;
    FILE *memory = xcheck(open_memstream(&text, &length));
    bool ok = sum_files(packing, "", memory);

    fclose(memory);
    ok = ok && save_text(packing, "SHA256SUMS", text);
    free(text);
    return ok;
}

static bool add_files(const struct packing *packing, enum result_kind kind)
{
    char page[FOLDER_PATH_SIZE];
    const char *folder = packing->folder;
    cJSON *repeat = repeat_of(folder, kind, packing->errors);
    const char *config = json_text(repeat, "config");
    bool ok = repeat && (!*config || save_text(packing, "config.json", config)) &&
              save_readme(packing, repeat);

    cJSON_Delete(repeat);
    return ok &&
           report_write(&folder, 1, folder_file(packing->inside, "report.html", page), true,
                        &GAME_WISHES_NONE, PAGE_SOLVER_AUTO, packing->errors) == EXIT_OK &&
           save_sums(packing);
}

/* ---- packing ---- */

/* Runs `tar`, with its output to `out`. What it complains about goes to our standard error. */
static bool run_tar(const struct packing *packing, const char *compression, int out)
{
    /* Owners and dates say nothing of a result, and would make every archive another. */
    char *const argv[] = {"tar",
                          "--create",
                          "--file=-",
                          "--dereference",
                          "--sort=name",
                          "--owner=0",
                          "--group=0",
                          "--numeric-owner",
                          "--mode=u+rwX,go+rX,go-w",
                          "--mtime=@0",
                          (char *)compression,
                          "--directory",
                          (char *)packing->root,
                          "--",
                          (char *)packing->name,
                          NULL};
    posix_spawn_file_actions_t actions;
    int status = -1;
    pid_t pid;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    errno = posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (errno)
        return failed(packing, "tar");
    waitpid(pid, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    errors_add(packing->errors, "tar", "could not pack the folder");
    return false;
}

static bool pack(const struct packing *packing, const char *out)
{
    struct output_file save;
    bool begun = output_file_begin(&save, out, OUTPUT_NAMED);

    if (begun && !run_tar(packing, compression_of(out), fileno(save.file))) {
        output_file_drop(&save);
        return false;
    }
    return output_file_end(&save, packing->errors);
}

static void remove_links(const struct packing *packing)
{
    DIR *directory = opendir(packing->inside);

    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        char path[FOLDER_PATH_SIZE];
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlink(folder_file(packing->inside, entry->d_name, path));
    }
    if (directory)
        closedir(directory);
    rmdir(packing->inside);
    rmdir(packing->root);
}

/* Makes the folder of links; false with an error. */
static bool begin(struct packing *packing)
{
    if (!folder_make_temporary(packing->root, packing->errors))
        return false;
    packing->inside = xasprintf("%s/%s", packing->root, packing->name);
    return mkdir(packing->inside, 0700) == 0 || failed(packing, packing->inside);
}

enum exit_code result_archive_write(const char *folder, const char *out, struct errors *errors)
{
    enum result_kind kind = result_kind_of(folder);
    struct packing packing = {.errors = errors, .folder = realpath(folder, NULL)};
    enum exit_code code = EXIT_BAD_FILE;

    if (!packing.folder || kind == RESULT_NONE) {
        errors_add(errors, folder, "%s",
                   packing.folder ? "has no results of a run, a study or a search"
                                  : strerror(errno));
        free(packing.folder);
        return EXIT_BAD_FILE;
    }
    packing.name = strrchr(packing.folder, '/') + 1;
    if (has_own(&packing) || is_inside(&packing, out)) {
        free(packing.folder);
        return EXIT_BAD_FILE;
    }
    if (!begin(&packing))
        code = EXIT_INTERNAL;
    else if (link_files(&packing) && add_files(&packing, kind))
        code = pack(&packing, out) ? EXIT_OK : EXIT_INTERNAL;
    if (packing.inside)
        remove_links(&packing);
    free(packing.inside);
    free(packing.folder);
    return code;
}
