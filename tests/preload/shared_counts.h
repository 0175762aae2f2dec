// SPDX-License-Identifier: MIT
/* tests/preload/shared_counts.h - numbers that all processes of a program share, also those that
 * can open no file, and that a test reads: in a file that a variable of the environment names. */
#ifndef TESTS_PRELOAD_SHARED_COUNTS_H
#define TESTS_PRELOAD_SHARED_COUNTS_H

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* NULL in a program that may not open the file. */
static inline void *shared_counts(const char *variable, size_t size)
{
    const int file = open(getenv(variable), O_RDWR | O_CLOEXEC);

    if (file < 0)
        return NULL;
    void *counts = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (counts == MAP_FAILED)
        abort();
    close(file);
    return counts;
}

#endif
