// SPDX-License-Identifier: MIT
#include "engine/error.h"

#include <stdarg.h>
#include <stdio.h>

bool skat_fail(struct skat_error *error, const char *format, ...)
{
    if (error) {
        va_list args;
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return false;
}
