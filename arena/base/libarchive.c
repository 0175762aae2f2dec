// SPDX-License-Identifier: MIT
#include "arena/base/libarchive.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"

/* Its version of the headers that this is compiled with: functions keep their types while it
 * stays. */
static const char name[] = "libarchive.so.13";

static const struct {
    const char *name;
    size_t offset;
} functions[] = {
#define LIBARCHIVE_ROW(function) {#function, offsetof(struct libarchive, function)},
    LIBARCHIVE_FUNCTIONS(LIBARCHIVE_ROW)
#undef LIBARCHIVE_ROW
};

static _Noreturn void cannot_load(void)
{
    fprintf(stderr, "skat-arena: a library is missing or damaged: %s\n", dlerror());
    _exit(EXIT_INTERNAL);
}

void libarchive_load(struct libarchive *library)
{
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *function = handle ? dlsym(handle, functions[i].name) : NULL;
        if (!function)
            cannot_load();
        memcpy((char *)library + functions[i].offset, &function, sizeof function);
    }
}
