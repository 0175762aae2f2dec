// SPDX-License-Identifier: MIT
#include "arena/base/libarchive.h"

#include "arena/base/late_library.h"

void libarchive_load(struct libarchive *library)
{
    static const struct late_function functions[] = {
#define LIBARCHIVE_ROW(function) {#function, offsetof(struct libarchive, function)},
        LIBARCHIVE_FUNCTIONS(LIBARCHIVE_ROW)
#undef LIBARCHIVE_ROW
    };

    late_library_load("libarchive.so.13", functions, sizeof functions / sizeof *functions, library);
}
