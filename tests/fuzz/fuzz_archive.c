// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_archive.c - an archive of results, unpacked and compared with its checksums. What
 * it leaves is in its folder, and nothing of it is a link. */
#include <dirent.h>
#include <sys/stat.h>

#include "arena/report/archive_verify.h"
#include "tests/fuzz/fuzz.h"

static char folder[FUZZ_FOLDER_SIZE], file[FOLDER_PATH_SIZE];

static void remove_folder(void) { archive_unpack_remove(folder); }

/* Beside the archive there is only what it was unpacked into. */
static void check_beside(void)
{
    DIR *directory = opendir(folder);
    int others = 0;

    for (const struct dirent *entry; (entry = readdir(directory));)
        others += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
                  strcmp(entry->d_name, "archive.tar") != 0 && strcmp(entry->d_name, "into") != 0;
    closedir(directory);
    fuzz_must(!others);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char into[FOLDER_PATH_SIZE], top[FOLDER_PATH_SIZE];
    struct errors errors = {0};
    uint64_t files = 0;

    fuzz_folder_make(folder, remove_folder);
    folder_file(folder, "archive.tar", file);
    fuzz_save(folder, "archive.tar", data, size);
    mkdir(folder_file(folder, "into", into), 0700);
    const bool unpacked = archive_unpack(file, into, top, &files, &errors);
    fuzz_must(unpacked == (errors.count == 0)); /* a refusal must say why */
    if (unpacked)
        fuzz_must(archive_unpack_check(file, top, files, &errors) == (errors.count == 0));
    check_beside();
    archive_unpack_remove(into);
    errors_free(&errors);
    return 0;
}
