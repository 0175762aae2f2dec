// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_module_needs.c - the file of a module, of which the names of libraries are read.
 */
#include <sys/mman.h>

#include "arena/sandbox/loader.h"
#include "tests/fuzz/fuzz.h"

static bool is_short(void *size, const char *name) { return strlen(name) <= *(size_t *)size + 1; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int file = -1;

    if (file < 0)
        file = memfd_create("fuzz", MFD_CLOEXEC);
    fuzz_must(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == (ssize_t)size);
    fuzz_must(loader_each_needed(file, is_short, &size));
    return 0;
}
