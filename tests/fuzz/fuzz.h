// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz.h - what fuzzers share: the input as a text, and a folder for files, in memory
 * where that can be, since what is tested waits for the disk. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold, whatever the input is. */
static inline void fuzz_must(bool holds)
{
    if (!holds)
        abort();
}

/* A copy, so that reading past it is caught, with a zero after it. The caller frees it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = calloc(1, size + 1);

    fuzz_must(text != NULL);
    if (size)
        memcpy(text, data, size);
    return text;
}

enum { FUZZ_FOLDER_SIZE = 64 };

/* Creates it at the first call, and has it removed by `at_exit` at the end; sets `path`. */
static inline void fuzz_folder_make(char path[FUZZ_FOLDER_SIZE], void (*at_exit)(void))
{
    if (*path)
        return;
    snprintf(path, FUZZ_FOLDER_SIZE, "%s/skat-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    fuzz_must(mkdtemp(path) != NULL);
    atexit(at_exit);
}

/* Writes a file of the folder. */
static inline void fuzz_save(const char *folder, const char *name, const void *data, size_t size)
{
    char path[FOLDER_PATH_SIZE];
    FILE *file = fopen(folder_file(folder, name, path), "w");

    fuzz_must(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static inline void fuzz_remove(const char *folder, const char *name)
{
    char path[FOLDER_PATH_SIZE];

    unlink(folder_file(folder, name, path));
}

/* Where texts for people go. */
static inline FILE *fuzz_nowhere(void)
{
    static FILE *nowhere;

    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    fuzz_must(nowhere != NULL);
    return nowhere;
}

#endif
