// SPDX-License-Identifier: MIT
/* tests/preload/no_random.c - a system that has no random numbers, loaded before a program by
 * LD_PRELOAD. */
#include <errno.h>
#include <sys/random.h>

ssize_t getrandom(void *bytes, size_t size, unsigned flags)
{
    (void)bytes, (void)size, (void)flags;
    errno = ENOSYS;
    return -1;
}
