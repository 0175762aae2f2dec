// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_module_needs.c - the file of a module, of which the names of libraries are read.
 */
#include <sys/mman.h>

#include "arena/bot/module_needs.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int file = -1;

    if (file < 0)
        file = memfd_create("fuzz", MFD_CLOEXEC);
    fuzz_must(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == (ssize_t)size);
    struct module_needs needed = module_needs_read(file);
    for (size_t i = 0; i < needed.count; i++)
        fuzz_must(needed.names[i] && strlen(needed.names[i]) <= size + 1);
    module_needs_free(&needed);
    return 0;
}
