// SPDX-License-Identifier: MIT
/* tests/reach/reach.c - notes which code a test reaches (tests/reach/record.py).
 *
 * Linked into the program and each module of a build with -fsanitize-coverage=trace-pc, which calls
 * a function at each basic block. It marks the place in a file that all processes of a test share,
 * one for each module, in the folder that SKAT_REACH names. Without that variable, as in sandboxed
 * processes, nothing is noted. This file is compiled without the option. */
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BYTES_A_MARK = 4, MARKS = 1 << 20 }; /* modules of up to 4 MB of code */

static uint8_t nowhere[MARKS];
static uint8_t *marks = nowhere;
static uintptr_t base;

__attribute__((constructor)) static void begin(void)
{
    const char *folder = getenv("SKAT_REACH");
    Dl_info self;
    char path[4096], name[256];

    if (!folder || !dladdr((void *)(uintptr_t)begin, &self))
        return;
    base = (uintptr_t)self.dli_fbase;
    const char *file = strrchr(self.dli_fname, '/');
    snprintf(name, sizeof name, "%s", file ? file + 1 : self.dli_fname);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int out = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (out < 0 || ftruncate(out, MARKS) != 0)
        return;
    void *shared = mmap(NULL, MARKS, PROT_READ | PROT_WRITE, MAP_SHARED, out, 0);
    close(out);
    if (shared != MAP_FAILED)
        marks = shared;
}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    const uintptr_t at = ((uintptr_t)__builtin_return_address(0) - base) / BYTES_A_MARK;

    if (at < MARKS && !marks[at])
        marks[at] = 1;
}
