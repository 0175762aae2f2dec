// SPDX-License-Identifier: MIT
/* tests/preload/no_random.c - a system that has no random numbers, loaded before a program by
 * LD_PRELOAD. */
#include <errno.h>
#include <unistd.h>

int getentropy(void *bytes, size_t size)
{
    (void)bytes, (void)size;
    errno = ENOSYS;
    return -1;
}
