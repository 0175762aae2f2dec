// SPDX-License-Identifier: MIT
#include "arena/base/late_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"

static _Noreturn void cannot_load(void)
{
    fprintf(stderr, "skat-arena: a library is missing or damaged: %s\n", dlerror());
    _exit(EXIT_INTERNAL);
}

void late_library_load(const char *name, const struct late_function *functions, size_t count,
                       void *functions_of)
{
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);

    for (size_t i = 0; i < count; i++) {
        void *function = handle ? dlsym(handle, functions[i].name) : NULL;
        if (!function)
            cannot_load();
        memcpy((char *)functions_of + functions[i].offset, &function, sizeof function);
    }
}

/* ---- libarchive, for those who read or write an archive ---- */

void libarchive_load(struct libarchive *library)
{
    static const struct late_function functions[] = {
#define LIBARCHIVE_ROW(function) {#function, offsetof(struct libarchive, function)},
        LIBARCHIVE_FUNCTIONS(LIBARCHIVE_ROW)
#undef LIBARCHIVE_ROW
    };

    late_library_load("libarchive.so.13", functions, sizeof functions / sizeof *functions, library);
}
