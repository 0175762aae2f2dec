// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_archive.c - an archive of results, unpacked and compared with its checksums. What
 * it leaves is in its folder, and nothing of it is a link. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/report/archive_unpack.h"
#include "tests/fuzz/fuzz_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[FUZZ_FOLDER_SIZE], file[FOLDER_PATH_SIZE];

static void remove_folder(void) { archive_unpack_remove(folder); }

static void save(const uint8_t *data, size_t size)
{
    FILE *out = fopen(file, "w");

    if (!out || fwrite(data, 1, size, out) != size || fclose(out) != 0)
        abort();
}

/* Beside the archive there is only what it was unpacked into. */
static void check_beside(void)
{
    DIR *directory = opendir(folder);
    int others = 0;

    for (const struct dirent *entry; (entry = readdir(directory));)
        others += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
                  strcmp(entry->d_name, "archive.tar") != 0 && strcmp(entry->d_name, "into") != 0;
    closedir(directory);
    if (others)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char into[FOLDER_PATH_SIZE], top[FOLDER_PATH_SIZE];
    struct errors errors = {0};
    uint64_t files = 0;

    if (!file[0]) {
        fuzz_folder_make(folder);
        atexit(remove_folder);
        folder_file(folder, "archive.tar", file);
    }
    save(data, size);
    mkdir(folder_file(folder, "into", into), 0700);
    const bool unpacked = archive_unpack(file, into, top, &files, &errors);
    if (unpacked != (errors.count == 0))
        abort(); /* a refusal must say why */
    if (unpacked && archive_unpack_check(file, top, files, &errors) != (errors.count == 0))
        abort();
    check_beside();
    archive_unpack_remove(into);
    errors_free(&errors);
    return 0;
}
