// SPDX-License-Identifier: MIT
#include "arena/base/system_random.h"

#include <errno.h>
#include <sys/random.h>

bool system_random(void *bytes, size_t size)
{
    ssize_t got;

    do
        got = getrandom(bytes, size, 0);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)size;
}
