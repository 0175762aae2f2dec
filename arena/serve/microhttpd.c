// SPDX-License-Identifier: MIT
#include "arena/serve/microhttpd.h"

#include "arena/base/late_library.h"

void microhttpd_load(struct microhttpd *library)
{
    static const struct late_function functions[] = {
#define MICROHTTPD_ROW(function) {#function, offsetof(struct microhttpd, function)},
        MICROHTTPD_FUNCTIONS(MICROHTTPD_ROW)
#undef MICROHTTPD_ROW
    };

    late_library_load("libmicrohttpd.so.12", functions, sizeof functions / sizeof *functions,
                      library);
}
