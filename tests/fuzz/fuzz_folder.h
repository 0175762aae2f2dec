// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_folder.h - a folder for the files of a fuzzer, in memory where that can be: what
 * is tested waits for the disk. */
#ifndef TESTS_FUZZ_FUZZ_FOLDER_H
#define TESTS_FUZZ_FUZZ_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FUZZ_FOLDER_SIZE = 64 };

/* Creates it and sets `path`; the caller removes it. Aborts if there can be none. */
static inline void fuzz_folder_make(char path[FUZZ_FOLDER_SIZE])
{
    snprintf(path, FUZZ_FOLDER_SIZE, "%s/skat-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(path))
        abort();
}

#endif
